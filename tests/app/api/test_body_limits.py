"""How much a caller may send, and how slowly."""

import asyncio
from collections.abc import Iterable

import pytest
from starlette.types import Message, Scope

from app.api import body_limits
from app.api.body_limits import BodyLimits
from app.wire.errors import TooSlowlySent

SCOPE: Scope = {"type": "http", "path": "/v1/x", "headers": []}


def read(pieces: Iterable[tuple[float, bytes]]) -> bytes:
    """The body that an application reads where each piece comes so many seconds after the one before."""
    waiting = iter(pieces)
    body = b""

    async def receive() -> Message:
        piece = next(waiting, None)
        if piece is None:
            return {"type": "http.disconnect"}
        await asyncio.sleep(piece[0])
        return {"type": "http.request", "body": piece[1], "more_body": bool(piece[1])}

    async def app(scope: Scope, receive: object, send: object) -> None:
        nonlocal body
        while (message := await receive())["type"] == "http.request" and message["more_body"]:  # type: ignore[operator]
            body += message["body"]
        assert message["type"] == "http.request"
        await asyncio.sleep(0.2)  # what comes after the body has no deadline
        assert (await receive())["type"] == "http.disconnect"  # type: ignore[operator]

    asyncio.run(BodyLimits(app, 10_000, 10_000)(SCOPE, receive, receive))  # type: ignore[arg-type]
    return body


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limits, "PATIENCE", 0.1)
    monkeypatch.setattr(body_limits, "LEAST_RATE", 1000)


def test_a_body_that_comes_at_once_is_read() -> None:
    assert read([(0, b"a"), (0.01, b"b"), (0, b"")]) == b"ab"


def test_bytes_earn_time() -> None:
    assert read([(0, b"a" * 5000), (1, b"b"), (0, b"")]) == b"a" * 5000 + b"b"


@pytest.mark.parametrize("pieces", [[(5.0, b"a")], [(0.03, b"a")] * 100])
def test_a_body_that_stands_still_or_drips_is_refused(pieces: list[tuple[float, bytes]]) -> None:
    with pytest.raises(TooSlowlySent, match="at least 1000 bytes a second"):
        read(pieces)
