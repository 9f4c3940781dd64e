"""Rows of tables among the sentences that may answer: each is about one thing, and its neighbours about others."""

import re
from collections.abc import Set
from itertools import pairwise

from grounding.text.records import record_fields
from grounding.text.words import STOP_WORDS, stem, words


def named_numbers(text: str) -> frozenset[tuple[str, str]]:
    """The numbers that stand behind a content word, each with its stem: ``("rout", "45")`` of "Route 45"."""
    return frozenset(
        (stem(before), number)
        for before, number in pairwise(words(text))
        if number[0].isdigit() and before not in STOP_WORDS and not before[0].isdigit()
    )


def numbers_of_others(row: str, named: Set[tuple[str, str]]) -> frozenset[str]:
    """Numbers of the question that the row has, but behind no word as in the question: 45 km, not route 45."""
    own = named_numbers(row)
    return frozenset(number for _, number in named) - {number for pair in named & own for number in pair[1:]}


def between_rows(line_end: re.Match[str]) -> bool:
    """Whether a line end stands above or below a row."""
    text = line_end.string
    above = text[text.rfind("\n", 0, line_end.start()) + 1 : line_end.start()]
    return bool(record_fields(above) or record_fields(text[line_end.end() :].partition("\n")[0]))
