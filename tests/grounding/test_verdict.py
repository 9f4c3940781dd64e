"""The aggregation by hand: two facts, two numbers each."""

import pytest

from grounding.evidence.selection import Join
from grounding.evidence.windows import windows_of
from grounding.types import Claim, ClaimCheck, Fact, Report, Span, Verdict
from grounding.verdict import JointJudgement, WindowJudgement, check_claim

CLAIM = Claim(Span(0, 5), "Owls.", "Owls.", True)
FILLER = Claim(Span(0, 5), "Hello", "Hello", False)


def verdict_of(
    claim: Claim,
    facts: dict[int, tuple[float, float]],
    joint: tuple[tuple[int, ...], float] | None,
    threshold: float,
    anti_threshold: float,
    measured: bool = True,
) -> ClaimCheck:
    """The verdict from (support, contradiction) of facts of one window each, and of (facts read together, support)."""
    judged = [
        WindowJudgement(windows_of(number, Fact("Owls hunt."), lambda _: True)[0], *scores)
        for number, scores in facts.items()
    ]
    together = JointJudgement(Join("", frozenset(), joint[0], ()), joint[1]) if joint else None
    return check_claim(claim, judged, together, threshold, anti_threshold, measured=measured)


def test_the_best_fact_gives_the_score_and_every_fact_over_the_threshold_is_cited() -> None:
    check = verdict_of(CLAIM, {0: (0.9, 0.0), 1: (0.7, 0.1)}, None, 0.6, 0.8)
    assert check.score == 0.9
    assert [(c.fact, c.score) for c in check.citations] == [(0, 0.9), (1, 0.7)]
    assert check.verdict is Verdict.SUPPORTED


def test_a_joint_reading_counts_only_where_no_fact_suffices_and_cites_the_whole_set() -> None:
    alone = {0: (0.2, 0.0), 1: (0.3, 0.0)}
    check = verdict_of(CLAIM, alone, ((0, 1), 0.8), 0.6, 0.8)
    assert check.score == 0.8
    assert {(c.fact, c.score) for c in check.citations} == {(0, 0.8), (1, 0.8)}
    enough = verdict_of(CLAIM, {0: (0.7, 0.0), 1: (0.3, 0.0)}, ((0, 1), 0.9), 0.6, 0.8)
    assert [c.fact for c in enough.citations] == [0]
    assert (enough.joint, enough.score) == ((0, 1), 0.9), "what counts where the threshold is above 0.7"
    assert verdict_of(CLAIM, {0: (0.9, 0.0)}, ((0, 1), 0.8), 0.6, 0.8).joint == ()


@pytest.mark.parametrize("threshold", [0.0, 0.5, 0.71, 1.0])
def test_citations_exist_exactly_when_the_score_reaches_the_threshold(threshold: float) -> None:
    check = verdict_of(CLAIM, {0: (0.7, 0.0)}, None, threshold, 0.8)
    assert bool(check.citations) == (threshold <= 0.7)


def test_contradiction_needs_its_own_threshold_and_facts_that_disagree_make_a_claim_disputed() -> None:
    refuted = verdict_of(CLAIM, {0: (0.1, 0.9)}, None, 0.6, 0.8)
    assert refuted.verdict is Verdict.CONTRADICTED
    assert [c.fact for c in refuted.anti_citations] == [0]
    both = verdict_of(CLAIM, {0: (0.1, 0.9), 1: (0.9, 0.0)}, None, 0.6, 0.8)
    assert both.verdict is Verdict.DISPUTED
    assert [c.fact for c in both.citations] == [1]
    assert [c.fact for c in both.anti_citations] == [0]
    assert verdict_of(CLAIM, {0: (0.1, 0.7), 1: (0.9, 0.0)}, None, 0.6, 0.8).verdict is Verdict.SUPPORTED


def test_a_disputed_claim_does_not_count_as_supported() -> None:
    both = verdict_of(CLAIM, {0: (0.1, 0.85), 1: (0.9, 0.0)}, None, 0.6, 0.8)
    assert (both.score, both.support) == (0.9, pytest.approx(0.15))
    assert Report("Owls.", (), (both,), 0.6).support_score == pytest.approx(0.15)


@pytest.mark.parametrize("threshold", [0.0, 0.05, 0.3, 0.6, 1.0])
def test_no_threshold_of_support_makes_a_contradicted_claim_supported(threshold: float) -> None:
    alone = verdict_of(CLAIM, {0: (0.3, 0.9)}, None, threshold, 0.8)
    assert alone.verdict is Verdict.CONTRADICTED
    assert bool(alone.citations) == (alone.score is not None and alone.score >= threshold)
    two = verdict_of(CLAIM, {0: (0.3, 0.9), 1: (0.4, 0.0)}, ((0, 1), 0.5), threshold, 0.8)
    assert two.verdict in (Verdict.CONTRADICTED, Verdict.DISPUTED)


def test_filler_has_no_score_and_no_facts_means_not_covered() -> None:
    assert verdict_of(FILLER, {}, None, 0.6, 0.8).score is None
    assert verdict_of(CLAIM, {}, None, 0.6, 0.8).verdict is Verdict.NOT_COVERED


def test_an_unmeasured_language_is_never_cited() -> None:
    check = verdict_of(CLAIM, {0: (0.99, 0.9)}, None, 0.6, 0.8, measured=False)
    assert check.unmeasured_language
    assert not check.citations and not check.anti_citations
    assert check.score == 0.0


def test_a_fact_that_supports_a_claim_does_not_contradict_it_too() -> None:
    check = verdict_of(CLAIM, {0: (0.97, 0.95), 1: (0.1, 0.95)}, None, 0.6, 0.8)
    assert [c.fact for c in check.citations] == [0]
    assert [c.fact for c in check.anti_citations] == [1]


def test_a_fact_that_denies_a_claim_more_surely_than_it_supports_it_is_no_support() -> None:
    check = verdict_of(CLAIM, {0: (0.75, 0.95)}, None, 0.6, 0.8)
    assert check.verdict is Verdict.CONTRADICTED and not check.citations
    assert check.score == pytest.approx(0.05)


def test_facts_read_together_do_not_bear_out_what_one_of_them_denies_more_surely() -> None:
    check = verdict_of(CLAIM, {0: (0.3, 0.89), 1: (0.1, 0.0)}, ((0, 1), 0.85), 0.6, 0.8)
    assert check.verdict is Verdict.CONTRADICTED and check.joint == ()


def test_a_fact_read_with_others_for_a_claim_does_not_deny_it() -> None:
    facts = {0: (0.3, 0.85), 1: (0.1, 0.0)}
    check = verdict_of(CLAIM, facts, ((0, 1), 0.9), 0.6, 0.8)
    assert check.verdict is Verdict.SUPPORTED and not check.anti_citations


def test_a_passage_does_not_deny_what_it_states_word_for_word() -> None:
    """The other rows of its table are about other things."""
    check = verdict_of(Claim(Span(0, 10), "Owls hunt.", "Owls hunt.", True), {0: (0.9, 0.99)}, None, 0.6, 0.8)
    assert (check.verdict, check.score, check.anti_citations) == (Verdict.SUPPORTED, 0.9, ())
