"""Any sentence-transformers model by id or folder. Imports torch; used only where a setting asks for it."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from grounding.errors import ModelUnavailable


class TransformersEmbedder:
    """An :class:`~ingest.embedding.embedder.Embedder` over sentence-transformers, its prompts for questions and
    passages kept.

    Only models on this machine are used: nothing is fetched while serving.
    """

    def __init__(self, model: str) -> None:
        from sentence_transformers import SentenceTransformer

        try:
            self._model = SentenceTransformer(model, local_files_only=True)
        except (OSError, ValueError) as error:
            raise ModelUnavailable(
                f"The embedding model '{model}' is not on this machine: {error}. Fetch it first "
                f"(`hf download {model}`), or set SUREGROUND_EMBEDDING_MODEL to a folder."
            ) from error
        self.name = model
        self.languages: frozenset[str] = frozenset()
        self.max_tokens = int(self._model.max_seq_length or 512)
        self.dimension = int(self._model.get_embedding_dimension() or 0)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        tokenizer = self._model.tokenizer
        encoded = tokenizer(list(texts), add_special_tokens=False, truncation=False, verbose=False)
        return [len(ids) for ids in encoded["input_ids"]]

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return self._model.encode_document(
            list(texts), normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )

    def embed_queries(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return self._model.encode_query(
            list(texts), normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )
