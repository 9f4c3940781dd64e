"""The HTTP client that a language model's server is asked with: what it may send is bounded in time and size."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from app.wire.errors import BadGateway, BadRequest, Busy, TooSlow, Unavailable

MOST_BYTES = 8 << 20  # of one answer; 4096 tokens, each an event of its own, are about one million
KINDS = ("application/json", "text/event-stream")


_LOGGED = "the server's log has the reason."
logger = logging.getLogger(__name__)


class NoAnswer(Exception):
    """What came is no answer of a language model; the message says what it is."""


def bounded_client(timeout: float) -> httpx.Client:
    """A client that follows no redirect and ends every answer ``timeout`` seconds after its request began.

    Raises NoAnswer for another content type than JSON or events, and for more than 8 MiB. A server that falls silent
    at the very end of the time is given up after as long again.
    """
    return httpx.Client(transport=_Bounded(timeout), timeout=timeout, follow_redirects=False)


@contextmanager
def llm_errors(base_url: str) -> Iterator[None]:
    """What the server at ``base_url`` does wrong, as errors of ours: one for each outcome.

    Raises TooSlow, Unavailable, Busy, BadRequest, BadGateway.
    """
    import openai

    where = "The language model (SUREGROUND_LLM_BASE_URL)"
    try:
        yield
    except Exception as error:
        # What it sent may hold secrets: it stands in the log and in no answer.
        logger.warning("The language model at %s: %s", base_url, repr(error.__cause__ or error)[:500])
        match error:
            case openai.APITimeoutError() | httpx.TimeoutException():
                raise TooSlow(f"{where} did not answer in time; raise SUREGROUND_LLM_TIMEOUT.") from error
            case openai.APIConnectionError() if not isinstance(error.__cause__, NoAnswer):
                raise Unavailable(f"{where} cannot be reached. Is it running?") from error
            case openai.RateLimitError():
                raise Busy(f"{where} takes no more requests now; come again later.") from error
            case openai.BadRequestError():
                raise BadRequest(f"{where} refused the request; {_LOGGED}") from error
        raise BadGateway(f"{where} sent no answer that can be read; {_LOGGED}") from error


class _Bounded(httpx.BaseTransport):
    def __init__(self, timeout: float) -> None:
        self._inner = httpx.HTTPTransport()
        self._timeout = timeout

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        deadline = time.monotonic() + self._timeout
        response = self._inner.handle_request(request)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if response.status_code == 200 and kind not in KINDS:
            response.close()
            raise NoAnswer(f"its content type is {kind[:80]!r}")
        assert isinstance(response.stream, httpx.SyncByteStream)
        response.stream = _BoundedStream(response.stream, deadline)
        return response

    def close(self) -> None:
        self._inner.close()


class _BoundedStream(httpx.SyncByteStream):
    def __init__(self, inner: httpx.SyncByteStream, deadline: float) -> None:
        self._inner, self._deadline = inner, deadline

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for piece in self._inner:
            size += len(piece)
            if size > MOST_BYTES:
                raise NoAnswer(f"it is longer than {MOST_BYTES} bytes")
            if time.monotonic() > self._deadline:
                raise httpx.ReadTimeout("the whole answer took too long")
            yield piece

    def close(self) -> None:
        self._inner.close()
