"""Lines written from right to left with figures or Latin words in them, in the order in which they are read.

A reader that follows the drawing turns them; the second one turns the words between two Hebrew or Arabic ones.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from ingest.pdf.raised_runs import Character

_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdfb\ufe70-\ufefc"
_LETTER = re.compile(f"[{_RIGHT_TO_LEFT}]")
_OTHER = re.compile(r"[0-9A-Za-z\u00c0-\u024f\u0660-\u0669\u06f0-\u06f9]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")


def is_mixed(text: str) -> bool:
    """Whether a line has letters that run from right to left and figures or words that do not."""
    return any(_LETTER.search(line) and _OTHER.search(line) for line in text.split("\n"))


def ordered_lines(characters: Sequence[Character]) -> list[str]:
    """The lines of a page whose right-to-left words are in order already.

    What runs from left to right is read so: each word of it, and words beside each other where a Latin one is among
    them, as in "Guide 7". Figures alone follow each other from right to left.
    """
    return [_ordered(line) for line in _lines(characters)]


_Word = list[Character]


def _lines(characters: Sequence[Character]) -> Iterator[list[Character]]:
    for ends, line in groupby(characters, key=lambda one: one.text in "\r\n"):
        if not ends:
            yield list(line)


def _ordered(line: list[Character]) -> str:
    text = _text(line)
    if not (_LETTER.search(text) and _OTHER.search(text)):
        return text
    words = [list(word) for blank, word in groupby(line, key=lambda one: one.text.isspace()) if not blank]
    read: list[str] = []
    for foreign, group in groupby(words, key=lambda word: not _is_right_to_left(word)):
        run = [sorted(word, key=lambda one: one.left) if foreign else word for word in group]
        if foreign and any(_LATIN.search(_text(word)) for word in run):
            run.sort(key=lambda word: word[0].left)
        read += map(_text, run)
    return " ".join(read)


def _is_right_to_left(word: _Word) -> bool:
    # Arabic figures run from left to right.
    return any(_LETTER.match(one.text) and not one.text.isdecimal() for one in word)


def _text(characters: Sequence[Character]) -> str:
    return "".join(one.text for one in characters)
