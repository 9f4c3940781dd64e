"""Rows of tables in facts, each with its headers, so that it can be understood alone.

>>> table = "| Part | MIN | MAX |\\n|---|---|---|\\n| Fan | 4.5 | 18 |"
>>> list(rows_with_headers(table).values())
['', 'Part: Fan; MIN: 4.5; MAX: 18']
"""

import re
from collections.abc import Iterator

from grounding.types import Span

_LINE = re.compile(r"[^\r\n]+")
_RULE = re.compile(r"[\s|:+=]*+-[\s|:+=-]*+")
_ESCAPED = re.compile(r"(?<!\\)\|")
_FIGURE = re.compile(r"\d")
MOST_COLUMNS = 30


def rows_with_headers(text: str) -> dict[Span, str]:
    """For every row below a table's head, by the span of its line without white space at the ends: how to read it.

    A table is two or more neighbouring lines with the same number, two or more, of cells between upright bars; its
    head is the line above a rule (``|---|---|``, told as nothing), or a first line without figures.
    """
    rows_in_words: dict[Span, str] = {}
    for table in _tables(text):
        (head, headers), *rows = table
        if not _RULE.fullmatch(rows[0][0].of(text)) and _FIGURE.search(head.of(text)):
            continue
        for row, cells in rows:
            pairs = zip(headers, cells, strict=True)
            rows_in_words[row] = (
                ""
                if _RULE.fullmatch(row.of(text))
                else "; ".join(f"{h}: {c}" if h else c for h, c in pairs if c)
            )
    return rows_in_words


def _tables(text: str) -> Iterator[list[tuple[Span, list[str]]]]:
    """The lines of each table with their cells, as many in every line."""
    table: list[tuple[Span, list[str]]] = []
    for match in _LINE.finditer(text):
        line = match[0]
        start = match.start() + len(line) - len(line.lstrip())
        span = Span(start, start + len(line.strip()))
        cells = _cells(line)
        joined = table and text[table[-1][0].end : start].count("\n") <= 1
        fits = 2 <= len(cells) <= MOST_COLUMNS
        if fits and joined and len(cells) == len(table[0][1]):
            table.append((span, cells))
            continue
        if len(table) > 1:
            yield table
        table = [(span, cells)] if fits else []
    if len(table) > 1:
        yield table


def _cells(line: str) -> list[str]:
    line = line.strip()
    if "|" not in line:
        return []
    return [
        cell.replace("\\|", "|").strip() for cell in _ESCAPED.split(line.removeprefix("|").removesuffix("|"))
    ]
