"""Where a sentence ends behind what looks like an abbreviation."""

import pytest

from grounding.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("I saved n.md. I ran the tests.", 2),
        ("The totals are in report-2024.csv. They were checked.", 2),
        ("In the U.S. Army we met.", 1),
        ("See setup.py for it.", 1),
    ],
)
def test_a_file_name_ends_a_sentence_and_letters_between_dots_do_not(text: str, count: int) -> None:
    assert len(sentence_spans(text)) == count
