"""What may be imported by address, and that nothing else may."""

from pathlib import Path

import fsspec
import pytest

from ingest.documents.import_folders import ImportFolders
from ingest.errors import InvalidArgument, NotFound, StoreUnavailable, TooLarge


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files, one below, one hidden, and beside the folder one that is nobody's business."""
    shared = tmp_path / "shared"
    (shared / "below").mkdir(parents=True)
    (shared / "a.txt").write_text("A.")
    (shared / "b c.md").write_text("B.")
    (shared / "below" / "c.txt").write_text("C.")
    (shared / ".hidden").write_text("No.")
    (tmp_path / "secret.txt").write_text("Secret.")
    (tmp_path / "shared-not").mkdir()
    (tmp_path / "shared-not" / "d.txt").write_text("D.")
    (shared / "link.txt").symlink_to(tmp_path / "secret.txt")
    return shared


def names(folders: ImportFolders, uri: str) -> list[str]:
    return [file.name for file in folders.find(uri)]


def test_files_folders_and_patterns_are_found(folder: Path) -> None:
    folders = ImportFolders([f"{folder}/"])
    assert names(folders, f"{folder}/a.txt") == ["a.txt"]
    assert names(folders, f"file://{folder}/b%20c.md") == ["b c.md"]
    assert names(folders, f"{folder}") == names(folders, f"{folder}/") == ["a.txt", "b c.md", "c.txt"]
    assert names(folders, f"{folder}/*.txt") == ["a.txt"]
    assert names(folders, f"{folder}/**/*.txt") == ["a.txt", "c.txt"]
    (found,) = folders.find(f"{folder}/below")
    assert (found.uri, found.link) == (f"{folder}/below/c.txt", "")
    assert folders.read(found, 100) == b"C."
    with pytest.raises(TooLarge, match="2 bytes"):
        folders.read(found, 1)


def test_a_folder_may_go_by_another_address(folder: Path) -> None:
    folders = ImportFolders([f"gs://handbook={folder}"])
    (found,) = folders.find("gs://handbook/below/")
    assert found.uri == found.link == "gs://handbook/below/c.txt"
    assert folders.read(found, 100) == b"C."
    assert folders.allows("gs://handbook/x") and not folders.allows(f"{folder}/a.txt")


def test_object_stores_are_read_through_fsspec() -> None:
    fsspec.filesystem("memory").pipe_file("/bucket/texts/one.txt", b"One.")
    folders = ImportFolders(["memory://bucket/texts"])
    (found,) = folders.find("memory://bucket/texts")
    assert (found.uri, folders.read(found, 10)) == ("memory://bucket/texts/one.txt", b"One.")
    with pytest.raises(StoreUnavailable, match="nosuch://"):
        ImportFolders(["nosuch://bucket"]).find("nosuch://bucket/x")


@pytest.mark.parametrize(
    "uri",
    [
        "{}/../secret.txt",
        "{}/below/../../secret.txt",
        "file://{}/%2e%2e/secret.txt",
        "{}-not/d.txt",
        "/etc/passwd",
        "gs://handbook/a.txt",
        "",
    ],
)
def test_other_places_are_refused(folder: Path, uri: str) -> None:
    folders = ImportFolders([str(folder)])
    with pytest.raises(InvalidArgument, match="SUREGROUND_IMPORT_FOLDERS"):
        folders.find(uri.format(folder))
    with pytest.raises(InvalidArgument):
        ImportFolders().find(uri.format(folder))


@pytest.mark.parametrize("uri", ["{}/link.txt", "{}/.hidden", "{}/nothing.txt", "{}/*.pdf"])
def test_links_out_hidden_and_missing_files_are_not_there(folder: Path, uri: str) -> None:
    with pytest.raises(NotFound, match="no file"):
        ImportFolders([str(folder)]).find(uri.format(folder))


@pytest.mark.parametrize("entry", ["texts", "gs://b=texts", "", "=x"])
def test_an_entry_is_a_place(entry: str) -> None:
    with pytest.raises(InvalidArgument, match="absolute path"):
        ImportFolders([entry])
