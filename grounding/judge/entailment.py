"""Whether a premise entails a claim: the Protocol that every entailment model meets."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

# Columns of the array that :meth:`EntailmentModel.predict` returns.
ENTAILMENT, NEUTRAL, CONTRADICTION = 0, 1, 2


class EntailmentModel(Protocol):
    """Reads pairs (premise, claim)."""

    name: str

    def predict(self, pairs: Sequence[tuple[str, str]]) -> npt.NDArray[np.float32]:
        """Log probabilities ``(n_pairs, 3)``: entailment, neutral, contradiction, not yet calibrated."""
        ...
