"""Rows of a sheet as lines that say what each value is: ``City: London; Rate: 25.25``."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from ingest.layout.document_builder import DocumentBuilder

# Rows looked at to find the one that names the columns.
_LOOKED_AT = 25
_NUMBER = re.compile(
    r"[-+(]?[€$£¥]?\s?\d[\d.,'\s]*\)?\s?[%€$£¥]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*|TRUE|FALSE", re.I
)
_YEAR = re.compile(r"(?:19|20)\d\d")


def add_records(builder: DocumentBuilder, rows: Iterable[Sequence[str]], name: str = "") -> None:
    """Add the rows, each on one line; ``name`` stands above them where there are any.

    The first row that is about as full as the others names the columns, unless its values are of the kind of
    those below it; what stands before it is text. Without names a row is its values.
    """
    ahead = iter(row for row in rows if any(cell.strip() for cell in row))
    first = list(islice(ahead, _LOOKED_AT))
    if not first:
        return
    if name:
        builder.heading(1, name)
    place = _first_full(first)
    for row in first[:place]:
        builder.paragraph(" ".join(cell.strip() for cell in row if cell.strip()))
    rest = first[place:]
    if len(rest) > 1 and _names_columns(rest[0], rest[1:]):
        names = [" ".join(cell.split()) for cell in rest[0]]
        for row in chain(rest[1:], ahead):
            builder.record("; ".join(_values(names, row)))
    else:
        for row in chain(rest, ahead):
            builder.row(row)
    builder.end_table()


def _values(names: Sequence[str], row: Sequence[str]) -> Iterator[str]:
    for number, cell in enumerate(row):
        if text := " ".join(cell.split()):
            name = names[number] if number < len(names) else ""
            yield f"{name}: {text}" if name else text


def _first_full(rows: Sequence[Sequence[str]]) -> int:
    """The first row with at least half as many values as the fullest, and with two where any row has."""
    counts = [sum(bool(cell.strip()) for cell in row) for row in rows]
    enough = max(min(2, max(counts)), max(counts) / 2)
    return next(number for number, count in enumerate(counts) if count >= enough)


def _names_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the values of a row are names: not all numbers, and no number over a column of numbers.

    Years are names as well.
    """
    filled = [cell.strip() for cell in head if cell.strip()]
    if all(_NUMBER.fullmatch(cell) for cell in filled):
        return False
    for number, cell in enumerate(head):
        if _NUMBER.fullmatch(cell.strip()) and not _YEAR.fullmatch(cell.strip()):
            below = [row[number].strip() for row in rows if number < len(row) and row[number].strip()]
            if below and sum(bool(_NUMBER.fullmatch(one)) for one in below) > len(below) / 2:
                return False
    return True
