"""A model folder has the files that were put there: their hashes stand beside them, as ``sha256sum`` writes them.

A file that was cut short or exchanged would still give verdicts, only wrong ones.
"""

import hashlib
from pathlib import Path

from grounding.errors import ModelUnavailable

SUMS = "SHA256SUMS"
MODELS = Path(__file__).parents[1] / "models"
NAMES = (
    "calibration.json",
    "config.json",
    "model.bin*",
    "model.xml",
    "tokenizer.json",
    "tokenizer_config.json",
)


def write_sums(folder: Path) -> None:
    """Write the hashes of a folder's files beside them; whoever changes a file does it again."""
    files = sorted(path for pattern in NAMES for path in folder.glob(pattern))
    (folder / SUMS).write_text("".join(f"{_hash(path)}  {path.name}\n" for path in files))


def verify(folder: Path) -> None:
    """Raise :class:`ModelUnavailable` where a file is not the one whose hash stands beside it.

    A folder without hashes, as one of your own may be, is taken as it is.
    """
    for name, expected in sums(folder).items():
        path = folder / name
        if not path.is_file():
            raise ModelUnavailable(f"The model at {folder} has no {name}. Install Sureground again.")
        if (actual := _hash(path)) != expected:
            raise ModelUnavailable(
                f"{path} is not the file that was shipped: its SHA-256 is {actual}, {SUMS} says {expected}. Install "
                f"Sureground again; or, if you made the file, write {SUMS} anew with `sha256sum`."
            )


def sums(folder: Path) -> dict[str, str]:
    """The hash that each file of a folder should have, by name; empty where none are kept."""
    kept = folder / SUMS
    lines = kept.read_text().splitlines() if kept.is_file() else []
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def shipped_hashes() -> dict[str, str]:
    """SHA-256 of the weights of each model that ships with the package, by ``folder/file``."""
    return {
        f"{folder.name}/{name}": digest
        for folder in sorted(MODELS.iterdir())
        for name, digest in sums(folder).items()
        if name.startswith("model.bin")
    }


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
