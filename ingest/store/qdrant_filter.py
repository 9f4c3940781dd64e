"""Filters in Qdrant's terms, written once for both of its libraries.

The embedded engine and the server's client name the parts of a filter alike but for the ranges; each adapter
tells its own as a :class:`Terms`.
"""

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ingest.store.chunk_store import MOST_INDEXED_KEYS, Payload, Scope, filterable, metadata_path
from ingest.store.filter_language import And, AnyOf, Compare, Condition, Not, Or, Value


class KeyKind(StrEnum):
    """How the values of a metadata key are compared, which an index of it has to suit."""

    WORD = "word"
    NUMBER = "number"
    MOMENT = "moment"


@dataclass(frozen=True)
class Terms:
    """The library's classes for the parts of a filter."""

    filter: Any
    field: Any
    equals: Any
    any_of: Any
    range: Any
    moments: Any

    def owned(self, collection: str, document: str = "", version: int = 0) -> Any:
        """The chunks of a collection, of one of its documents, or of one version of that."""
        must = [self._is(Payload.COLLECTION, collection)]
        if document:
            must.append(self._is(Payload.DOCUMENT, document))
        if version:
            must.append(self._is(Payload.VERSION, version))
        return self.filter(must=must)

    def within(self, scopes: Sequence[Scope], condition: Condition | None = None) -> Any:
        """The chunks of any of the scopes (none: all chunks) that fulfil the condition."""
        must = [self.filter(should=[self._scoped(scope) for scope in scopes])] if scopes else []
        if condition is not None:
            must.append(self._translated(condition))
        return self.filter(must=must)

    def _scoped(self, scope: Scope) -> Any:
        must = [self._is(Payload.COLLECTION, scope.collection)]
        if scope.documents:
            must.append(self.field(key=Payload.DOCUMENT, match=self.any_of(any=list(scope.documents))))
        return self.filter(must=must)

    def _translated(self, condition: Condition) -> Any:
        match condition:
            case And(items):
                return self.filter(must=[self._translated(item) for item in items])
            case Or(items):
                return self.filter(should=[self._translated(item) for item in items])
            case Not(item):
                return self.filter(must_not=[self._translated(item)])
            case AnyOf(key, values):
                return self.filter(should=[self._translated(Compare(key, "=", value)) for value in values])
            case Compare(key, "!=", value):
                return self.filter(must_not=[self._translated(Compare(key, "=", value))])
            case Compare(key, "=", value) if _kind(value) is KeyKind.WORD:
                return self.filter(must=[self._is(metadata_path(key), filterable(value))])
            case Compare(key, "=", value):
                # A JSON number may have come in as 3 or as 3.0.
                return self._between(key, self.range(gte=value, lte=value))
            case Compare(key, op, value):
                bound = {{"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}[op]: value}
                kind = self.moments if isinstance(value, str) else self.range
                return self._between(key, kind(**bound))

    def _between(self, key: str, limits: Any) -> Any:
        return self.filter(must=[self.field(key=metadata_path(key), range=limits)])

    def _is(self, key: str, value: Any) -> Any:
        return self.field(key=key, match=self.equals(value=value))


class KeyIndexes:
    """Which metadata keys have an index, and of which kind. Safe to call from several threads."""

    def __init__(self) -> None:
        self._known: dict[str, KeyKind | None] = {}
        self._turn = threading.Lock()

    def note(self, path: str, kind: KeyKind | None) -> None:
        """An index that is there already."""
        self._known[_plain(path)] = kind

    def wanted(self, conditions: Iterable[Condition | None]) -> list[tuple[str, KeyKind | None]]:
        """The paths that need an index now, with its kind; ``None`` where the index has to go: a key that is
        asked for in two ways would be answered wrongly by an index of one of them.
        """
        changes: list[tuple[str, KeyKind | None]] = []
        with self._turn:
            for path, kind in [one for condition in conditions for one in _keys(condition)]:
                known = self._known.get(_plain(path), kind)
                if known is None or (known is kind and _plain(path) in self._known):
                    continue
                if _plain(path) in self._known:
                    changes.append((path, None))
                    self._known[_plain(path)] = None
                elif len(self._known) < MOST_INDEXED_KEYS:
                    changes.append((path, kind))
                    self._known[_plain(path)] = kind
        return changes


def _plain(path: str) -> str:
    # Engines report a path with its quotes only where they are needed.
    return path.replace('"', "")


def _keys(condition: Condition | None) -> Iterator[tuple[str, KeyKind]]:
    """The payload paths that a condition looks at, and how; once for each time it does."""
    match condition:
        case And(items) | Or(items):
            for item in items:
                yield from _keys(item)
        case Not(item):
            yield from _keys(item)
        case AnyOf(key, values):
            for value in values:
                yield metadata_path(key), _kind(value)
        case Compare(key, "=" | "!=", value):
            yield metadata_path(key), _kind(value)
        case Compare(key, _, value):
            yield metadata_path(key), KeyKind.MOMENT if isinstance(value, str) else KeyKind.NUMBER


def _kind(value: Value) -> KeyKind:
    return KeyKind.WORD if isinstance(value, str | bool) else KeyKind.NUMBER
