"""Questions in, passages out: only of the versions that are current, each with its document."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from ingest.embedding.embedder import Embedder
from ingest.errors import InvalidArgument
from ingest.registry.registry import Registry
from ingest.search.fusion import CANDIDATES, fuse, share_of_meaning
from ingest.search.passages import passages
from ingest.search.rerank import Reranker, reranked
from ingest.store.chunk_store import ChunkStore, Found, Leg, Query, Scope
from ingest.store.filter_language import Condition, parse_filter
from ingest.types import CollectionName, Document, Hit

MAX_TOP_K = 1000

# How much wider a search is run again; the last ones are for documents replaced faster than one can look.
WIDENING = (1, 4, 16, 16, 16, 16, 16, 16)

# After so many tries this process replaces no document during one; other processes still may.
UNHELD = 3

Documents = dict[tuple[str, str], Document]


@dataclass(frozen=True)
class Wanted:
    """What a search is to give.

    ``top_k`` (1 to 1000) passages. ``alpha`` in [0, 1] is the share of meaning in the ranking: 0 goes by words
    only, 1 by meaning only, ``None`` is the share that suits the question. Kept are chunks with a cosine
    distance below ``max_distance`` (in [0, 2]) and a similarity (1 - distance) above ``min_similarity``.
    ``join`` makes one passage of neighbours, ``collapse`` leaves out the copies of a text.
    """

    top_k: int = 10
    alpha: float | None = None
    max_distance: float | None = None
    min_similarity: float | None = None
    join: bool = True
    collapse: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.top_k <= MAX_TOP_K:
            raise InvalidArgument(f"top_k is {self.top_k}; it must be in [1, {MAX_TOP_K}].")
        if self.alpha is not None and not 0 <= self.alpha <= 1:
            raise InvalidArgument(f"alpha is {self.alpha}; it must be in [0, 1].")

    def near(self, found: Found) -> bool:
        """Whether a chunk is close enough."""
        return (self.max_distance is None or found.distance < self.max_distance) and (
            self.min_similarity is None or 1 - found.distance > self.min_similarity
        )


class Retrieval:
    """The read side. Safe to call from several threads."""

    def __init__(
        self,
        registry: Registry,
        store: ChunkStore,
        embedder: Embedder,
        reranker: Reranker | None = None,
    ) -> None:
        self._registry, self._store, self._embedder = registry, store, embedder
        self._reranker = reranker

    def search_many(
        self,
        collections: Sequence[CollectionName],
        queries: Sequence[str],
        wanted: Wanted,
        *,
        document_ids: Collection[str] | Mapping[CollectionName, Collection[str]],
        metadata_filter: str | Condition | None,
    ) -> list[list[Hit]]:
        """For each query the best passages; no ``document_ids`` (of a collection) mean all its documents."""
        condition = parse_filter(metadata_filter) if isinstance(metadata_filter, str) else metadata_filter
        names = {self._registry.collection_key(name): name for name in collections}
        if not names or not queries:
            return [[] for _ in queries]
        scopes = tuple(Scope(key, _limited(name, document_ids)) for key, name in names.items())
        shares = [
            share_of_meaning(query, self._embedder.languages) if wanted.alpha is None else wanted.alpha
            for query in queries
        ]
        # Copies and neighbours take no place, so that more is looked at than asked for.
        depth = max(CANDIDATES, wanted.top_k)
        legs = [
            leg for leg, none in ((Leg.DENSE, 0), (Leg.LEXICAL, 1)) if any(share != none for share in shares)
        ]
        vectors = self._embedder.embed_queries(queries)
        asked = [
            Query(text, vector, scopes, depth, leg, condition)
            for text, vector in zip(queries, vectors, strict=True)
            for leg in legs
        ]
        found, documents = self._current(asked, names)
        if len(legs) > 1:
            pairs = zip(found[::2], found[1::2], shares, strict=True)
            found = [fuse(dense, lexical, share) for dense, lexical, share in pairs]
        return [
            self._passages(query, hits, documents, wanted) for query, hits in zip(queries, found, strict=True)
        ]

    def _passages(
        self, query: str, found: Sequence[Found], documents: Documents, wanted: Wanted
    ) -> list[Hit]:
        near = [one for one in found if wanted.near(one)]
        if self._reranker:
            near = reranked(query, near, self._reranker)
        hits = (_hit(one, documents) for one in near)
        return passages(hits, wanted.top_k, join=wanted.join, collapse=wanted.collapse)

    def _current(
        self, queries: Sequence[Query], names: Mapping[str, CollectionName]
    ) -> tuple[list[list[Found]], Documents]:
        """Run queries and drop the chunks of versions that are not current.

        A query is asked again when a document was replaced while we looked, and asked wider when chunks of
        versions still being written took the places of others.
        """
        answers: list[list[Found]] = [[] for _ in queries]
        documents: Documents = {}
        short = list(range(len(queries)))
        for number, factor in enumerate(WIDENING):
            asked = [replace(queries[i], limit=queries[i].limit * factor) for i in short]
            with self._registry.documents.standstill if number >= UNHELD else nullcontext():
                found = self._store.search(asked)
                ids = {(one.collection, one.chunk.document_id) for hits in found for one in hits}
                seen = self._registry.documents.current(ids, names)
            again = []
            for index, query, hits in zip(short, asked, found, strict=True):
                ages = [_age(one, seen) for one in hits]
                kept = [one for one, age in zip(hits, ages, strict=True) if age == 0]
                answers[index] = kept[: queries[index].limit]
                crowded = len(kept) < queries[index].limit and len(hits) == query.limit
                if crowded or any(age > 0 for age in ages):
                    again.append(index)
            documents |= seen
            short = again
            if not short:
                break
        return answers, documents


def _limited(
    name: CollectionName, document_ids: Collection[str] | Mapping[CollectionName, Collection[str]]
) -> tuple[str, ...]:
    if isinstance(document_ids, Mapping):
        document_ids = document_ids.get(name, ())
    return tuple(sorted(document_ids))


def _age(found: Found, documents: Documents) -> int:
    """How many versions old a chunk is: 0 for the current one, below 0 for one not current yet."""
    document = documents.get((found.collection, found.chunk.document_id))
    return document.version - found.version if document else -1


def _hit(found: Found, documents: Documents) -> Hit:
    document = documents[found.collection, found.chunk.document_id]
    return Hit(found.chunk, document, found.distance, found.score)
