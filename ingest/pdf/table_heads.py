"""The lines above a table of a page that name its columns, by where their words stand."""

import re
from collections.abc import Sequence

from ingest.pdf.columns import Piece

MOST_LEVELS = 3
LONGEST = 40  # characters of a name
# Lines of a head follow each other at most so many heights apart.
_NEAR = 2.5
_YEAR = re.compile(r"(?:19|20)\d\d")

Row = list[Piece]
Edges = list[tuple[float, float]]  # of each column, left and right


def head_rows(rows: Sequence[Row], first: int, last: int) -> list[str]:
    """The lines above ``rows[first:last]`` as rows of cells with bars, what stands over several columns in each."""
    table = rows[first:last]
    edges = [(min(r[n].left for r in table), max(r[n].right for r in table)) for n in range(len(table[0]))]
    levels: list[list[str]] = []
    for n in range(first - 1, max(-1, first - 1 - MOST_LEVELS), -1):
        row, below = rows[n], rows[n + 1]
        height = max(piece.height for piece in (*row, *below))
        if min(p.bottom for p in row) - max(p.top for p in below) > _NEAR * height:
            break
        if not (cells := _cells(row, edges)):
            break
        levels.insert(0, cells)
        # The words above a head are groups of its columns.
        edges = [_wider(edge, row) for edge in edges]
    while levels and not any(levels[0][1:]):
        del levels[0]  # a title begins at the left
    own = not any(c.isdigit() for piece in rows[first] for c in piece.text)
    if not levels or (sum(map(bool, levels[-1])) < 2 and not own):
        return []
    return [f"| {' | '.join(cells)} |" for cells in levels]


def _cells(row: Row, edges: Edges) -> list[str]:
    """What the row says of each column; none where it is no line of a head."""
    cells = [""] * len(edges)
    for piece in row:
        if len(piece.text) > LONGEST or (any(c.isdigit() for c in piece.text) and not _is_name(piece.text)):
            return []
        over = [n for n, (left, right) in enumerate(edges) if piece.left < right and left < piece.right]
        first, last = (over[0], over[0]) if len(over) == 1 else _middle_of(piece, edges)
        everywhere = last - first + 1 == len(edges) or (first > 0 and piece.left < edges[0][1])
        if everywhere or any(cells[first : last + 1]):
            return []  # a title, a line of text
        cells[first : last + 1] = [piece.text] * (last - first + 1)
    return cells


def _is_name(text: str) -> bool:
    return bool(_YEAR.fullmatch(text)) or sum(c.isalpha() for c in text) > sum(c.isdigit() for c in text)


def _middle_of(piece: Piece, edges: Edges) -> tuple[int, int]:
    """The neighbouring columns in the middle of which a piece stands."""
    middle = (piece.left + piece.right) / 2
    spans = [(a, b) for a in range(len(edges)) for b in range(a, len(edges))]
    return min(
        spans, key=lambda span: (abs((edges[span[0]][0] + edges[span[1]][1]) / 2 - middle), span[1] - span[0])
    )


def _wider(edge: tuple[float, float], row: Row) -> tuple[float, float]:
    """A column as wide as its name."""
    for piece in row:
        if (
            piece.left < edge[1]
            and edge[0] < piece.right
            and piece.right - piece.left < 3 * (edge[1] - edge[0])
        ):
            return min(edge[0], piece.left), max(edge[1], piece.right)
    return edge
