"""Merged cells of a sheet: what one says stands in every place that it covers."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

_RANGE = re.compile(rb"mergeCell [^>]{0,60}?ref=[\"']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})[\"']")
_BLOCK = 1 << 16
_LONGEST = 120  # bytes of one such element
# More of them over one row, or in one sheet, are not looked at.
MOST_OVER_A_ROW, MOST = 1_000, 200_000


@dataclass
class Span:
    """A merged cell: its places, from 1, both ends included, and what it says."""

    top: int
    left: int
    bottom: int
    right: int
    text: str = ""


def merged_ranges(source: IO[bytes]) -> list[Span]:
    """The merged cells of a sheet's XML, from the top. They stand behind the rows, which are read as they come."""
    spans: list[Span] = []
    rest = b""
    while (block := source.read(_BLOCK)) and len(spans) < MOST:
        text = rest + block
        end = 0
        if b"mergeCell " in text:
            for match in _RANGE.finditer(text):
                left, top, right, bottom = match.groups()
                spans.append(Span(int(top), _column(left), int(bottom), _column(right)))
                end = match.end()
        rest = text[max(end, len(text) - _LONGEST) :]
    return sorted(spans, key=lambda span: (span.top, span.left))


class Merged:
    """Gives each row, asked for in order, the merged cells over it."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._coming: Iterator[Span] = iter(spans)
        self._next = next(self._coming, None)
        self._open: list[Span] = []

    def over(self, row: int, texts: dict[int, str]) -> list[Span]:
        """The merged cells over a row that say anything; ``texts`` are the row's own by column."""
        self._open = [span for span in self._open if span.bottom >= row]
        while self._next is not None and self._next.top <= row:
            span = self._next
            if span.top == row and len(self._open) < MOST_OVER_A_ROW and (text := texts.get(span.left)):
                span.text = text
                self._open.append(span)
            self._next = next(self._coming, None)
        return list(self._open)

    @staticmethod
    def spread(texts: dict[int, str], spans: list[Span], width: int) -> list[str]:
        """The row from its first column on, of at least ``width``; of one cell where a merged one is as wide."""
        row = [texts.get(column, "") for column in range(1, max(width, max(texts, default=0)) + 1)]
        for span in spans:
            if span.left == 1 and span.right >= len(row) > 1:
                return [span.text]
            for column in range(span.left, min(span.right, len(row)) + 1):
                row[column - 1] = span.text
        return row


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number
