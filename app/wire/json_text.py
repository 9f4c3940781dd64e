"""JSON text as protobuf's parser reads it: strict first, then once more with the slips of real clients.

Google's documented samples carry trailing commas, and one of its SDKs sends ``str(dict)``: single quotes,
``True`` and ``None``. Text that fails the strict reading is rewritten token by token into JSON and read
again; nothing is ever evaluated.
"""

import json
import math
import re
from typing import Any

MAX_DEPTH = 100  # protobuf's own nesting limit
MAX_MEMBERS = 100_000  # values in one body: an empty object takes 3 bytes to send and 400 to read
BLOCK = 65_536  # bytes
LENIENT_BYTES = 4 << 20  # of a body that is read a second time, token by token

# A whole string (an unterminated one runs to the end, which keeps the scan linear), a comma before a closing
# bracket, or a Python literal.
_TOKEN = re.compile(
    r"""(?sx) "(?:[^"\\]+|\\.)*+(?:(")|\\?\Z) | '(?:[^'\\]+|\\.)*+(?:(')|\\?\Z)
    | ,(?=\s*[\]}]) | \b(?:True|False|None)\b"""
)
_ESCAPE = re.compile(r"(?s)\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
_LITERALS = {"True": "true", "False": "false", "None": "null"}
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class MalformedJson(ValueError):
    """The text is not JSON, or holds what protobuf's JSON forbids; the message says where and what."""


def read_json(body: bytes) -> Any:
    """Decode ``body``; empty text reads as ``{}``.

    Raises MalformedJson for text that is neither JSON nor near it, and for a duplicate key, a lone surrogate,
    ``NaN`` or ``Infinity``, a number too large for a double, nesting deeper than 100, or more than 100,000 values.
    """
    _count(body)
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedJson(f"The body is not UTF-8 (byte {error.start}); send UTF-8.") from error
    if not text.strip():
        return {}
    try:
        value = _load(text)
    except json.JSONDecodeError as strict:
        try:
            value = _load_lenient(text)
        except json.JSONDecodeError:
            where = f"line {strict.lineno} column {strict.colno}"
            raise MalformedJson(f"Unable to parse the body as JSON: {strict.msg} at {where}.") from strict
    _inspect(value)
    return value


def _count(body: bytes) -> None:
    """Raise MalformedJson for too many values, before any is made: by counting the marks outside of strings.

    In blocks, so that it ends with the first value too many, and other threads are let in between.
    """
    if len(body) <= MAX_MEMBERS:
        return
    values, inside, cut = 0, False, b""
    for start in range(0, len(body), BLOCK):
        block = (cut + body[start : start + BLOCK]).replace(b"\\\\", b"")
        cut = b"\\" if block.endswith(b"\\") else b""  # what it escapes is in the next block
        pieces = block.removesuffix(cut).replace(b'\\"', b"").split(b'"')
        outside = b"".join(pieces[int(inside) :: 2])
        values += sum(map(outside.count, (b",", b"[", b"{")))
        inside ^= len(pieces) % 2 == 0
        if values > MAX_MEMBERS:
            raise MalformedJson(f"The body holds more than {MAX_MEMBERS} values; send fewer at once.")


def _load_lenient(text: str) -> Any:
    """As :func:`_load`, with the slips of real clients mended. Raises JSONDecodeError for a long text, too."""
    if len(text) > LENIENT_BYTES:
        raise json.JSONDecodeError("too long to be mended", "", 0)
    mended = _TOKEN.sub(_rewrite, text)
    _count(mended.encode("utf-8", "surrogatepass"))  # other quotes: what was a string may be none now
    return _load(mended)


def _load(text: str) -> Any:
    try:
        return json.loads(
            text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=_finite
        )
    except RecursionError as error:
        raise MalformedJson(f"Nested deeper than {MAX_DEPTH} levels; flatten the body.") from error
    except (json.JSONDecodeError, MalformedJson):
        raise
    except ValueError as error:  # an integer with thousands of digits
        raise MalformedJson("A number has too many digits.") from error


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        name = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise MalformedJson(f"Duplicate key {name!r}; give every field once.")
    return members


def _no_constant(name: str) -> float:
    raise MalformedJson(f"{name} is not a JSON number.")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise MalformedJson(f"The number {digits[:40]} is too large for a double.")
    return value


def _inspect(root: Any) -> None:
    stack = [(root, 1)]
    while stack:
        value, depth = stack.pop()
        if isinstance(value, str):
            if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
                raise MalformedJson(
                    "A string holds a lone surrogate (half a UTF-16 pair); send whole characters."
                )
        elif isinstance(value, dict | list):
            if depth > MAX_DEPTH:
                raise MalformedJson(f"Nested deeper than {MAX_DEPTH} levels; flatten the body.")
            if isinstance(value, dict):
                stack.extend((key, depth) for key in value)
            stack.extend((item, depth + 1) for item in (value.values() if isinstance(value, dict) else value))


def _rewrite(match: re.Match[str]) -> str:
    token = match[0]
    if token == ",":
        return ""
    if token in _LITERALS:
        return _LITERALS[token]
    if not (match[1] or match[2]):
        return token  # unterminated: let the JSON reader say so
    return json.dumps(_ESCAPE.sub(_unescape, token[1:-1]))


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "xuU" and len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 else "�"
    return _SHORT.get(code, code)
