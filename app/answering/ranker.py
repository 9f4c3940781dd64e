"""How well texts fit a query. Relevance is not support: the grounding core takes no part in it."""

from collections.abc import Sequence

import numpy as np

from ingest.library import Library

LONGEST = 8_000  # characters of a text that are read; models cut at some hundred tokens anyway


def relevance(library: Library, query: str, texts: Sequence[str]) -> list[float]:
    """A score in [0, 1] for each text, higher fits better.

    From the library's re-ranker (``SUREGROUND_RERANK``) where there is one, else the cosine similarity of the
    embeddings, which is in [-1, 1], as (1 + cosine) / 2.
    """
    if not texts:
        return []
    cut = [text[:LONGEST] for text in texts]
    if library.reranker is not None:
        return [float(score) for score in library.reranker.scores(query, cut)]
    cosines = library.embedder.embed_passages(cut) @ library.embedder.embed_queries([query])[0]
    return [float(score) for score in np.clip((1 + cosines) / 2, 0, 1)]
