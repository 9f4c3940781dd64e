"""Any re-ranking cross-encoder by id or folder, through sentence-transformers. Imports torch; used only where a
setting asks for it.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from grounding.errors import ModelUnavailable


class CrossEncoderReranker:
    """A :class:`~ingest.search.rerank.Reranker` over a model with one output. Only models on this machine are used."""

    def __init__(self, model: str) -> None:
        from sentence_transformers import CrossEncoder

        try:
            self._model = CrossEncoder(model, local_files_only=True)
        except (OSError, ValueError) as error:
            raise ModelUnavailable(
                f"The re-ranking model '{model}' is not on this machine: {error}. Fetch it first "
                f"(`hf download {model}`), or set SUREGROUND_RERANK to a folder."
            ) from error
        if self._model.num_labels != 1:
            raise ModelUnavailable(
                f"The model '{model}' has {self._model.num_labels} outputs; a re-ranking model has one."
            )

    def scores(self, question: str, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        pairs = [(question, text) for text in texts]
        logits = np.asarray(self._model.predict(pairs, show_progress_bar=False), np.float32)
        # Some models give any number, some one in [0, 1]; the order is the same.
        squashed: npt.NDArray[np.float32] = (1 / (1 + np.exp(-logits))).astype(np.float32)
        return squashed
