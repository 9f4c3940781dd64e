"""Meaning and words joined into one ranking.

Each leg's scores are stretched to [0, 1] and added: cosines from the lowest of the candidates to the
highest, BM25 from zero to the highest. ``docs/measurements.md`` has the figures beside those of one leg alone
and of reciprocal ranks (``python -m bench.retrieval``).
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from grounding.text.languages import language_of
from ingest.store.chunk_store import Found

# Hits of each leg that take part.
CANDIDATES = 50

# The share of meaning in [0, 1]; the rest is the words'. The first was chosen on xquad.en.
MEANING = 0.4
# For a question in a language that the embedding model does not read: its vectors still tell something there,
# so that a little of them does no harm. Chosen on xquad in de, es, zh and hi, where 0.05 to 0.15 do as well.
FOREIGN_MEANING = 0.1


def share_of_meaning(question: str, languages: Collection[str]) -> float:
    """The share of meaning for a question, where the embedding model reads ``languages``; none: all."""
    return MEANING if not languages or language_of(question) in languages else FOREIGN_MEANING


def fuse(dense: Sequence[Found], lexical: Sequence[Found], meaning: float = MEANING) -> list[Found]:
    """Both lists as one, best first, with scores in [0, 1]; equal ones in the order of the dense list."""
    scores: dict[str, float] = {}
    by_chunk: dict[str, Found] = {}
    for hits, share, scaled in (
        (dense, meaning, _spread(dense)),
        (lexical, 1 - meaning, _from_zero(lexical)),
    ):
        for hit, score in zip(hits, scaled, strict=True):
            by_chunk.setdefault(hit.chunk.id, hit)
            scores[hit.chunk.id] = scores.get(hit.chunk.id, 0.0) + share * score
    order = sorted(by_chunk, key=lambda chunk_id: -scores[chunk_id])
    return [replace(by_chunk[chunk_id], score=scores[chunk_id]) for chunk_id in order]


def _spread(hits: Sequence[Found]) -> list[float]:
    """From the lowest to the highest; all 1 where there is no difference."""
    low, high = min((hit.score for hit in hits), default=0), max((hit.score for hit in hits), default=0)
    return [(hit.score - low) / (high - low) if high > low else 1.0 for hit in hits]


def _from_zero(hits: Sequence[Found]) -> list[float]:
    high = max((hit.score for hit in hits), default=0)
    return [hit.score / high if high > 0 else 0.0 for hit in hits]
