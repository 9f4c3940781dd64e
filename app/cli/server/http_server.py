"""The HTTP server: until it is told to stop, or for the time of one command.

It runs the application's life; HTTPS and gRPC, where settings ask for them, open beside it once
the application is ready, and serve the same one.
"""

import json
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

import click
import uvicorn

from app.cli.server import http_protocol
from app.cli.server.address_file import RECORD
from app.cli.server.tls import TlsServer
from app.main import create_app
from app.services import Services, build_services
from app.settings import Settings


def serve(settings: Settings, on_ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; ``on_ready`` is called with the address once requests are answered.

    Raises what building the parts raised, and ClickException when the port is taken.
    """
    record = settings.data / RECORD

    def ready(address: str) -> None:
        record.write_text(json.dumps({"url": address, "pid": os.getpid()}))
        on_ready(address)

    server = _Server(settings, ready, lambda: record.unlink(missing_ok=True))
    with suppress(KeyboardInterrupt):  # the way a person ends it
        server.run_on_own_socket()


@contextmanager
def temporary_server(
    settings: Settings, build: Callable[[Settings], Services] = build_services, *, beside: bool = False
) -> Iterator[str]:
    """A server in a thread of this process, on a free loopback port; yields its address.

    The servers beside it stay shut unless ``beside`` asks for them; their ports are those of ``settings``.
    """
    ready = threading.Event()
    addresses: list[str] = []

    def on_ready(address: str) -> None:
        addresses.append(address)
        ready.set()

    shut = {} if beside else {"grpc_port": 0, "tls_port": 0}
    private = settings.model_copy(update={"host": "127.0.0.1", "port": 0, **shut})
    server = _Server(private, on_ready, build=build)
    failures: list[BaseException] = []

    def run() -> None:
        try:
            server.run_on_own_socket()
        except BaseException as failure:
            failures.append(failure)
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="sureground-server")
    thread.start()
    try:
        ready.wait()
        if failures:
            raise failures[0]
        yield addresses[0]
    finally:
        server.should_exit = True
        thread.join()


class _Server(uvicorn.Server):
    """uvicorn, except that a failed start raises its cause instead of logging it."""

    def __init__(
        self,
        settings: Settings,
        on_ready: Callable[[str], None],
        on_end: Callable[[], None] = lambda: None,
        build: Callable[[Settings], Services] = build_services,
    ) -> None:
        self._settings = settings
        self._on_ready = on_ready
        self._on_end = on_end
        self._build_parts = build
        self._cause: BaseException | None = None
        self._application = create_app(settings, self._build)
        self._beside: list[_ServerBeside] = []
        super().__init__(http_protocol.config(self._application))

    def _build(self, settings: Settings) -> Services:
        try:
            return self._build_parts(settings)
        except BaseException as cause:
            self._cause = cause
            raise

    def run_on_own_socket(self) -> None:
        self._socket = _listen(self._settings.host, self._settings.port)
        self._beside = self._servers_beside()
        log = logging.getLogger("uvicorn.error")
        log.disabled = True
        try:
            self.run(sockets=[self._socket])
        except SystemExit:
            raise self._cause or click.ClickException("The server did not start.") from None
        finally:
            log.disabled = False
            self._socket.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        logging.getLogger("uvicorn.error").disabled = False
        waiting, self._beside = self._beside, []
        try:
            for server in waiting:
                await server.open()
                self._beside.append(server)
        except BaseException:
            await self.shutdown(sockets)
            raise
        self._on_ready(self._address())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if services := getattr(self._application.state, "services", None):
            services.progress.close()  # streams that would hold up the end
        for server in self._beside:
            await server.close()
        await super().shutdown(sockets)
        self._on_end()  # last: who waits for the record to go may take the folder over

    def _address(self) -> str:
        host, port = self._socket.getsockname()[:2]
        reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        return f"http://[{reachable}]:{port}" if ":" in reachable else f"http://{reachable}:{port}"

    def _servers_beside(self) -> "list[_ServerBeside]":
        settings, servers = self._settings, list[_ServerBeside]()
        if settings.tls_port:
            listener = _listen(settings.host, settings.tls_port, "--tls-port")
            servers.append(TlsServer(self._application, listener, settings.tls_cert, settings.tls_key))
        if settings.grpc_port:
            servers.append(self._grpc_server())
        return servers

    def _grpc_server(self) -> "_ServerBeside":
        try:
            from app.grpc.server import GrpcServer
        except ImportError as error:
            raise click.ClickException(
                f"--grpc-port needs the extra 'grpc' ({error.name} is missing): "
                "pip install 'sureground[grpc]'."
            ) from error
        settings = self._settings
        _listen(settings.host, settings.grpc_port, "--grpc-port").close()  # says plainly if it is taken
        return GrpcServer(
            self._application,
            settings.host,
            settings.grpc_port,
            base_url=self._address(),
            most_bytes=settings.max_body_bytes,
        )


class _ServerBeside(Protocol):
    """A server beside the HTTP server: HTTPS or gRPC."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...


def _listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """A socket bound to ``host``; port 0 takes a free one."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        free = " (0 takes a free one)" if option == "--port" else ""
        raise click.ClickException(
            f"Cannot listen on {host}, port {port}: {error.strerror or error}. "
            f"Choose another port with {option}{free}, or another address with --host."
        ) from error
    return listener
