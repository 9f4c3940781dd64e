"""The HTTPS server: the same application behind a certificate, beside the HTTP server."""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

import click
import uvicorn
from starlette.types import ASGIApp

from app.cli.server import http_protocol


class TlsServer(uvicorn.Server):
    """Serves ``app`` over TLS from ``open`` until ``close``; the HTTP server runs the application's life."""

    def __init__(self, app: ASGIApp, listener: socket, cert: str, key: str) -> None:
        """Raises ClickException when the certificate cannot be used."""
        for option, path in (("--tls-cert", cert), ("--tls-key", key)):
            if not path or not Path(path).is_file():
                raise click.ClickException(
                    f"{option} is {path!r}; --tls-port needs a PEM certificate and its key, as files."
                )
        super().__init__(http_protocol.config(app, lifespan="off", ssl_certfile=cert, ssl_keyfile=key))
        try:
            self.config.load()
        except (ssl.SSLError, OSError) as error:
            raise click.ClickException(
                f"The certificate {cert} and the key {key} cannot be used together: {error}."
            ) from error
        self._listener = listener

    async def open(self) -> None:
        """Listen."""
        self._serving = asyncio.create_task(self.serve([self._listener]))
        while not self.started and not self._serving.done():
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Take no more requests, and let the running ones end."""
        self.should_exit = True
        await self._serving

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the HTTP server's business."""
        yield
