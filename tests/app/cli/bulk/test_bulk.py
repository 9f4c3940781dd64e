"""Many files at once: what is skipped, what is sent again, what is removed, and how the command ends."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.cli.bulk.folders import files_in
from app.cli.bulk.outcomes import Outcome, State, Summary
from app.cli.bulk.sender import Sender
from app.cli.bulk.take_in import take_in
from app.cli.bulk.watch import Watch
from app.cli.server.connection import Connection
from app.cli.server.http_server import temporary_server
from app.settings import Settings
from ingest.documents.data_folder import DataFolder

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        for name in os.environ:
            if name.startswith("SUREGROUND_"):
                patch.delenv(name)
        with temporary_server(Settings(data=tmp_path_factory.mktemp("data"))) as address:
            yield address


@pytest.fixture
def connection(server: str) -> Iterator[Connection]:
    with httpx.Client(base_url=server, timeout=60) as http:
        yield Connection(http, "local", "global")


@pytest.fixture
def store(request: pytest.FixtureRequest) -> str:
    """A store of the test's own."""
    return "s" + str(abs(hash(request.node.name)))[:12]


@pytest.fixture
def ingest(server: str, store: str) -> Callable[..., Any]:
    """Run ``sureground ingest … --json``; the summary it prints."""

    def run(*arguments: str | Path, status: int = 0) -> Any:
        words = ["ingest", *map(str, arguments), "--store", store, "--server", server, "--json"]
        outcome: Result = CliRunner().invoke(main, words)
        assert outcome.exit_code == status, outcome.output
        return json.loads(outcome.stdout)

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files of one name and one other."""
    folder = tmp_path / "papers"
    for place, text in (
        ("tower/notes.txt", "The tower of Brindle is 61 metres tall."),
        ("clock/notes.txt", "The Great Tide Clock was built by Ada Linden."),
        ("readme.md", "# Papers\n\nOf the museum."),
    ):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text)
    return folder


def texts(connection: Connection, store: str) -> list[str]:
    """What a search over all documents of the store finds."""
    body = {
        "vertexRagStore": {"ragResources": [{"ragCorpus": connection.corpus(store)}]},
        "query": {"text": "tower clock", "ragRetrievalConfig": {"topK": 50}},
    }
    found = connection.call("POST", f"/v1/{connection.parent}:retrieveContexts", json=body)
    return sorted(one["text"] for one in found["contexts"].get("contexts", []))


def outcomes(summary: Any) -> dict[str, str]:
    return {Path(one["file"]).as_posix().rpartition("papers/")[2]: one["outcome"] for one in summary["files"]}


# What is sent


def test_files_of_one_name_in_two_folders_are_two_documents(ingest: Callable[..., Any], folder: Path) -> None:
    summary = ingest(folder)
    assert (summary["taken"], summary["skipped"], summary["failed"]) == (3, 0, 0)
    assert summary["pages"] == summary["chunks"] == 3
    assert len({one["document"] for one in summary["files"]}) == 3


def test_names_that_no_document_may_have(
    ingest: Callable[..., Any], connection: Connection, store: str, tmp_path: Path
) -> None:
    """Bytes that are no UTF-8, as old disks hold them, and more characters than a name may have."""
    folder = tmp_path / "papers"
    folder.mkdir()
    long = "x" * 200 + ".txt"
    for name in (b"\xfcber.txt", b"other.txt", long.encode()):
        Path(os.fsdecode(bytes(folder) + b"/" + name)).write_text("The tower is 61 metres tall.")
    assert outcomes(ingest(folder)) == {
        "other.txt": "taken in",
        "\ufffdber.txt": "taken in",
        long: "taken in",
    }
    listed = connection.listed(f"/v1/{connection.corpus(store)}/ragFiles", "ragFiles")
    names = sorted(one["displayName"] for one in listed)
    assert names == ["other.txt", "x" * 63 + "…" + "x" * 60 + ".txt", "\ufffdber.txt"]
    assert set(outcomes(ingest(folder)).values()) == {"unchanged"}


def test_a_changed_file_replaces_its_old_version(
    ingest: Callable[..., Any], connection: Connection, store: str, folder: Path
) -> None:
    before = ingest(folder)
    (folder / "tower/notes.txt").write_text("The tower of Brindle is 64 metres tall.")
    after = ingest(folder)
    assert outcomes(after) == {
        "readme.md": "unchanged",
        "clock/notes.txt": "unchanged",
        "tower/notes.txt": "replaced",
    }
    assert {one["document"] for one in before["files"]} == {one["document"] for one in after["files"]}
    found = texts(connection, store)
    assert len(found) == 3
    assert "The tower of Brindle is 64 metres tall." in found


def test_an_unchanged_file_is_neither_read_nor_sent(
    ingest: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ingest(folder)
    opened: list[Path] = []
    usual = Path.open

    def noting(self: Path, *arguments: Any, **named: Any) -> Any:
        opened.append(self)
        return usual(self, *arguments, **named)

    monkeypatch.setattr(Path, "open", noting)
    second = ingest(folder)
    assert not [path for path in opened if path.is_relative_to(folder)]
    assert (second["taken"], second["skipped"]) == (0, 3)
    assert [one["chunks"] for one in second["files"]] == [one["chunks"] for one in first["files"]]


def test_a_file_that_only_has_another_time_is_not_sent(
    ingest: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest(folder)
    os.utime(folder / "readme.md", (1, 1))
    monkeypatch.setattr(Sender, "send", lambda *_, **__: pytest.fail("nothing is to be sent"))
    assert ingest(folder)["skipped"] == 3


def test_a_file_that_was_uploaded_by_hand_is_there_already(
    ingest: Callable[..., Any], connection: Connection, store: str, folder: Path
) -> None:
    ingest(folder / "readme.md")
    by_hand = {"file": ("notes.txt", (folder / "tower/notes.txt").read_bytes())}
    connection.call("POST", f"/upload/v1/{connection.corpus(store)}/ragFiles:upload", files=by_hand)
    assert outcomes(ingest(folder)) == {
        "readme.md": "unchanged",
        "clock/notes.txt": "taken in",
        "tower/notes.txt": "unchanged",
    }


def test_other_chunk_settings_send_a_file_again(tmp_path: Path, folder: Path) -> None:
    def run(size: int) -> Any:
        with temporary_server(Settings(data=tmp_path / "data", chunk_size=size)) as address:
            words = ["ingest", str(folder / "readme.md"), "--server", address, "--json"]
            return json.loads(CliRunner().invoke(main, words).stdout)

    assert run(100)["taken"] == 1
    assert run(100)["skipped"] == 1
    assert run(50)["taken"] == 1


def test_what_no_reader_knows_is_left_out_of_a_folder_and_refused_by_name(
    ingest: Callable[..., Any], folder: Path
) -> None:
    picture = folder / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    summary = ingest(folder)
    assert (summary["taken"], summary["skipped"], summary["failed"]) == (3, 1, 0)
    left_out = next(one for one in summary["files"] if one["outcome"] == "left out")
    assert "PNG" in left_out["reason"]
    assert ingest(picture, status=1)["failed"] == 1


def test_bad_files_do_not_stop_the_others(ingest: Callable[..., Any], folder: Path) -> None:
    (folder / "a.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    (folder / "b.txt").write_bytes(b"")
    summary = ingest(folder, status=1)
    assert (summary["taken"], summary["failed"]) == (3, 2)
    reasons = {Path(one["file"]).name: one.get("reason", "") for one in summary["files"]}
    assert "damaged" in reasons["a.pdf"] or "cannot be opened" in reasons["a.pdf"]
    assert "empty" in reasons["b.txt"]


def test_a_busy_server_is_waited_for(connection: Connection, folder: Path) -> None:
    answers = iter([429, 429, 200])
    asked: list[int] = []

    def answer(request: httpx.Request) -> httpx.Response:
        request.read()
        if request.method == "GET":
            return httpx.Response(200, json={})
        asked.append(len(request.content))
        code = next(answers)
        body = {"ragFile": {"name": "ragFiles/7", "chunkCount": 1}, "outcome": "created"}
        refused = {"error": {"message": "busy"}}
        return httpx.Response(
            code, json=body if code == 200 else refused, headers={"Retry-After": "0"} if code == 429 else {}
        )

    with httpx.Client(base_url="http://server", transport=httpx.MockTransport(answer)) as http:
        busy = Connection(http, "local", "global")
        summary = take_in(busy, [folder / "readme.md"], "any")
    assert [one.state for one in summary.outcomes] == [State.TAKEN]
    assert len(set(asked)) == 1  # the whole file each time
    assert len(asked) == 3


def test_ctrl_c_leaves_out_what_was_not_begun(connection: Connection, store: str, folder: Path) -> None:
    stopping = threading.Event()
    stopping.set()
    assert take_in(connection, list(files_in([folder])), store, stopping=stopping).outcomes == []


# The walk


def test_a_data_folder_of_ours_is_not_walked(tmp_path: Path) -> None:
    data = DataFolder(tmp_path / "all" / "data")
    assert data.owner
    (data.path / "files").mkdir()
    (data.path / "files" / "kept").write_text("x")
    (tmp_path / "all" / "b.txt").write_text("x")
    data.release()
    assert [file.name for file in files_in([tmp_path / "all"])] == ["b.txt"]


def test_a_file_named_twice_is_one_file(folder: Path) -> None:
    twice = [folder / "readme.md", folder, folder / "tower" / ".." / "readme.md"]
    assert [file.name for file in files_in(twice)].count("readme.md") == 1


def test_many_unchanged_files_are_only_counted(capsys: pytest.CaptureFixture[str]) -> None:
    from app.cli.bulk.outcomes import print_outcomes

    many = [Outcome(Path(f"{number}.txt"), State.UNCHANGED) for number in range(60)]
    print_outcomes(Summary([*many, Outcome(Path("new.txt"), State.TAKEN)], 1.0))
    shown = capsys.readouterr().out
    assert "new.txt" in shown
    assert "17.txt" not in shown
    assert "1 taken in, 60 skipped, 0 failed" in shown


# Watching


class Watched:
    """A watch in a thread, and what it has said so far."""

    def __init__(self, connection: Connection, store: str, *folders: Path) -> None:
        self.said: list[Outcome] = []
        self.warned: list[str] = []
        self.stopping = threading.Event()
        self.ready = threading.Event()
        sender = Sender(connection, store, stopping=self.stopping)
        watch = Watch(sender, folders, self.said.append, self.warned.append)
        self._thread = threading.Thread(target=watch.run, args=(self.ready.set,))

    def __enter__(self) -> "Watched":
        self._thread.start()
        assert self.ready.wait(60)
        self.said.clear()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._thread.join(60)
        assert not self._thread.is_alive()

    def until(self, *wanted: tuple[str, State]) -> None:
        """Wait until every file of ``wanted`` is said to have come to its state."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if set(wanted) <= {(one.file.name, one.state) for one in self.said}:
                return
            time.sleep(0.05)
        pytest.fail(f"only {self.said} was said")


def test_a_watched_folder_and_its_store_stay_in_step(
    connection: Connection, store: str, folder: Path
) -> None:
    with Watched(connection, store, folder) as watched:
        assert len(texts(connection, store)) == 3
        (folder / "new.txt").write_text("A boat was bought.")
        watched.until(("new.txt", State.TAKEN))
        (folder / "new.txt").write_text("A boat was sold again.")
        watched.until(("new.txt", State.REPLACED))
        (folder / "clock" / "notes.txt").unlink()
        (folder / "readme.md").rename(folder / "about.md")
        watched.until(("notes.txt", State.REMOVED), ("readme.md", State.REMOVED), ("about.md", State.TAKEN))
    found = texts(connection, store)
    assert len(found) == 3
    assert "A boat was sold again." in found
    assert not any("Tide Clock" in text for text in found)


def test_a_watched_folder_with_a_decomposed_name(
    connection: Connection, store: str, folder: Path, tmp_path: Path
) -> None:
    """As other systems write names. A file that is moved away and back, unchanged, goes in again."""
    folder = folder.rename(tmp_path / "u\u0308ber")
    kept, away = folder / "readme.md", tmp_path / "readme.md"
    with Watched(connection, store, folder) as watched:
        assert len(texts(connection, store)) == 3
        kept.rename(away)
        watched.until(("readme.md", State.REMOVED))
        away.rename(kept)
        watched.until(("readme.md", State.TAKEN))
    assert len(texts(connection, store)) == 3


def test_what_was_deleted_while_nobody_watched_is_removed(
    ingest: Callable[..., Any], connection: Connection, store: str, folder: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "papers-of-others.txt"
    elsewhere.write_text("The bridge was built in 1911.")
    ingest(folder, elsewhere)
    elsewhere.unlink()
    (folder / "clock" / "notes.txt").unlink()
    with Watched(connection, store, folder):
        pass
    found = texts(connection, store)
    assert not any("Tide Clock" in text for text in found)
    assert "The bridge was built in 1911." in found  # it did not come from this folder


def test_an_empty_folder_at_the_start_removes_nothing(
    ingest: Callable[..., Any], connection: Connection, store: str, folder: Path
) -> None:
    ingest(folder)
    for file in files_in([folder]):
        file.unlink()
    with Watched(connection, store, folder) as watched:
        assert "a disk may be away" in watched.warned[0]
    assert len(texts(connection, store)) == 3


def test_a_folder_that_vanishes_removes_nothing(
    connection: Connection, store: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.bulk.watch.LOOK_AGAIN", 0.1)
    with Watched(connection, store, folder) as watched:
        folder.rename(folder.with_name("away"))
        end = time.monotonic() + 60
        while not watched.warned and time.monotonic() < end:
            time.sleep(0.05)
        assert "Nothing of it is removed" in watched.warned[0]
    assert len(texts(connection, store)) == 3


def test_a_file_in_the_making_is_waited_for(connection: Connection, store: str, folder: Path) -> None:
    with Watched(connection, store, folder) as watched:
        with (folder / "slow.txt").open("w") as file:
            for number in range(8):
                file.write(f"Line {number} of the report.\n")
                file.flush()
                time.sleep(0.3)
        watched.until(("slow.txt", State.TAKEN))
        assert [one.state for one in watched.said if one.file.name == "slow.txt"] == [State.TAKEN]
    assert any("Line 7 of the report." in text for text in texts(connection, store))


@pytest.mark.slow
def test_ctrl_c_ends_the_watching_with_status_0(server: str, store: str, folder: Path) -> None:
    command = [sys.executable, "-m", "app.cli", "ingest", str(folder), "--store", store, "--server", server]
    with subprocess.Popen(
        [*command, "--watch", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout and process.stderr
        said = [json.loads(process.stdout.readline()) for _ in range(3)]
        assert {one["outcome"] for one in said} == {"taken in"}
        assert process.stderr.readline().startswith("In step.")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
        assert "Traceback" not in process.stderr.read()


def test_watching_a_file_is_wrong_usage(server: str, folder: Path) -> None:
    words = ["ingest", str(folder / "readme.md"), "--watch", "--server", server]
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == 2
    assert "Name its folder" in outcome.stderr
