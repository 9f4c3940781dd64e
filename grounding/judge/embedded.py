"""The embedded entailment model: a three-way cross-encoder of our own, shipped in ``grounding/models/english``."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from grounding.judge.encoder import Encoder
from grounding.judge.entailment import CONTRADICTION, ENTAILMENT, NEUTRAL

MODEL_FOLDER = Path(__file__).parents[1] / "models" / "english"
# Windows and claims are cut well below this (grounding/evidence/windows.py), so nothing is truncated unnoticed.
MAX_TOKENS = 512

_COLUMNS = {"entailment": ENTAILMENT, "neutral": NEUTRAL, "contradiction": CONTRADICTION}


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
        logits = self._encoder.run(list(pairs))[:, self._order]
        logits -= logits.max(axis=1, keepdims=True)
        log_chances: npt.NDArray[np.float32] = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return log_chances
