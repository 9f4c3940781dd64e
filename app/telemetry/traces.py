"""OpenTelemetry traces, where the extra ``otel`` is installed and ``SUREGROUND_TRACES`` asks for them."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib.metadata import version
from typing import Any

from starlette.types import ASGIApp

from app.wire.errors import NotReady

_start: Callable[[str], AbstractContextManager[Any]] = lambda _: nullcontext()  # noqa: E731


def flush() -> object:
    """Send what was traced so far."""


def span(name: str) -> AbstractContextManager[Any]:
    """A span below the request's, or nothing where traces are off."""
    return _start(name)


def traced(app: ASGIApp) -> ASGIApp:
    """``app`` with a span a request, sent by OTLP over HTTP to where the standard variables ``OTEL_…`` say.

    Raises NotReady where the extra is missing.
    """
    global _start, flush
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise NotReady(
            f"TRACES needs the extra 'otel' ({error.name} is missing): pip install 'sureground[otel]'."
        ) from error
    resource = Resource.create({"service.name": "sureground", "service.version": version("sureground")})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    flush = provider.force_flush
    _start = provider.get_tracer("sureground").start_as_current_span
    # Keys may stand in the query of an address, which is left out.
    return OpenTelemetryMiddleware(app, tracer_provider=provider, server_request_hook=_without_query)


def _without_query(span: Any, scope: Any) -> None:
    if span and span.is_recording():
        for name in ("http.url", "url.full", "http.target", "url.query"):
            if name in span.attributes:
                span.set_attribute(name, "" if name == "url.query" else scope["path"])
