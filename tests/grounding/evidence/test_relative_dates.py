"""Last year, of a text whose date is known and of one whose is not."""

import pytest

from grounding import Fact, GroundingChecker, Verdict
from grounding.evidence.relative_dates import with_years


@pytest.mark.parametrize(
    ("text", "date", "right"),
    [
        ("It rose last year.", "2025-03-01", "It rose last year (2024)."),
        ("It will rise next year.", "2025", "It will rise next year (2026)."),
        ("It closed last month.", "2025-01", "It closed last month (December 2024)."),
        ("It closed this month.", "1 March 2025", "It closed this month (March 2025)."),
        ("Last year's rise.", "2025", "Last year's rise."),
        ("It rose last year.", "", "It rose last year."),
        ("It closed last month.", "2025", "It closed last month."),
    ],
)
def test_a_relative_date_is_told_in_full(text: str, date: str, right: str) -> None:
    assert with_years(text, date) == right


@pytest.fixture(scope="module")
def checker() -> GroundingChecker:
    return GroundingChecker.load()


@pytest.mark.parametrize(
    ("year", "attributes", "right"),
    [
        ("2024", {"date": "2025-03-01"}, Verdict.SUPPORTED),
        ("2023", {"date": "2025-03-01"}, Verdict.CONTRADICTED),
        ("2024", {}, Verdict.NOT_COVERED),
        ("2023", {}, Verdict.NOT_COVERED),
    ],
)
def test_last_year_is_the_one_before_the_date_of_the_fact(
    checker: GroundingChecker, year: str, attributes: dict[str, str], right: Verdict
) -> None:
    fact = Fact("Visitor numbers rose last year.", attributes)
    assert checker.check(f"Visitor numbers rose in {year}.", [fact]).claims[0].verdict is right
