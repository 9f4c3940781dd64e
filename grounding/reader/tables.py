"""Tables of a passage as the reader has learnt to read them: ``Name: value; Name: value`` a line, as ingestion writes
them. What it says of a value is brought back to the place of the cell."""

import itertools
import re
from dataclasses import dataclass, replace

import numpy as np

from grounding.judge.encoder import Stretch

_BAR = " | "
_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"[|:\- ]*+")

Cell = tuple[int, str]  # place in the text, content


@dataclass(frozen=True)
class Rewritten:
    """``text`` with its ``pieces``: start in it, start in the passage, length of what both share; in order."""

    text: str
    pieces: tuple[tuple[int, int, int], ...]

    def back(self, stretch: Stretch) -> Stretch:
        """The stretch of ``text`` as one of the passage; tokens in no piece (a column's name) are left out."""
        starts, origins, lengths = np.array(self.pieces, np.int64).reshape(-1, 3).T
        at = np.searchsorted(starts, stretch.places[:, 0], side="right") - 1
        kept = (at >= 0) & (stretch.places[:, 1] <= (starts + lengths)[at]) if len(starts) else at >= 0
        moved = stretch.places[kept] + (origins - starts)[at[kept], None]
        return replace(stretch, tokens=stretch.tokens[kept], places=moved)


def as_records(passage: str) -> Rewritten:
    """The passage with each of its tables, two or more lines with as many cells between bars, as records.

    >>> as_records("Staff:\\nCity | Staff\\nOslo | 120").text
    'Staff:\\nCity: Oslo; Staff: 120'
    """
    if _BAR not in passage:
        return Rewritten(passage, ((0, 0, len(passage)),))
    lines: list[str] = []
    pieces: list[tuple[int, int, int]] = []
    written = 0
    matches = (match for match in _LINE.finditer(passage) if not _RULE.fullmatch(match.group()))
    for cells, group in itertools.groupby(matches, key=lambda match: len(_cells(match))):
        head, *rest = group
        table = cells > 1 and bool(rest)
        names = [f"{name}: " if name else "" for _, name in _cells(head)]
        for match in rest if table else (head, *rest):
            line = ""
            for name, (place, value) in (
                zip(names, _cells(match), strict=True) if table else [("", _whole(match))]
            ):
                if value:
                    line += ("; " if line else "") + name
                    pieces.append((written + len(line), place, len(value)))
                    line += value
            lines.append(line)
            written += len(line) + 1
    return Rewritten("\n".join(lines), tuple(pieces))


def _whole(match: re.Match[str]) -> Cell:
    return match.start(), match.group()


def _cells(match: re.Match[str]) -> list[Cell]:
    line, place = match.group(), match.start()
    if line.startswith("| ") and line.rstrip().endswith(" |"):  # Markdown
        line, place = " " + line.rstrip()[2:-2], place + 1
    cells = []
    for cell in line.split(_BAR):
        value = cell.strip()
        cells.append((place + cell.find(value), value))
        place += len(cell) + len(_BAR)
    return cells
