"""Operations: names, types by version, errors, work that takes its time."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.operations.job import DISCOVERY_ENGINE, Progress
from app.operations.operations import AIPLATFORM, Operations
from app.wire.errors import Busy, Missing
from app.wire.schemas.document_imports import PurgeDocumentsResponse
from ingest.errors import NotFound

ROOT = Path(__file__).parents[3]
PARENT = "projects/p/locations/l/ragCorpora/7"


@pytest.fixture
def operations() -> Iterator[Operations]:
    """Operations that wait a moment only for the first answer."""
    kept = Operations(patience=0.05)
    yield kept
    kept.close()


def test_finished_work_is_done_in_the_first_answer(operations: Operations) -> None:
    made = operations.run(
        PARENT,
        lambda _: {"name": "x"},
        package=AIPLATFORM,
        metadata_type="CreateRagCorpusOperationMetadata",
        response_type="RagCorpus",
    )
    prefix = "type.googleapis.com/google.cloud.aiplatform.v1beta1"
    assert made.to_wire("v1beta1").to_wire() == {
        "name": made.name,
        "metadata": {"@type": f"{prefix}.CreateRagCorpusOperationMetadata"},
        "done": True,
        "response": {"@type": f"{prefix}.RagCorpus", "name": "x"},
    }
    assert made.name.startswith(f"{PARENT}/operations/") and made.name.rpartition("/")[2].isdecimal()


def test_a_message_is_a_result_too(operations: Operations) -> None:
    result = PurgeDocumentsResponse(purge_count=7)
    made = operations.done(
        PARENT, result, package=DISCOVERY_ENGINE, response_type="PurgeDocumentsResponse", metadata={}
    )
    kind = "type.googleapis.com/google.cloud.discoveryengine.v1.PurgeDocumentsResponse"
    assert made.to_wire("v1").response == {"@type": kind, "purgeCount": "7"}
    assert made.to_wire("v1").metadata is None


def test_work_that_takes_longer_is_polled(operations: Operations) -> None:
    go = threading.Event()

    def work(progress: Progress) -> dict[str, str]:
        progress.fields = {"successCount": "1"}
        go.wait(10)
        return {}

    made = operations.run(PARENT, work, package=AIPLATFORM, metadata_type="ImportRagFilesOperationMetadata")
    waiting = made.to_wire("v1")
    assert (waiting.done, waiting.response) == (False, None)
    assert waiting.metadata is not None and waiting.metadata["successCount"] == "1"
    go.set()
    made.work.result(10)
    assert operations.get(made.name).to_wire("v1").done is True


def test_an_early_error_is_raised_and_a_late_one_told(operations: Operations) -> None:
    def fail(_: Progress) -> dict[str, str]:
        raise NotFound("gone")

    with pytest.raises(NotFound):
        operations.run(PARENT, fail, package=AIPLATFORM)
    go = threading.Event()

    def fail_late(_: Progress) -> dict[str, str]:
        go.wait(10)
        raise NotFound("gone")

    made = operations.run(PARENT, fail_late, package=AIPLATFORM)
    go.set()
    made.work.exception(10)
    assert made.to_wire("v1").to_wire() == {
        "name": made.name,
        "done": True,
        "error": {"code": 5, "message": "gone"},
    }


def test_an_unexpected_error_is_logged_and_not_told(
    operations: Operations, caplog: pytest.LogCaptureFixture
) -> None:
    go = threading.Event()

    def fail(_: Progress) -> dict[str, str]:
        go.wait(10)
        raise KeyError("secret")

    made = operations.run(PARENT, fail, package=AIPLATFORM)
    go.set()
    made.work.exception(10)
    assert "secret" not in str(made.to_wire("v1")) and "secret" in caplog.text


def test_unknown_names_and_lists(operations: Operations) -> None:
    with pytest.raises(Missing):
        operations.get(f"{PARENT}/operations/1")
    made = [operations.done(PARENT, {}, package=AIPLATFORM) for _ in range(3)]
    operations.done("projects/p/locations/l", {}, package=AIPLATFORM)
    assert operations.list(PARENT) == made


def test_a_restart_keeps_what_was_finished(tmp_path: Path) -> None:
    go = threading.Event()

    def fail_late(progress: Progress) -> dict[str, str]:
        progress.fields = {"failureCount": "1"}
        go.wait(10)
        raise NotFound("gone")

    before = Operations(tmp_path / "operations.jsonl", patience=0.05)
    failed = before.run(PARENT, fail_late, package=DISCOVERY_ENGINE, metadata_type="ImportDocumentsMetadata")
    result = PurgeDocumentsResponse(purge_count=7)
    done = before.done(PARENT, result, package=DISCOVERY_ENGINE, response_type="PurgeDocumentsResponse")
    go.set()
    before.close()
    after = Operations(tmp_path / "operations.jsonl")
    for one in (failed, done):
        assert after.get(one.name).to_wire("v1beta") == one.to_wire("v1beta")
    assert after.get(failed.name).to_wire("v1").error == {"code": 5, "message": "gone"}
    after.close()
    assert Operations(tmp_path / "operations.jsonl").list(PARENT)[0].name == failed.name


def test_cancelled_work_ends_with_the_code_for_it(operations: Operations) -> None:
    begun = threading.Event()

    def work(progress: Progress) -> dict[str, str]:
        progress.percentage = 40
        begun.set()
        while True:
            progress.check()
            time.sleep(0.01)

    made = operations.run(PARENT, work, package=AIPLATFORM, metadata_type="ImportRagFilesOperationMetadata")
    assert begun.wait(10)
    assert (made.to_wire("v1").metadata or {})["progressPercentage"] == 40
    operations.cancel(made.name)
    made.work.exception(10)
    shown = made.to_wire("v1")
    assert (shown.done, shown.error and shown.error["code"]) == (True, 1)
    done = operations.done(PARENT, {}, package=AIPLATFORM)
    operations.cancel(done.name)
    assert done.to_wire("v1").error is None, "a finished operation stays as it is"
    with pytest.raises(Missing):
        operations.cancel(f"{PARENT}/operations/1")


def test_too_many_are_refused_and_a_stop_ends_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.operations.operations.MOST_RUNNING", 1)
    operations = Operations(tmp_path / "operations.jsonl", patience=0.05)

    def endless(progress: Progress) -> dict[str, str]:
        while True:
            progress.check()
            time.sleep(0.01)

    made = operations.run(PARENT, endless, package=AIPLATFORM)
    with pytest.raises(Busy) as refused:
        operations.run(PARENT, endless, package=AIPLATFORM)
    assert refused.value.retry_after > 0
    operations.close()
    error = Operations(tmp_path / "operations.jsonl").get(made.name).to_wire("v1").error
    assert error and error["code"] == 10 and "again" in error["message"]


KILLED = """
import os, signal, sys
from pathlib import Path
from app.operations.operations import AIPLATFORM, Operations
operations = Operations(Path(sys.argv[1]), patience=0.05)
operations.done("projects/p/locations/l", {"purgeCount": "7"}, package=AIPLATFORM)
def work(progress):
    progress.fields = {"successCount": "1"}
    import time; time.sleep(60)
running = operations.run("projects/p/locations/l", work, package=AIPLATFORM, metadata_type="M")
print(running.name, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_server_leaves_no_operation_running_for_ever(tmp_path: Path) -> None:
    file = tmp_path / "operations.jsonl"
    command = [sys.executable, "-c", KILLED, str(file)]
    name = subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()
    with file.open("a") as log:
        log.write('{"name": "cut sho')
    after = Operations(file)
    shown = after.get(name).to_wire("v1")
    assert shown.done and shown.error
    assert (shown.error["code"], shown.metadata and shown.metadata["successCount"]) == (10, "1")
    first, _ = after.list("projects/p/locations/l")
    assert (first.to_wire("v1").response or {})["purgeCount"] == "7"
    after.close()
    assert Operations(file).get(name).to_wire("v1") == shown


def test_only_so_many_are_kept(operations: Operations, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.operations.operations.KEPT_MOST", 2)
    made = [operations.done(PARENT, {}, package=AIPLATFORM) for _ in range(4)]
    assert operations.list(PARENT) == made[2:]


@pytest.mark.parametrize(
    "below", ["", "/collections/c", "/ragCorpora/7", "/ragCorpora/7/ragFiles/9", "/dataStores/d"]
)
def test_every_kind_of_name_is_found(client: TestClient, below: str) -> None:
    kept: Operations = client.app.state.services.operations  # type: ignore[attr-defined]
    parent = f"projects/p/locations/l{below}"
    # Discovery Engine names are always written with their collection.
    full = parent.replace("/dataStores", "/collections/default_collection/dataStores")
    made = kept.done(full, {}, package=AIPLATFORM)
    asked = f"/v1/{parent}/operations/{made.name.rpartition('/')[2]}"
    assert client.get(asked).json()["name"] == made.name
    listed = client.get(f"/v1/{parent}/operations").json()
    assert [one["name"] for one in listed["operations"]] == [made.name]
    assert client.get(f"/v1/{parent}/operations/5").json()["error"]["status"] == "NOT_FOUND"
