"""Tables of the question-answering rows: lines of cells between bars, the first line the names of the columns."""

from collections.abc import Sequence

from grounding.reader import tables
from grounding.text.words import words


def as_records(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The table as ingestion writes it, ``Name: value; Name: value`` a line, and ``spans`` where they stand in it.

    A span that does not lie in a cell below the first line is lost.

    >>> as_records("City | Staff\\nOslo | 120", [(20, 23)])
    ('City: Oslo; Staff: 120', ((19, 22),))
    """
    written = tables.as_records(text)
    moved = (
        (start + a - origin, start + b - origin)
        for a, b in spans
        for start, origin, length in written.pieces
        if origin <= a < b <= origin + length
    )
    return written.text, tuple(moved)


def without_row(text: str, spans: Sequence[tuple[int, int]], question: str) -> str:
    """The table without the rows that hold the answers, or nothing where the question does not name what is in them.

    Without the row of "Oslo" a table does not say how many work in Oslo; it still has a row with the most staff.
    """
    asked, kept, offset = set(words(question.lower())), [], 0
    for line in text.split("\n"):
        end = offset + len(line)
        held = [(a - offset, b - offset) for a, b in spans if a >= offset and b <= end]
        if held:
            rest = "".join(c for i, c in enumerate(line) if not any(a <= i < b for a, b in held))
            if not _only_here(asked & set(words(rest.lower())), text, line):
                return ""
        else:
            kept.append(line)
        offset = end + 1
    return "\n".join(kept)


def _only_here(shared: set[str], text: str, line: str) -> bool:
    """Whether one of the words stands in no other line."""
    others = set(words(text.replace(line, "", 1).lower()))
    return bool(shared - others)
