"""Any Hugging Face NLI cross-encoder as the entailment model, through sentence-transformers.

The label order is read from the model's own config and then verified on pairs nobody can get wrong, since published
configs are at times mistaken. torch is imported when such a model is loaded, never before.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from grounding.errors import ModelUnavailable
from grounding.judge.entailment import CONTRADICTION, ENTAILMENT, NEUTRAL

_COLUMNS = {"entail": ENTAILMENT, "neutral": NEUTRAL, "contradict": CONTRADICTION}
# Premise, claim, the column that must come out highest.
OBVIOUS_PAIRS = (
    ("A man is playing a guitar on stage.", "A man is playing an instrument.", ENTAILMENT),
    ("The shop is open every day.", "The shop is open on Mondays.", ENTAILMENT),
    ("A man is playing a guitar on stage.", "Nobody is playing a guitar.", CONTRADICTION),
    ("The museum opened in 1931.", "The museum did not open in 1931.", CONTRADICTION),
    ("Two dogs run on a beach.", "The dogs belong to a fisherman.", NEUTRAL),
    ("She bought a red car.", "She paid for it with her savings.", NEUTRAL),
)


class CrossEncoderEntailment:
    """Wraps a loaded cross-encoder; ``labels`` are the names of its outputs in order."""

    def __init__(self, model: Any, labels: Sequence[str], name: str) -> None:
        self.name = name
        self._model = model
        self._order = _order_of(labels, name)
        _verify(self)

    @classmethod
    def load(cls, name: str) -> "CrossEncoderEntailment":
        """Load a model id or folder. Raises :class:`grounding.errors.ModelUnavailable`, naming what is wrong."""
        from sentence_transformers import CrossEncoder

        try:
            model = CrossEncoder(name)
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelUnavailable(f"The entailment model {name!r} cannot be loaded: {error}") from error
        id2label = getattr(model.config, "id2label", None) or {}
        return cls(model, [str(id2label[key]) for key in sorted(id2label, key=int)], name)

    def predict(self, pairs: Sequence[tuple[str, str]]) -> npt.NDArray[np.float32]:
        """Log probabilities ``(n_pairs, 3)``: entailment, neutral, contradiction."""
        if not pairs:
            return np.zeros((0, 3), np.float32)
        chances = self._model.predict(list(pairs), apply_softmax=True, show_progress_bar=False)
        return np.log(np.clip(np.asarray(chances, np.float32)[:, self._order], 1e-7, 1))


def _order_of(labels: Sequence[str], name: str) -> list[int]:
    order = {}
    for index, label in enumerate(labels):
        for start, column in _COLUMNS.items():
            if label.lower().startswith(start):
                order[column] = index
    if set(order) != set(_COLUMNS.values()):
        raise ModelUnavailable(
            f"The model {name!r} has the outputs {list(labels)}; an entailment model needs entailment, neutral and "
            "contradiction, named so in the id2label of its config.json."
        )
    return [order[column] for column in sorted(order)]


def _verify(model: CrossEncoderEntailment) -> None:
    predicted = model.predict([(premise, claim) for premise, claim, _ in OBVIOUS_PAIRS]).argmax(axis=1)
    right = sum(
        int(column) == wanted for column, (_, _, wanted) in zip(predicted, OBVIOUS_PAIRS, strict=True)
    )
    if right < len(OBVIOUS_PAIRS) - 1:
        raise ModelUnavailable(
            f"The model {model.name!r} gets {right} of {len(OBVIOUS_PAIRS)} obvious pairs right: its labels are in "
            "another order than its config says, or it is no entailment model."
        )
