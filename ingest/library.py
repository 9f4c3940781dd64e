"""The room's front: collections of documents that are kept, replaced, deleted and searched."""

import shutil
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Self

from ingest.chunk import CHUNK_OVERLAP, CHUNK_SIZE
from ingest.documents.collections import Collections, given
from ingest.documents.data_folder import DataFolder
from ingest.documents.file_storage import FileStore
from ingest.documents.fsck import Report, check
from ingest.documents.lifecycle import Lifecycle
from ingest.documents.reindex import current_index
from ingest.documents.upload import MAX_UPLOAD_BYTES, Limits
from ingest.embedding.embedder import Embedder, load_embedder
from ingest.errors import StoreUnavailable
from ingest.pipeline import Progress
from ingest.registry.api_keys import ApiKeys
from ingest.registry.registry import Registry, registry_address
from ingest.search.passages import passage_of
from ingest.search.rerank import Reranker, load_reranker
from ingest.search.retrieval import Retrieval, Wanted
from ingest.store.chunk_store import ChunkStore
from ingest.store.filter_language import Condition
from ingest.store.indexes import open_store
from ingest.types import Chunk, CollectionName, Document, DocumentState, Hit, ParsedDocument, Receipt, Upload

# The store writes ahead into files of a fixed size, and a page that the disk has no room for ends the process.
LEAST_TO_OPEN = 128 << 20


class Library(Collections, AbstractContextManager["Library"]):
    """Documents in, passages out. Safe to call from several threads.

    >>> with Library.open(Path("data")) as library:                                         # doctest: +SKIP
    ...     name = library.create_collection(CollectionName("local", "global", "notes")).name
    ...     library.add_document(name, Upload(b"The tower is 300 m tall.", "tower.txt"))
    ...     library.search([name], "How tall is the tower?")[0].chunk.text
    'The tower is 300 m tall.'
    """

    def __init__(
        self,
        *,
        registry: Registry,
        files: FileStore,
        store: ChunkStore,
        embedder: Embedder,
        limits: Limits | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        """Takes ready parts; :meth:`open` makes them from settings."""
        current_index(registry, embedder.name)
        self._registry, self._files, self._store = registry, files, store
        self.embedder, self.reranker = embedder, reranker
        self._life = Lifecycle(registry, files, store, embedder, limits or Limits())
        self._retrieval = Retrieval(registry, store, embedder, reranker)
        self._closing = ExitStack()
        self._closing.callback(registry.close)
        self._closing.callback(store.close)
        self._closing.callback(self._life.close)

    @classmethod
    def open(
        cls,
        data: Path,
        *,
        qdrant_url: str = "",
        qdrant_api_key: str = "",
        database_url: str = "",
        files_url: str = "",
        embedding_model: str = "",
        rerank: str = "",
        chunk_size: int = CHUNK_SIZE,
        chunk_overlap: int = CHUNK_OVERLAP,
        max_upload_bytes: int = MAX_UPLOAD_BYTES,
        min_free_bytes: int = 0,
        resume: bool = True,
    ) -> Self:
        """Open the library of a data folder, and (``resume``) go on with what a former process left unfinished.

        Raises :class:`StoreUnavailable` when another process has it open, or a server does not answer.
        """
        with ExitStack() as opened:
            folder = DataFolder(data)
            opened.callback(folder.release)
            if resume and shutil.disk_usage(folder.path).free < LEAST_TO_OPEN:
                raise StoreUnavailable(
                    f"The disk of the data folder {folder.path} has less than {LEAST_TO_OPEN >> 20} MiB free, with "
                    "which the chunk store cannot be opened safely. Make room and start again; nothing was changed."
                )
            registry = Registry(registry_address(folder.path, database_url), folder.owner)
            opened.callback(registry.close)
            embedder = load_embedder(embedding_model)
            index = current_index(registry, embedder.name)
            store = open_store(folder.path / "chunks", embedder.dimension, qdrant_url, qdrant_api_key, index)
            opened.callback(store.close)
            library = cls(
                registry=registry,
                files=FileStore(files_url or str(folder.path / "files")),
                store=store,
                embedder=embedder,
                reranker=load_reranker(rerank),
                limits=Limits(chunk_size, chunk_overlap, max_upload_bytes, min_free_bytes, folder.path),
            )
            if resume:
                _refuse_lost_parts(
                    registry, library._files if not files_url else None, store if not qdrant_url else None
                )
                library._life.resume()
            # From here on the library closes what it was given; the folder goes last.
            library._closing = opened.pop_all()
            library._closing.callback(library._life.close)
        return library

    def close(self) -> None:
        """Write everything out and let the data folder go."""
        self._closing.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def api_keys(self) -> ApiKeys:
        """The keys that open a server over this library."""
        return self._registry.api_keys

    def sizes(self) -> tuple[int, int]:
        """How many documents and how many passages there are."""
        return self._registry.documents.count(), self._store.count()

    def healthy(self) -> bool:
        """Whether registry and chunk store answer, and the registry can be written to; asked by who decides where
        requests are sent.
        """
        try:
            self._store.count()
        except StoreUnavailable:
            return False
        return self._registry.answers()

    def fsck(self, *, repair: bool = False, strangers: bool = False, force: bool = False) -> Report:
        """Whether rows, chunks and files agree; see :func:`ingest.documents.fsck.check`. Nobody else may write."""
        return check(
            self._registry,
            self._files,
            self._store,
            self._life,
            repair=repair,
            strangers=strangers,
            force=force,
        )

    # Documents.

    def add_document(
        self, collection: CollectionName, upload: Upload, *, on_progress: Progress | None = None
    ) -> Receipt:
        """Make a file searchable; on return it is. The old version under the same id stays until then.

        The same bytes, name and settings again change no chunk. ``on_progress(stage, done, total)`` tells
        of the stages ``parsing`` (pages) and ``embedding`` (chunks); what it raises ends the writing.

        Meanwhile a new document is shown as ``PROCESSING``. When it fails nothing of it stays; a document
        that was to be replaced stays ``ACTIVE`` as it was, and its ``error`` says why. Raises
        :class:`UnreadableDocument` and its kinds, :class:`UnknownFormat`, :class:`TooLarge`,
        :class:`InvalidArgument`, and :class:`Cancelled` when the document is deleted meanwhile.
        """
        return self._life.add(collection, upload, on_progress)

    def record_failure(self, collection: CollectionName, upload: Upload, reason: str) -> None:
        """Show a file that could not be taken in as a document in the state ``ERROR`` with ``reason``, for
        when nobody waits for the answer; a document that is there under its id stays as it is.
        """
        self._life.record_failure(collection, upload, reason)

    def get_document(self, collection: CollectionName, document_id: str) -> Document:
        """The document with its page report."""
        return self._document(collection, document_id)[1]

    def list_documents(
        self, collection: CollectionName, *, page_size: int = 100, page_token: str = ""
    ) -> tuple[list[Document], str]:
        """A page in order of creation (without page reports), and the token of the next page or an empty
        one.
        """
        key = self._registry.collection_key(collection)
        return self._registry.documents.page(collection, key, page_size, page_token)

    def is_outdated(self, document: Document) -> bool:
        """Whether the same file would be read, cut or embedded in another way now than when it came in."""
        return self._life.is_outdated(document)

    def update_document(
        self,
        collection: CollectionName,
        document_id: str,
        *,
        display_name: str | None = None,
        title: str | None = None,
        link: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Document:
        """Change what is given; nothing is read or embedded again."""
        changes = given(display_name=display_name, title=title, link=link, metadata=metadata, details=details)
        return self._life.update(collection, document_id, changes)

    def delete_document(self, collection: CollectionName, document_id: str) -> None:
        """Remove chunks, file and row; if it is being written, that is given up."""
        self._life.delete(collection, document_id)

    def open_file(self, collection: CollectionName, document_id: str) -> tuple[bytes, Document]:
        """The original bytes, and the document they are of."""
        key, document = self._document(collection, document_id)
        return self._files.read(key, document_id, document.version), document

    def document_text(self, collection: CollectionName, document_id: str) -> ParsedDocument:
        """The pages with their text, in which the spans of chunks count."""
        key, document = self._document(collection, document_id)
        return self._files.read_pages(key, document_id, document.version)

    def chunks(self, collection: CollectionName, document_id: str) -> list[Chunk]:
        """The chunks of a document in order."""
        key, document = self._document(collection, document_id)
        if document.state is not DocumentState.ACTIVE:
            return []
        return self._store.chunks(key, document_id, document.version)

    def passage(self, collection: CollectionName, document_id: str, identifier: str) -> Chunk | None:
        """What a search found in the document under that id; ``None`` when it was replaced since."""
        document = self.get_document(collection, document_id)
        return passage_of(self.chunks(collection, document_id), document, identifier)

    def _document(self, collection: CollectionName, document_id: str) -> tuple[str, Document]:
        key = self._registry.collection_key(collection)
        return key, self._registry.documents.get(collection, key, document_id)

    # Search.

    def search(self, collections: Sequence[CollectionName], query: str, **options: Any) -> list[Hit]:
        """The passages that answer a query best, best first; options as in :meth:`search_many`."""
        return self.search_many(collections, [query], **options)[0]

    def search_many(
        self,
        collections: Sequence[CollectionName],
        queries: Sequence[str],
        *,
        top_k: int = 10,
        document_ids: Collection[str] | Mapping[CollectionName, Collection[str]] = (),
        metadata_filter: str | Condition | None = None,
        hybrid: bool = True,
        alpha: float | None = None,
        max_distance: float | None = None,
        min_similarity: float | None = None,
        join: bool = True,
        collapse: bool = True,
    ) -> list[list[Hit]]:
        """For each query the ``top_k`` (1 to 1000) best passages of the collections.

        ``document_ids`` limits the search to documents: of any collection, or by collection.
        ``metadata_filter`` is an expression of :mod:`ingest.store.filter_language`. ``hybrid`` joins meaning and words,
        ``alpha`` in [0, 1] being the share of meaning and ``None`` the share that suits the question; without
        it only the distance of meaning counts. Kept are chunks with a cosine distance below ``max_distance``
        (in [0, 2]) and a similarity (1 - distance) above ``min_similarity``. ``join`` makes one passage of
        hits that are neighbours, ``collapse`` leaves out copies of a better hit's text
        (:mod:`ingest.search.passages`).
        """
        return self._retrieval.search_many(
            collections,
            queries,
            Wanted(top_k, alpha if hybrid else 1.0, max_distance, min_similarity, join, collapse),
            document_ids=document_ids,
            metadata_filter=metadata_filter,
        )


def _refuse_lost_parts(registry: Registry, files: FileStore | None, store: ChunkStore | None) -> None:
    """Raise :class:`StoreUnavailable` where one part of a data folder is empty and another one is not: a file of it was
    lost or put in its place. Parts elsewhere may be shared, and are not given.
    """
    chunks = store.count() if store else 0
    if not registry.collection_keys() and not registry.journal.all():
        kept = len(files.versions()) if files else 0
        if kept or chunks:
            raise StoreUnavailable(
                f"The registry is empty, but there are {kept} files and {chunks} passages beside it: registry.sqlite "
                "was lost or exchanged. Put it back from a backup; or run `sureground fsck --repair`, which takes the "
                "files in again and deletes none."
            )
    wanted = sum(entry.chunk_count for entry in registry.documents.entries()) if store else 0
    if wanted and not chunks:
        raise StoreUnavailable(
            f"The chunk store is empty, but the registry knows of {wanted} passages: the folder 'chunks' was lost or "
            "exchanged. Put it back from a backup; or run `sureground fsck --repair`, which makes them anew."
        )
