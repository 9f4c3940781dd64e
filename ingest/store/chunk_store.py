"""The contract of a chunk store, and the payload schema that every back end writes.

One index holds the chunks of all collections, told apart by ``Payload.COLLECTION``; a collection is a key
of the registry, never a user's name. A document may be there in two versions while one replaces the
other: callers drop the hits of the version that is not current.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol
from uuid import UUID, uuid5

import numpy as np
import numpy.typing as npt

from ingest.store.filter_language import Condition
from ingest.types import Chunk, Document

CHUNK_NAMESPACE = UUID("0b8f7a58-5f2b-5d0e-9c8e-0d3a5f0f6a11")
DENSE, SPARSE = "dense", "bm25"

# Metadata keys that get an index; a filter on further ones is right as well, only slower.
MOST_INDEXED_KEYS = 64


class Payload:
    """Names of the payload fields; the first three are indexed."""

    COLLECTION = "collection"
    DOCUMENT = "document"
    VERSION = "version"
    METADATA = "metadata"
    INDEXED = (COLLECTION, DOCUMENT)
    OWNER = (COLLECTION, DOCUMENT, VERSION)


class Leg(StrEnum):
    """What a search goes by: the meaning of the whole text, or its words."""

    DENSE = "dense"
    LEXICAL = "lexical"


@dataclass(frozen=True)
class Scope:
    """A collection key, and the documents looked at: none named means all."""

    collection: str
    documents: tuple[str, ...] = ()


@dataclass(frozen=True)
class StoredChunk:
    """A chunk on its way into the store. ``indexed_text`` is what the word index reads."""

    collection: str
    version: int
    chunk: Chunk
    indexed_text: str
    metadata: Mapping[str, Any]


@dataclass(frozen=True)
class Query:
    """What is looked for. ``vector`` is ``(dimension,)``, normalised."""

    text: str
    vector: npt.NDArray[np.float32]
    scopes: tuple[Scope, ...]
    limit: int
    leg: Leg = Leg.DENSE
    condition: Condition | None = None


@dataclass(frozen=True)
class Found:
    """A stored chunk with the ranking's ``score`` (higher is better) and its cosine ``distance`` in [0,
    2].
    """

    collection: str
    version: int
    chunk: Chunk
    score: float
    distance: float


class ChunkStore(Protocol):
    """Keeps chunks with their vectors. Safe to call from several threads.

    All methods raise :class:`~ingest.errors.StoreUnavailable` when the engine does not answer.
    """

    def add(self, chunks: Sequence[StoredChunk], vectors: npt.NDArray[np.float32]) -> None:
        """Write chunks with their vectors ``(n, dimension)``; equal ids are overwritten. Durable on
        return.
        """

    def remove(self, collection: str, document: str = "", version: int = 0) -> None:
        """Remove one version, a document (version 0) or a whole collection (document empty)."""

    def set_metadata(self, collection: str, document: str, metadata: Mapping[str, Any]) -> None:
        """Replace the metadata of all chunks of a document."""

    def search(self, queries: Sequence[Query]) -> list[list[Found]]:
        """For each query at most ``limit`` chunks, best first."""

    def chunks(self, collection: str, document: str, version: int) -> list[Chunk]:
        """The chunks of one version in order of position."""

    def count(self, collection: str = "", document: str = "") -> int:
        """The exact number of chunks of a document, of a collection, or of all."""

    def versions(self) -> dict[tuple[str, str, int], int]:
        """What there is: ``(collection, document, version)`` and its number of chunks."""

    def optimise(self) -> None:
        """Bring the index up to date after many writes. It takes long and may hold up everything else, so
        not while serving.
        """

    def close(self) -> None:
        """Write everything out and let go of the files."""


def chunk_id(collection: str, document: str, version: int, position: int) -> str:
    """The same chunk has the same id at every try, so that a retry never doubles it."""
    return str(uuid5(CHUNK_NAMESPACE, f"{collection}/{document}/{version}/{position}"))


def passage_id(document: Document, first: int, last: int) -> str:
    """The id of a passage made of a document's chunks from one position to another."""
    name = document.collection
    place = f"{name.project}/{name.location}/{name.id}/{document.id}/{document.version}"
    return str(uuid5(CHUNK_NAMESPACE, f"{place}/{first}-{last}"))


def to_payload(stored: StoredChunk) -> dict[str, Any]:
    """The payload of a point."""
    chunk = stored.chunk
    return {
        Payload.COLLECTION: stored.collection,
        Payload.DOCUMENT: chunk.document_id,
        Payload.VERSION: stored.version,
        Payload.METADATA: filterable(stored.metadata),
        "position": chunk.position,
        "text": chunk.text,
        "start": chunk.start,
        "end": chunk.end,
        "first_page": chunk.first_page,
        "last_page": chunk.last_page,
        "heading": chunk.heading,
        "caption": chunk.caption,
        "lead": chunk.lead,
    }


def owner(payload: Mapping[str, Any]) -> tuple[str, str, int]:
    """The collection, document and version that a point belongs to."""
    return payload[Payload.COLLECTION], payload[Payload.DOCUMENT], payload[Payload.VERSION]


def filterable(value: Any) -> Any:
    """A user's metadata as filters see it: true and false are words, as one engine takes them for numbers."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return {str(key): filterable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [filterable(inner) for inner in value]
    return value


def to_chunk(point_id: object, payload: Mapping[str, Any]) -> Chunk:
    """The chunk of a point."""
    return Chunk(
        id=str(point_id),
        document_id=payload[Payload.DOCUMENT],
        position=payload["position"],
        text=payload["text"],
        start=payload["start"],
        end=payload["end"],
        first_page=payload["first_page"],
        last_page=payload["last_page"],
        heading=payload["heading"],
        caption=payload.get("caption", ""),
        lead=payload.get("lead", ""),
    )


def to_found(
    point_id: object,
    payload: Mapping[str, Any],
    score: float,
    vector: Sequence[float] | None,
    query: npt.NDArray[np.float32],
) -> Found:
    """A hit. That of the word index comes with its ``vector``, so that it has a distance as well; the score of
    the others is the cosine.
    """
    cosine = score if vector is None else float(np.dot(np.asarray(vector, np.float32), query))
    return Found(
        collection=payload[Payload.COLLECTION],
        version=payload[Payload.VERSION],
        chunk=to_chunk(point_id, payload),
        score=score,
        distance=1.0 - min(max(cosine, -1.0), 1.0),
    )


def metadata_path(key: str) -> str:
    """The payload path of a user's key; its dots are part of the name."""
    return f'{Payload.METADATA}."{key}"'
