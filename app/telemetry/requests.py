"""Counts and times every request, gives it an id, and writes a log line of it: the outermost ASGI layer."""

import logging
import re
import time
import uuid

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.telemetry import metrics
from app.telemetry.logs import request_id

_GIVEN = re.compile(r"[\w-]{1,64}")
_QUIET = ("/healthz", "/readyz", "/metrics", "/static/")  # asked again and again, which no log needs

_log = logging.getLogger("sureground.requests")


class Requests:
    """Adds ``X-Request-Id`` to every answer: the caller's own where one was sent, else a new one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        identifier = given if _GIVEN.fullmatch(given) else uuid.uuid4().hex
        request_id.set(identifier)
        status, began = 499, time.perf_counter()  # 499 where the client left before the answer began

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = identifier
            await send(message)

        metrics.running.inc()
        try:
            await self.app(scope, receive, told)
        finally:
            metrics.running.dec()
            _tell(scope, status, time.perf_counter() - began)


def _tell(scope: Scope, status: int, seconds: float) -> None:
    # The route's pattern, not the path: names from outside would make a series each.
    route = getattr(scope.get("route"), "path", "none")
    metrics.requests.labels(scope["method"], route, status).inc()
    metrics.request_seconds.labels(route).observe(seconds)
    if not scope["path"].startswith(_QUIET):
        about = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000)}
        _log.info("request", extra=about | {"key": scope.get("caller", "")})
