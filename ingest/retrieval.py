"""Questions in, passages out: only of the versions that are current, each with its document."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ingest.embed import Embedder
from ingest.errors import InvalidArgument
from ingest.filter import Condition, parse_filter
from ingest.fusion import CANDIDATES, fuse
from ingest.registry import Registry
from ingest.store import ChunkStore, Found, Leg, Query, Scope
from ingest.types import CollectionName, Document, Hit

MAX_TOP_K = 1000

# How much wider a search is run again; the last ones are for documents replaced faster than one can look.
WIDENING = (1, 4, 16, 16, 16, 16, 16, 16)

Documents = dict[tuple[str, str], Document]


class Retrieval:
    """The read side. Safe to call from several threads."""

    def __init__(self, registry: Registry, store: ChunkStore, embedder: Embedder) -> None:
        self._registry, self._store, self._embedder = registry, store, embedder

    def search_many(
        self,
        collections: Sequence[CollectionName],
        queries: Sequence[str],
        *,
        top_k: int,
        document_ids: Collection[str] | Mapping[CollectionName, Collection[str]],
        metadata_filter: str | Condition | None,
        alpha: float,
    ) -> list[list[Hit]]:
        """For each query the best passages; no ``document_ids`` (of a collection) mean all its documents.

        ``alpha`` in [0, 1] is the share of meaning: 0 goes by words only, 1 by meaning only.
        """
        if not 1 <= top_k <= MAX_TOP_K:
            raise InvalidArgument(f"top_k is {top_k}; it must be in [1, {MAX_TOP_K}].")
        if not 0 <= alpha <= 1:
            raise InvalidArgument(f"alpha is {alpha}; it must be in [0, 1].")
        condition = parse_filter(metadata_filter) if isinstance(metadata_filter, str) else metadata_filter
        names = {self._registry.collection_key(name): name for name in collections}
        if not names or not queries:
            return [[] for _ in queries]
        scopes = tuple(Scope(key, _limited(name, document_ids)) for key, name in names.items())
        depth = max(CANDIDATES, top_k) if 0 < alpha < 1 else top_k
        legs = [leg for leg, share in ((Leg.DENSE, alpha), (Leg.LEXICAL, 1 - alpha)) if share > 0]
        vectors = self._embedder.embed_queries(queries)
        asked = [
            Query(text, vector, scopes, depth, leg, condition)
            for text, vector in zip(queries, vectors, strict=True)
            for leg in legs
        ]
        found, documents = self._current(asked, names)
        if len(legs) > 1:
            found = [fuse(*pair, alpha) for pair in zip(found[::2], found[1::2], strict=True)]
        return [[_hit(one, documents) for one in hits[:top_k]] for hits in found]

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
        for factor in WIDENING:
            asked = [replace(queries[i], limit=queries[i].limit * factor) for i in short]
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
