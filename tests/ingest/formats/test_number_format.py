"""Numbers, dates and durations as cells show them."""

from datetime import datetime, time, timedelta
from typing import Any

import pytest

from ingest.formats.date_format import shown_moment
from ingest.formats.number_format import shown_number, shown_text


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (56701.0309, '"$"#,##0.00', "$56,701.03"),
        (1200, "[$€-2] #,##0", "€ 1,200"),
        (1234.5, "#,##0.00 [$kr-41D]", "1,234.50 kr"),
        (412, "00000", "00412"),
        (0.0575, "0.00%", "5.75%"),
        (-1250.5, "#,##0.00_);(#,##0.00)", "(1,250.50)"),
        (12, '0 "kg"', "12 kg"),
        (1234567, '0.0,,"M"', "1.2M"),
        (5551234567, "(000) 000-0000", "(555) 123-4567"),
        (0, '0;-0;"none"', "none"),
        (20, '[>=100]"high "0;"low "0', "low 20"),
        (1.5, "# ?/?", "1 1/2"),
        (3, "0.0E+00", "3.0E+00"),
        (-0.001, "0.00", "0.00"),
        (2.345, "0.00", "2.35"),
        (-5, "General", "-5"),
        (7, "0" * 1000, "7"),  # no format of Excel
    ],
)
def test_numbers(value: float, number_format: str, text: str) -> None:
    assert shown_number(value, number_format) == text


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (datetime(2026, 7, 2), "yyyy/mm/dd", "2026-07-02"),
        (datetime(2026, 7, 2), "mmm yyyy", "Jul 2026"),
        (datetime(2026, 7, 2, 9, 30), "d.m.yyyy h:mm", "2026-07-02 09:30"),
        (time(14, 5), "h:mm AM/PM", "2:05 PM"),
        (timedelta(hours=26, minutes=5), "[h]:mm", "26:05"),
        (timedelta(minutes=90, seconds=7), "[mm]:ss", "90:07"),
    ],
)
def test_moments(value: Any, number_format: str, text: str) -> None:
    assert shown_moment(value, number_format) == text


def test_words_around_a_text() -> None:
    assert shown_text("ab", '"Code "@') == "Code ab"
