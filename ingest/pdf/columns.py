"""Reading order of pages set in columns, from where the pieces of text stand.

Some files draw a page line by line across all columns, and readers that follow the drawing mix the
columns. Here the page is cut at the gutters between columns of prose, then at the gaps between blocks,
again and again (a recursive X-Y cut), and read piece by piece. Tables have gutters too but no prose
beside them, so their rows stay whole.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

# A gutter is at least so many line heights wide, a gap between blocks so many high.
GUTTER, GAP = 0.6, 0.5

# A column of prose has so many lines; their median fills this share of the column, and so many letters.
LINES, FILLED, LETTERS = 6, 0.6, 28

# Below this share of line ends that lead on to the next line of their column, a text mixes the columns.
FOLLOWED = 0.5

# From this share of its characters on that stand one below the other, a page is written from the top down.
UPRIGHT = 0.6


@dataclass(frozen=True)
class Piece:
    """Text on one line without a wide gap in it, and its box in points, y upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        return self.top - self.bottom


def columns(pieces: Sequence[Piece]) -> list[list[str]] | None:
    """The lines of each column or block in reading order; ``None`` where no columns stand side by side."""
    blocks: list[list[str]] = []
    is_cut = _cut(list(pieces), median([piece.height for piece in pieces]) if pieces else 0, blocks)
    return blocks if is_cut else None


def plain_lines(pieces: Sequence[Piece]) -> list[str]:
    """The lines of a page without columns, from the top down."""
    return [" ".join(piece.text for piece in row) for row in rows_of(pieces)]


def mixed(text: str, blocks: Sequence[Sequence[str]]) -> bool:
    """Whether ``text`` jumps between the columns: too few lines in it go on with the next of their column."""
    squeezed = _squeeze(text)
    lines = [_squeeze(line) for block in blocks for line in block]
    joints = [a[-12:] + b[:12] for a, b in pairwise(lines) if len(a) >= 12 <= len(b)]
    return bool(joints) and sum(joint in squeezed for joint in joints) < FOLLOWED * len(joints)


def upright(pieces: Sequence[Piece]) -> list[list[str]] | None:
    """The lines of each block of a page whose lines run from the top down and follow each other from right to
    left; ``None`` of a page that is not so written. ``pieces`` are in the order in which they are drawn.
    """
    lines: list[list[Piece]] = []
    for piece in pieces:
        if lines and _below(lines[-1][-1], piece):
            lines[-1].append(piece)
        else:
            lines.append([piece])
    in_lines = sum(len(line) for line in lines if len(line) > 2)
    if not pieces or in_lines < UPRIGHT * len(pieces):
        return None
    whole = [
        Piece("".join(p.text for p in line), line[0].left, line[-1].bottom, line[0].right, line[0].top)
        for line in lines
    ]
    bands = _split(whole, lambda p: (-p.top, -p.bottom), pieces[0].height)
    return [[line.text for line in sorted(band, key=lambda p: -p.right)] for band in bands]


def _below(above: Piece, piece: Piece) -> bool:
    """Whether a character stands under another one, in the same line."""
    aside = abs((above.left + above.right) - (piece.left + piece.right)) / 2
    return (
        len(above.text) == len(piece.text) == 1
        and aside < 0.5 * piece.height
        and -0.5 * piece.height < above.bottom - piece.top < 1.5 * piece.height
    )


def _squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _cut(pieces: list[Piece], line: float, blocks: list[list[str]]) -> bool:
    """Append the blocks of ``pieces``; whether any gutter was found."""
    beside = _split(pieces, lambda p: (p.left, p.right), GUTTER * line)
    parts = [part for part in beside if part]
    if len(parts) > 1 and all(_prose(part) for part in parts):
        for part in parts:
            _cut(part, line, blocks)
        return True
    for gap in (GAP * line, 0.05 * line):
        above = _split(pieces, lambda p: (-p.top, -p.bottom), gap)
        groups = _grouped(above, line)
        if len(groups) > 1 and any(_wide(part, line) for part in groups):
            return any([_cut(part, line, blocks) for part in groups])
    blocks.append(plain_lines(pieces))
    return False


def _split(
    pieces: list[Piece], extent: Callable[[Piece], tuple[float, float]], gap: float
) -> list[list[Piece]]:
    """Parts between which nothing stands over at least ``gap`` points, in order."""
    parts: list[list[Piece]] = []
    reached = float("-inf")
    for piece in sorted(pieces, key=lambda p: extent(p)[0]):
        start, end = extent(piece)
        if start - reached >= gap or not parts:
            parts.append([])
        parts[-1].append(piece)
        reached = max(reached, end)
    return parts


def _prose(pieces: list[Piece]) -> bool:
    rows = rows_of(pieces)
    width = max(p.right for p in pieces) - min(p.left for p in pieces)
    filled = median([sum(p.right - p.left for p in row) for row in rows])
    letters = median([sum(len(p.text) for p in row) for row in rows])
    return len(rows) >= LINES and filled >= FILLED * width and letters >= LETTERS


def _wide(pieces: list[Piece], line: float) -> bool:
    return len(_split(pieces, lambda p: (p.left, p.right), GUTTER * line)) > 1


def _grouped(parts: list[list[Piece]], line: float) -> list[list[Piece]]:
    """Neighbouring parts are one where both are plain lines, or lines of the same columns."""
    groups: list[list[Piece]] = []
    for part in parts:
        plain = groups and not _wide(part, line) and not _wide(groups[-1], line)
        if groups and (plain or _wide(groups[-1] + part, line)):
            groups[-1] = groups[-1] + part
        else:
            groups.append(part)
    return groups


def rows_of(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces of one line together, from the top down and from left to right."""
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: -(p.top + p.bottom)):
        middle = (piece.top + piece.bottom) / 2
        if rows and rows[-1][0].bottom <= middle <= rows[-1][0].top:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda p: p.left) for row in rows]
