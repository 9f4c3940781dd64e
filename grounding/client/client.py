"""The client for plain code. ``async_client.py`` has the same methods, to be awaited."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from grounding.client.calls import Body, Call, Page
from grounding.client.link import POLL_SECONDS, Link, ended, read_answer, read_file
from grounding.client.types import Answer, Document, Passage, Store
from grounding.limits import CONTRADICTION_THRESHOLD, SUPPORT_THRESHOLD
from grounding.types import Fact, Report

T = TypeVar("T")


class Client(Link):
    """Asks a server from plain code.

    >>> with Client("http://127.0.0.1:8080") as client:  # doctest: +SKIP
    ...     report = client.check("The tower is 61 m tall.", [Fact("The tower: height 61 metres.")])

    Every method raises :class:`~grounding.client.errors.RequestRefused` for a refusal and
    :class:`~grounding.client.errors.NoAnswer` where no server answers. Safe to share between threads.
    """

    def _open(self, **options: Any) -> None:
        self._http = httpx.Client(**options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def check(
        self,
        answer: str,
        facts: Sequence[Fact] | None = None,
        *,
        store: str | None = None,
        threshold: float = SUPPORT_THRESHOLD,
        anti_threshold: float = CONTRADICTION_THRESHOLD,
        prompt: str | None = None,
    ) -> Report:
        """As :meth:`grounding.GroundingChecker.check`, against ``facts`` or the documents of ``store``."""
        return self._send(self._calls.check(answer, facts, store, threshold, anti_threshold, prompt))

    def ask(self, question: str, *, store: str = "default", top_k: int = 10) -> Answer:
        """An answer from the ``top_k`` best passages of ``store``."""
        return self._send(self._calls.ask(question, store, top_k))

    def search(self, query: str, *, store: str = "default", top_k: int = 10) -> list[Passage]:
        """The ``top_k`` best passages of ``store``, the best first."""
        return self._send(self._calls.search(query, store, top_k))

    def ingest(
        self,
        file: str | Path | bytes,
        *,
        store: str = "default",
        name: str = "",
        document: str | None = None,
        password: str = "",
    ) -> Document:
        """Take a file, or its bytes under ``name``, into ``store``; back when it is searchable.

        With ``document``, an id of your own, a second call replaces what the first one brought. Raises OSError.
        """
        content, name = read_file(file, name)
        return self._send(self._calls.upload(content, name, store, document, password))

    def stores(self) -> Iterator[Store]:
        """All stores, fetched page by page."""
        return self._listed(self._calls.stores)

    def documents(self, *, store: str = "default") -> Iterator[Document]:
        """All documents of ``store``, fetched page by page."""
        return self._listed(lambda token: self._calls.documents(store, token))

    def create_store(self, store: str, name: str = "") -> None:
        """Make the empty store of that id; ``name`` is what people see."""
        self._finish(self._calls.create_store(store, name))

    def delete_store(self, store: str, *, force: bool = False) -> None:
        """Delete a store; with ``force`` also what it holds."""
        self._finish(self._calls.delete_store(store, force))

    def delete_document(self, document: str, *, store: str = "default") -> None:
        """Delete a document, and all that was made of it."""
        self._finish(self._calls.delete_document(store, document))

    def _send(self, call: Call[T]) -> T:
        tries = 0
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = self._http.request(
                    call.method, call.path, json=call.json, params=call.params, files=call.files
                )
                if outcome.is_success:
                    return read_answer(call, outcome)
            except httpx.TransportError as error:
                outcome = error
            time.sleep(self.wait(call, tries, outcome))
            tries += 1

    def _listed(self, call_of: Callable[[str], Call[Page[T]]]) -> Iterator[T]:
        token = ""
        while True:
            page = self._send(call_of(token))
            yield from page.items
            if not (token := page.next):
                return

    def _finish(self, call: Call[Body]) -> None:
        operation = self._send(call)
        while not ended(operation):
            time.sleep(POLL_SECONDS)
            operation = self._send(self._calls.operation(operation["name"]))
