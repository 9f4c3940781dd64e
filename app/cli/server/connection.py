"""How a command reaches a server, and what it says when the server refuses."""

import functools
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click
from pydantic import SecretStr

from app.cli.options import read_settings

if TYPE_CHECKING:
    import httpx

LOCAL_PROJECT = "local"
LOCAL_LOCATION = "global"
DEFAULT_STORE = "default"
LONGEST_WAIT = 60  # seconds, whatever a busy server asks for


class Refused(click.ClickException):
    """A refusal, with its HTTP ``status``."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Connection:
    """A server and the project and location whose stores a command means."""

    http: "httpx.Client"  # with the server's address and key
    project: str
    location: str

    @property
    def parent(self) -> str:
        """``projects/P/locations/L``."""
        return f"projects/{_part(self.project)}/locations/{_part(self.location)}"

    def corpus(self, store: str) -> str:
        """The Vertex name of a store."""
        return f"{self.parent}/ragCorpora/{_part(store)}"

    def data_store(self, store: str) -> str:
        """The Discovery Engine name of a store."""
        return f"{self.parent}/collections/default_collection/dataStores/{_part(store)}"

    def call(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        """The JSON answer; a refusal, or a server that does not answer, ends the command with its message."""
        import httpx

        try:
            answer = patiently(lambda: self.http.request(method, path, **request))
        except httpx.HTTPError as error:
            raise click.ClickException(f"No answer from {self.http.base_url}: {error}.") from error
        if answer.is_error:
            raise Refused(refusal(answer), answer.status_code)
        body: dict[str, Any] = answer.json()
        if "error" in body:  # an operation that failed
            raise click.ClickException(body["error"].get("message", str(body["error"])))
        return body

    def finish(self, version: str, operation: dict[str, Any]) -> dict[str, Any]:
        """The outcome of a long-running operation, asked for until it is there."""
        while not operation.get("done"):
            time.sleep(0.5)
            operation = self.call("GET", f"/{version}/{operation['name']}")
        return operation

    def listed(
        self, path: str, key: str, *, page_size: int = 100, **options: str
    ) -> Iterator[dict[str, Any]]:
        """Every item of a list call, page after page; ``options`` are further query parameters."""
        token = ""
        while True:
            place = {"pageToken": token} if token else {}
            body = self.call("GET", path, params=options | {"pageSize": page_size} | place)
            yield from body.get(key, [])
            if not (token := body.get("nextPageToken", "")):
                return


def patiently(
    send: "Callable[[], httpx.Response]", sleep: Callable[[float], bool | None] = time.sleep
) -> "httpx.Response":
    """The answer; a server that is busy and says when to come again is asked again then, unless ``sleep`` answers
    that the waiting is over for good.
    """
    while True:
        answer = send()
        after = answer.headers.get("retry-after", "")
        if answer.status_code != 429 or not after.isdecimal():
            return answer
        if sleep(min(int(after), LONGEST_WAIT)):
            return answer


def refusal(answer: "httpx.Response") -> str:
    """The message of an error answer, with its status where it is not ours."""
    try:
        return str(answer.json()["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return f"{answer.request.url} answered {answer.status_code} {answer.reason_phrase}."


def _part(text: str) -> str:
    return quote(text, safe="")


@dataclass(frozen=True)
class Reach:
    """Where a command was told to look: a server, a data folder, a project and a location."""

    server: str = ""
    data: Path | None = None
    project: str = LOCAL_PROJECT
    location: str = LOCAL_LOCATION


@contextmanager
def connect(reach: Reach) -> Iterator[Connection]:
    """A connection to the server named, else to the one of the data folder, else to one made for this."""
    import httpx

    from app.cli.server.address_file import running

    settings = read_settings(data=reach.data)
    address = reach.server.rstrip("/") or running(settings.data)
    if not address and not settings.api_keys:
        # A server of this command's own may be over a folder that has keys; who opens the folder needs none of them.
        settings = settings.model_copy(update={"api_keys": (SecretStr(secrets.token_urlsafe(32)),)})
    keys = [key.get_secret_value() for key in settings.api_keys]
    headers = {"Authorization": f"Bearer {keys[0]}"} if keys else {}

    def client(address: str) -> httpx.Client:
        return httpx.Client(base_url=address, headers=headers, timeout=httpx.Timeout(None, connect=10))

    if address:
        with client(address) as http:
            yield Connection(http, reach.project, reach.location)
    else:
        from app.cli.server.http_server import temporary_server

        with temporary_server(settings) as own, client(own) as http:
            yield Connection(http, reach.project, reach.location)


def reach_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that choose a server, and a :class:`Reach` as its first argument."""

    @click.option(
        "--server",
        default="",
        envvar="SUREGROUND_SERVER",
        metavar="URL",
        help="A running server; else the one of --data, or one for this command. [SUREGROUND_SERVER]",
    )
    @click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        metavar="DIR",
        help="Data folder. [SUREGROUND_DATA, else ./data]",
    )
    @click.option("--project", default=LOCAL_PROJECT, show_default=True, help="Project of the store.")
    @click.option("--location", default=LOCAL_LOCATION, show_default=True, help="Location of the store.")
    @functools.wraps(command)
    def wrapper(server: str, data: Path | None, project: str, location: str, **given: Any) -> None:
        command(Reach(server, data, project, location), **given)

    return wrapper


def connected(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that choose a server, and a :class:`Connection` as its first argument."""

    @functools.wraps(command)
    def wrapper(reach: Reach, **given: Any) -> None:
        with connect(reach) as connection:
            command(connection, **given)

    return reach_options(wrapper)


store_option = click.option(
    "--store", default=DEFAULT_STORE, show_default=True, metavar="ID", help="A named set of documents."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the server's answer as JSON.")
