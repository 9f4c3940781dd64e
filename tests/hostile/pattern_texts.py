"""Texts made to make a regular expression slow: what it repeats, many times over, and what breaks the match after."""

import re
import string
from collections.abc import Callable, Iterator
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

_LETTERS = " \n1a.-,A"
_GENERIC = (
    *(" ", "\n", "\t", "\r\n", " \n", "a", "A", "1", ".", ",", "-", "*", "_", "=", "|", "#", ">", "<", "`"),
    *("(", ")", "[", "]", "{", "}", '"', "'", "”", "\\", "/", ":", "é", "ß", "中", "ا", "१", "़", "😀"),
    *(
        "<!-- x -->\n",
        "a ",
        "1 ",
        "1.",
        "1,",
        "1,000 ",
        "a1",
        "A.",
        "a.b",
        "Aa ",
        "a-",
        "a'",
        "| a ",
        "- [ ] ",
    ),
    *(
        "<a ",
        "<a>",
        "[a](",
        "[1]",
        "**",
        "a\n",
        ". ",
        "and ",
        "the ",
        "He said ",
        "http://a",
        "&amp;",
        "\\u0041",
    ),
)
_TAILS = ("\x00", "\n# Title")


def hostile_texts(pattern: re.Pattern[Any]) -> Iterator[Callable[[int], Any]]:
    """For a pattern, functions from a length to a text of about that length."""
    makers = [(head, body, tail) for head, body in _pumped(pattern) for tail in _TAILS] + [
        ("", body, tail) for body in _GENERIC for tail in _TAILS
    ]
    seen = set()
    for head, body, tail in makers:
        if body and (head, body, tail) not in seen:
            seen.add((head, body, tail))
            yield _maker(head, body, tail, isinstance(pattern.pattern, bytes))


def _maker(head: str, body: str, tail: str, as_bytes: bool) -> Callable[[int], Any]:
    def made(length: int) -> Any:
        text = head + body * (length // len(body)) + tail
        return text.encode("latin-1", "replace") if as_bytes else text

    made.__doc__ = f"{head!r} + {body!r} * n + {tail!r}"
    return made


def _pumped(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str]]:
    """For each repetition in a pattern, in a few spellings: what leads to it, and what it repeats."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    flags = pattern.flags & ~(re.UNICODE if isinstance(pattern.pattern, bytes) else 0)
    tree = _parser.parse(text, flags)
    own = dict.fromkeys(c for c in text if c in string.punctuation and c not in "\\()[]{}?*+|^$")
    for letter in dict.fromkeys((*_LETTERS, *list(own)[:6])):
        yield from _repetitions(tree, letter, "")


def _repetitions(tree: Any, letter: str, head: str) -> Iterator[tuple[str, str]]:
    for op, value in tree:
        for branch in _branches(op, value):
            if (
                op in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)
                and value[1] > 8
            ):
                body = _shortest(branch, letter)
                yield head, body
                yield "", body
                yield "", head + body
            yield from _repetitions(branch, letter, head)
        head += _shortest([(op, value)], letter)
        head = head[-200:]


def _branches(op: Any, value: Any) -> list[Any]:
    if op is _constants.BRANCH:
        return list(value[1])
    if op in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT):
        return [value[2]]
    if op is _constants.SUBPATTERN:
        return [value[-1]]
    if op is _constants.ATOMIC_GROUP:
        return [value]
    return []


def _shortest(tree: Any, letter: str) -> str:
    """A short text that a part of a pattern matches, of ``letter`` where it may be."""
    text = ""
    for op, value in tree:
        if op is _constants.LITERAL:
            text += chr(value)
        elif op is _constants.NOT_LITERAL:
            text += letter if ord(letter) != value else "b"
        elif op is _constants.ANY:
            text += letter
        elif op is _constants.IN:
            text += _member(value, letter)
        elif op is _constants.BRANCH:
            text += _shortest(value[1][0], letter)
        elif branches := _branches(op, value):
            least = 1 if op is _constants.SUBPATTERN or op is _constants.ATOMIC_GROUP else max(1, value[0])
            text += _shortest(branches[0], letter) * min(least, 20)
    return text


def _member(items: Any, letter: str) -> str:
    pattern = _class(tuple(items))
    return next((c for c in (letter, *_LETTERS, *map(chr, range(33, 0x2100))) if pattern(c)), letter)


_CATEGORIES = {
    _constants.CATEGORY_DIGIT: str.isdecimal,
    _constants.CATEGORY_SPACE: str.isspace,
    _constants.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    _constants.CATEGORY_NOT_DIGIT: lambda c: not c.isdecimal(),
    _constants.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    _constants.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}


def _class(items: tuple[Any, ...]) -> Callable[[str], bool]:
    negated = items[0][0] is _constants.NEGATE

    def holds(c: str) -> bool:
        for op, value in items:
            if (
                (op is _constants.LITERAL and ord(c) == value)
                or (op is _constants.RANGE and value[0] <= ord(c) <= value[1])
                or (op is _constants.CATEGORY and _CATEGORIES[value](c))
            ):
                return not negated
        return negated

    return holds
