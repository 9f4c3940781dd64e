"""What a passage says in place of the words of a claim."""

import pytest

from grounding.evidence.counterparts import counterparts
from grounding.types import Span


def stated(claim: str, word: str, kind: str, passage: str) -> list[tuple[str, str]]:
    start = claim.index(word)
    pairs = counterparts(claim, [(Span(start, start + len(word)), kind)], passage)
    return [(pair.claimed.of(claim), pair.stated.of(passage)) for pair in pairs]


@pytest.mark.parametrize(
    ("claim", "word", "kind", "passage", "right"),
    [
        ("It has 28 rooms.", "28", "number", "In 2025 it has 25 rooms.", [("28", "25")]),
        ("It employs twelve people.", "twelve", "number", "It employs 14 people.", [("twelve", "14")]),
        ("It opened in 1871.", "1871", "number", "It opened in 1885 with 12 rooms.", [("1871", "1885")]),
        (
            "It is on 12 May 2024.",
            "12",
            "number",
            "It is on 17 June 2024.",
            [("12 May 2024", "17 June 2024")],
        ),
        (
            "R-12 belongs to Daniel Wu.",
            "Wu",
            "name",
            "R-12 belongs to Maya Ortiz.",
            [("Daniel Wu", "Maya Ortiz")],
        ),
        ("The status is closed.", "closed", "not_found", "Risk: 12; Status: open", [("closed", "open")]),
    ],
)
def test_a_figure_stands_for_a_figure_and_a_name_for_a_name(
    claim: str, word: str, kind: str, passage: str, right: list[tuple[str, str]]
) -> None:
    assert stated(claim, word, kind, passage) == right


@pytest.mark.parametrize(
    ("claim", "word", "kind", "passage"),
    [
        ("It has 28 rooms.", "28", "number", "It opened in 1885."),  # a year is no count
        ("It has 28 rooms.", "28", "number", "One has 25 rooms, the other has 31 rooms."),
        ("It sells soup.", "soup", "not_found", "It sells tea."),
        ("It has 28 rooms.", "28", "number", "It has rooms."),
    ],
)
def test_where_it_is_not_plain_nothing_is_said(claim: str, word: str, kind: str, passage: str) -> None:
    assert stated(claim, word, kind, passage) == []


def test_two_figures_do_not_take_the_same_one() -> None:
    claim, passage = "Tickets cost £12 and children pay £5.", "Tickets cost £9. Children pay £4."
    pairs = counterparts(claim, [(Span(14, 16), "number"), (Span(35, 36), "number")], passage)
    assert [pair.stated.of(passage) for pair in pairs] == ["9", "4"]
