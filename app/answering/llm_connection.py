"""The HTTP client that a language model's server is asked with: what it may send is bounded in time and size."""

import time
from collections.abc import Iterator

import httpx

MOST_BYTES = 8 << 20  # of one answer; 4096 tokens, each an event of its own, are about one million
KINDS = ("application/json", "text/event-stream")


class NoAnswer(Exception):
    """What came is no answer of a language model; the message says what it is."""


def bounded_client(timeout: float) -> httpx.Client:
    """A client that follows no redirect and ends every answer ``timeout`` seconds after its request began.

    Raises NoAnswer for another content type than JSON or events, and for more than 8 MiB. A server that falls silent
    at the very end of the time is given up after as long again.
    """
    return httpx.Client(transport=_Bounded(timeout), timeout=timeout, follow_redirects=False)


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
