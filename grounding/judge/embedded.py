"""The embedded entailment models: three-way cross-encoders of our own, shipped in ``grounding/models``."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grounding.judge.encoder import Encoder
from grounding.judge.entailment import CONTRADICTION, ENTAILMENT, NEUTRAL, EntailmentModel

MODEL_FOLDER = Path(__file__).parents[1] / "models" / "english"
# Windows and claims are cut well below this (grounding/evidence/windows.py), so nothing is truncated unnoticed.
MAX_TOKENS = 512

_COLUMNS = {"entailment": ENTAILMENT, "neutral": NEUTRAL, "contradiction": CONTRADICTION}


# Of the accurate model in the pool with the small one: what the two know differs, and together they know more.
ACCURATE_SHARE = 0.7


class PooledEntailment:
    """Two models as one: the mean of their log probabilities, ``share`` of it the first's.

    A logarithmic opinion pool (Genest and Zidek 1986).
    """

    def __init__(
        self, first: EntailmentModel, second: EntailmentModel, share: float = ACCURATE_SHARE
    ) -> None:
        self.name = first.name
        self._models = ((first, share), (second, 1 - share))

    def predict(self, pairs: Sequence[tuple[str, str]]) -> npt.NDArray[np.float32]:
        """Log probabilities ``(n_pairs, 3)``: entailment, neutral, contradiction."""
        return _log_softmax(sum(share * model.predict(pairs) for model, share in self._models))


class EmbeddedEntailment:
    """Runs a folder made by ``python -m grounding.training`` (``model.xml``, ``model.bin``, ``tokenizer.json``)."""

    def __init__(self, encoder: Encoder, labels: Sequence[str], name: str) -> None:
        self.name = name
        self._encoder = encoder
        self._order = [list(labels).index(label) for label in sorted(_COLUMNS, key=_COLUMNS.__getitem__)]

    @classmethod
    def load(cls, folder: Path = MODEL_FOLDER, *, threads: int = 0) -> "EmbeddedEntailment":
        """Read the model. Raises :class:`grounding.errors.ModelUnavailable` when it is missing or broken."""
        encoder = Encoder(folder, max_tokens=MAX_TOKENS, threads=threads)
        id2label = json.loads((folder / "config.json").read_text())["id2label"]
        labels = [id2label[key].lower() for key in sorted(id2label, key=int)]
        return cls(encoder, labels, "sureground-entailment-1")

    def predict(self, pairs: Sequence[tuple[str, str]]) -> npt.NDArray[np.float32]:
        """Log probabilities ``(n_pairs, 3)``: entailment, neutral, contradiction."""
        if not pairs:
            return np.zeros((0, 3), np.float32)
        return _log_softmax(self._encoder.run(list(pairs))[:, self._order])


def _log_softmax(logits: Any) -> npt.NDArray[np.float32]:
    """Of rows of logits, shape (n, 3)."""
    logits = logits - logits.max(axis=1, keepdims=True)
    log_chances: npt.NDArray[np.float32] = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return log_chances
