"""The app factory: ``create_app(settings, build)`` and nothing else.

Served with ``uvicorn --factory app.main:create_app``.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

import anyio.to_thread
from fastapi import FastAPI

from app.access.gate import Gate, refuse_open_host
from app.access.keys import KeyRing
from app.api.body_limits import BodyLimits
from app.api.departures import Departures
from app.api.response_headers import ResponseHeaders
from app.api.routes import (
    answer,
    chat_completions,
    check,
    data_stores,
    documents,
    engines,
    evaluate_instances,
    files,
    generate,
    guardrail,
    health,
    models,
    operations,
    page,
    progress,
    rag_corpora,
    rag_data_schemas,
    rag_engine_config,
    rag_files,
    rag_metadata,
    rank,
    retrieve,
    search,
    sessions,
    sign_in,
    token,
)
from app.services import Services, build_services
from app.settings import Settings
from app.telemetry.event_loop import watched_loop
from app.telemetry.requests import Requests
from app.telemetry.traces import traced
from app.wire import errors
from app.wire.messages import WireResponse
from app.wire.names import FullNames
from app.wire.schemas.errors import ErrorAnswer

ROUTERS = (
    health,
    chat_completions,
    check,
    rank,
    evaluate_instances,
    search,
    answer,
    sessions,
    documents,
    data_stores,
    engines,
    rag_files,
    rag_corpora,
    rag_engine_config,
    rag_data_schemas,
    rag_metadata,
    retrieve,
    generate,
    guardrail,
    models,
    files,
    page,
    progress,
    sign_in,
    token,
    operations,
)


def create_app(
    settings: Settings | None = None, build: Callable[[Settings], Services] = build_services
) -> FastAPI:
    """The server's application, with everything behind it built by ``build`` when it starts and closed when it ends.

    Raises NotReady when the settings would serve strangers without a key.
    """
    chosen = settings or Settings()
    refuse_open_host(chosen)
    keys = KeyRing([key.get_secret_value() for key in chosen.api_keys])

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = await anyio.to_thread.run_sync(build, chosen)
        app.state.services, app.state.keys = services, keys
        keys.add_stored(services.library.api_keys)
        # Routes are plain functions in worker threads; more of them than cores only share the cores.
        anyio.to_thread.current_default_thread_limiter().total_tokens = chosen.workers
        try:
            async with watched_loop():
                yield
        finally:
            await anyio.to_thread.run_sync(services.close)

    app = FastAPI(
        title="Sureground",
        version=version("sureground"),
        lifespan=lifespan,
        default_response_class=WireResponse,
        responses={"default": {"model": ErrorAnswer, "description": "What went wrong."}},
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        separate_input_output_schemas=False,
        redirect_slashes=False,  # a redirect would lead to whatever Host the request named
    )
    errors.install(app)
    for module in ROUTERS:
        app.include_router(module.router)
    # The last one added is the first one asked.
    app.add_middleware(FullNames)
    app.add_middleware(Departures)
    app.add_middleware(BodyLimits, max_body=chosen.max_body_bytes, max_upload=chosen.max_upload_bytes)
    app.add_middleware(Gate, keys=keys)
    app.add_middleware(ResponseHeaders)
    app.add_middleware(Requests)
    if chosen.traces:
        app.add_middleware(traced)
    return app
