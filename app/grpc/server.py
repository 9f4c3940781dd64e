"""Listens for gRPC calls beside the HTTP server. The only file that starts a gRPC server.

It speaks without TLS, as Google's clients do on an insecure channel
(``get_transport_class("grpc")(channel=grpc.insecure_channel("127.0.0.1:PORT"))``).
"""

import logging
from collections.abc import Awaitable, Callable
from itertools import groupby
from typing import Any
from urllib.parse import unquote

import grpc
import grpc.aio
from google.protobuf.message import Message
from starlette.types import ASGIApp

from app.grpc.methods import Method, methods
from app.grpc.transcoding import Failed, Transcoder, reader
from app.wire.errors import INTERNAL

_log = logging.getLogger(__name__)
STATUS_DETAILS = "grpc-status-details-bin"
GRACE_SECONDS = 5


class GrpcServer:
    """Answers the calls of ``app.grpc.methods`` on ``host`` and ``port`` from ``open`` until ``close``."""

    def __init__(self, app: ASGIApp, host: str, port: int, *, base_url: str, most_bytes: int) -> None:
        self._address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self._transcoder = Transcoder(app, base_url)
        self._options = [
            ("grpc.max_receive_message_length", most_bytes),
            ("grpc.so_reuseport", 0),  # a port that is taken is an error, not a second listener
        ]

    async def open(self) -> None:
        """Listen. Raises RuntimeError when the port is taken."""
        self._server = grpc.aio.server(options=self._options)
        for service, served in groupby(methods(), lambda method: method.service):
            handlers = {method.name: self._handler(method) for method in served}
            self._server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(service, handlers)])
        self._server.add_insecure_port(self._address)
        await self._server.start()

    async def close(self) -> None:
        """Take no more calls, and give the running ones a moment to end."""
        await self._server.stop(GRACE_SECONDS)

    def _handler(self, method: Method) -> Any:
        return grpc.unary_unary_rpc_method_handler(
            self._behaviour(method), reader(method), lambda message: message.SerializeToString()
        )

    def _behaviour(self, method: Method) -> Callable[[Message, Any], Awaitable[Message]]:
        async def answer(call: Message, context: Any) -> Message:
            headers = {key.lower(): value for key, value in context.invocation_metadata() or ()}
            try:
                return await self._transcoder.answer(method, call, headers, _caller(context.peer()))
            except Failed as failed:
                context.set_trailing_metadata(((STATUS_DETAILS, failed.details),))
                await context.abort(failed.code, str(failed))
                raise  # abort has raised already
            except Exception:
                _log.exception("%s failed", method.name)
                await context.abort(grpc.StatusCode.INTERNAL, INTERNAL)
                raise

        return answer


def _caller(peer: str) -> tuple[str, int]:
    """``ipv4:127.0.0.1:51234`` or ``ipv6:%5B::1%5D:51234`` as host and port; others as ("", 0)."""
    kind, _, address = unquote(peer).partition(":")
    host, _, port = address.rpartition(":")
    if kind not in ("ipv4", "ipv6") or not port.isdecimal():
        return "", 0
    return host.strip("[]"), int(port)
