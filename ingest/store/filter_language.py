"""Metadata filters: a small language that becomes a neutral tree; each store translates the tree itself.

    genre = "novel" AND year >= 1990 AND NOT lang: ANY("de", "fr")

Comparisons are ``=`` (or ``==``), ``!=``, ``<``, ``<=``, ``>``, ``>=`` and ``: ANY(…)``; they are joined by
``AND``, ``OR`` (or ``&&``, ``||``), ``NOT`` (or ``!``) and round brackets, ``AND`` binding tighter. Values are
"quoted strings" (or in 'single' quotes), numbers, ``true``, ``false`` and ``timestamp("…")``; a quoted ISO date
or time may be ordered. A key with other characters than letters, digits, ``_``, ``-`` and ``.`` is quoted.
``key in [1, 2]`` is ``: ANY``, and ``"a" in key`` asks a list for a value. ``!=`` is true where the key is
missing. The grammar follows Discovery Engine's filter expressions
(https://cloud.google.com/generative-ai-app-builder/docs/filter-search-metadata) and as much of CEL, which Vertex
RAG's metadata filters are written in, as needs no functions.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ingest.errors import InvalidArgument

Value = str | int | float | bool
MAX_LENGTH = 10_000
MAX_DEPTH = 50


@dataclass(frozen=True)
class Compare:
    """``key op value``; ``op`` is one of ``= != < <= > >=``."""

    key: str
    op: str
    value: Value


@dataclass(frozen=True)
class AnyOf:
    """The key's value, or one of its values, is among ``values``."""

    key: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Not:
    item: "Condition"


@dataclass(frozen=True)
class And:
    items: tuple["Condition", ...]


@dataclass(frozen=True)
class Or:
    items: tuple["Condition", ...]


Condition = Compare | AnyOf | Not | And | Or

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
        |(?P<number>-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.-]))
        |(?P<mark>==|!=|<=|>=|&&|\|\||[=<>():,!\[\]])
        |(?P<word>[^\W\d][\w.-]*))""",
    re.VERBOSE | re.DOTALL,
)


def parse_filter(expression: str) -> Condition | None:
    """The tree of an expression; ``None`` for a blank one. Raises :class:`InvalidArgument`."""
    if len(expression) > MAX_LENGTH:
        raise InvalidArgument(f"The filter has {len(expression)} characters; the limit is {MAX_LENGTH}.")
    tokens = _tokens(expression)
    if not tokens:
        return None
    parser = _Parser(expression, tokens)
    tree = parser.disjunction(0)
    if parser.rest:
        raise _wrong(expression, f"'{parser.rest[0][1]}' is not expected here")
    return tree


def _wrong(expression: str, why: str) -> InvalidArgument:
    return InvalidArgument(
        f"The filter {expression!r} cannot be read: {why}. "
        'Write for example: genre = "novel" AND year >= 1990 AND lang: ANY("en", "de").'
    )


def _tokens(expression: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    position, end = 0, len(expression.rstrip())
    while position < end:
        match = _TOKEN.match(expression, position)
        if match is None:
            raise _wrong(expression, f"the character at position {position} is not part of the language")
        kind = match.lastgroup or ""
        tokens.append((kind, match.group(kind)))
        position = match.end()
    return tokens


class _Parser:
    """Recursive descent over ``rest``, the tokens not yet read."""

    def __init__(self, expression: str, tokens: Sequence[tuple[str, str]]) -> None:
        self.expression = expression
        self.rest = list(tokens)

    def disjunction(self, depth: int) -> Condition:
        items = [self.conjunction(depth)]
        while self._take("OR", "||"):
            items.append(self.conjunction(depth))
        return items[0] if len(items) == 1 else Or(tuple(items))

    def conjunction(self, depth: int) -> Condition:
        items = [self.term(depth)]
        while self._take("AND", "&&"):
            items.append(self.term(depth))
        return items[0] if len(items) == 1 else And(tuple(items))

    def term(self, depth: int) -> Condition:
        if depth > MAX_DEPTH:
            raise _wrong(self.expression, f"brackets and NOTs are nested deeper than {MAX_DEPTH}")
        if self._take("NOT", "!"):
            return Not(self.term(depth + 1))
        if self._take("("):
            inside = self.disjunction(depth + 1)
            self._expect(")")
            return inside
        return self.comparison()

    def comparison(self) -> Condition:
        kind, key = self._next("a key")
        if kind not in ("word", "string"):
            raise _wrong(self.expression, f"a key is expected in place of '{key}'")
        key = _unquote(key) if kind == "string" else key
        if not key or any(c in key for c in '"\\[]'):
            raise _wrong(self.expression, f'the key {key!r} is empty or holds one of " \\ [ ]')
        _, op = self._next(f"an operator after '{key}'")
        if op == "in":
            return self.membership(kind, key)
        if op == ":":
            self._expect("ANY")
            self._expect("(")
            values = [self.value()]
            while self._take(","):
                values.append(self.value())
            self._expect(")")
            return AnyOf(key, tuple(values))
        op = "=" if op == "==" else op
        if op not in ("=", "!=", "<", "<=", ">", ">="):
            raise _wrong(self.expression, f"'{op}' is not an operator")
        value = self.value()
        if op not in ("=", "!=") and (isinstance(value, bool) or not _orderable(value)):
            raise _wrong(self.expression, f"'{op}' needs a number or an ISO date, not {value!r}")
        return Compare(key, op, value)

    def membership(self, kind: str, item: str) -> Condition:
        """What stands after ``in``: a list of values of the key ``item``, or a key with the value ``item``."""
        if self._take("["):
            values = [self.value()]
            while self._take(","):
                values.append(self.value())
            self._expect("]")
            return AnyOf(item, tuple(values))
        found, key = self._next("a list or a key after 'in'")
        if kind != "string" or found != "word":
            raise _wrong(self.expression, "'in' stands between a key and a [list], or a \"value\" and a key")
        return AnyOf(key, (item,))

    def value(self) -> Value:
        kind, text = self._next("a value")
        if kind == "string":
            return _unquote(text)
        if kind == "number":
            return int(text) if re.fullmatch(r"-?\d+", text) else float(text)
        if (kind, text) == ("word", "timestamp") and self._take("("):
            moment = self.value()
            self._expect(")")
            if not isinstance(moment, str) or not _orderable(moment):
                raise _wrong(self.expression, f"timestamp() needs an ISO date or time, not {moment!r}")
            return moment
        if kind == "word" and text.lower() in ("true", "false"):
            return text.lower() == "true"
        raise _wrong(self.expression, f"'{text}' is not a value; strings are quoted")

    def _next(self, what: str) -> tuple[str, str]:
        if not self.rest:
            raise _wrong(self.expression, f"{what} is missing at the end")
        return self.rest.pop(0)

    def _take(self, *texts: str) -> bool:
        if self.rest and self.rest[0][0] != "string" and self.rest[0][1] in texts:
            self.rest.pop(0)
            return True
        return False

    def _expect(self, text: str) -> None:
        if not self._take(text):
            token = self.rest[0][1] if self.rest else "the end"
            raise _wrong(self.expression, f"'{text}' is expected in place of '{token}'")


def _unquote(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)


def _orderable(value: Value) -> bool:
    if not isinstance(value, str):
        return True
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True
