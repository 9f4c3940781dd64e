"""A small model reads every passage, an accurate one only what decides: a cascade (Viola and Jones 2001).

The accurate model takes about five times as long for a pair. What settles the verdict on a claim is its best passage:
the one that may support it, the one that may contradict it, and each that would be cited. The others keep the small
model's scores, held below every threshold that makes a citation.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grounding.judge.combiner import Floats, Judge, Pair
from grounding.limits import CONTRADICTION_THRESHOLD, SUPPORT_THRESHOLD

# Pairs of each claim that the accurate model reads, the likeliest to support it first.
BEST = 2
# Pairs beyond those are read where the small model would cite them, and so many of a claim at most.
AT_MOST = 5
# Scores of pairs that only the small model has read, at most: below what cites.
UNREAD_SUPPORT = SUPPORT_THRESHOLD - 0.01
UNREAD_CONTRADICTION = CONTRADICTION_THRESHOLD - 0.01


@dataclass(frozen=True)
class Cascade:
    """``fast`` reads all pairs, ``accurate`` those that can change a verdict. Safe to share between threads."""

    fast: Judge
    accurate: Judge

    @property
    def name(self) -> str:
        """The accurate model's: its scores decide."""
        return self.accurate.name

    def reads(self, language: str) -> bool:
        """Whether verdicts in ``language`` (a code) were measured."""
        return self.accurate.reads(language)

    def judge(self, pairs: Sequence[Pair], english: Sequence[bool] = ()) -> Floats:
        """Probabilities ``(n_pairs, 2)``: that the premise supports, and that it contradicts, the claim."""
        scores = self.fast.judge(pairs)
        chosen = decisive(pairs, scores)
        scores = np.minimum(scores, (UNREAD_SUPPORT, UNREAD_CONTRADICTION))
        if chosen:
            scores[chosen] = self.accurate.judge([pairs[i] for i in chosen])
        return scores


def decisive(pairs: Sequence[Pair], scores: Floats) -> list[int]:
    """Indices of the pairs (premise, claim) that can change the verdict on their claim, by rough ``scores`` (n, 2)."""
    of_claim: dict[str, list[int]] = defaultdict(list)
    for index, (_, claim) in enumerate(pairs):
        of_claim[claim].append(index)
    chosen: list[int] = []
    for indices in of_claim.values():
        by_support = sorted(indices, key=lambda i: -scores[i, 0])
        wanted = by_support[:BEST]
        wanted.append(max(indices, key=lambda i: scores[i, 1]))
        wanted += [i for i in by_support[BEST:] if scores[i, 0] >= SUPPORT_THRESHOLD]
        chosen += list(dict.fromkeys(wanted))[:AT_MOST]
    return sorted(chosen)
