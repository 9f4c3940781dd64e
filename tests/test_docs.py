"""Promises that are written down: settings, paths, links and commands of the pages, and the names a room exports."""

import importlib.util
import re
from pathlib import Path

import click
import pytest

from app.cli import main
from app.main import create_app
from app.settings import Settings
from tests.pages import PAGES, README, ROOT, blocks, name_of, prose

README_LINES = 120
TREE_LINES = 40
ROOMS = ("grounding", "ingest", "app")
WALKS = ROOT / "docs/how-it-works.md"
# A path written as code: a file with an ending we have, or anything below a top-level folder.
PATH = re.compile(
    r"`((?:grounding|ingest|app|tests|bench|docs)(?:/[\w.-]+)+|\w[\w/-]*\.(?:py|md|json|toml|yml|txt))`"
)
MODEL = ROOT / "grounding/models/english"

each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


def test_the_page_of_settings_holds_their_table() -> None:
    page = (ROOT / "docs/settings.md").read_text()
    table = page.split("<!-- settings:begin -->")[1].split("<!-- settings:end -->")[0].strip()
    assert table == Settings.table(), f"The table in docs/settings.md has to read:\n{Settings.table()}"


def test_the_readme_is_short() -> None:
    assert len(README.read_text().splitlines()) <= README_LINES


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"https?:", target):
            continue
        path, _, heading = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), f"{name_of(page)} links to {target}"
        if heading:
            assert heading in _headings(linked), f"{name_of(page)} links to {target}"


@each_page
def test_pictures_exist(page: Path) -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)|<img src=\"([^\"]+)\"", page.read_text())
    for path in ("".join(groups) for groups in pictures):
        assert (page.parent / path).is_file(), path


@each_page
def test_paths_exist(page: Path) -> None:
    """Told from the root, from the room that the page stands in, or (a model's files) from the model's folder."""
    for path in PATH.findall(prose(page)):
        folders = [MODEL, *(folder for folder in page.parents if folder.is_relative_to(ROOT))]
        assert any((folder / path).exists() for folder in folders), f"{name_of(page)} names {path}"


@each_page
def test_commands_exist(page: Path) -> None:
    """Also those that are only named: modules to run, commands with their flags, targets of make."""
    text = page.read_text()
    for module in re.findall(r"python -m ((?:grounding|ingest|app|bench)[\w.]*)", text):
        assert importlib.util.find_spec(module), f"{name_of(page)} names python -m {module}"
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in re.findall(r"`make ([\w-]+)|^make ([\w-]+)", text, re.MULTILINE):
        assert "".join(target) in targets, f"{name_of(page)} names make {''.join(target)}"
    for line in re.findall(r"sureground ([a-z].*?)(?:`|$|\|)", text, re.MULTILINE):
        command: click.Command = main
        words = line.split()
        while isinstance(command, click.Group) and words and words[0].islower():
            command = command.commands[words.pop(0)]
        flags = {flag for option in command.params for flag in option.opts}
        for flag in (word for word in words if word.startswith("--")):
            assert flag in flags | {"--help"}, f"{name_of(page)} names sureground {line}"


def test_the_tree_names_every_floor() -> None:
    ((_, tree),) = (block for block in blocks(WALKS) if block[0] == "tree")
    named, room = set(), ""
    for line in tree.splitlines():
        folder = line.split()[0].rstrip("/")
        room = room if line.startswith(" ") else folder
        named.add(folder if folder == room else f"{room}/{folder}")
    there = {
        name_of(path)
        for room in ROOMS
        for path in (ROOT / room, *(ROOT / room).iterdir())
        if path.is_dir() and path.name not in ("__pycache__", "pictures", "samples")
    }
    assert named == there
    assert len(tree.splitlines()) <= TREE_LINES


def test_every_call_stands_on_the_page_of_the_wire() -> None:
    """By the end of its path: the method after the colon, else the kind of resource."""
    named = " ".join(re.findall(r"`([^`]+)`", (ROOT / "docs/wire.md").read_text()))
    for path in create_app(Settings()).openapi()["paths"]:
        last = [part for part in path.split("/") if part and not part.startswith("{")][-1]
        word = ":" + path.rpartition(":")[2] if ":" in path else last
        assert word in named, f"docs/wire.md does not name {path}"


def _headings(path: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_setting_says_what_it_means() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description and field.description.endswith("."), name


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREGROUND_PORT", "9000")
    monkeypatch.setenv("SUREGROUND_API_KEYS", "one, two,")
    monkeypatch.setenv("SUREGROUND_DATA", "/tmp/elsewhere")
    settings = Settings()
    assert (settings.port, settings.data) == (9000, Path("/tmp/elsewhere"))
    assert [key.get_secret_value() for key in settings.api_keys] == ["one", "two"]
    assert "one" not in repr(settings)
    assert Settings(port=9001).port == 9001


def test_settings_are_frozen_and_checked() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().port = 1  # type: ignore[misc]
    for wrong in ({"port": 70_000}, {"max_body_bytes": 0}, {"abstain": 2}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Settings(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("room", ["grounding"])
def test_exported_names_exist_and_are_sorted(room: str) -> None:
    module = importlib.import_module(room)
    assert list(module.__all__) == sorted(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)
    assert all(getattr(module, name).__doc__ for name in module.__all__)
