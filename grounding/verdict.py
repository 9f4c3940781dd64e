"""One claim: from the judgements on its windows to its score, its citations, and where the evidence stands.

The score of a claim is the highest probability that any one fact, or the smallest set of facts read together,
supports all of it: a maximum over facts, never a mean, since one good source is enough.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from grounding.evidence.failed_spans import failed_spans
from grounding.evidence.selection import Join, evidence_in
from grounding.evidence.statements import about_another, states
from grounding.evidence.windows import Window
from grounding.limits import SUPPORT_THRESHOLD
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
        if any(about_another(text, claim.resolved) for text in judged.window.texts):
            judged = replace(judged, contradiction=0.0)
        best[fact] = max(best.get(fact, judged), judged, key=lambda j: j.support)
        worst[fact] = max(worst.get(fact, judged), judged, key=lambda j: j.contradiction)
    support: _Citations = ()
    against: _Citations = ()
    together: tuple[int, ...] = ()
    score = 0.0
    if measured:
        stating = {judged.window.fact for judged in judgements if _states(judged.window, claim)}
        own = {
            fact: _own(
                best[fact].support, 0.0 if fact in stating else worst[fact].contradiction, anti_threshold
            )
            for fact in best
        }
        score = max((held for held, _ in own.values()), default=0.0)
        if joint and _holds(joint, own, score, anti_threshold):
            together = joint.join.facts
        support = tuple(_support(own, joint if together and score < threshold else None))
        score = joint.support if joint and together else score
        against = tuple(_contradictions(own, together, score, anti_threshold))
    cited = _from(threshold, support)
    refuting = _from(anti_threshold, against)
    join = joint.join if joint else None
    evidence = tuple(_evidence(claim, best, worst, join, cited, refuting, threshold))
    shown = {citation.fact for citation in (*cited, *refuting)}
    others = [c.fact for c in support if c.fact not in shown]
    verdict = verdict_from({c.fact for c in cited}, {c.fact for c in refuting})
    denying = {citation.fact for citation in refuting} if verdict is Verdict.DISPUTED else best
    premises = [judged.window.premise for judged in judgements if judged.window.fact in denying]
    return ClaimCheck(
        claim,
        score,
        contradiction=max((c.score for c in against), default=0.0),
        verdict=verdict,
        citations=cited,
        anti_citations=refuting,
        evidence=evidence,
        failed_spans=() if verdict is Verdict.SUPPORTED else failed_spans(claim, premises, bool(refuting)),
        fact_scores=support,
        fact_contradictions=against,
        unmeasured_language=not measured or (mostly_foreign and not cited),
        near_evidence=tuple(_near_evidence(claim, best, join, together, others)),
        joint=together,
    )


def _states(window: Window, claim: Claim) -> bool:
    return any(states(text, claim.resolved) for text in window.texts)


def _own(support: float, contradiction: float, anti_threshold: float) -> tuple[float, float]:
    """What one fact says of a claim: it does not bear it out and deny it at once, the stronger of both stands.

    What falls short of ``anti_threshold`` is no denial. The threshold of support has no say in this: a claim that is
    contradicted at one is so at any.
    """
    if contradiction >= anti_threshold and contradiction > support:
        return min(support, 1 - contradiction), contradiction
    return support, min(contradiction, 1 - support) if support >= SUPPORT_THRESHOLD else contradiction


def _holds(
    joint: JointJudgement, own: Mapping[int, tuple[float, float]], score: float, anti_threshold: float
) -> bool:
    """Whether facts read together bear a claim out more surely than one alone, and than any of them denies it."""
    denied = max((own[fact][1] for fact in joint.join.facts if fact in own), default=0.0)
    return joint.support > score and (denied < anti_threshold or joint.support >= denied)


def _support(own: Mapping[int, tuple[float, float]], joint: JointJudgement | None) -> Iterator[Citation]:
    """Each fact's own probability; those of ``joint``, which no fact alone can replace, carry the set's."""
    for fact, (support, _) in own.items():
        together = joint.support if joint and fact in joint.join.facts else 0.0
        yield Citation(fact, max(support, together))


def _contradictions(
    own: Mapping[int, tuple[float, float]], together: Sequence[int], score: float, anti_threshold: float
) -> Iterator[Citation]:
    """Each fact's probability of contradicting a claim with this support ``score``."""
    for fact, (_, against) in own.items():
        # A fact that merely differs does not deny what another bears out: that takes the probability of a citation.
        # One that is read for it together with others does not deny it at all.
        if score >= SUPPORT_THRESHOLD and (against < anti_threshold or fact in together):
            against = min(against, 1 - score)
        yield Citation(fact, against)


def verdict_from(cited: Set[int], refuting: Set[int]) -> Verdict:
    """The verdict from the facts cited for a claim and those against it; one that refutes is no support of it."""
    if refuting:
        return Verdict.DISPUTED if cited - refuting else Verdict.CONTRADICTED
    return Verdict.SUPPORTED if cited else Verdict.NOT_COVERED


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
