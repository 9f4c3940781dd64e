"""uvicorn's HTTP protocol with deadlines, which it has for idle connections only.

A head that is half sent, and a client that does not read its answer, would hold a connection for as long as they
like. A body that is half sent is the business of :mod:`app.api.body_limits`, which knows what is being read.
"""

import asyncio
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from app.wire.errors import BadRequest, Refusal, TooSlowlySent, respond

HEAD_SECONDS = 20.0
"""From the first byte of a request, or from the connection, to the end of its head."""
READ_SECONDS = 60.0
"""For a client to take the next 64 KiB of its answer."""


def config(app: ASGIApp, **options: Any) -> uvicorn.Config:
    """How every server of ours serves ``app``; ``options`` are uvicorn's."""
    return uvicorn.Config(
        app,
        http=DeadlineProtocol,
        ws="none",
        log_level="warning",
        log_config=None,
        timeout_graceful_shutdown=5,
        **options,
    )


class DeadlineProtocol(H11Protocol):
    """One connection."""

    _head: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadlines."""
        self._stop("_head")
        self._stop("_reading")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes outside of a request begin a head."""
        if self._head is None and not self._answering():
            self._await_head()
        super().data_received(data)

    def handle_events(self) -> None:
        """A request that is being answered has its head."""
        super().handle_events()
        if self._answering():
            self._stop("_head")

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP as any other mistake, where an answer has not begun."""
        self._refuse(BadRequest(msg))

    def pause_writing(self) -> None:
        """The client leaves its answer unread."""
        super().pause_writing()
        self._reading = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads on."""
        self._stop("_reading")
        super().resume_writing()

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _await_head(self) -> None:
        late = TooSlowlySent(f"The head of the request did not arrive within {HEAD_SECONDS:.0f} s.")
        self._head = self.loop.call_later(HEAD_SECONDS, self._refuse, late)

    def _refuse(self, error: Refusal) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and self.conn.their_state is not h11.CLOSED:
            answer = respond(error)
            headers = [*answer.raw_headers, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=answer.status_code, headers=headers),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _stop(self, name: str) -> None:
        if timer := getattr(self, name):
            timer.cancel()
            setattr(self, name, None)
