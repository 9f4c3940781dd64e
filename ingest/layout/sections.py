"""Sections: the parts of a text between its headings, each with the path of the headings above it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.types import Heading

# Longer texts are cut at a line end first: the sentence model's time and memory grow with the text.
SECTION_LENGTH = 100_000


def sections(text: str, headings: Sequence[Heading]) -> Iterator[tuple[int, int, str]]:
    """``(start, end, heading path)`` of the parts between headings, long ones cut at line ends."""
    path: list[tuple[int, str]] = []
    bounds = [(0, "")]
    for below in headings:
        # A heading with nothing under it stands above what follows the next one.
        above = (
            bounds[-1][0]
            if bounds[-1][1] and _bare(text[bounds[-1][0] : below.start], bounds[-1][1])
            else None
        )
        if above is not None:
            bounds.pop()
        bounds.append((below.start if above is None else above, _descend(path, below.level, below.title)))
    for (start, heading), (end, _) in pairwise([*bounds, (len(text), "")]):
        while end - start > SECTION_LENGTH:
            cut = text.rfind("\n", start + SECTION_LENGTH // 2, start + SECTION_LENGTH) + 1
            cut = cut or text.rfind(" ", start + SECTION_LENGTH // 2, start + SECTION_LENGTH) + 1
            cut = cut or start + SECTION_LENGTH
            yield start, cut, heading
            start = cut
        if start < end:
            yield start, end, heading


def _bare(section: str, heading: str) -> bool:
    return all(line.strip("#=- \t") in ("", *heading.split(" > ")) for line in section.splitlines())


def _descend(path: list[tuple[int, str]], level: int, title: str) -> str:
    while path and path[-1][0] >= level:
        path.pop()
    path.append((level, title))
    return " > ".join(title for _, title in path)
