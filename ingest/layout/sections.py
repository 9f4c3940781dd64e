"""Sections: the parts of a text between its headings, each with the path of the headings above it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.types import Heading

# Longer texts are cut at a line end first: the sentence model's time and memory grow with the text.
SECTION_LENGTH = 100_000
# Headings that a path names, the nearest ones: an outline may be nested without end.
_DEEPEST = 12


def sections(text: str, headings: Sequence[Heading]) -> Iterator[tuple[int, int, str]]:
    """``(start, end, heading path)`` of the parts between headings, long ones cut at line ends."""
    path: list[tuple[int, str]] = []
    bounds = [(0, "")]
    lines = set[str]()  # between the last of the bounds and the next heading
    looked_at = 0
    for below in headings:
        start, heading = bounds[-1]
        if heading:
            lines.update(_bare_lines(text[looked_at : below.start]))
        # A heading with nothing under it stands above what follows the next one.
        if heading and lines <= {"", *heading.split(" > ")}:
            bounds.pop()
        else:
            start = below.start
            lines.clear()
        bounds.append((start, _descend(path, below.level, below.title)))
        looked_at = below.start
    for (start, heading), (end, _) in pairwise([*bounds, (len(text), "")]):
        while end - start > SECTION_LENGTH:
            cut = text.rfind("\n", start + SECTION_LENGTH // 2, start + SECTION_LENGTH) + 1
            cut = cut or text.rfind(" ", start + SECTION_LENGTH // 2, start + SECTION_LENGTH) + 1
            cut = cut or start + SECTION_LENGTH
            yield start, cut, heading
            start = cut
        if start < end:
            yield start, end, heading


def _bare_lines(section: str) -> set[str]:
    return {line.strip("#=- \t") for line in section.splitlines()}


def _descend(path: list[tuple[int, str]], level: int, title: str) -> str:
    while path and path[-1][0] >= level:
        path.pop()
    path.append((level, title))
    return " > ".join(title for _, title in path[-_DEEPEST:])
