"""Deadlines of a connection, and clients that leave, by raw sockets."""

import logging
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from app.api import body_limits
from app.cli.server import http_protocol
from app.cli.server.http_server import temporary_server
from app.services import Services
from app.settings import Settings

CORPORA = "/v1/projects/p/locations/l/ragCorpora"
HALF_A_BODY = f"POST {CORPORA} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{{".encode()
Connect = Callable[[], socket.socket]


@pytest.fixture
def connect(
    settings: Settings, small_parts: Callable[[Settings], Services], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Connect]:
    """Connections to a server whose deadlines are short."""
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(http_protocol, "READ_SECONDS", 0.3)
    monkeypatch.setattr(body_limits, "PATIENCE", 0.3)
    with temporary_server(settings, small_parts) as address:
        port = int(address.rsplit(":", 1)[1])
        yield lambda: socket.create_connection(("127.0.0.1", port), timeout=60)


def all_of(connection: socket.socket) -> bytes:
    """What comes until the server hangs up."""
    received = b""
    while piece := connection.recv(65_536):
        received += piece
    return received


@pytest.mark.parametrize(
    "sent", [b"", b"GET /healthz HT", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "]
)
def test_a_head_that_stops_half_way_is_hung_up_on(connect: Connect, sent: bytes) -> None:
    with connect() as connection:
        connection.sendall(sent)
        answer = all_of(connection)
    assert answer.startswith(b"HTTP/1.1 408") and b"head" in answer and b"nosniff" in answer


def test_a_head_that_drips_is_hung_up_on(connect: Connect) -> None:
    with connect() as connection, pytest.raises(OSError):
        for _ in range(600):
            connection.sendall(b"GET / HTTP/1.1\r\nX-" if _ == 0 else b"a")
            time.sleep(0.05)


def test_a_second_head_has_its_deadline_too(connect: Connect) -> None:
    with connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"200 OK" in connection.recv(65_536)
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
        assert b"HTTP/1.1 408" in all_of(connection)


def test_a_body_that_stands_still_is_408(connect: Connect) -> None:
    with connect() as connection:
        connection.sendall(HALF_A_BODY)
        answer = all_of(connection)
    assert answer.startswith(b"HTTP/1.1 408") and b"stood still at 1 bytes" in answer


def test_what_is_not_http_is_400_in_our_words(connect: Connect) -> None:
    with connect() as connection:
        connection.sendall(b"\x16\x03\x01 not http\r\n\r\n")
        answer = all_of(connection)
    assert answer.startswith(b"HTTP/1.1 400") and b"INVALID_ARGUMENT" in answer and b"nosniff" in answer


def test_a_client_that_reads_nothing_is_hung_up_on(connect: Connect) -> None:
    ask = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with connect() as connection, pytest.raises(OSError):
        while True:
            connection.sendall(ask)
            time.sleep(0.01)


def test_a_client_that_leaves_half_way_is_no_traceback(
    connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "uvicorn.error"):
        for piece in (HALF_A_BODY, b"POST /token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\na"):
            connect_and_leave(connect, piece)
        upload = b"POST /upload" + CORPORA.encode() + b"/c/ragFiles:upload HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        connect_and_leave(
            connect,
            upload + b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 99\r\n\r\n--b",
        )
        with connect() as connection:  # all before has been handled by the time this is
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert b"200 OK" in all_of(connection)
    assert not [record for record in caplog.records if record.exc_info], caplog.text


def connect_and_leave(connect: Connect, sent: bytes) -> None:
    with connect() as connection:
        connection.sendall(sent)
        time.sleep(0.1)
