"""Word vectors for BM25: one way of counting words for every store, so that all of them rank alike.

The store multiplies by the inverse document frequency of the searched collection; here are only the term
frequencies (https://qdrant.tech/documentation/search/text-search/). Words are lower-cased and English stop
words and endings removed, which does little to other languages.
"""

from dataclasses import dataclass
from functools import cache

from qdrant_edge import Bm25, Bm25Config

# The mean length of a chunk in counted words; BM25 takes longer chunks down and shorter ones up.
AVERAGE_WORDS = 100.0


@dataclass(frozen=True)
class SparseVector:
    """Weights (``values``) at word numbers (``indices``); both of one length."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


@cache
def _model() -> Bm25:
    return Bm25(Bm25Config(avg_len=AVERAGE_WORDS))


def sparse_passage(text: str) -> SparseVector:
    """The saturated term frequencies of a stored text."""
    vector = _model().embed_document(text)
    return SparseVector(tuple(vector.indices), tuple(vector.values))


def sparse_query(text: str) -> SparseVector:
    """Weight 1 for each distinct word of a question; empty when it has only stop words."""
    vector = _model().embed_query(text)
    return SparseVector(tuple(vector.indices), tuple(vector.values))
