"""Structured documents (Discovery Engine ``structData``): their text is their string fields."""

from collections.abc import Iterator, Mapping
from typing import Any


def struct_text(data: Mapping[str, Any]) -> str:
    """The string fields as ``key: value`` lines, nested keys joined by dots.

    >>> struct_text({"title": "Bellini", "seats": 40, "owner": {"name": "R. Rossi"}})
    'title: Bellini\\nowner.name: R. Rossi'
    """
    return "\n".join(f"{key}: {value}" for key, value in _strings("", data) if value.strip())


def _strings(prefix: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield prefix, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _strings(f"{prefix}.{key}" if prefix else str(key), inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(prefix, inner)
