"""How much a caller may send, and how slowly: a pure ASGI layer in front of every route."""

import re
import time

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.wire.errors import BodyTooLarge, TooSlowlySent, respond

PATIENCE = 30.0
"""Seconds that may be spent waiting for a body, beside those that it has for its bytes."""
LEAST_RATE = 1024
"""Bytes a second that a body must come with in the long run."""

_FILES_INSIDE = re.compile(r"(?s)/upload/.*|/v[^/]*+/.*/branches/[^/]++/documents(/.*|:import)?")


class BodyLimits:
    """Counts a body while it streams in: 413 as soon as it is over its limit in bytes, 408 where it stands still.

    Paths that carry files have ``max_upload`` plus a third for base64 and 64 KiB for the parts around the
    file; all others ``max_body``. Only the time spent waiting for the client counts, not that of the server.
    """

    def __init__(self, app: ASGIApp, max_body: int, max_upload: int) -> None:
        self.app = app
        self.max_body = max_body
        self.max_upload = max(max_body, max_upload * 4 // 3 + 65_536)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.max_upload if _FILES_INSIDE.fullmatch(scope["path"]) else self.max_body
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdecimal() and int(announced) > limit:
            await respond(_too_large(limit))(scope, receive, send)
            return
        received, waited, ended = 0, 0.0, False

        async def limited() -> Message:
            nonlocal received, waited, ended
            if ended:  # what comes now is the news that the client has left
                return await receive()
            began = time.monotonic()
            with anyio.move_on_after(PATIENCE + received / LEAST_RATE - waited) as waiting:
                message = await receive()
            if waiting.cancelled_caught:
                raise TooSlowlySent(
                    f"The body stood still at {received} bytes. Send it again, with at least {LEAST_RATE} bytes a "
                    "second."
                )
            waited += time.monotonic() - began
            received += len(message.get("body", b""))
            ended = not message.get("more_body", False)
            if received > limit:
                raise _too_large(limit)
            return message

        await self.app(scope, limited, send)


def _too_large(limit: int) -> BodyTooLarge:
    return BodyTooLarge(
        f"The body is over {limit} bytes. Send less at once, or raise SUREGROUND_MAX_BODY_BYTES "
        "or SUREGROUND_MAX_UPLOAD_BYTES."
    )
