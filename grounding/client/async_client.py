"""The client for code on an event loop. ``client.py`` says what each method does."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
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


class AsyncClient(Link):
    """The same methods, to be awaited; lists are asynchronous iterators."""

    def _open(self, **options: Any) -> None:
        self._http = httpx.AsyncClient(**options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def check(
        self,
        answer: str,
        facts: Sequence[Fact] | None = None,
        *,
        store: str | None = None,
        threshold: float = SUPPORT_THRESHOLD,
        anti_threshold: float = CONTRADICTION_THRESHOLD,
        prompt: str | None = None,
    ) -> Report:
        """See :meth:`Client.check`."""
        return await self._send(self._calls.check(answer, facts, store, threshold, anti_threshold, prompt))

    async def ask(self, question: str, *, store: str = "default", top_k: int = 10) -> Answer:
        """See :meth:`Client.ask`."""
        return await self._send(self._calls.ask(question, store, top_k))

    async def search(self, query: str, *, store: str = "default", top_k: int = 10) -> list[Passage]:
        """See :meth:`Client.search`."""
        return await self._send(self._calls.search(query, store, top_k))

    async def ingest(
        self,
        file: str | Path | bytes,
        *,
        store: str = "default",
        name: str = "",
        document: str | None = None,
        password: str = "",
    ) -> Document:
        """See :meth:`Client.ingest`."""
        content, name = await asyncio.to_thread(read_file, file, name)
        return await self._send(self._calls.upload(content, name, store, document, password))

    def stores(self) -> AsyncIterator[Store]:
        """See :meth:`Client.stores`."""
        return self._listed(self._calls.stores)

    def documents(self, *, store: str = "default") -> AsyncIterator[Document]:
        """See :meth:`Client.documents`."""
        return self._listed(lambda token: self._calls.documents(store, token))

    async def create_store(self, store: str, name: str = "") -> None:
        """See :meth:`Client.create_store`."""
        await self._finish(self._calls.create_store(store, name))

    async def delete_store(self, store: str, *, force: bool = False) -> None:
        """See :meth:`Client.delete_store`."""
        await self._finish(self._calls.delete_store(store, force))

    async def delete_document(self, document: str, *, store: str = "default") -> None:
        """See :meth:`Client.delete_document`."""
        await self._finish(self._calls.delete_document(store, document))

    async def _send(self, call: Call[T]) -> T:
        tries = 0
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = await self._http.request(
                    call.method, call.path, json=call.json, params=call.params, files=call.files
                )
                if outcome.is_success:
                    return read_answer(call, outcome)
            except httpx.TransportError as error:
                outcome = error
            await asyncio.sleep(self.wait(call, tries, outcome))
            tries += 1

    async def _listed(self, call_of: Callable[[str], Call[Page[T]]]) -> AsyncIterator[T]:
        token = ""
        while True:
            page = await self._send(call_of(token))
            for item in page.items:
                yield item
            if not (token := page.next):
                return

    async def _finish(self, call: Call[Body]) -> None:
        operation = await self._send(call)
        while not ended(operation):
            await asyncio.sleep(POLL_SECONDS)
            operation = await self._send(self._calls.operation(operation["name"]))
