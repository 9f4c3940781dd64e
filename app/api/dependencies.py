"""What routes ask for, as annotated aliases, and the route class that reads protobuf JSON.

A router of wire messages is ``APIRouter(route_class=WireRoute)``: its body parameter is a ``wire.Message``,
read whatever the content type says, and an empty body reads as ``{}``.
"""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from app.answering.writer import Writer
from app.operations.operations import Operations
from app.services import Services
from app.settings import Settings
from app.wire.json_text import read_json
from app.wire.messages import ignore_unknown_fields
from grounding import GroundingChecker
from ingest.library import Library


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


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(_services)]


def _settings(services: ServicesDep) -> Settings:
    return services.settings


def _library(services: ServicesDep) -> Library:
    return services.library


def _checker(services: ServicesDep) -> GroundingChecker:
    return services.checker


def _writer(services: ServicesDep) -> Writer:
    return services.writer


def _operations(services: ServicesDep) -> Operations:
    return services.operations


SettingsDep = Annotated[Settings, Depends(_settings)]
LibraryDep = Annotated[Library, Depends(_library)]
CheckerDep = Annotated[GroundingChecker, Depends(_checker)]
WriterDep = Annotated[Writer, Depends(_writer)]
OperationsDep = Annotated[Operations, Depends(_operations)]

DiscoveryVersion = Annotated[Literal["v1", "v1beta", "v1alpha"], Path(alias="version")]
VertexVersion = Annotated[Literal["v1", "v1beta1"], Path(alias="version")]
