"""From pairs (premise, claim) to calibrated probabilities of support and contradiction.

The entailment model's log probabilities and the signals of :mod:`grounding.signals` enter two logistic functions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grounding.entailment import EntailmentModel
from grounding.normalise import normalise
from grounding.signals import signal_rows

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Judge:
    """``support`` and ``contradiction`` hold a weight per feature, the last one being the constant."""

    model: EntailmentModel
    support: tuple[float, ...] = (1.0, -0.2, 1.2, 0.6, -2.0, -1.5, -1.5, -0.5, 0.0, 0.0)
    contradiction: tuple[float, ...] = (0.0, 1.2, 2.0, 0.0, 1.5, 0.0, 0.2, 0.5, 0.0, -2.5)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """Probabilities ``(n_pairs, 2)``: that the premise supports, and that it contradicts, the claim."""
        if not pairs:
            return np.zeros((0, 2))
        pairs = [(normalise(premise), normalise(claim)) for premise, claim in pairs]
        features = np.hstack([_contrasts(self.model.predict(pairs)), signal_rows(pairs)])
        features = np.hstack([features, np.ones((len(pairs), 1))])
        weights = np.array([self.support, self.contradiction])
        return np.asarray(1 / (1 + np.exp(-features @ weights.T)))


def _contrasts(logs: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Log odds ``(n, 2)``: entailment against the rest, contradiction against the rest."""
    odds = logs - np.log1p(-np.clip(np.exp(logs), 0, 1 - 1e-6))
    return np.asarray(odds[:, [0, 2]], np.float32)
