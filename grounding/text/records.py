"""Rows of tables as ingestion writes them: a line of values, each behind its name."""

_BETWEEN, _NAMED = "; ", ": "
LONGEST_NAME = 120


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
