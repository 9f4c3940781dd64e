"""Whether the retrieved chunks answer a question: a logistic regression over five figures of what was read.

The weights lie in ``data/abstention.json``, fitted by ``bench/abstain.py`` on one half of its articles and
measured on the other; they belong to the embedding model named there.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.answering.relevance import RankedSentences

ABSTENTION = "The documents do not answer this question."
"""What every writer says then, whole and alone."""

WEIGHTS = Path(__file__).parent / "data" / "abstention.json"


def features(ranked: RankedSentences) -> dict[str, float]:
    """What the decision looks at; all in [0, 1] but ``best_similarity``, a cosine.

    Empty without sentences.
    """
    if not ranked.sentences:
        return {}
    best = ranked.sentences[0]
    return {
        "best_similarity": best.similarity,
        "best_coverage": best.coverage,
        "best_context_coverage": best.context_coverage,
        "best_has_kind": float(best.has_kind),
        "chunk_coverage": max(ranked.chunk_coverage),
    }


@dataclass(frozen=True)
class Answerability:
    """``weights`` per feature and ``bias``.

    They apply to the raw features (the standardisation is folded in).
    """

    weights: Mapping[str, float]
    bias: float

    @classmethod
    def load(cls, path: Path = WEIGHTS) -> "Answerability":
        """The weights as fitted."""
        stored = json.loads(path.read_text(encoding="utf-8"))
        return cls(stored["weights"], stored["bias"])

    def probability(self, ranked: RankedSentences) -> float:
        """Probability in [0, 1] that some chunk answers the question; 0 where there is nothing to read."""
        figures = features(ranked)
        if not figures:
            return 0.0
        return 1 / (
            1 + math.exp(-self.bias - sum(self.weights[name] * value for name, value in figures.items()))
        )
