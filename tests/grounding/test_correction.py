"""Claims and answers as the facts correct them."""

import pytest

from grounding import Fact, GroundingChecker, Verdict


@pytest.fixture(scope="module")
def checker() -> GroundingChecker:
    return GroundingChecker.load()


MUSEUM = Fact(
    "In 2025 the museum of Orlin has 25 employees. The museum of Orlin was opened in 1885 by Tom Rudge."
)


def test_a_contradicted_figure_is_corrected_and_the_rest_left_out(checker: GroundingChecker) -> None:
    answer = "The museum of Orlin has 28 employees. It was opened in 1871. It sells soup."
    report = checker.check(answer, [MUSEUM])
    first, second, third = report.claims
    assert first.correction and second.correction and third.correction is None
    assert (first.correction.span.of(answer), first.correction.text) == ("28", "25")
    assert (second.correction.span.of(answer), second.correction.text) == ("1871", "1885")
    corrected = checker.correct(report)
    assert corrected and corrected.answer == "The museum of Orlin has 25 employees. It was opened in 1885."
    assert {check.verdict for check in corrected.claims} == {Verdict.SUPPORTED}


def test_a_disputed_claim_shows_both_figures_and_has_no_correction(checker: GroundingChecker) -> None:
    answer = "The museum of Orlin has 28 employees."
    report = checker.check(answer, [Fact("The museum of Orlin has 28 employees and a library."), MUSEUM])
    (check,) = report.claims
    assert (check.verdict, check.correction) == (Verdict.DISPUTED, None)
    ((words),) = check.counterparts
    assert (words.span.of(answer), words.stated.of(report.facts[words.fact].text)) == ("28", "25")
    assert checker.correct(report) is None, "nothing of the answer can be kept"


def test_a_supported_answer_is_its_own_correction(checker: GroundingChecker) -> None:
    report = checker.check("The museum of Orlin has 25 employees.", [MUSEUM])
    assert checker.correct(report) == report
