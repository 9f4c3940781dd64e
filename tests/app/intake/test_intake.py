"""Files on their way in: the bounded queue, events for all of them, giving up, cancelling imports."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest

from app.cli.server import connection
from app.cli.server.http_server import temporary_server
from app.grpc.messages import message_class, to_json
from app.services import Services
from app.settings import Settings
from ingest.documents.import_folders import ImportFolders
from ingest.library import Library
from ingest.types import Receipt
from tests.app.grpc.test_grpc import caller, rag
from tests.app.ports import free_port

LIMITS = {"upload_workers": 1, "upload_queue": 1}


class Server:
    """The door over small parts, where writing waits while ``held`` is clear."""

    def __init__(self, services: Services, address: str, grpc_port: int) -> None:
        self.services, self.address, self.grpc = services, address, caller(grpc_port)
        self.held = threading.Event()
        self.writing = threading.Semaphore(0)
        made = self.call("POST", "/v1/projects/p/locations/l/ragCorpora", json={"displayName": "c"}).json()
        self.corpus: str = made["response"]["name"]
        add = Library.add_document

        def held(*arguments: Any, on_progress: Any = None, **options: Any) -> Receipt:
            def report(stage: str, done: int, total: int) -> None:
                on_progress(stage, done, total)
                if stage == "embedding" and not done:
                    self.writing.release()
                    self.held.wait(60)

            return add(services.library, *arguments, on_progress=report, **options)

        services.library.add_document = held  # type: ignore[method-assign]

    def call(self, method: str, path: str, **options: Any) -> httpx.Response:
        return httpx.request(method, f"{self.address}{path}", timeout=60, **options)

    def upload(self, name: str, upload_id: str = "") -> httpx.Response:
        files = {"metadata": (None, "{}"), "file": (name, f"The tower of {name} is high.".encode())}
        path = f"/upload/v1/{self.corpus}/ragFiles:upload"
        return self.call("POST", path, files=files, params={"uploadId": upload_id} if upload_id else {})

    def files(self) -> dict[str, Any]:
        listed = self.call("GET", f"/v1/{self.corpus}/ragFiles").json().get("ragFiles", [])
        return {one["displayName"]: one["fileStatus"] for one in listed}

    def done(self, ask: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The operation, once it is done."""
        while not (operation := ask()).get("done"):
            time.sleep(0.05)
        return operation

    def wait_for(self, what: Callable[[], Any]) -> Any:
        for _ in range(1200):
            if found := what():
                return found
            time.sleep(0.05)
        raise AssertionError("it did not come")


@pytest.fixture
def server(
    settings: Settings, small_parts: Callable[[Settings], Services], tmp_path: Path
) -> Iterator[Server]:
    folder = tmp_path / "handbook"
    folder.mkdir()
    for name in ("a", "b", "c"):
        (folder / f"{name}.txt").write_text(f"The boat {name} lies in the harbour.")
    built: list[Services] = []

    def build(chosen: Settings) -> Services:
        built.append(replace(small_parts(chosen), folders=ImportFolders([f"gs://handbook={folder}"])))
        return built[0]

    port = free_port()
    chosen = settings.model_copy(update={**LIMITS, "grpc_port": port})
    with temporary_server(chosen, build, beside=True) as address:
        server = Server(built[0], address, port)
        try:
            yield server
        finally:
            server.held.set()


@contextmanager
def uploading(server: Server, *names: str) -> Iterator[list[Any]]:
    """The first upload is being written and held, the others wait; yields their answers to come."""
    with ThreadPoolExecutor() as pool:
        answers = []
        for number, name in enumerate(names):
            answers.append(pool.submit(server.upload, name, f"upload-{name[:-4]}"))
            if not number:
                assert server.writing.acquire(timeout=60)
            else:
                server.wait_for(lambda: server.services.progress.latest(f"upload-{name[:-4]}", 0)[0])  # noqa: B023
        yield answers
        server.held.set()


def test_a_full_queue_refuses_and_the_rest_is_taken_in(server: Server) -> None:
    with uploading(server, "one.txt", "two.txt") as answers:
        refused = server.upload("three.txt")
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["Retry-After"]) <= 60
        error = refused.json()["error"]
        assert (error["code"], error["status"]) == (429, "RESOURCE_EXHAUSTED")
        kinds = {detail["@type"].rpartition(".")[2]: detail for detail in error["details"]}
        assert kinds["RetryInfo"]["retryDelay"] == f"{refused.headers['Retry-After']}s"
        assert server.files() == {"one.txt": {}}, "one is being written; two waits; three is nowhere"
        store = server.corpus.replace("ragCorpora", "collections/default_collection/dataStores")
        document = {"structData": {"text": "A lamp."}}
        path = f"/v1/{store}/branches/0/documents"
        assert server.call("POST", path, json=document, params={"documentId": "d"}).status_code == 429
        started = server.call(
            "POST",
            f"/upload/v1/{server.corpus}/ragFiles:upload",
            headers={"X-Goog-Upload-Protocol": "resumable", "X-Goog-Upload-Command": "start"},
            json={"ragFile": {"displayName": "four.txt"}},
        )
        assert started.status_code == 429
        assert server.call("GET", "/healthz").is_success, "files that wait hold up nothing else"
    assert [answer.result().status_code for answer in answers] == [200, 200]
    assert server.files() == {name: {"state": "ACTIVE"} for name in ("one.txt", "two.txt")}
    assert server.upload("three.txt").is_success


def test_a_resumable_upload_that_is_refused_can_be_finished_later(server: Server) -> None:
    start = {"X-Goog-Upload-Protocol": "resumable", "X-Goog-Upload-Command": "start"}
    path = f"/upload/v1/{server.corpus}/ragFiles:upload"
    begun = server.call("POST", path, headers=start, json={"ragFile": {"displayName": "big.txt"}})
    address = begun.headers["X-Goog-Upload-URL"].removeprefix(server.address)
    last = {"X-Goog-Upload-Command": "upload, finalize", "X-Goog-Upload-Offset": "0"}
    with uploading(server, "one.txt", "two.txt"):
        assert server.call("POST", address, headers=last, content=b"A lamp.").status_code == 429
    finished = server.call("POST", address, headers=last, content=b"A lamp.")
    assert finished.json()["ragFile"]["sizeBytes"] == "7"


def test_the_command_line_waits(server: Server) -> None:
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        server.held.set()
        server.wait_for(lambda: len(server.files()) == 2)

    with uploading(server, "one.txt", "two.txt"):
        answer = connection.patiently(lambda: server.upload("three.txt"), sleep)
    assert answer.is_success
    assert slept and all(1 <= seconds <= 60 for seconds in slept)


def test_one_stream_tells_of_all_files(server: Server) -> None:
    told: list[dict[str, Any]] = []

    def follow() -> None:
        with httpx.stream("GET", f"{server.address}/progress", params={"corpus": server.corpus}) as events:
            for line in events.iter_lines():
                if line.startswith("data: "):
                    told.append(json.loads(line[6:]))

    follower = threading.Thread(target=follow, daemon=True)
    with uploading(server, "one.txt", "two.txt"):
        follower.start()
        stages = lambda: {one["file"]: one.get("stage") for one in told}  # noqa: E731
        server.wait_for(lambda: stages() == {"one.txt": "embedding", "two.txt": "waiting"})
        assert all(one["corpus"] == server.corpus for one in told)
    server.call("POST", f"/upload/v1/{server.corpus}/ragFiles:upload", files={"file": ("x.txt", b"")})
    ends = lambda: {one["file"]: one for one in told if "state" in one}  # noqa: E731
    server.wait_for(lambda: len(ends()) == 3)
    assert [ends()[name]["state"] for name in ("one.txt", "two.txt", "x.txt")] == [
        "active",
        "active",
        "error",
    ]
    assert "empty" in ends()["x.txt"]["message"]
    assert ends()["one.txt"]["ragFile"]["displayName"] == "one.txt"


def test_an_upload_is_given_up(server: Server) -> None:
    with uploading(server, "one.txt", "two.txt") as answers:
        for name in ("one", "two"):
            assert server.call("DELETE", f"/progress/upload-{name}").json() == {}
        assert server.call("DELETE", "/progress/upload-nobody").status_code == 404
        two = answers[1].result(60)  # it never had its turn
        assert (two.status_code, two.json()["error"]["status"]) == (499, "CANCELLED")
    assert answers[0].result().status_code == 499
    assert server.files() == {}


def test_an_import_waits_and_is_cancelled(server: Server) -> None:
    body = {"importRagFilesConfig": {"gcsSource": {"uris": ["gs://handbook"]}}}
    with uploading(server, "one.txt", "two.txt"):
        operation = server.call("POST", f"/v1/{server.corpus}/ragFiles:import", json=body).json()
        assert "done" not in operation and operation["metadata"]["progressPercentage"] == 0
    finished = server.done(lambda: server.call("GET", f"/v1/{operation['name']}").json())
    assert finished["metadata"]["progressPercentage"] == 100
    assert len(server.files()) == 5
    server.held.clear()
    with ThreadPoolExecutor() as pool:
        pool.submit(server.upload, "three.txt")
        server.wait_for(lambda: server.files().get("three.txt") == {})
        sent = server.grpc(rag("v1"), "ImportRagFiles", parent=server.corpus, **body)
        operations = "google.longrunning.Operations"
        assert "done" not in to_json(sent)
        assert server.grpc(operations, "CancelOperation", name=to_json(sent)["name"]) is not None
        named = to_json(sent)["name"]
        ended = server.done(lambda: to_json(server.grpc(operations, "GetOperation", name=named)))
        assert ended["error"]["code"] == 1
        listed = to_json(server.grpc(operations, "ListOperations", name=server.corpus))["operations"]
        assert to_json(sent)["name"] in [one["name"] for one in listed]
        server.held.set()
    again = server.call("POST", f"/v1/{operation['name']}:cancel", json={})
    assert (again.status_code, again.json()) == (200, {}), "what is finished stays"
    assert server.call("POST", f"/v1/{server.corpus}/operations/5:cancel").status_code == 404


def test_over_grpc_a_refusal_says_when_to_come_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.operations.operations.MOST_RUNNING", 0)
    body = {"importRagFilesConfig": {"gcsSource": {"uris": ["gs://handbook"]}}}
    with pytest.raises(grpc.RpcError) as refused:
        server.grpc(rag("v1"), "ImportRagFiles", parent=server.corpus, **body)
    assert refused.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    (details,) = [v for k, v in refused.value.trailing_metadata() if k == "grpc-status-details-bin"]
    status = to_json(message_class("google.rpc.Status").FromString(details))
    assert any(detail.get("retryDelay") == "10s" for detail in status["details"])


def test_a_file_that_an_import_could_not_read_is_shown(server: Server, tmp_path: Path) -> None:
    server.held.set()
    (tmp_path / "handbook" / "broken.pdf").write_bytes(b"%PDF-1.4 no more")
    body = {"importRagFilesConfig": {"gcsSource": {"uris": ["gs://handbook"]}}}
    operation = server.call("POST", f"/v1/{server.corpus}/ragFiles:import", json=body).json()
    done = server.done(lambda: server.call("GET", f"/v1/{operation['name']}").json())
    assert (done["response"]["importedRagFilesCount"], done["response"]["failedRagFilesCount"]) == ("3", "1")
    status = server.files()["broken.pdf"]
    assert status["state"] == "ERROR" and "cannot be opened" in status["errorStatus"]
    (tmp_path / "handbook" / "broken.pdf").unlink()
    (tmp_path / "handbook" / "a.txt").write_bytes(b"\xff\xd8\xff" + bytes(60))
    server.wait_for(
        lambda: server.call("POST", f"/v1/{server.corpus}/ragFiles:import", json=body).json().get("done")
    )
    kept = server.files()["a.txt"]
    assert kept["state"] == "ACTIVE" and "the one before stays" in kept["errorStatus"]
    store = server.corpus.replace("ragCorpora", "collections/default_collection/dataStores")
    listed = server.call("GET", f"/v1/{store}/branches/0/documents").json()["documents"]
    failed = [one for one in listed if "errorSamples" in one["indexStatus"]]
    assert [("indexTime" in one["indexStatus"]) for one in failed] == [True, False]
