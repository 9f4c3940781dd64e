"""Tables of a page from where its pieces of text stand: a row on a line, upright bars between its cells.

Readers that follow the drawing give one cell a line, or run cells together; then no line says what belongs to what.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ingest.pdf.columns import Piece, rows_of
from ingest.pdf.table_heads import head_rows

# A table has so many rows under each other, all with the same number of cells, which are shorter than this.
ROWS, LETTERS = 3, 28

# Below this share of rows that stand on one line of it, a text has lost the table.
KEPT = 0.5

# Two readings of a page share so much of their letters.
SAME = 0.95

Row = list[Piece]


@dataclass(frozen=True)
class PageTables:
    """A page line by line, the rows of its tables whole, with bars; ``torn``: its ``text`` had lost them."""

    text: str
    torn: bool


def with_tables(text: str, pieces: Sequence[Piece]) -> PageTables | None:
    """The page with the rows of its tables; ``None`` where it has none."""
    rows = rows_of(pieces)
    squeezed = _squeeze(text)
    tables = [(first, last) for first, last in _tables(rows) if not _down_columns(squeezed, rows[first:last])]
    lines = [_squeeze(line) for line in text.split("\n")]
    cells = [
        _squeeze("".join(piece.text for piece in rows[n]))
        for first, last in tables
        for n in range(first, last)
    ]
    if not cells:
        return None
    kept = sum(any(row in line for line in lines) for row in cells) >= KEPT * len(cells)
    shown = [" ".join(piece.text for piece in row) for row in rows]
    for first, last in tables:
        for n in range(first, last):
            shown[n] = " | ".join(piece.text for piece in rows[n])
        if heads := head_rows(rows, first, last):
            shown[first - len(heads) : first] = heads
    return PageTables("\n".join(shown), not kept)


def _tables(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """The half-open ranges of rows that are tables."""
    runs, first = [], 0
    for n in range(1, len(rows) + 1):
        if n < len(rows) and _aligned(rows[n - 1], rows[n]):
            continue
        if n - first >= ROWS and _short_cells(rows[first:n]):
            runs.append((first, n))
        first = n
    return runs


def _aligned(above: Row, row: Row) -> bool:
    """Whether the cells of two rows stand below each other, and the rows next to each other."""
    height = max(piece.height for piece in (*above, *row))
    near = min(p.bottom for p in above) - max(p.top for p in row) < 2 * height
    return (
        len(row) == len(above) >= 2
        and near
        and all(b.left < a.right and a.left < b.right for a, b in zip(above, row, strict=True))
    )


def _short_cells(rows: Sequence[Row]) -> bool:
    cells = [piece.text for row in rows for piece in row]
    # Dots that lead the eye, and figures cut at their point, are no cells.
    if sum(not any(c.isalnum() for c in cell) or cell[0] in ".," for cell in cells) > 0.1 * len(cells):
        return False
    # Nor are the letters of words set upright in a margin.
    if median(map(len, cells)) < 2 and any(c.isalpha() for c in "".join(cells)):
        return False
    lengths = sorted(median(len(row[n].text) for row in rows) for n in range(len(rows[0])))
    # One column may explain the others at some length, but not where it is the only other one.
    return lengths[-1] < LETTERS or (len(lengths) > 2 and lengths[-2] < LETTERS and lengths[-1] < 3 * LETTERS)


def _down_columns(text: str, rows: Sequence[Row]) -> bool:
    """Whether ``text`` goes on from a cell to the one below it: then they are columns of prose."""
    joints = [
        _squeeze(a.text)[-8:] + _squeeze(b.text)[:8]
        for above, row in pairwise(rows)
        for a, b in zip(above, row, strict=True)
        if len(a.text) >= 8 <= len(b.text)
    ]
    return sum(joint in text for joint in joints) > 0.2 * len(joints)


def same_letters(one: str, other: str) -> bool:
    """Whether two readings of a page have the same letters and figures, all but a few."""
    a, b = Counter(_squeeze(one)), Counter(_squeeze(other))
    return (a & b).total() >= SAME * max(a.total(), b.total())


def _squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)
