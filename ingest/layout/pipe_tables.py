"""Tables that a text shows by bars between their cells, in Markdown and on the pages of a PDF: told row by row."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.layout.table_heads import Row, split_head
from ingest.layout.table_rows import caption_of, table_lines
from ingest.types import Table

_RULE = re.compile(r"\s*+\|?\s*+:?-++:?\s*+(?:\|\s*+:?-++:?\s*+)*+\|?\s*+")
_BAR = re.compile(r"(?<!\\)\|")
_FENCES = ("```", "~~~")
# So many of the lines have as many cells as most, in a table.
_ALIKE = 0.8


@dataclass(frozen=True)
class Retold:
    """A text whose tables say in each row what its values are, their places in it, and the head of a table that it
    ends with, which holds for rows that go on in the next text.
    """

    text: str
    tables: tuple[Table, ...]
    head: tuple[Row, ...] = ()


def markdown_rows(text: str) -> Retold:
    """The tables of a Markdown text.

    >>> markdown_rows("| City | Rate |\\n|------|------|\\n| London | 25.25 |").text
    'City: London; Rate: 25.25'
    """
    lines = text.split("\n")
    retold = _Retelling()
    number, fenced = 0, False
    while number < len(lines):
        if lines[number].lstrip().startswith(_FENCES):
            fenced = not fenced
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if not fenced and "|" in lines[number] and "|" in following and _RULE.fullmatch(following):
            end = number + 2
            while end < len(lines) and "|" in lines[end] and not lines[end].lstrip().startswith(_FENCES):
                end += 1
            rows = [_cells(line) for line in (lines[number], *lines[number + 2 : end])]
            retold.table(rows, lines[number:end], levels=1)
            number = end
        else:
            retold.line(lines[number])
            number += 1
    return retold.done()


def barred_rows(text: str, head: Sequence[Row] = ()) -> Retold:
    """The tables of a text or page: runs of at least two lines with bars between as many words.

    ``head`` names the columns of a table that the text goes on with.

    >>> barred_rows("Rates:\\nCity | Rate\\nLondon | 25.25").text
    'Rates:\\nCity: London; Rate: 25.25'
    """
    lines = text.split("\n")
    retold = _Retelling()
    number = 0
    while number < len(lines):
        end = number
        while end < len(lines) and " | " in lines[end]:
            end += 1
        rows = [_cells(line) for line in lines[number:end]]
        if len(rows) > 1 and _alike(rows):
            retold.table(rows, lines[number:end], before=head if not retold.tables else ())
        else:
            end = max(end, number + 1)
            for line in lines[number:end]:
                retold.line(line)
        number = end
    return retold.done()


class _Retelling:
    """The new text, line by line."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self._lines: list[str] = []
        self._length = 0
        self._head: tuple[Row, ...] = ()

    def line(self, line: str) -> None:
        self._lines.append(line)
        self._length += len(line) + 1
        if line.strip():
            self._head = ()

    def table(
        self, rows: list[Row], lines: Sequence[str], *, levels: int | None = None, before: Sequence[Row] = ()
    ) -> None:
        caption = caption_of(next((line for line in reversed(self._lines) if line.strip()), ""))
        _, head, _ = split_head(rows, levels)
        if not head and before and len(before[-1]) == len(rows[0]):
            rows, head, levels = [*before, *rows], list(before), len(before)
        for line in table_lines(rows, levels=levels, above=self.line) if head else lines:
            start = self._length
            self.line(line)
            joined = self.tables and self.tables[-1].end == start - 1 and self.tables[-1].caption == caption
            first = self.tables.pop().start if joined else start
            self.tables.append(Table(first, self._length - 1, caption))
        self._head = tuple(head)

    def done(self) -> Retold:
        return Retold("\n".join(self._lines), tuple(self.tables), self._head)


def _cells(line: str) -> Row:
    line = line.strip()
    return [cell.replace("\\|", "|").strip() for cell in _BAR.split(line.removeprefix("|").removesuffix("|"))]


def _alike(rows: Sequence[Row]) -> bool:
    widths = Counter(map(len, rows))
    return widths.most_common(1)[0][1] >= _ALIKE * len(rows)
