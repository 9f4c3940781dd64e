"""Which rows of a table name its columns, and the name that they give to each."""

import re
from collections.abc import Sequence
from itertools import pairwise

# Levels of names above each other, and characters of a name.
MOST_LEVELS = 4
LONGEST_NAME = 80

_NUMBER = re.compile(
    r"[-+(]?[€$£¥]?\s?\d[\d.,'\s]*\)?\s?[%€$£¥]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*|TRUE|FALSE", re.I
)
_YEAR = re.compile(r"(?:19|20)\d\d")

Row = Sequence[str]


def split_head(rows: Sequence[Row], levels: int | None = None) -> tuple[list[Row], list[Row], list[Row]]:
    """The rows above a table's head, the head, and the first rows below it.

    ``levels`` is how many rows the format says name the columns. Where it says nothing that is the first row about as
    full as the others, unless its values are of the kind of those below it, with the levels above and below it.

    >>> split_head([["Visitors"], ["Site", "2023"], ["Castle", "1500"]])
    ([['Visitors']], [['Site', '2023']], [['Castle', '1500']])
    """
    place = _titles(rows) if levels else _first_full(rows)
    if levels:
        count = max(1, levels - place)
    else:
        place -= _is_group_level(rows[place - 1], rows[place]) if place else 0
        count = int(levels is None and _names_columns(rows[place], rows[place + 1 :]))
    while 0 < count < min(len(rows) - place - 1, MOST_LEVELS) and _is_level(rows[place:], count):
        count += 1
    if not any(len(row) > 1 or len(rows[place]) == 1 for row in rows[place + count :]):
        count = 0
    return list(rows[:place]), list(rows[place : place + count]), list(rows[place + count :])


def joined_names(head: Sequence[Row]) -> list[str]:
    """One name a column, of all levels: a name of an upper level holds for the places at its right that it leaves free,
    where the level has no merged cells.

    >>> joined_names([["Site", "Visitors", ""], ["", "2022", "2023"]])
    ['Site', 'Visitors 2022', 'Visitors 2023']
    """
    width = max((len(level) for level in head), default=0)
    levels = [[*level, *[""] * (width - len(level))] for level in head]
    for upper in levels[:-1]:
        if not any(a and a == b for a, b in pairwise(upper)):
            for number in range(2, width):
                upper[number] = upper[number] or upper[number - 1]
    names = (" ".join(dict.fromkeys(level[n] for level in levels if level[n])) for n in range(width))
    return [name.rstrip(": ").replace(";", ",") for name in names]


def is_number(cell: str) -> bool:
    """Whether a cell is a figure, an amount, a date or a truth value, and no year."""
    return bool(_NUMBER.fullmatch(cell)) and not _YEAR.fullmatch(cell)


def _titles(rows: Sequence[Row]) -> int:
    """How many rows at the top are one cell over a wider table."""
    widest = max(map(len, rows))
    return next((n for n, row in enumerate(rows) if len(row) > 1 or widest == 1), 0)


def _first_full(rows: Sequence[Row]) -> int:
    """The first row with at least half as many values as the fullest, and with two where any row has."""
    counts = [sum(bool(cell) for cell in row) for row in rows]
    enough = max(min(2, max(counts)), max(counts) / 2)
    return next(number for number, count in enumerate(counts) if count >= enough)


def _is_group_level(above: Row, row: Row) -> bool:
    """Whether a row that is not full names groups of the columns below it: a title begins at the left."""
    groups = [number for number, cell in enumerate(above) if cell]
    return len(above) > 1 and groups[0] > 0 and groups[-1] < len(row)


def _is_level(rows: Sequence[Row], count: int) -> bool:
    """Whether the row below ``count`` levels of names is one more."""
    head, row, below = rows[count - 1], rows[count], rows[count + 1 :]
    if len(row) < 2:
        return False
    both = list(zip(head, row, strict=False))
    spread = [a == b != "" for a, b in pairwise(head)]
    wide = [a or b for a, b in zip([False, *spread], [*spread, False], strict=True)]
    # What is no group above two columns goes on downwards.
    alone = all(b in ("", a) or not a for (a, b), group in zip(both, wide, strict=False) if not group)
    merged = alone and (any(spread) or any(a and a == b for a, b in both))
    free = any(b and not a for a, b in both[1:]) or len(row) > len(head)
    under = any(a and not b for a, b in both) or not head[0]
    return (merged or (free and under)) and _names_columns(row, below)


def _names_columns(head: Row, rows: Sequence[Row]) -> bool:
    """Whether the values of a row are names: short, not all numbers, and no number over a column of numbers.

    Years are names as well.
    """
    filled = [cell for cell in head if cell]
    figures = all(_NUMBER.fullmatch(cell) for cell in filled)
    if figures and (len(filled) == len(head) or any(map(is_number, filled))):
        return False  # years beside a free place are names
    if any(len(cell) > LONGEST_NAME for cell in filled):
        return False
    for number, cell in enumerate(head):
        if is_number(cell):
            below = [row[number] for row in rows if number < len(row) and row[number]]
            if below and sum(bool(_NUMBER.fullmatch(one)) for one in below) > len(below) / 2:
                return False
    return bool(rows)
