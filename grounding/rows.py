"""Rows of tables in facts, each told with its headers, so that it can be understood alone.

>>> table = "| Part | MIN | MAX |\\n|---|---|---|\\n| Fan | 4.5 | 18 |"
>>> list(told_rows(table).values())
['', 'Part: Fan; MIN: 4.5; MAX: 18']
"""

import re
from collections.abc import Iterator, Sequence

from grounding.types import Span

_LINE = re.compile(r"[^\r\n]+")
_RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
_ESCAPED = re.compile(r"(?<!\\)\|")
_FIGURE = re.compile(r"\d")
MOST_COLUMNS = 30


def told_rows(text: str, columns: str = "") -> dict[Span, str]:
    """For every row below a table's head, by the span of its line without white space at the ends: how to read it.

    A table is two or more neighbouring lines with the same number, two or more, of cells between upright bars; its
    head is the line above a rule (``|---|---|``, told as nothing), or a first line without figures. A text that begins
    below the head of its table has it as ``columns``, with bars between the cells.
    """
    told: dict[Span, str] = {}
    given = _cells(columns)
    for head, *rows in _tables(text):
        headers = _cells(head.of(text))
        if len(given) == len(headers) and not text[: head.start].strip():
            headers, rows = given, [head, *rows]
        elif not _RULE.fullmatch(rows[0].of(text)) and _FIGURE.search(head.of(text)):
            continue
        for row in rows:
            line = row.of(text)
            pairs = zip(headers, _cells(line), strict=False)
            told[row] = (
                "" if _RULE.fullmatch(line) else "; ".join(f"{h}: {c}" if h else c for h, c in pairs if c)
            )
    return told


def _tables(text: str) -> Iterator[Sequence[Span]]:
    table: list[Span] = []
    for match in _LINE.finditer(text):
        line = match[0]
        start = match.start() + len(line) - len(line.lstrip())
        span = Span(start, start + len(line.strip()))
        columns = len(_cells(line))
        joined = table and text[table[-1].end : start].count("\n") <= 1
        fits = 2 <= columns <= MOST_COLUMNS
        if fits and joined and columns == len(_cells(table[0].of(text))):
            table.append(span)
            continue
        if len(table) > 1:
            yield table
        table = [span] if fits else []
    if len(table) > 1:
        yield table


def _cells(line: str) -> list[str]:
    line = line.strip()
    if "|" not in line:
        return []
    return [
        cell.replace("\\|", "|").strip() for cell in _ESCAPED.split(line.removeprefix("|").removesuffix("|"))
    ]
