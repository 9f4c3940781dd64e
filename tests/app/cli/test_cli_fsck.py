"""``sureground fsck`` on the embedded store: exit status, JSON, repair, and a folder that is in use."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from app.cli import main
from app.services import open_library
from app.settings import Settings
from ingest.types import CollectionName, Upload

NAME = CollectionName("local", "global", "notes")


def fsck(data: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["fsck", "--data", str(data), *options], env={"COLUMNS": "200"})


def test_fsck_finds_repairs_and_says_so(tmp_path: Path) -> None:
    with open_library(Settings(data=tmp_path)) as library:
        library.create_collection(NAME)
        library.add_document(NAME, Upload(b"The lamp burns.", "lamp.txt", document_id="lamp"))
        in_use = fsck(tmp_path, "--json")
        assert in_use.exit_code == 2
        assert "in use by another process" in json.loads(in_use.stdout)["error"]
    clean = fsck(tmp_path)
    assert (clean.exit_code, clean.output) == (0, "1 document, 1 passage, 2 files: nothing is wrong.\n")
    (pages,) = (tmp_path / "files").rglob("*.pages")
    pages.rename(pages.with_name("7"))
    wrong = fsck(tmp_path, "--json")
    report = json.loads(wrong.stdout)
    assert (wrong.exit_code, report["clean"]) == (1, False)
    assert [(one["fault"], one["repaired"]) for one in report["findings"]] == [
        ("orphan_files", False),
        ("missing_pages", False),
    ]
    mended = fsck(tmp_path, "--repair")
    assert (mended.exit_code, mended.output.count("repaired")) == (0, 3)
    assert fsck(tmp_path).exit_code == 0
    with open_library(Settings(data=tmp_path)) as library:
        assert library.search([NAME], "lamp")[0].document.id == "lamp"
