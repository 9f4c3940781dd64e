"""Filters in Qdrant's terms, written once for both of its libraries.

The embedded engine and the server's client name the parts of a filter alike but for the ranges; each adapter
tells its own as a :class:`Terms`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ingest.filter import And, AnyOf, Compare, Condition, Not, Or, Value
from ingest.store import Payload, Scope, filterable, metadata_path


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
        """The chunks of any of the scopes that fulfil the condition."""
        must = [self.filter(should=[self._scoped(scope) for scope in scopes])]
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


def keys_asked(condition: Condition | None) -> Iterator[tuple[str, KeyKind]]:
    """The payload paths that a condition looks at, and how; once for each time it does."""
    match condition:
        case And(items) | Or(items):
            for item in items:
                yield from keys_asked(item)
        case Not(item):
            yield from keys_asked(item)
        case AnyOf(key, values):
            for value in values:
                yield metadata_path(key), _kind(value)
        case Compare(key, "=" | "!=", value):
            yield metadata_path(key), _kind(value)
        case Compare(key, _, value):
            yield metadata_path(key), KeyKind.MOMENT if isinstance(value, str) else KeyKind.NUMBER


def _kind(value: Value) -> KeyKind:
    return KeyKind.WORD if isinstance(value, str | bool) else KeyKind.NUMBER
