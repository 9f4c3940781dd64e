"""A client that leaves cancels its work."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from app.cli.server.http_server import temporary_server
from app.services import Services
from app.settings import Settings
from grounding.cancellation import check_cancelled
from grounding.errors import Cancelled
from ingest.embedding.embedder import Embedder
from ingest.errors import IngestError
from tests.fakes import ContainmentChecker, WordEmbedder

Build = Callable[[Settings], Services]
CHECK = "/v1/projects/p/locations/l/groundingConfigs/default_grounding_config:check"
STORES = "/v1/projects/p/locations/l/collections/default_collection/dataStores"
UNTIL = 60.0  # seconds after which work that was not cancelled would end
HTTP = httpx.Client(timeout=UNTIL)


class Patient:
    """Works until it is cancelled, and says so."""

    def __init__(self) -> None:
        self.begun, self.cancelled = threading.Event(), threading.Event()

    def work(self) -> None:
        self.begun.set()
        end = time.monotonic() + UNTIL
        try:
            while time.monotonic() < end:
                check_cancelled()
                time.sleep(0.01)
        except Cancelled:
            self.cancelled.set()
            raise


class PatientChecker(ContainmentChecker):
    def __init__(self, patient: Patient) -> None:
        self._patient = patient

    def check(self, *_: Any, **__: Any) -> Any:
        self._patient.work()


class PatientEmbedder(WordEmbedder):
    """Embeds at once until it is told to take its time."""

    patient: Patient | None = None

    def embed_passages(self, texts: Any) -> Any:
        if self.patient:
            self.patient.work()
        return super().embed_passages(texts)


@pytest.fixture
def patient() -> Patient:
    return Patient()


@pytest.fixture
def services(settings: Settings, small_parts: Build, patient: Patient) -> Services:
    made = small_parts(settings)
    checker: Any = PatientChecker(patient)
    embedder: Embedder = PatientEmbedder()
    made.library.embedder = made.library._life._embedder = embedder
    return Services(settings, made.library, checker, made.reader, made.writer, made.operations)


@pytest.fixture
def address(settings: Settings, services: Services) -> Iterator[str]:
    with temporary_server(settings, lambda _: services) as address:
        yield address


def send_and_leave(address: str, patient: Patient, method: str, path: str, body: bytes) -> None:
    host, port = address.removeprefix("http://").split(":")
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with socket.create_connection((host, int(port)), timeout=UNTIL) as connection:
        connection.sendall(head + body)
        assert patient.begun.wait(UNTIL)


def test_a_check_ends_with_its_client(address: str, patient: Patient) -> None:
    send_and_leave(
        address, patient, "POST", CHECK, b'{"answerCandidate": "A.", "facts": [{"factText": "A."}]}'
    )
    assert patient.cancelled.wait(UNTIL / 2)
    assert HTTP.get(f"{address}/healthz").status_code == 200


def test_a_document_that_is_taken_in_leaves_nothing_and_the_old_one_stays(
    address: str, services: Services, patient: Patient
) -> None:
    HTTP.post(f"{address}{STORES}?dataStoreId=s", json={"displayName": "s"}).raise_for_status()
    branch = f"{STORES}/s/branches/0/documents"
    old = {"structData": {"text": "The tower is old."}}
    HTTP.patch(f"{address}{branch}/kept?allowMissing=true", json=old).raise_for_status()
    services.library._life._embedder.patient = patient  # type: ignore[attr-defined]
    for name in ("kept", "new"):
        patient.begun.clear()
        patient.cancelled.clear()
        body = b'{"structData": {"text": "The tower is new."}}'
        send_and_leave(address, patient, "PATCH", f"{branch}/{name}?allowMissing=true", body)
        assert patient.cancelled.wait(UNTIL / 2)
    services.library._life._embedder.patient = None  # type: ignore[attr-defined]
    end = time.monotonic() + UNTIL
    while (answer := HTTP.get(f"{address}{branch}/new")).status_code != 404 and time.monotonic() < end:
        time.sleep(0.05)
    assert answer.status_code == 404
    kept = HTTP.get(f"{address}{branch}/kept").json()
    assert kept["structData"] == old["structData"]
    (document,) = services.library.list_documents(
        next(iter(services.library.list_collections("p", "l")[0])).name
    )[0]
    assert (document.state.name, document.error) == ("ACTIVE", ""), (
        "a client that left is no fault of the file"
    )


def test_cancelled_is_the_word_of_both_rooms() -> None:
    from ingest.errors import Cancelled as GivenUp

    assert issubclass(GivenUp, IngestError) and issubclass(GivenUp, Cancelled)
