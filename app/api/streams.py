"""A stream of messages, in either of the two forms that clients ask for with ``alt`` (contract.md 5.4)."""

import json
from collections.abc import Iterator
from typing import Any

from starlette.responses import Response, StreamingResponse

from app.wire.errors import describe
from app.wire.messages import Message


def stream(messages: Iterator[Message], alt: str) -> Response:
    """Server-sent events for ``alt`` of ``sse``, else one JSON array.

    An error half-way is an event of its own; it leaves the array unclosed, since clients read an error in it as an
    empty answer.
    """
    if alt == "sse":
        return StreamingResponse(_events(messages), media_type="text/event-stream")
    return StreamingResponse(_array(messages), media_type="application/json; charset=UTF-8")


def _line(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def _events(messages: Iterator[Message]) -> Iterator[str]:
    try:
        for message in messages:
            yield f"data: {_line(message.to_wire())}\r\n\r\n"
    except Exception as error:
        yield f"data: {_line(describe(error))}\r\n\r\n"


def _array(messages: Iterator[Message]) -> Iterator[str]:
    opening = "["
    for message in messages:
        yield opening + _line(message.to_wire())
        opening = ",\r\n"
    yield "]"
