"""The checker as a whole, with the shipped model: limits, languages, and what must not depend on what."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grounding import Claim, Fact, GroundingChecker, InvalidInput, Verdict
from grounding.check import count_answer_tokens
from grounding.limits import ANSWER_TOKENS, FACT_CHARACTERS, FACTS

OWLS = [
    Fact("Barn owls hunt at night. They eat voles and mice."),
    Fact("The barn owl lays four to seven eggs."),
    Fact("Barn owls live in Europe, Asia and Africa."),
]


@pytest.fixture(scope="module")
def checker() -> GroundingChecker:
    return GroundingChecker.load()


def test_tokens_are_words_and_sentence_ending_marks() -> None:
    assert count_answer_tokens("They wore off-the-rack clothes in 2024.") == 7


@pytest.mark.parametrize(
    ("answer", "facts", "keywords", "field"),
    [
        ("", OWLS, {}, "answer"),
        (" \n\t", OWLS, {}, "answer"),
        ("word " * (ANSWER_TOKENS + 1), OWLS, {}, "answer"),
        ("Owls hunt.", [Fact("x")] * (FACTS + 1), {}, "facts"),
        ("Owls hunt.", [Fact("x" * (FACT_CHARACTERS + 1))], {}, "facts[0]"),
        ("Owls hunt.", OWLS, {"threshold": 1.5}, "threshold"),
        ("Owls hunt.", OWLS, {"threshold": float("nan")}, "threshold"),
        ("Owls hunt.", OWLS, {"anti_threshold": -0.1}, "anti_threshold"),
    ],
)
def test_what_is_outside_the_limits_is_refused_by_name(
    checker: GroundingChecker, answer: str, facts: list[Fact], keywords: dict[str, float], field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        checker.check(answer, facts, **keywords)  # type: ignore[arg-type]
    assert refused.value.field == field


def test_nothing_to_check_is_full_support_and_nothing_to_cite_from_is_none(checker: GroundingChecker) -> None:
    assert checker.check("Hello!", []).support_score == 1
    report = checker.check("Barn owls hunt at night.", [])
    assert report.support_score == 0
    assert report.claims[0].verdict is Verdict.NOT_COVERED


def test_evidence_is_the_sentence_that_carries_the_claim(checker: GroundingChecker) -> None:
    (check,) = checker.check("Barn owls eat mice and voles.", OWLS).claims
    assert check.verdict is Verdict.SUPPORTED
    assert "They eat voles and mice." in [e.span.of(OWLS[e.fact].text) for e in check.evidence]


def test_a_fact_below_the_threshold_has_its_closest_place(checker: GroundingChecker) -> None:
    facts = [Fact("Hens lay eggs. Barn owls eat mice and voles."), Fact("Kites are red. Snails eat leaves.")]
    for threshold, cited in ((0.6, [0]), (1.0, [])):
        (check,) = checker.check("Barn owls eat mice and voles.", facts, threshold=threshold).claims
        places = {e.fact: e.span.of(facts[e.fact].text) for e in check.evidence + check.near_evidence}
        assert places == {0: "Barn owls eat mice and voles.", 1: "Snails eat leaves."}
        assert [e.fact for e in check.evidence] == cited


def test_a_fact_that_tells_another_name_of_the_same_thing_is_read_with_it(checker: GroundingChecker) -> None:
    facts = [Fact("The Marlow office was repainted in 2019."), Fact("Main office is the Marlow office.")]
    (check,) = checker.check("The main office was repainted in 2019.", facts).claims
    assert 0 in [c.fact for c in check.citations]
    assert not check.anti_citations
    (check,) = checker.check("The main office was repainted in 2016.", facts).claims
    assert [c.fact for c in check.anti_citations] == [0]


def test_what_is_missing_is_pointed_at_in_the_answer(checker: GroundingChecker) -> None:
    answer = "Barn owls hunt at night. The barn owl lays twelve eggs."
    check = checker.check(answer, OWLS).claims[1]
    assert check.verdict is not Verdict.SUPPORTED
    assert [(part.span.of(answer), part.kind) for part in check.failed_spans] == [("twelve", "number")]


def test_facts_may_be_found_for_each_claim_and_are_merged(checker: GroundingChecker) -> None:
    asked: list[str] = []

    def find(claim: Claim) -> list[Fact]:
        asked.append(claim.resolved)
        return OWLS[:2] if "hunt" in claim.text else OWLS[1:]

    report = checker.check("Hello! Barn owls hunt at night. The barn owl lays four to seven eggs.", find)
    assert asked == ["Barn owls hunt at night.", "The barn owl lays four to seven eggs."]
    assert list(report.facts) == OWLS
    assert [[c.fact for c in check.citations] for check in report.claims] == [[], [0], [1]]


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("Tornet är 61 meter högt och står i hamnen.", "Tornet är 61 meter högt och står i hamnen."),
        ("The tower is 61 metres tall.", "Ο πύργος έχει ύψος 61 μέτρα και βρίσκεται στο λιμάνι."),
    ],
)
def test_a_language_that_was_not_measured_is_marked_and_never_cited(
    checker: GroundingChecker, answer: str, fact: str
) -> None:
    (check,) = checker.check(answer, [Fact(fact)]).claims
    assert check.unmeasured_language
    assert check.verdict is Verdict.NOT_COVERED
    assert not check.citations and not check.anti_citations


def test_the_english_part_of_a_bilingual_fact_is_read(checker: GroundingChecker) -> None:
    swedish = "Tornugglan jagar på natten och äter möss, som den hittar med hörseln. " * 12
    (check,) = checker.check("Barn owls hunt at night.", [Fact(swedish + "\n" + OWLS[0].text)]).claims
    assert check.verdict is Verdict.SUPPORTED


def test_order_of_facts_and_unrelated_facts_change_nothing(checker: GroundingChecker) -> None:
    answer = "Barn owls hunt at night. The barn owl lays nine eggs. Barn owls live in Europe."
    unrelated = [Fact(f"The ferry number {n} leaves the harbour at noon.") for n in range(20)]
    plain, turned, more = (
        checker.check(answer, facts) for facts in (OWLS, OWLS[::-1], [*unrelated, *OWLS, *unrelated])
    )
    for one, two, three in zip(plain.claims, turned.claims, more.claims, strict=True):
        assert one.score == pytest.approx(two.score, abs=0.02)
        assert one.score == pytest.approx(three.score, abs=0.05)
        assert one.verdict is two.verdict is three.verdict
    assert checker.check(answer, OWLS) == plain


@pytest.mark.parametrize("fact", [sentence for fact in OWLS for sentence in [fact.text]])
def test_a_verbatim_quote_is_supported(checker: GroundingChecker, fact: str) -> None:
    assert all(check.verdict is Verdict.SUPPORTED for check in checker.check(fact, OWLS).claims)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer=st.text(min_size=1, max_size=200), fact=st.text(max_size=200))
def test_any_text_gets_scores_in_range_and_exact_spans(
    checker: GroundingChecker, answer: str, fact: str
) -> None:
    try:
        report = checker.check(answer, [Fact(fact), *OWLS])
    except InvalidInput:
        assert not answer.strip()
        return
    assert 0 <= report.support_score <= 1
    for check in report.claims:
        assert check.claim.span.of(answer) == check.claim.text
        if check.score is not None:
            assert 0 <= check.score <= 1
            assert bool(check.citations) == (check.score >= report.threshold)


@pytest.mark.parametrize("text", ["The tower \ud800 is tall.", "Der Turm \udfff ist sehr hoch und alt."])
def test_half_a_character_is_no_error(checker: GroundingChecker, text: str) -> None:
    (check,) = checker.check(text, [Fact(text)]).claims
    assert check.verdict is Verdict.SUPPORTED


def test_with_a_prompt_the_answer_and_each_claim_of_it_answer_it_or_not(checker: GroundingChecker) -> None:
    answer = "The Brindle tower is 61 metres tall. Bread is baked on Mondays."
    report = checker.check(answer, [], prompt="How tall is the Brindle tower?")
    tall, bread = (check.relevance or 0.0 for check in report.claims)
    assert tall > 0.5 > bread
    assert report.relevance is not None and report.relevance > bread
    plain = checker.check(answer, [])
    assert plain.relevance is None and all(check.relevance is None for check in plain.claims)
