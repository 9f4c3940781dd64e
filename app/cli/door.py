"""Opens the door: until it is told to stop, or for the time of one command. The only importer of uvicorn."""

import json
import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
import httpx
import uvicorn

from app.main import create_app
from app.services import Services, build_services
from app.settings import Settings

RECORD = "server.json"
"""File in the data folder that tells where the server that holds the folder can be reached."""


def running(data: Path) -> str:
    """The address of the server that serves the folder ``data``, or "" where none answers."""
    try:
        address: str = json.loads((data / RECORD).read_text())["url"]
        answer = httpx.get(f"{address}/healthz", timeout=5)
    except (OSError, ValueError, KeyError, httpx.HTTPError):
        return ""
    return address if answer.is_success else ""


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
def opened(settings: Settings) -> Iterator[str]:
    """A server in a thread of this process, on a free loopback port; yields its address."""
    ready = threading.Event()
    addresses: list[str] = []

    def on_ready(address: str) -> None:
        addresses.append(address)
        ready.set()

    private = settings.model_copy(update={"host": "127.0.0.1", "port": 0, "grpc_port": 0, "tls_port": 0})
    server = _Server(private, on_ready)
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
        self, settings: Settings, on_ready: Callable[[str], None], on_end: Callable[[], None] = lambda: None
    ) -> None:
        self._settings = settings
        self._on_ready = on_ready
        self._on_end = on_end
        self._cause: BaseException | None = None
        application = create_app(settings, self._build)
        super().__init__(uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=5))

    def _build(self, settings: Settings) -> Services:
        try:
            return build_services(settings)
        except BaseException as cause:
            self._cause = cause
            raise

    def run_on_own_socket(self) -> None:
        self._socket = _listen(self._settings.host, self._settings.port)
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
        host, port = self._socket.getsockname()[:2]
        reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        address = f"http://[{reachable}]:{port}" if ":" in reachable else f"http://{reachable}:{port}"
        self._on_ready(address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        self._on_end()  # last: who waits for the record to go may take the folder over


def _listen(host: str, port: int) -> socket.socket:
    """A socket bound to ``host``; port 0 takes a free one."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        raise click.ClickException(
            f"Cannot listen on {host}, port {port}: {error.strerror or error}. "
            "Choose another port with --port (0 takes a free one), or another address with --host."
        ) from error
    return listener
