"""One writer per document at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Guards:
    """A lock per document, made when it is first wanted and dropped when nobody wants it."""

    def __init__(self) -> None:
        self._locks: dict[tuple[str, str], list[Any]] = {}
        self._table = threading.Lock()

    @contextmanager
    def hold(self, key: str, document_id: str) -> Iterator[None]:
        """Wait for, and keep, the turn at a document of a collection."""
        with self._table:
            entry = self._locks.setdefault((key, document_id), [threading.Lock(), 0])
            entry[1] += 1
        try:
            with entry[0]:
                yield
        finally:
            with self._table:
                entry[1] -= 1
                if not entry[1]:
                    del self._locks[key, document_id]
