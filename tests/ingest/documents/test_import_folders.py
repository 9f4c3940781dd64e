"""What may be imported by address, and that nothing else may."""

import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import fsspec
import pytest

from ingest.documents.import_folders import FoundFile, ImportFolders
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


@pytest.mark.parametrize(
    "way", ["../x", "%2e%2e/x", "%2E%2e%2fx", "%252e%252e/x", "a/..%5cx", "%25252525252e/x"]
)
def test_no_encoding_leads_out_of_a_folder(way: str) -> None:
    folders = ImportFolders(["https://files.example/shared"])
    assert not folders.allows(f"https://files.example/shared/{way}")
    assert folders.allows("https://files.example/shared/100%25/x..y")


def test_only_regular_files(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    folders = ImportFolders([str(folder)])
    assert "pipe.txt" not in names(folders, str(folder))
    with pytest.raises(NotFound):
        folders.find(f"{folder}/pipe.txt")
    (found,) = folders.find(f"{folder}/a.txt")
    (folder / "a.txt").unlink()
    os.mkfifo(folder / "a.txt")
    with pytest.raises(NotFound, match="regular"):
        folders.read(found, 100)


class Redirecting(BaseHTTPRequestHandler):
    """A server with one file, and one that is said to be elsewhere."""

    def do_GET(self) -> None:
        if self.path == "/shared/here.txt":
            self.send_response(200)
            self.send_header("Content-Length", "5")
        else:
            self.send_response(302)
            self.send_header("Location", "/private.txt" if "shared" in self.path else "/shared/here.txt")
            self.send_header("Content-Length", "5")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(b"Here.")

    do_HEAD = do_GET

    def log_message(self, *_: object) -> None: ...


def test_no_redirect_is_followed() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Redirecting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/shared"
        folders = ImportFolders([address])
        (found,) = folders.find(f"{address}/here.txt")
        assert folders.read(found, 100) == b"Here."
        with pytest.raises((StoreUnavailable, NotFound)):
            folders.find(f"{address}/elsewhere.txt")
        with pytest.raises((StoreUnavailable, NotFound)):
            folders.read(FoundFile(f"{address}/elsewhere.txt", f"{address}/elsewhere.txt"), 100)
        server.shutdown()
