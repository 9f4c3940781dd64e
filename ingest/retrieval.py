"""Questions in, passages out: only of the versions that are current, each with its document."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ingest.embed import Embedder
from ingest.errors import InvalidArgument
from ingest.filter import Condition, parse_filter
from ingest.registry import Registry
from ingest.store import ChunkStore, Found, Mode, Query, Scope
from ingest.types import CollectionName, Document, Hit

MAX_TOP_K = 1000

# A search that met chunks of a version not current is run again, so much wider each time.
WIDENING = (1, 4, 16)


class Retrieval:
    """The read side. Safe to call from several threads."""

    def __init__(self, registry: Registry, store: ChunkStore, embedder: Embedder) -> None:
        self._registry, self._store, self._embedder = registry, store, embedder

    def search_many(
        self,
        collections: Mapping[CollectionName, Sequence[str]],
        queries: Sequence[str],
        *,
        top_k: int,
        metadata_filter: str | Condition | None,
        mode: Mode,
    ) -> list[list[Hit]]:
        """For each query the best passages of the collections, each limited to its document ids unless
        empty.
        """
        if not 1 <= top_k <= MAX_TOP_K:
            raise InvalidArgument(f"top_k is {top_k}; it must be in [1, {MAX_TOP_K}].")
        condition = parse_filter(metadata_filter) if isinstance(metadata_filter, str) else metadata_filter
        names = {self._registry.collection_key(name): name for name in collections}
        if not names or not queries:
            return [[] for _ in queries]
        scopes = tuple(Scope(key, tuple(collections[name])) for key, name in names.items())
        vectors = self._embedder.embed_queries(queries)
        asked = [
            Query(text, vector, scopes, top_k, mode, condition)
            for text, vector in zip(queries, vectors, strict=True)
        ]
        return self._current(asked, names)

    def _current(self, queries: Sequence[Query], names: Mapping[str, CollectionName]) -> list[list[Hit]]:
        """Run queries, dropping chunks of other versions; those that lost some are asked again, wider.

        A document being replaced is there twice for a moment, and its old version may go while we look.
        """
        answers: list[list[Hit]] = [[] for _ in queries]
        short = list(range(len(queries)))
        for factor in WIDENING:
            found = self._store.search([replace(queries[i], limit=queries[i].limit * factor) for i in short])
            ids = {(one.collection, one.chunk.document_id) for hits in found for one in hits}
            documents = self._registry.documents.current(ids, names)
            again = []
            for index, hits in zip(short, found, strict=True):
                kept = [hit for hit in (_hit(one, documents) for one in hits) if hit]
                answers[index] = kept[: queries[index].limit]
                if len(kept) < min(len(hits), queries[index].limit):
                    again.append(index)
            short = again
            if not short:
                break
        return answers


def _hit(found: Found, documents: Mapping[tuple[str, str], Document]) -> Hit | None:
    document = documents.get((found.collection, found.chunk.document_id))
    if document is None or document.version != found.version:
        return None
    return Hit(found.chunk, document, found.distance, found.score)
