"""A second look at the first hits: each is read together with the question. Off unless a setting asks for it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from grounding.judge.entailment import ENTAILMENT, EntailmentModel
from grounding.reader.embedded import embedded_reader
from grounding.reader.reader import Reader
from ingest.store.chunk_store import Found

# Hits that are looked at again; the others keep their order behind them.
RERANKED = 30

EMBEDDED = "entailment"
READER = "reader"


class Reranker(Protocol):
    """Tells how well texts answer a question. Safe to call from several threads."""

    def scores(self, question: str, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """``(n_texts,)``, each in [0, 1], higher is better."""


class EntailmentReranker:
    """The shipped entailment model: the probability that a text entails the question, as if it were a claim."""

    def __init__(self, model: EntailmentModel) -> None:
        self._model = model

    def scores(self, question: str, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        chances: npt.NDArray[np.float32] = np.exp(self._model.predict([(text, question) for text in texts]))
        return chances[:, ENTAILMENT]


class ReaderReranker:
    """The shipped reader: the probability that a text answers the question."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def scores(self, question: str, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return np.array([one.probability for one in self._reader.read(question, texts)], np.float32)


def reranked(question: str, hits: Sequence[Found], reranker: Reranker) -> list[Found]:
    """Hits in the order of the re-ranker as far as it reads them; theirs are scores in [1, 2], the others keep
    their own.
    """
    first, rest = hits[:RERANKED], hits[RERANKED:]
    if not first:
        return []
    scores = reranker.scores(question, [hit.chunk.text for hit in first])
    again = [replace(hit, score=1 + float(score)) for hit, score in zip(first, scores, strict=True)]
    return [*sorted(again, key=lambda hit: -hit.score), *rest]


def load_reranker(name: str) -> Reranker | None:
    """The re-ranker of a setting: empty for none, ``reader``, ``entailment``, or a cross-encoder's id or folder.

    Raises :class:`grounding.errors.ModelUnavailable` for a model that is not on this machine.
    """
    if not name:
        return None
    if name == READER:
        return ReaderReranker(embedded_reader())
    if name == EMBEDDED:
        from grounding.judge.embedded import EmbeddedEntailment

        return EntailmentReranker(EmbeddedEntailment.load())
    from ingest.search.rerank_transformers import CrossEncoderReranker

    return CrossEncoderReranker(name)
