"""A passage's tables as records, and what is said of a record's value brought back to its cell."""

import pytest

from grounding.reader.figures import END, START
from grounding.reader.spans import best_place
from grounding.reader.tables import as_records
from tests.grounding.reader.stretches import stretch

STAFF = "City | Staff\nOslo | 120\nBergen | 40"


@pytest.mark.parametrize(
    ("passage", "records"),
    [
        (STAFF, "City: Oslo; Staff: 120\nCity: Bergen; Staff: 40"),
        (
            f"Staff by city:\n{STAFF}\nThe end.",
            "Staff by city:\nCity: Oslo; Staff: 120\nCity: Bergen; Staff: 40\nThe end.",
        ),
        ("| City | Staff |\n|---|:--:|\n| Oslo | 120 |", "City: Oslo; Staff: 120"),
        (" | 2019 | 2018\nCost | 1 | ", "Cost; 2019: 1"),
        ("He said yes | no and left.", "He said yes | no and left."),
        ("if (a || b)\n\n return", "if (a || b)\n\n return"),
        ("", ""),
    ],
)
def test_a_table_is_read_as_records_and_other_text_as_it_is(passage: str, records: str) -> None:
    written = as_records(passage)
    assert written.text == records
    for start, origin, length in written.pieces:
        assert written.text[start : start + length] == passage[origin : origin + length]


def test_an_answer_in_a_record_stands_in_the_cell() -> None:
    written = as_records(STAFF)
    read = written.back(stretch(written.text, {"40": {START: 5, END: 5}, "Staff": {START: 9, END: 9}}))
    place = best_place(STAFF, read)
    assert place is not None
    assert (place.span.start, place.span.of(STAFF)) == (STAFF.index("40"), "40")


def test_a_passage_without_a_word_has_no_places() -> None:
    assert len(as_records(" | \n | ").back(stretch("", {})).places) == 0
