"""One claim: from the judgements on its windows to its score, its citations, and where the evidence stands.

The score of a claim is the highest probability that any one fact, or the smallest set of facts read together,
supports all of it: a maximum over facts, never a mean, since one good source is enough.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grounding.evidence.failed_spans import failed_spans
from grounding.evidence.selection import Join, evidence_in
from grounding.evidence.windows import Window
from grounding.types import Citation, Claim, ClaimCheck, Evidence, Verdict

_REFUTED = 0.9
_Citations = tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class WindowJudgement:
    """Probabilities in [0, 1] that one window supports, and that it contradicts, a claim."""

    window: Window
    support: float
    contradiction: float

    @property
    def joinable(self) -> bool:
        """Whether others may be read together for the claim: what one passage refutes, two do not bear out."""
        return self.contradiction < _REFUTED


@dataclass(frozen=True, slots=True)
class JointJudgement:
    """Probability in [0, 1] that the sentences of a join, read together, support a claim."""

    join: Join
    support: float


def check_claim(
    claim: Claim,
    judgements: Sequence[WindowJudgement],
    joint: JointJudgement | None,
    threshold: float,
    anti_threshold: float,
    *,
    measured: bool = True,
    mostly_foreign: bool = False,
) -> ClaimCheck:
    """Everything that the judged windows, and their join where there is one, say about ``claim``.

    A claim that is not ``measured`` is in a language in which no verdict is trusted: it gets none. ``mostly_foreign``
    says so of its facts, and is told only of a claim that the others do not support.
    """
    if not claim.check_required:
        return ClaimCheck(claim, None, None, Verdict.NO_CHECK_NEEDED)
    best: dict[int, WindowJudgement] = {}
    worst: dict[int, WindowJudgement] = {}
    for judged in judgements:
        fact = judged.window.fact
        best[fact] = max(best.get(fact, judged), judged, key=lambda j: j.support)
        worst[fact] = max(worst.get(fact, judged), judged, key=lambda j: j.contradiction)
    support: _Citations = ()
    against: _Citations = ()
    together: tuple[int, ...] = ()
    score = 0.0
    if measured:
        score = max((judged.support for judged in best.values()), default=0.0)
        if joint and joint.support > score:
            together = joint.join.facts
        support = tuple(_support(best, joint if together and score < threshold else None))
        score = joint.support if joint and together else score
        against = tuple(_contradictions(best, worst, together, score, threshold, anti_threshold))
    cited = _from(threshold, support)
    refuting = _from(anti_threshold, against)
    join = joint.join if joint else None
    evidence = tuple(_evidence(claim, best, worst, join, cited, refuting, threshold))
    shown = {citation.fact for citation in (*cited, *refuting)}
    others = [c.fact for c in support if c.fact not in shown]
    premises = [judged.window.premise for judged in judgements]
    return ClaimCheck(
        claim,
        score,
        contradiction=max((c.score for c in against), default=0.0),
        verdict=Verdict.SUPPORTED if cited else Verdict.CONTRADICTED if refuting else Verdict.NOT_COVERED,
        citations=cited,
        anti_citations=refuting,
        evidence=evidence,
        failed_spans=() if cited else failed_spans(claim, premises, bool(refuting)),
        fact_scores=support,
        fact_contradictions=against,
        unmeasured_language=not measured or (mostly_foreign and not cited),
        near_evidence=tuple(_near_evidence(claim, best, join, together, others)),
        joint=together,
    )


def _support(best: Mapping[int, WindowJudgement], joint: JointJudgement | None) -> Iterator[Citation]:
    """Each fact's own probability; those of ``joint``, which no fact alone can replace, carry the set's."""
    for fact, judged in best.items():
        together = joint.support if joint and fact in joint.join.facts else 0.0
        yield Citation(fact, max(judged.support, together))


def _contradictions(
    best: Mapping[int, WindowJudgement],
    worst: Mapping[int, WindowJudgement],
    together: Sequence[int],
    score: float,
    threshold: float,
    anti_threshold: float,
) -> Iterator[Citation]:
    """Each fact's probability of contradicting a claim with this support ``score``."""
    for fact, judged in worst.items():
        against, own = judged.contradiction, best[fact].support
        # What a fact says in so many words it does not deny elsewhere: its contradiction ends where its support begins.
        if own >= threshold:
            against = min(against, 1 - own)
        # A fact that merely differs does not deny what another bears out: that takes the probability of a citation.
        # One that is read for it together with others does not deny it at all.
        if score >= threshold and (against < anti_threshold or fact in together):
            against = min(against, 1 - score)
        yield Citation(fact, against)


def _from(threshold: float, scores: _Citations) -> _Citations:
    """The facts at or above a threshold, the surest first."""
    return tuple(sorted((c for c in scores if c.score >= threshold), key=lambda c: -c.score))


def _evidence(
    claim: Claim,
    best: Mapping[int, WindowJudgement],
    worst: Mapping[int, WindowJudgement],
    join: Join | None,
    cited: _Citations,
    refuting: _Citations,
    threshold: float,
) -> Iterator[Evidence]:
    """The sentences that carry each citation, then those of facts that only contradict."""
    shown: set[int] = set()
    for citation in cited:
        own = best[citation.fact]
        alone = own.support >= threshold
        parts = evidence_in(claim.resolved, own.window) if alone else _of_join(join, citation.fact)
        shown.update(part.fact for part in parts)
        yield from parts
    for citation in refuting:
        if citation.fact not in shown:
            yield from evidence_in(claim.resolved, worst[citation.fact].window)


def _near_evidence(
    claim: Claim,
    best: Mapping[int, WindowJudgement],
    join: Join | None,
    together: Sequence[int],
    facts: Sequence[int],
) -> Iterator[Evidence]:
    """The closest place in each of ``facts``, which neither support nor contradict."""
    for fact in facts:
        yield from (
            _of_join(join, fact) if fact in together else evidence_in(claim.resolved, best[fact].window)
        )


def _of_join(join: Join | None, fact: int) -> tuple[Evidence, ...]:
    return tuple(part for part in join.evidence if part.fact == fact) if join else ()
