"""The embedded chunk store: the Qdrant engine in this process, over a folder that one process may open."""

import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import qdrant_edge as edge

from ingest.errors import StoreUnavailable
from ingest.store.bm25 import sparse_passage, sparse_query
from ingest.store.chunk_store import (
    DENSE,
    SPARSE,
    Found,
    Leg,
    Payload,
    Query,
    Scope,
    StoredChunk,
    filterable,
    owner,
    to_chunk,
    to_found,
    to_payload,
)
from ingest.store.qdrant_filter import KeyIndexes, KeyKind, Terms
from ingest.types import Chunk

log = logging.getLogger(__name__)

BATCH = 500
PAGE = 1000

TERMS = Terms(
    filter=edge.Filter,
    field=edge.FieldCondition,
    equals=edge.MatchValue,
    any_of=edge.MatchAny,
    range=edge.RangeFloat,
    moments=edge.RangeDateTime,
)
INDEXES = {
    KeyKind.WORD: edge.KeywordIndexParams,
    KeyKind.NUMBER: edge.FloatIndexParams,
    KeyKind.MOMENT: edge.DatetimeIndexParams,
}

KINDS = {
    str(edge.PayloadSchemaType.Keyword): KeyKind.WORD,
    str(edge.PayloadSchemaType.Float): KeyKind.NUMBER,
    str(edge.PayloadSchemaType.Datetime): KeyKind.MOMENT,
}

# More than there will be: the engine counts the collections only up to a limit.
MOST_COLLECTIONS = 1_000_000

# Chunks without an index; until then a scan takes a few milliseconds.
WORTH_INDEXING = 20_000


class EdgeStore:
    """A :class:`~ingest.store.chunk_store.ChunkStore` over one shard in ``folder``."""

    def __init__(self, folder: Path, dimension: int) -> None:
        """``dimension`` 0 opens only what is there, with the one it has."""
        config = edge.EdgeConfig(
            vectors={DENSE: edge.EdgeVectorParams(dimension, edge.Distance.Cosine)},
            sparse_vectors={SPARSE: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)},
            # Read in at the start: else the first question about a text waits for each of its pages.
            payload_memory=edge.Memory.Cached,
        )
        remedy = (
            " If it is damaged, put the folder back from a backup, or move it away and run `sureground fsck --repair`, "
            "which makes it anew from the files."
        )
        with _answering(f"the chunk store in {folder}", remedy):
            if (folder / "edge_config.json").is_file():
                self._shard = edge.EdgeShard.load(str(folder), config if dimension else None)
            else:
                # Without its configuration file a first opening was cut short, or it was lost: nothing is deleted.
                if folder.exists() and any(folder.iterdir()):
                    folder.rename(folder.with_name(f"{folder.name}.broken-{time.time_ns()}"))
                elif folder.exists():
                    folder.rmdir()
                folder.mkdir(parents=True)
                self._shard = edge.EdgeShard.create(str(folder), config)
            self._indexes = KeyIndexes()
            for path, index in self._shard.info().payload_schema.items():
                self._indexes.note(path, KINDS.get(str(index.data_type)))
            for field in Payload.INDEXED:
                tenant = field == Payload.COLLECTION
                params = edge.KeywordIndexParams(is_tenant=tenant)
                self._shard.update(edge.UpdateOperation.create_field_index(field, params))
            facet = edge.FacetRequest(Payload.COLLECTION, limit=MOST_COLLECTIONS, exact=True)
            self._collections = {str(hit.value) for hit in self._shard.facet(facet).hits}

    def add(self, chunks: Sequence[StoredChunk], vectors: npt.NDArray[np.float32]) -> None:
        for start in range(0, len(chunks), BATCH):
            points = []
            for stored, vector in zip(
                chunks[start : start + BATCH], vectors[start : start + BATCH], strict=True
            ):
                sparse = sparse_passage(stored.indexed_text)
                named: dict[str, Any] = {
                    DENSE: vector.tolist(),
                    SPARSE: edge.SparseVector(list(sparse.indices), list(sparse.values)),
                }
                points.append(edge.Point(stored.chunk.id, named, to_payload(stored)))
            self._collections |= {stored.collection for stored in chunks}
            with _answering("the chunk store"):
                self._shard.update(edge.UpdateOperation.upsert_points(points))

    def remove(self, collection: str, document: str = "", version: int = 0) -> None:
        condition = TERMS.owned(collection, document, version)
        with _answering("the chunk store"):
            self._shard.update(edge.UpdateOperation.delete_points_by_filter(condition))
        if not document:
            self._collections.discard(collection)

    def set_metadata(self, collection: str, document: str, metadata: Mapping[str, Any]) -> None:
        update = edge.UpdateOperation.set_payload_by_filter(
            TERMS.owned(collection, document), {Payload.METADATA: filterable(metadata)}
        )
        with _answering("the chunk store"):
            self._shard.update(update)

    def search(self, queries: Sequence[Query]) -> list[list[Found]]:
        if not queries:
            return []
        requests = [_request(query, self._is_whole(query.scopes)) for query in queries]
        with _answering("the chunk store"):
            self._index_keys(queries)
            answers = self._shard.query_batch(edge.QueryBatchRequest(requests))
        return [
            [to_found(p.id, p.payload or {}, p.score, _dense(p.vector), query.vector) for p in points]
            for query, points in zip(queries, answers, strict=True)
        ]

    def _is_whole(self, scopes: Sequence[Scope]) -> bool:
        """Whether nothing is stored but the collections asked for."""
        return self._collections <= {scope.collection for scope in scopes}

    def _index_keys(self, queries: Sequence[Query]) -> None:
        """A metadata key gets its index when it is first asked for; without one every chunk is read."""
        for path, kind in self._indexes.wanted(query.condition for query in queries):
            if kind is None:
                self._shard.update(edge.UpdateOperation.delete_field_index(path))
            else:
                self._shard.update(edge.UpdateOperation.create_field_index(path, INDEXES[kind]()))

    def chunks(self, collection: str, document: str, version: int) -> list[Chunk]:
        found: list[Chunk] = []
        offset = None
        while True:
            request = edge.ScrollRequest(
                offset=offset,
                limit=PAGE,
                filter=TERMS.owned(collection, document, version),
                with_payload=True,
                with_vector=False,
            )
            with _answering("the chunk store"):
                records, offset = self._shard.scroll(request)
            found += [to_chunk(record.id, record.payload or {}) for record in records]
            if offset is None:
                return sorted(found, key=lambda chunk: chunk.position)

    def count(self, collection: str = "", document: str = "") -> int:
        condition = TERMS.owned(collection, document) if collection else None
        with _answering("the chunk store"):
            return self._shard.count(edge.CountRequest(exact=True, filter=condition))

    def versions(self) -> dict[tuple[str, str, int], int]:
        counts = Counter[tuple[str, str, int]]()
        offset = None
        while True:
            request = edge.ScrollRequest(
                offset=offset,
                limit=PAGE,
                with_payload=edge.PayloadSelector.Include(list(Payload.OWNER)),
                with_vector=False,
            )
            with _answering("the chunk store"):
                records, offset = self._shard.scroll(request)
            counts.update(owner(record.payload or {}) for record in records)
            if offset is None:
                return dict(counts)

    def optimise(self) -> None:
        # The engine lets no other thread run meanwhile (about a second per thousand chunks on two cores), so
        # small stores, which are fast without, are left alone.
        with _answering("the chunk store"):
            info = self._shard.info()
            # The engine counts the words' vectors too, which are always indexed.
            if 2 * info.points_count - info.indexed_vectors_count >= WORTH_INDEXING:
                log.warning("Indexing %d chunks, once: about a millisecond each.", info.points_count)
                self._shard.optimize()

    def close(self) -> None:
        with _answering("the chunk store"):
            self._shard.flush()
            self._shard.close()


@contextmanager
def _answering(what: str, remedy: str = "") -> Iterator[None]:
    """The engine raises bare exceptions; their texts tell them apart."""
    try:
        yield
    except Exception as error:
        if "WouldBlock" in str(error):
            raise StoreUnavailable(
                f"{what[0].upper()}{what[1:]} is open in another process. Stop that process, use another "
                "data folder, or set SUREGROUND_QDRANT_URL to a server that several processes may share."
            ) from error
        raise StoreUnavailable(f"{what[0].upper()}{what[1:]} failed: {error}.{remedy}") from error


def _dense(vectors: Any) -> list[float] | None:
    """The dense one of a point's named vectors, where it was asked for."""
    vector: list[float] | None = vectors[DENSE] if vectors else None
    return vector


def _request(query: Query, whole: bool) -> edge.QueryRequest:
    """``whole``: the collections of the query are all that is stored. To ask the engine for them all the same
    costs most of a search's time: every chunk that has one of the words would be looked up. (What was removed
    counts towards the rarity of words until the index is optimised.)
    """
    scopes = () if whole and not any(scope.documents for scope in query.scopes) else query.scopes
    condition = TERMS.within(scopes, query.condition)
    shown: dict[str, Any] = {"limit": query.limit, "with_payload": True, "with_vector": False}
    if query.leg is Leg.DENSE:
        dense = edge.Query.Nearest(query.vector.tolist(), using=DENSE)
        return edge.QueryRequest(query=dense, filter=condition, **shown)
    words = sparse_query(query.text)
    sparse = edge.Query.Nearest(edge.SparseVector(list(words.indices), list(words.values)), using=SPARSE)
    # A word is rare or common in the searched collections, whatever others hold.
    corpus = TERMS.within([Scope(scope.collection) for scope in query.scopes])
    rarity = None if whole else edge.SearchParams(idf=edge.IdfParams(corpus=corpus))
    shown["with_vector"] = [DENSE]
    return edge.QueryRequest(query=sparse, filter=condition, params=rarity, **shown)
