"""What of a passage can be quoted."""

from itertools import pairwise

import pytest

from app.answering.units import UnitKind, units_of


def said(passage: str, *kinds: UnitKind) -> list[str]:
    return [unit.quoted(passage) for unit in units_of(passage) if not kinds or unit.kind in kinds]


def test_spans_lead_back_to_the_passage() -> None:
    passage = "Intro here. The tower is 61 metres\ntall and was finished in 1911. नमस्ते दुनिया। 塔高六十一米。🙂 Done."
    units = units_of(passage)
    assert [unit.quoted(passage) for unit in units][
        1
    ] == "The tower is 61 metres tall and was finished in 1911."
    assert all(" ".join(unit.span.of(passage).split()) == unit.quoted(passage) for unit in units)
    assert all(one.span.end <= other.span.start for one, other in pairwise(units))


def test_line_ends_inside_sentences_are_spaces_and_others_divide() -> None:
    passage = (
        "Opening hours\nThe museum is open from Tuesday to Sunday, from 10 am to 5 pm, but on\n"
        "Monday it is closed."
    )
    assert said(passage, UnitKind.SENTENCE) == [
        "The museum is open from Tuesday to Sunday, from 10 am to 5 pm, but on Monday it is closed."
    ]
    assert said(passage, UnitKind.LINE) == ["Opening hours"]


def test_marked_headings_and_questions_are_headings() -> None:
    passage = "## May I bring my dog?\n\nOther animals may wait.\n\nWhat of cats?\n\n# Tickets"
    assert said(passage, UnitKind.HEADING) == ["May I bring my dog?", "What of cats?", "Tickets"]
    assert said(passage, UnitKind.SENTENCE) == ["Other animals may wait."]


def test_lines_of_dots_are_no_sentences() -> None:
    passage = "3.1 Row permission . . . . . . . . . . . . . . . . . . . . . . . . . 14. The fee is 9 pounds."
    assert said(passage, UnitKind.SENTENCE) == ["The fee is 9 pounds."]


def test_rows_of_one_table_and_items_of_one_list_belong_together() -> None:
    passage = (
        "Tickets:\n\nTicket: Adult; Price: £9\nTicket: Child; Price: £4\n\n"
        "They are valid for a year.\n\n- tea\n- cake\n"
    )
    units = units_of(passage)
    rows = [unit for unit in units if unit.kind is UnitKind.ROW]
    items = [unit for unit in units if unit.kind is UnitKind.ITEM]
    assert [unit.quoted(passage) for unit in rows] == ["Ticket: Adult; Price: £9", "Ticket: Child; Price: £4"]
    assert [unit.quoted(passage) for unit in items] == ["tea", "cake"]
    assert len({unit.group for unit in rows}) == len({unit.group for unit in items}) == 1
    assert rows[0].group != items[0].group


@pytest.mark.parametrize(
    ("passage", "sentences"),
    [
        ("MS. PRELOGAR: The statute says so. It is plain.", ["MS. PRELOGAR: The statute says so.", "It is plain."]),
        ("3.1 The Supplier shall deliver in June. Late goods are refused.",
         ["The Supplier shall deliver in June.", "Late goods are refused."]),
        ("(b) The fee is due in June.", ["The fee is due in June."]),
        ("1.3 kg is the weight of the clock.", ["1.3 kg is the weight of the clock."]),
    ],
)  # fmt: skip
def test_labels_stay_with_their_words_and_numbers_of_clauses_go(passage: str, sentences: list[str]) -> None:
    assert said(passage) == sentences


def test_nothing_to_quote() -> None:
    assert units_of("") == [] and units_of("\n \n---\n") == []
