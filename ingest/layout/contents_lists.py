"""Tables of contents with leaders: lines that end with a row of dots and the number of a page."""

import re
from collections.abc import Iterator, Sequence

_LEADER = re.compile(
    r"(?:(?<!\.)\.{4,}+|(?<!\. )(?:\. ){3,}+\.?|(?<!\u2026)\u2026{2,}+|(?<!_)_{4,}+)[\s|]*+([\divxlc]{0,6}+)[\s|]*+$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\divxlc]{1,6}", re.IGNORECASE)
# So many such lines are a list of contents, fewer below a line that says so: they may be a form, or a price list.
_FEWEST, _FEWEST_NAMED = 5, 3
# A title may go over so many lines more.
_WRAPPED = 1
_NAMES = re.compile(
    r"[\W\d]*+(?:table of )?(?:contents?|inhalt\w*|sommaire|table des matières|índice|sumário|indice|sommario"
    r"|inhoud\w*|содержание|оглавление|spis treści|目次|目录|차례|daftar isi|विषय.?सूची|المحتويات|فهرس)\W*+",
    re.IGNORECASE,
)


def without_contents(text: str) -> str:
    """``text`` without its tables of contents; a heading above one stays.

    >>> without_contents("Contents\\nLamp ..... 3\\nTower . . . . 7\\nFood ....... 12\\nThe lamp burns oil.")
    'Contents\\nThe lamp burns oil.'
    """
    return split_contents(text)[0]


def split_contents(text: str) -> tuple[str, str]:
    """``text`` without its tables of contents, and their lines."""
    if "...." not in text and ". . ." not in text and "\u2026\u2026" not in text and "____" not in text:
        return text, ""
    lines = text.split("\n")
    kept: list[str] = []
    cut: list[str] = []
    written = 0
    for first, last in _runs(lines):
        kept += lines[written:first]
        cut += lines[first:last]
        written = last
    return "\n".join(kept + lines[written:]), "\n".join(cut)


def _runs(lines: Sequence[str]) -> list[tuple[int, int]]:
    """The half-open ranges of lines that are tables of contents: pages follow each other, as prices do not."""
    runs: list[tuple[int, int]] = []
    first = end = count = page = 0
    for place, following, number in _entries(lines):
        between = sum(bool(line.strip()) for line in lines[end:place])
        if count and (between > _WRAPPED or 0 < number < page):
            runs += _run(lines, first, end, count)
            count = 0
        if not count:
            first, page = place, 0
        end, count, page = following, count + 1, max(page, number)
    return runs + _run(lines, first, end, count)


def _entries(lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The half-open ranges of lines that are an entry, and its page; 0 where that is Roman.

    The page may stand on a line of its own.
    """
    for place, line in enumerate(lines):
        leader = _LEADER.search(line[-200:])
        if not leader:
            continue
        number, following = leader[1], place + 1
        if not number and following < len(lines) and _NUMBER.fullmatch(lines[following].strip()):
            number, following = lines[following].strip(), place + 2
        if number:
            yield place, following, int(number) if number.isdecimal() else 0


def _run(lines: Sequence[str], first: int, end: int, count: int) -> list[tuple[int, int]]:
    """A range of entries, or none where they are too few."""
    name = next((line for line in reversed(lines[max(0, first - 3) : first]) if line.strip()), "")
    return [(first, end)] if count >= (_FEWEST_NAMED if _NAMES.fullmatch(name.strip()) else _FEWEST) else []
