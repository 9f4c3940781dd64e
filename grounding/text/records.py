"""Values behind their names: rows of tables as ingestion writes them, and the fields of JSON."""

from collections.abc import Iterator, Mapping
from typing import Any

_BETWEEN, _NAMED = "; ", ": "
LONGEST_NAME = 120
DEEPEST = 100


def record_fields(line: str) -> list[tuple[str, str]]:
    """The names and values of a row, a name empty where it has none; none of a line that is no row.

    >>> record_fields("City: Oslo; Employees: 120")
    [('City', 'Oslo'), ('Employees', '120')]
    >>> record_fields("The doors open at nine; the tower is closed.")
    []
    """
    if _BETWEEN not in line:
        return []
    fields = []
    for part in line.strip().split(_BETWEEN):
        name, mark, value = part.partition(_NAMED)
        named = bool(mark) and len(name) <= LONGEST_NAME and ". " not in name
        fields.append((name, value) if named else ("", part))
    return fields if 2 * sum(bool(name) for name, _ in fields) > len(fields) else []


def named_values(value: Any, path: str = "", depth: int = 1) -> Iterator[tuple[str, str]]:
    """Every text, number and truth value of a JSON value under its key path; nulls and blank texts are left out.

    >>> list(named_values({"city": "London", "rate": {"eur": 25.2}, "open": True}))
    [('city', 'London'), ('rate.eur', '25.2'), ('open', 'true')]

    Raises ValueError for JSON that is nested deeper than 100 levels.
    """
    if depth > DEEPEST:
        raise ValueError(f"The JSON is nested deeper than {DEEPEST} levels. Send it flatter.")
    match value:
        case Mapping():
            for key, inner in value.items():
                yield from named_values(inner, f"{path}.{key}" if path else str(key), depth + 1)
        case list():
            plain = [_plain_text(inner) for inner in value if not isinstance(inner, Mapping | list)]
            if shown := [text for text in plain if text]:
                yield path, ", ".join(shown)
            for inner in value:
                if isinstance(inner, Mapping | list):
                    yield from named_values(inner, path, depth + 1)
        case _ if text := _plain_text(value):
            yield path, text


def record_rows(value: Any) -> Iterator[str]:
    """JSON as rows of values behind their names: one for each record of a list, else one for all.

    >>> list(record_rows([{"file": "a.md", "bytes": 10}, {"file": "b.md", "bytes": 12}]))
    ['file: a.md; bytes: 10', 'file: b.md; bytes: 12']
    """
    for record in value if isinstance(value, list) else [value]:
        fields = [f"{path}{_NAMED}{text}" if path else text for path, text in named_values(record)]
        if fields:
            yield _BETWEEN.join(fields)


def _plain_text(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return value.strip()
        case int() | float():
            return str(value)
    return ""
