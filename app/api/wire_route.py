"""The route class that reads protobuf JSON.

A router of wire messages is ``APIRouter(route_class=WireRoute)``: its body parameter is a ``wire.Message``,
read whatever the content type says, and an empty body reads as ``{}``.
"""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from app.wire.errors import MOST_VIOLATIONS
from app.wire.json_text import read_json
from app.wire.messages import ignore_unknown_fields

LONG = 65_536  # bytes


class _WireRequest(Request):
    """A request whose JSON body was read, and maybe validated, beforehand."""

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
        if (field := self.body_field) is None:
            return handle

        def read(raw: bytes) -> Any:
            """The message itself, which FastAPI then takes as it is."""
            message, errors = field.validate(read_json(raw), loc=("body",))
            if errors:
                raise RequestValidationError(errors[:MOST_VIOLATIONS])
            return message

        async def read_and_handle(request: Request) -> Response:
            raw = await request.body()
            ignore_unknown_fields.set(request.app.state.services.settings.ignore_unknown_fields)
            # A long body would hold up every other request; a short one is not worth a thread.
            content = await run_in_threadpool(read, raw) if len(raw) > LONG else read_json(raw)
            return await handle(_WireRequest(request, content))

        return read_and_handle
