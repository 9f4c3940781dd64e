"""The route class that reads protobuf JSON.

A router of wire messages is ``APIRouter(route_class=WireRoute)``: its body parameter is a ``wire.Message``,
read whatever the content type says, and an empty body reads as ``{}``.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from app.wire.json_text import read_json
from app.wire.messages import ignore_unknown_fields


class _WireRequest(Request):
    """A request whose JSON body was read by ``read_json`` beforehand."""

    def __init__(self, request: Request, content: Any) -> None:
        # FastAPI hands a body to ``json()`` only under a JSON content type; Google reads any.
        kept = [(name, value) for name, value in request.scope["headers"] if name != b"content-type"]
        scope = {**request.scope, "headers": [*kept, (b"content-type", b"application/json")]}
        super().__init__(scope, request.receive)
        self._content = content

    async def body(self) -> bytes:
        return b"{}"

    async def json(self) -> Any:
        return self._content


class WireRoute(APIRoute):
    """A route whose body parameter, if it has one, is protobuf JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        if self.body_field is None:
            return handle

        async def read_and_handle(request: Request) -> Response:
            raw = await request.body()
            # A long body would hold up every other request; a short one is not worth a thread.
            content = await run_in_threadpool(read_json, raw) if len(raw) > 65_536 else read_json(raw)
            ignore_unknown_fields.set(request.app.state.services.settings.ignore_unknown_fields)
            return await handle(_WireRequest(request, content))

        return read_and_handle
