"""The written pages of the project, for the tests that hold them to what they say."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = (
    README,
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "grounding/models/MODEL_CARD.md",
)


def name_of(path: Path) -> str:
    """A page's path from the root, as tests show it."""
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path) -> list[tuple[str, str]]:
    """The fenced blocks of a page: (language, text)."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text(), re.DOTALL | re.MULTILINE)


def prose(path: Path) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"^```\w*\n.*?^```$", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
