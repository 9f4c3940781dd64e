"""Headings: of Markdown by its marks, of a PDF by its outline or by their numbers."""

import re
from collections.abc import Sequence

from ingest.types import Heading, Page

_HEADING = re.compile(r"(#{1,6})[ \t]++(.++)")
_FENCE = re.compile(r"^[ ]{0,3}(```|~~~)")
_UNDERLINE = re.compile(r"^(=+|-{2,})[ \t]*$")


def markdown_headings(text: str) -> list[Heading]:
    """Every heading of a Markdown text, in order."""
    headings: list[Heading] = []
    fence = ""
    position, before = 0, (0, "")
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        mark = _FENCE.match(bare)
        if mark:
            fence = "" if fence == mark[1] else fence or mark[1]
        elif not fence:
            heading = _HEADING.match(bare)
            if heading and (title := heading[2].rstrip(" \t").rstrip("#").rstrip(" \t")):
                headings.append(Heading(position, len(heading[1]), title))
            elif (
                _UNDERLINE.match(bare)
                and before[1].strip()
                and not before[1].lstrip().startswith(("#", "|", "-", "*", ">"))
            ):
                headings.append(Heading(before[0], 1 if bare.startswith("=") else 2, before[1].strip()))
        before = (position, bare)
        position += len(line)
    return headings


# A line such as "3.2 The lamp": at least two numbers, a capital, no sentence end.
_NUMBERED = re.compile(
    r"^(\d{1,2}(?:\.\d{1,2}){1,4})\.? (?=[^\W\d_])([^\n]{2,80}?[^\s.,;:!?…])$", re.MULTILINE
)

# An entry of an outline: page from 1, level from 1, title.
OutlineEntry = tuple[int, int, str]


def pdf_headings(pages: Sequence[Page], outline: Sequence[OutlineEntry]) -> list[Heading]:
    """The outline's titles where they stand on their pages; without an outline the numbered lines."""
    starts = {}
    position = 0
    for page in pages:
        starts[page.number] = position
        position += len(page.text) + 1
    texts = {page.number: page.text for page in pages}
    if outline:
        headings = [
            Heading(starts[number] + place, level, " ".join(title.split()))
            for number, level, title in outline
            if number in texts and (place := _line_of(title, texts[number])) is not None
        ]
    else:
        headings = [
            Heading(starts[page.number] + match.start(), match[1].count(".") + 1, match[0])
            for page in pages
            for match in _NUMBERED.finditer(page.text)
            if match[2][0].isupper()
        ]
    unique = {heading.start: heading for heading in headings}
    return [unique[start] for start in sorted(unique)]


def _line_of(title: str, text: str) -> int | None:
    """Where the line begins that says the title, after a number or alone."""
    wanted = _letters(title)
    if not wanted:
        return None
    for match in re.finditer(r"[^\n]+", text):
        letters = _letters(match[0])
        if letters.endswith(wanted) and len(letters) <= len(wanted) + 8:
            return match.start()
    return None


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()
