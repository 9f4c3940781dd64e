"""The arithmetic of verdicts: which facts are cited, and what a claim's score is.

The score of a claim is the highest probability that any one fact, or the smallest set of facts read together,
supports all of it: a maximum over facts, never a mean, since one good source is enough.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from grounding.types import Citation, Claim, ClaimCheck, Verdict


@dataclass(frozen=True, slots=True)
class FactScore:
    """Probabilities in [0, 1] that one fact supports, and that it contradicts, a claim."""

    support: float
    contradiction: float


def verdict_of(
    claim: Claim,
    facts: Mapping[int, FactScore],
    joint: tuple[tuple[int, ...], float] | None,
    threshold: float,
    anti_threshold: float,
    measured: bool = True,
) -> ClaimCheck:
    """The verdict on ``claim`` from each fact's own scores and, where there is one, a joint reading.

    ``joint`` is (facts read together, their support probability). Where no fact alone reaches the threshold, each
    fact of the set carries the set's probability; where one does, reading on can only make the claim surer.
    """
    if not claim.check_required:
        return ClaimCheck(claim, None, None, Verdict.NO_CHECK_NEEDED)
    own = tuple(Citation(fact, score.support) for fact, score in facts.items())
    # What a fact says in so many words it does not deny elsewhere: its contradiction ends where its support begins.
    against = tuple(
        Citation(
            fact,
            min(score.contradiction, 1 - score.support)
            if score.support >= threshold
            else score.contradiction,
        )
        for fact, score in facts.items()
    )
    score = max((c.score for c in own), default=0.0)
    together: tuple[int, ...] = ()
    if joint and joint[1] > score:
        together = joint[0]
        if score < threshold:
            members = {fact: joint[1] for fact in joint[0]}
            own = tuple(Citation(c.fact, max(c.score, members.get(c.fact, 0.0))) for c in own)
        score = joint[1]
    if score >= threshold:
        # A fact that merely differs does not deny what another bears out: that takes the probability of a citation.
        # One that is read for it together with others does not deny it at all.
        against = tuple(
            c
            if c.score >= anti_threshold and c.fact not in together
            else Citation(c.fact, min(c.score, 1 - score))
            for c in against
        )
    contradiction = max((c.score for c in against), default=0.0)
    if not measured:
        score = min(score, 0.0)
        own = against = together = ()
        contradiction = 0.0
    cited = tuple(sorted((c for c in own if c.score >= threshold), key=lambda c: -c.score))
    refuting = tuple(sorted((c for c in against if c.score >= anti_threshold), key=lambda c: -c.score))
    verdict = Verdict.SUPPORTED if cited else Verdict.CONTRADICTED if refuting else Verdict.NOT_COVERED
    return ClaimCheck(
        claim,
        score,
        contradiction,
        verdict,
        cited,
        refuting,
        (),
        (),
        own,
        against,
        unmeasured_language=not measured,
        joint=together,
    )
