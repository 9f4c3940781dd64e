"""What both clients share: how they are made, when they try again, and what becomes of an answer."""

from pathlib import Path
from typing import Any, TypeVar

import httpx

from grounding.client.calls import Body, Call, Calls
from grounding.client.errors import NoAnswer, RequestRefused
from grounding.client.retries import Retries

T = TypeVar("T")
ADDRESS = "http://127.0.0.1:8080"
POLL_SECONDS = 0.2
TIMEOUT = httpx.Timeout(120, connect=10)


class Link:
    """The calls, the patience and the connections of a client; which connections, ``_open`` says."""

    def __init__(
        self,
        address: str = ADDRESS,
        *,
        key: str = "",
        project: str = "local",
        location: str = "global",
        timeout: float | httpx.Timeout = TIMEOUT,
        retries: Retries | None = None,
        transport: Any = None,
    ) -> None:
        """``key`` is one of the server's API keys; ``timeout`` in seconds, of one try; ``transport`` is httpx's."""
        self._calls = Calls(project, location)
        self._retries = retries or Retries()
        self._address = address.rstrip("/")
        self._open(
            base_url=self._address,
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=timeout,
            transport=transport,
        )

    def _open(self, **options: Any) -> None:
        """Make httpx's own client of these options."""
        raise NotImplementedError

    def wait(self, call: Call[Any], tries: int, outcome: httpx.Response | httpx.TransportError) -> float:
        """Seconds until the call is sent again. Raises when it is not: the refusal, or that none answered."""
        if isinstance(outcome, httpx.Response):
            wait = self._retries.wait(tries, outcome.status_code, outcome.headers, repeatable=call.repeatable)
            if wait is None:
                raise _refusal(outcome)
            return wait
        unsent = isinstance(outcome, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
        wait = self._retries.wait_after_break(tries, repeatable=call.repeatable or unsent)
        if wait is None:
            raise NoAnswer(
                f"No answer from {self._address}: {outcome or type(outcome).__name__}."
            ) from outcome
        return wait


def read_file(file: str | Path | bytes, name: str) -> tuple[bytes, str]:
    if isinstance(file, bytes):
        if not name:
            raise ValueError("name is empty; bytes need a name, since a document has one.")
        return file, name
    path = Path(file)
    return path.read_bytes(), name or path.name


def read_answer(call: Call[T], response: httpx.Response) -> T:
    try:
        return call.read(response.json())
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise NoAnswer(
            f"{response.request.url} answered {response.status_code} with something that no Sureground server sends."
        ) from error


def _refusal(response: httpx.Response) -> RequestRefused:
    try:
        error = response.json()["error"]
        details = error.get("details", [])
        fields = [violation["field"] for detail in details for violation in detail.get("fieldViolations", [])]
        return RequestRefused(
            error["message"], response.status_code, error.get("status", ""), fields[0] if fields else ""
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        message = f"{response.request.url} answered {response.status_code} {response.reason_phrase}."
        return RequestRefused(message, response.status_code)


def ended(operation: Body) -> bool:
    if error := operation.get("error"):
        raise RequestRefused(error.get("message", str(error)), 200, str(error.get("code", "")))
    return bool(operation.get("done"))
