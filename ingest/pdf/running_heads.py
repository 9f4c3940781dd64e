"""Running heads and feet: the lines at the edges of pages that say the same on page after page.

A line counts as running when it stands at the same edge of at least :data:`PAGES` pages near it whose texts
differ. Its numbers have to be the same there or count the pages, all but a page number at its begin or end,
which may jump; a line of numbers alone has to count the pages. In a shorter file only "Page 1 of 2" counts.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# So many lines at each edge may be running ones.
EDGE = 5

# A line runs when it is on so many pages, each at most so many pages from the next.
PAGES, NEAR = 3, 4

# Characters of a line that is no more than a page's number.
SHORT = 20

_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"^[-–—|•·\s]*\d+(?:[-–—]|(?=\s|$))|(?:[-–—]|(?<=\s))\d+[-–—|•·\s]*$")
_ITEM = re.compile(r"\(?\d{1,3}[.)]\s")  # of a list, which counts as pages do
_ROMAN = re.compile(r"(?<![^\W_])[ivxlcdm]+(?![^\W_])", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


@dataclass(frozen=True)
class Parts:
    """A page's lines: the running ones at its two edges, and what is between."""

    head: str
    body: str
    foot: str


def without_running_lines(pages: Sequence[tuple[int, str]]) -> list[Parts]:
    """The parts of each page, given as its number from 1 and its lines, in order of numbers."""
    edges = {
        number: (_edge(text.split("\n")), _edge(text.split("\n")[::-1])) for number, text in pages if text
    }
    texts = dict(pages)
    running = [_running(((n, edge[side]) for n, edge in edges.items()), texts) for side in (0, 1)]
    found = []
    for number, text in pages:
        lines = text.split("\n")
        if not text:
            found.append(Parts("", "", ""))
            continue
        if len(pages) < PAGES:  # too few to compare
            top, bottom = (int(_is_page_number(lines[n], number, len(pages))) for n in (0, -1))
        else:
            top = _last_running(edges[number][0], running[0], number)
            bottom = _last_running(edges[number][1], running[1], number)
        bottom = min(bottom, len(lines) - top)
        parts = (lines[:top], lines[top : len(lines) - bottom], lines[len(lines) - bottom :])
        found.append(Parts(*("\n".join(part).strip() for part in parts)))
    return found


# A line at an edge: how many lines there are from the edge up to it, what it says, and its numbers.
_Line = tuple[int, str, tuple[int, ...]]


def _edge(lines: Sequence[str]) -> list[_Line]:
    found: list[_Line] = []
    for place, line in enumerate(lines, 1):
        if line.strip():
            found.append((place, "", ()) if _ITEM.match(line) else (place, *_shape(line)))
        if len(found) == EDGE:
            break
    return found


def _shape(line: str) -> tuple[str, tuple[int, ...]]:
    """What a line says with its numbers taken out, and the numbers that have to agree with other pages."""
    if any(c.isalpha() for c in line):
        if roman := _ROMAN.fullmatch(line.strip("-–— .|")):
            return line.replace(roman[0], "#"), (_roman(roman[0]),)
        line = _PAGE_NUMBER.sub(" # ", line)
    numbers = tuple(int(number[:9]) for number in _NUMBER.findall(line))
    return " ".join(_NUMBER.sub("#", line).casefold().split()), numbers


def _is_page_number(line: str, number: int, count: int) -> bool:
    """Whether a line is no more than the page's number and how many there are: "Page 1 of 2", "2/2"."""
    words = [word for word in line.split() if word.isalpha()]
    return (
        len(line) <= SHORT
        and len(words) <= 2
        and [int(found[:9]) for found in _NUMBER.findall(line)] == [number, count]
    )


def _roman(text: str) -> int:
    values = [_VALUES[letter] for letter in text.lower()]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


def _running(edges: Iterable[tuple[int, list[_Line]]], texts: dict[int, str]) -> set[tuple[str, int]]:
    """What runs, as pairs of what a line says and the number of a page that says it."""
    seen: dict[str, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for page, lines in edges:
        for _, shape, numbers in lines:
            if shape:
                seen[shape].setdefault(page, numbers)
    return {
        (shape, page)
        for shape, numbers_of in seen.items()
        for group in _groups(list(numbers_of))
        for page in _agreed({page: numbers_of[page] for page in group}, words=any(c.isalpha() for c in shape))
        if len({texts[page] for page in group}) >= PAGES
    }


def _agreed(numbers_of: dict[int, tuple[int, ...]], *, words: bool) -> list[int]:
    """Of pages with the numbers on their line, those on which most agree with enough other pages."""
    same, counting = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for page, numbers in numbers_of.items():
        same.update(enumerate(numbers))
        counting.update((place, number - page) for place, number in enumerate(numbers))
    found = []
    for page, numbers in numbers_of.items():
        counts = [counting[place, number - page] >= PAGES for place, number in enumerate(numbers)]
        agree = [same[place, number] >= PAGES or counts[place] for place, number in enumerate(numbers)]
        if any(counts) or (words and 2 * sum(agree) >= len(agree)):
            found.append(page)
    return found if len(found) >= PAGES else []


def _groups(numbers: Sequence[int]) -> list[list[int]]:
    """Page numbers in order, in groups without a wide gap."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number - groups[-1][-1] <= NEAR:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


def _last_running(edge: Sequence[_Line], running: set[tuple[str, int]], number: int) -> int:
    """How many lines there are from the edge up to the last of the running ones that begin there."""
    last = 0
    for place, shape, _ in edge:
        if (shape, number) not in running:
            break
        last = place
    return last
