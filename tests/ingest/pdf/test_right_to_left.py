"""Figures and Latin words in lines that run from right to left."""

import pytest

from ingest.pdf.raised_runs import Character
from ingest.pdf.right_to_left import is_mixed, ordered_lines


def drawn(*words: tuple[str, float]) -> list[Character]:
    """The characters of words that begin at a place, in the order of the second reader, with blanks between."""
    found: list[Character] = []
    for word, left in words:
        backwards = any("\u0590" <= c < "\u0900" for c in word)
        for n, c in enumerate(word):
            place = left + 10 * (len(word) - n if backwards else n)
            found.append(Character(c, place, 0, place + 9, 12))
        found.append(Character(" ", left, 0, left, 12))
    return found[:-1]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([("סעיף", 300), ("25", 270), ("בחוזה", 200)], "סעיף 25 בחוזה"),
        ([("נקראת", 300), ("7", 270), ("Guide", 200), ("בחנות", 100)], "נקראת Guide 7 בחנות"),
        ([("דגם", 300), ("X200", 250), ("Nikon", 190), ("חדש", 100)], "דגם Nikon X200 חדש"),
        ([("بين", 300), ("1931", 240), ("1940", 190), ("تم", 100)], "بين 1931 1940 تم"),
        ([("סך", 300), ("1,204.50", 200), ("שקל", 100)], "סך 1,204.50 שקל"),
    ],
)
def test_what_runs_from_left_to_right_is_read_so(words: list[tuple[str, float]], line: str) -> None:
    assert ordered_lines(drawn(*words)) == [line]


def test_turned_figures_are_turned_back() -> None:
    figures = [Character("5", 280, 0, 289, 12), Character("2", 270, 0, 279, 12)]
    assert ordered_lines([*drawn(("מחיר", 300)), Character(" ", 299, 0, 299, 12), *figures]) == ["מחיר 25"]


def test_only_lines_with_both_are_mixed() -> None:
    assert is_mixed("שלום\nמחיר 25") and is_mixed("قرب Hotel")
    assert not is_mixed("שלום\n25 hotels") and not is_mixed("Tower 25")
