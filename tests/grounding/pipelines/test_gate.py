"""What passes, what does not, and what a person is told of it."""

import pytest

from grounding import (
    Citation,
    Claim,
    ClaimCheck,
    Correction,
    Evidence,
    Fact,
    FailedSpan,
    Report,
    Span,
    Verdict,
)
from grounding.pipelines.findings import as_facts, describe, describe_failures, findings
from grounding.pipelines.gate import Gate

FACTS = (
    Fact("Boats lie in the harbour. The tower was built in 1931.", {"title": "Guide", "pages": "3–4"}),
    Fact("The tower was built in 1920."),
)


def checked(text: str, verdict: Verdict, score: float, **more: object) -> ClaimCheck:
    claim = Claim(Span(0, len(text)), text, text, True)
    return ClaimCheck(claim, score, 0.1, verdict, **more)  # type: ignore[arg-type]


def report(*checks: ClaimCheck) -> Report:
    return Report(checks[0].claim.text, FACTS, checks, 0.6)


GOOD = checked("It is tall.", Verdict.SUPPORTED, 0.9, citations=(Citation(0, 0.9),))
BAD = checked("It was built in 1999.", Verdict.NOT_COVERED, 0.1)
DISPUTED = checked(
    "It was built in 1931.",
    Verdict.DISPUTED,
    0.95,
    citations=(Citation(0, 0.95),),
    anti_citations=(Citation(1, 0.9),),
)


def test_a_floor_is_compared_with_the_mean() -> None:
    assert Gate(0.5).refusal(report(GOOD, BAD)) == ""
    assert Gate(0.51).refusal(report(GOOD, BAD)) == "The support score 0.50 is below 0.51."


def test_without_a_floor_every_sentence_counts() -> None:
    assert Gate().refusal(report(GOOD)) == ""
    assert Gate().refusal(report(GOOD, BAD)) == "1 of 2 statements is not supported."
    assert Gate().refusal(report(BAD, BAD)) == "2 of 2 statements are not supported."


@pytest.mark.parametrize("floor", [None, 0.0])
def test_a_disputed_sentence_fails_at_any_floor(floor: float | None) -> None:
    assert Gate(floor).refusal(report(GOOD, DISPUTED))


def test_an_answer_without_statements_passes() -> None:
    greeting = ClaimCheck(Claim(Span(0, 3), "Hi.", "Hi.", False), None, None, Verdict.NO_CHECK_NEEDED)
    assert Gate().refusal(report(greeting)) == ""
    assert Gate(1.0).refusal(report(greeting)) == ""
    assert findings(report(greeting)) == ()


def test_a_failure_says_what_is_missing_and_shows_the_nearest_passage() -> None:
    near = checked(
        "It was built in 1999.",
        Verdict.NOT_COVERED,
        0.2,
        failed_spans=(FailedSpan(Span(16, 20), "number"),),
        fact_scores=(Citation(0, 0.2), Citation(1, 0.1)),
        near_evidence=(Evidence(1, Span(0, 28)), Evidence(0, Span(26, 54))),
    )
    assert describe_failures(report(near, GOOD)).splitlines() == [
        "“It was built in 1999.”",
        "  not covered, score 0.20",
        "  missing: 1999",
        "  nearest: Guide, pages 3–4: “The tower was built in 1931.”",
    ]
    assert describe(report(BAD), findings(report(BAD))[0]).endswith("nearest: no passage comes near")


def test_the_evidence_of_a_contradiction_is_the_passage_that_contradicts() -> None:
    refuted = checked(
        "It was built in 1931.",
        Verdict.CONTRADICTED,
        0.2,
        anti_citations=(Citation(1, 0.9),),
        evidence=(Evidence(1, Span(0, 28)),),
    )
    assert (
        describe_failures(report(refuted)).splitlines()[-1]
        == "  passage: fact 2: “The tower was built in 1920.”"
    )


def test_a_correction_is_told() -> None:
    refuted = checked(
        "It was built in 1999.", Verdict.CONTRADICTED, 0.0, correction=Correction(Span(16, 20), "1920", 1)
    )
    assert "  correct: 1920 in place of 1999" in describe_failures(report(refuted)).splitlines()


def test_texts_are_facts() -> None:
    assert as_facts("One.") == [Fact("One.")]
    assert as_facts(["One.", Fact("Two.")]) == [Fact("One."), Fact("Two.")]
