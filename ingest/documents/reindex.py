"""Everything that is stored, embedded anew: the way to another embedding model.

The chunks stay as they were cut; a new index of them is made beside the old one, one document after another, and
one transaction of the registry makes it the index that serves. Until then the old one is whole, and a run that was
cut short goes on where it ended. Nobody else may write meanwhile.
"""

import json
import logging
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ingest.chunk import embedded_text
from ingest.documents.data_folder import DataFolder
from ingest.embedding.embedder import Embedder, load_embedder
from ingest.errors import StoreUnavailable
from ingest.pipeline import embed
from ingest.registry.registry import Registry
from ingest.store.chunk_store import ChunkStore, StoredChunk
from ingest.store.indexes import Indexes

log = logging.getLogger(__name__)

# Names of the registry's settings.
MODEL, INDEX, NEXT = "embedding_model", "index", "next_index"


class Shelves(Protocol):
    """Where indexes are kept, told apart by a number from 1."""

    def open(self, number: int, dimension: int) -> ChunkStore:
        """The index of that number, made with ``dimension`` if it is not there."""

    def drop(self, number: int) -> None:
        """Remove an index; one that is not there is no error."""


@dataclass(frozen=True)
class Reindexed:
    """What was done: ``embedded`` of ``chunks`` in this run, the others in runs that were cut short."""

    documents: int
    chunks: int
    embedded: int


def current_index(registry: Registry, model: str) -> int:
    """The number of the index that serves. Raises :class:`StoreUnavailable` when another model made it."""
    known = registry.setting(MODEL, model)
    if known != model:
        raise StoreUnavailable(
            f"The stored vectors were made by '{known}', the setting names '{model}', and the two cannot be "
            "compared. Run `sureground stores reindex` to embed everything anew, or set "
            "SUREGROUND_EMBEDDING_MODEL back."
        )
    return int(registry.setting(INDEX, "1"))


def reindex(
    registry: Registry,
    shelves: Shelves,
    embedder: Embedder,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Reindexed:
    """Embed everything by ``embedder`` and serve that; ``on_progress(done, total)`` counts chunks."""
    old = int(registry.setting(INDEX, "1"))
    new = old + 1
    for former in range(1, old):
        shelves.drop(former)
    target = json.dumps({"index": new, "model": embedder.name})
    if registry.setting(NEXT, target) != target:
        # A run for another model was cut short, or none was.
        shelves.drop(new)
        registry.change_settings({NEXT: target})
    documents = [entry for entry in registry.documents.entries() if entry.version]
    done, embedded, total = 0, 0, sum(entry.chunk_count for entry in documents)
    with ExitStack() as opened:
        target_store = opened.enter_context(closing(shelves.open(new, embedder.dimension)))
        source = opened.enter_context(closing(shelves.open(old, 0))) if documents else target_store
        for entry in documents:
            chunks = source.chunks(entry.collection, entry.document, entry.version)
            if len(chunks) < entry.chunk_count:
                log.warning(
                    "Of %s only %d of %d chunks are stored; send it again.",
                    entry.document,
                    len(chunks),
                    entry.chunk_count,
                )
            if target_store.chunks(entry.collection, entry.document, entry.version) != chunks:
                target_store.remove(entry.collection, entry.document)
                for batch, vectors in embed(chunks, embedder):
                    target_store.add(
                        [
                            StoredChunk(
                                entry.collection, entry.version, chunk, embedded_text(chunk), entry.metadata
                            )
                            for chunk in batch
                        ],
                        vectors,
                    )
                    embedded += len(batch)
                    on_progress(done + len(batch), total)
            else:
                target_store.set_metadata(entry.collection, entry.document, entry.metadata)
            done += len(chunks)
            on_progress(done, total)
        complete = target_store.count() == done
        if complete:
            target_store.optimise()
    if not complete and embedded == done:
        raise StoreUnavailable(
            f"The new index does not hold the {done} chunks that were written to it. The old one still serves; "
            "run `sureground stores reindex` again, with nothing else using the store."
        )
    if not complete:
        # Documents were removed after an earlier run had copied them: begin again, with nothing of theirs.
        shelves.drop(new)
        return reindex(registry, shelves, embedder, on_progress)
    registry.change_settings({MODEL: embedder.name, INDEX: str(new), NEXT: ""})
    shelves.drop(old)
    return Reindexed(len(documents), done, embedded)


def reindex_folder(
    data: Path,
    *,
    qdrant_url: str = "",
    qdrant_api_key: str = "",
    database_url: str = "",
    embedding_model: str = "",
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Reindexed:
    """:func:`reindex` for what :meth:`ingest.library.Library.open` would open with the same settings.

    Raises :class:`StoreUnavailable` while a server has the folder open.
    """
    with ExitStack() as opened:
        folder = DataFolder(data)
        opened.callback(folder.release)
        registry = Registry(database_url or f"sqlite:///{folder.path / 'registry.sqlite'}", folder.owner)
        opened.callback(registry.close)
        shelves = Indexes(folder.path / "chunks", qdrant_url, qdrant_api_key)
        return reindex(registry, shelves, load_embedder(embedding_model), on_progress)
