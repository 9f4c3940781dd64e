"""A client that leaves cancels its work: a pure ASGI layer in front of every route."""

import asyncio
import threading

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grounding.cancellation import cancelled_when


class Departures:
    """Listens, from the end of a request's body on, whether its client is still there.

    What works for the request, in whatever thread, hears of it by :func:`grounding.cancellation.check_cancelled`.
    Work that goes on behind the answer (an import, say) has a thread of its own and hears nothing.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        left = threading.Event()
        listener: asyncio.Task[Message] | None = None

        async def listen() -> Message:
            message = await receive()
            left.set()
            return message

        async def listening() -> Message:
            nonlocal listener
            if listener is not None:
                return await asyncio.shield(listener)
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                listener = asyncio.create_task(listen())
            return message

        try:
            with cancelled_when(left.is_set):
                await self.app(scope, listening, send)
        finally:
            left.set()  # also where the call itself was cancelled while a thread works for it
            if listener is not None:
                listener.cancel()
