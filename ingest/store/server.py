"""The chunk store on a Qdrant server or cluster, by qdrant-client (its only importer); ``:memory:`` for
trials.
"""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

import httpx
import numpy as np
import numpy.typing as npt
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ApiException

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

NAME = "sureground"
BATCH = 500
PAGE = 1000

TERMS = Terms(
    filter=models.Filter,
    field=models.FieldCondition,
    equals=models.MatchValue,
    any_of=models.MatchAny,
    range=models.Range,
    moments=models.DatetimeRange,
)
INDEXES = {
    KeyKind.WORD: models.PayloadSchemaType.KEYWORD,
    KeyKind.NUMBER: models.PayloadSchemaType.FLOAT,
    KeyKind.MOMENT: models.PayloadSchemaType.DATETIME,
}


class ServerStore:
    """A :class:`~ingest.store.chunk_store.ChunkStore` over one Qdrant collection; ``url`` may be ``:memory:``."""

    def __init__(self, url: str, dimension: int, *, api_key: str = "", name: str = NAME) -> None:
        self._name = name
        self._local = local = url == ":memory:"
        self._indexes = KeyIndexes()
        # The trial engine is not made for several threads.
        self._turn: Any = threading.RLock() if local else _Free()
        with self._answering():
            self._client = QdrantClient(url) if local else _connected(url, api_key)
            if not self._client.collection_exists(name):
                self._client.create_collection(
                    name,
                    vectors_config={
                        DENSE: models.VectorParams(size=dimension, distance=models.Distance.COSINE)
                    },
                    sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
                )
            if not local:
                for field in Payload.INDEXED:
                    schema = models.KeywordIndexParams(
                        type=models.KeywordIndexType.KEYWORD, is_tenant=field == Payload.COLLECTION
                    )
                    self._client.create_payload_index(name, field, schema, wait=True)

    def add(self, chunks: Sequence[StoredChunk], vectors: npt.NDArray[np.float32]) -> None:
        for start in range(0, len(chunks), BATCH):
            points = []
            for stored, vector in zip(
                chunks[start : start + BATCH], vectors[start : start + BATCH], strict=True
            ):
                sparse = sparse_passage(stored.indexed_text)
                named: dict[str, Any] = {
                    DENSE: vector.tolist(),
                    SPARSE: models.SparseVector(indices=list(sparse.indices), values=list(sparse.values)),
                }
                points.append(
                    models.PointStruct(id=stored.chunk.id, vector=named, payload=to_payload(stored))
                )
            with self._answering():
                self._client.upsert(self._name, points, wait=True)

    def remove(self, collection: str, document: str = "", version: int = 0) -> None:
        selector = models.FilterSelector(filter=TERMS.owned(collection, document, version))
        with self._answering():
            self._client.delete(self._name, selector, wait=True)

    def set_metadata(self, collection: str, document: str, metadata: Mapping[str, Any]) -> None:
        with self._answering():
            self._client.set_payload(
                self._name,
                {Payload.METADATA: filterable(metadata)},
                points=models.FilterSelector(filter=TERMS.owned(collection, document)),
                wait=True,
            )

    def search(self, queries: Sequence[Query]) -> list[list[Found]]:
        if not queries:
            return []
        requests = [_request(query) for query in queries]
        with self._answering():
            self._index_keys(queries)
            answers = self._client.query_batch_points(self._name, requests)
        return [
            [to_found(p.id, p.payload or {}, p.score, _dense(p.vector), query.vector) for p in answer.points]
            for query, answer in zip(queries, answers, strict=True)
        ]

    def _index_keys(self, queries: Sequence[Query]) -> None:
        """A metadata key gets its index when it is first asked for; without one every chunk is read."""
        if self._local:
            return
        for path, kind in self._indexes.wanted(query.condition for query in queries):
            if kind is None:
                self._client.delete_payload_index(self._name, path, wait=True)
            else:
                self._client.create_payload_index(self._name, path, INDEXES[kind], wait=True)

    def chunks(self, collection: str, document: str, version: int) -> list[Chunk]:
        found: list[Chunk] = []
        offset: Any = None
        while True:
            with self._answering():
                records, offset = self._client.scroll(
                    self._name, TERMS.owned(collection, document, version), limit=PAGE, offset=offset
                )
            found += [to_chunk(record.id, record.payload or {}) for record in records]
            if offset is None:
                return sorted(found, key=lambda chunk: chunk.position)

    def count(self, collection: str = "", document: str = "") -> int:
        condition = TERMS.owned(collection, document) if collection else None
        with self._answering():
            return self._client.count(self._name, condition, exact=True).count

    def versions(self) -> dict[tuple[str, str, int], int]:
        counts = Counter[tuple[str, str, int]]()
        offset: Any = None
        while True:
            with self._answering():
                records, offset = self._client.scroll(
                    self._name, limit=PAGE, offset=offset, with_payload=list(Payload.OWNER)
                )
            counts.update(owner(record.payload or {}) for record in records)
            if offset is None:
                return dict(counts)

    def optimise(self) -> None:
        """The server does it by itself."""

    def drop(self) -> None:
        """Remove the Qdrant collection with all that is in it."""
        with self._answering():
            self._client.delete_collection(self._name)

    def close(self) -> None:
        self._client.close()

    @contextmanager
    def _answering(self) -> Iterator[None]:
        with _answering(), self._turn:
            yield


def drop_collection(url: str, name: str, *, api_key: str = "") -> None:
    """Remove a Qdrant collection; one that is not there is no error."""
    with _answering(), closing(_connected(url, api_key)) as client:
        client.delete_collection(name)


def _connected(url: str, api_key: str) -> QdrantClient:
    return QdrantClient(url=url, api_key=api_key or None, timeout=60, check_compatibility=False)


@contextmanager
def _answering() -> Iterator[None]:
    """The client's errors as ours."""
    try:
        yield
    except (ApiException, httpx.HTTPError, ConnectionError) as error:
        raise StoreUnavailable(
            f"The Qdrant server does not answer: {error}. Check SUREGROUND_QDRANT_URL and "
            "SUREGROUND_QDRANT_API_KEY, and that the server runs."
        ) from error


class _Free:
    """A lock that holds nobody up."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def _dense(vectors: Any) -> list[float] | None:
    """The dense one of a point's named vectors, where it was asked for."""
    vector: list[float] | None = vectors[DENSE] if vectors else None
    return vector


def _request(query: Query) -> models.QueryRequest:
    condition = TERMS.within(query.scopes, query.condition)
    shown: dict[str, Any] = {"limit": query.limit, "with_payload": True, "with_vector": False}
    if query.leg is Leg.DENSE:
        return models.QueryRequest(query=query.vector.tolist(), using=DENSE, filter=condition, **shown)
    words = sparse_query(query.text)
    sparse = models.SparseVector(indices=list(words.indices), values=list(words.values))
    # A word is rare or common in the searched collections, whatever others hold.
    corpus = TERMS.within([Scope(scope.collection) for scope in query.scopes])
    rarity = models.SearchParams(idf=models.IdfCorpusParams(corpus=corpus))
    shown["with_vector"] = [DENSE]
    return models.QueryRequest(query=sparse, using=SPARSE, filter=condition, params=rarity, **shown)
