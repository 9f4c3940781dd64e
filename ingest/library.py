"""The room's front: collections of documents that are kept, replaced, deleted and searched.

The life of a document: its bytes are kept and the journal says what is being written; it is read, cut into
chunks, embedded and added to the chunk store as a new version, which no search shows yet; then one transaction of
the registry makes that version the current one; then the old version is removed. A crash at any point leaves
the old or the new version current, and the journal knows what is left to do.
"""

import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from filelock import FileLock, Timeout

import ingest.pipeline as pipeline
from ingest.chunk import CHUNK_OVERLAP, CHUNK_SIZE, chunk_document, embedded_text
from ingest.embed import Embedder, load_embedder
from ingest.errors import IngestError, InvalidArgument, NotFound, StoreUnavailable, TooLarge
from ingest.files import FileStore
from ingest.filter import Condition, parse_filter
from ingest.names import base_name, check_id, check_name, derived_id, fresh_id, title_of
from ingest.registry import Job, Registry
from ingest.store import ChunkStore, Found, Mode, Query, Scope, StoredChunk
from ingest.types import (
    Chunk,
    CollectionName,
    Document,
    DocumentState,
    Engine,
    Hit,
    Outcome,
    ParsedDocument,
    Receipt,
    Upload,
)
from ingest.types import Collection as StoredCollection

log = logging.getLogger(__name__)

MAX_UPLOAD_BYTES = 200 << 20
MAX_TOP_K = 1000

# Changes when the same bytes would be read or cut in another way, so that they are not taken for unchanged.
PIPELINE_REVISION = 1

# Chunks added before the index is brought up to date.
OPTIMISE_EVERY = 5000


class Library:
    """Documents in, passages out. Safe to call from several threads."""

    def __init__(
        self,
        *,
        registry: Registry,
        files: FileStore,
        store: ChunkStore,
        embedder: Embedder,
        chunk_size: int = CHUNK_SIZE,
        chunk_overlap: int = CHUNK_OVERLAP,
        max_upload_bytes: int = MAX_UPLOAD_BYTES,
        lock: FileLock | None = None,
    ) -> None:
        """Takes ready parts; :meth:`open` makes them from settings."""
        known = registry.setting("embedding_model", embedder.name)
        if known != embedder.name:
            raise StoreUnavailable(
                f"The stored vectors were made by '{known}', the setting names '{embedder.name}', and the two "
                "cannot be compared. Set SUREGROUND_EMBEDDING_MODEL back, or use another data folder."
            )
        self._registry, self._files, self._store, self._embedder = registry, files, store, embedder
        self._chunk_size, self._chunk_overlap = chunk_size, chunk_overlap
        self._max_upload_bytes = max_upload_bytes
        self._lock = lock
        self._guards: dict[tuple[str, str], list[Any]] = {}
        self._guards_lock = threading.Lock()
        self._added = 0
        self._closed = threading.Event()
        self._workers: list[threading.Thread] = []

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
        chunk_size: int = CHUNK_SIZE,
        chunk_overlap: int = CHUNK_OVERLAP,
        max_upload_bytes: int = MAX_UPLOAD_BYTES,
    ) -> Self:
        """Open the library of a data folder, and resume what a former process left unfinished.

        Raises :class:`StoreUnavailable` when another process has the folder open.
        """
        data = data.expanduser().resolve()
        data.mkdir(parents=True, exist_ok=True)
        lock = _locked(data)
        try:
            embedder = load_embedder(embedding_model)
            registry = Registry(database_url or f"sqlite:///{data / 'registry.sqlite'}", _owner(data))
            store: ChunkStore
            if qdrant_url:
                from ingest.store_server import ServerStore

                store = ServerStore(qdrant_url, embedder.dimension, api_key=qdrant_api_key)
            else:
                from ingest.store_edge import EdgeStore

                store = EdgeStore(data / "chunks", embedder.dimension)
            library = cls(
                registry=registry,
                files=FileStore(files_url or str(data / "files")),
                store=store,
                embedder=embedder,
                chunk_size=chunk_size,
                chunk_overlap=chunk_overlap,
                max_upload_bytes=max_upload_bytes,
                lock=lock,
            )
        except BaseException:
            lock.release()
            raise
        library.resume()
        return library

    def close(self) -> None:
        """Write everything out and let the data folder go."""
        self._closed.set()
        for worker in self._workers:
            worker.join()
        self._store.close()
        self._registry.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def embedder(self) -> Embedder:
        """What turns texts into vectors here; its ``name`` is the model's id."""
        return self._embedder

    # Collections.

    def create_collection(
        self,
        name: CollectionName,
        *,
        display_name: str = "",
        description: str = "",
        details: Mapping[str, Any] | None = None,
    ) -> StoredCollection:
        """A new collection; an empty id gets a fresh one. Raises :class:`AlreadyExists`."""
        name = check_name(replace(name, id=name.id or fresh_id()))
        return self._registry.create_collection(name, display_name, description, details or {})

    def get_collection(self, name: CollectionName) -> StoredCollection:
        return self._registry.collection(name)

    def list_collections(
        self, project: str, location: str, *, page_size: int = 100, page_token: str = ""
    ) -> tuple[list[StoredCollection], str]:
        """A page in order of creation, and the token of the next page or an empty one."""
        return self._registry.collections(project, location, page_size, page_token)

    def update_collection(
        self,
        name: CollectionName,
        *,
        display_name: str | None = None,
        description: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> StoredCollection:
        """Change what is given."""
        changes = _given(display_name=display_name, description=description, details=details)
        return self._registry.update_collection(name, changes)

    def delete_collection(self, name: CollectionName, *, force: bool = False) -> None:
        """Remove a collection, and with ``force`` all its documents; else :class:`NotEmpty` when it has any."""
        self._finish(self._registry.delete_collection(name, force=force))

    # Engines.

    def create_engine(
        self,
        name: CollectionName,
        *,
        display_name: str = "",
        collection_ids: Sequence[str] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Engine:
        """A new engine over collections of its project and location. Raises :class:`NotFound` for an unknown one."""
        name = check_name(replace(name, id=name.id or fresh_id()))
        for one in collection_ids:
            self._registry.collection_key(replace(name, id=one))
        return self._registry.create_engine(name, display_name, collection_ids, details or {})

    def get_engine(self, name: CollectionName) -> Engine:
        return self._registry.engine(name)

    def list_engines(
        self, project: str, location: str, *, page_size: int = 100, page_token: str = ""
    ) -> tuple[list[Engine], str]:
        """A page in order of creation, and the token of the next page or an empty one."""
        return self._registry.engines(project, location, page_size, page_token)

    def update_engine(
        self,
        name: CollectionName,
        *,
        display_name: str | None = None,
        collection_ids: Sequence[str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Engine:
        """Change what is given."""
        ids = None if collection_ids is None else list(collection_ids)
        for one in ids or ():
            self._registry.collection_key(replace(name, id=one))
        changes = _given(display_name=display_name, collection_ids=ids, details=details)
        return self._registry.update_engine(name, changes)

    def delete_engine(self, name: CollectionName) -> None:
        self._registry.delete_engine(name)

    def resolve(self, name: CollectionName) -> list[CollectionName]:
        """An engine's collections, or the collection of the same id where no such engine was made."""
        try:
            return [replace(name, id=one) for one in self._registry.engine(name).collection_ids]
        except NotFound:
            return [self._registry.collection(name).name]

    # Documents.

    def add_document(
        self, collection: CollectionName, upload: Upload, *, on_progress: pipeline.Progress | None = None
    ) -> Receipt:
        """Make a file searchable; on return it is. The old version under the same id stays until then.

        The same bytes, name and settings again change no chunk. ``on_progress(stage, done, total)`` tells of the
        stages ``parsing`` (pages) and ``embedding`` (chunks).
        """
        begun = time.monotonic()
        key = self._registry.collection_key(collection)
        if len(upload.content) > self._max_upload_bytes:
            raise TooLarge(
                f"The file has {len(upload.content)} bytes; the limit is {self._max_upload_bytes}. Split it, or "
                "raise the limit in the settings."
            )
        content_hash = hashlib.sha256(upload.content).hexdigest()
        name = base_name(upload.display_name)
        upload = replace(
            upload,
            display_name=name,
            document_id=check_id("The document id", upload.document_id or derived_id(content_hash, name)),
            chunk_size=upload.chunk_size or self._chunk_size,
            chunk_overlap=self._chunk_overlap if upload.chunk_overlap < 0 else upload.chunk_overlap,
        )
        if not upload.chunk_overlap < upload.chunk_size:
            raise InvalidArgument(
                f"chunk_overlap is {upload.chunk_overlap}; it must be below chunk_size ({upload.chunk_size})."
            )
        with self._guard(key, upload.document_id):
            mark = _fingerprint(upload, content_hash, self._embedder.name)
            known, version = self._registry.fingerprint(key, upload.document_id)
            if known == mark:
                document = self._adopt(collection, key, upload)
                return Receipt(document, Outcome.UNCHANGED, time.monotonic() - begun)
            job = self._registry.begin(key, upload.document_id, version + 1, _fields(upload))
            document = self._write(job, collection, upload, content_hash, mark, on_progress)
        outcome = Outcome.REPLACED if version else Outcome.CREATED
        return Receipt(document, outcome, time.monotonic() - begun)

    def get_document(self, collection: CollectionName, document_id: str) -> Document:
        """The document with its page report."""
        return self._registry.document(collection, self._registry.collection_key(collection), document_id)

    def list_documents(
        self, collection: CollectionName, *, page_size: int = 100, page_token: str = ""
    ) -> tuple[list[Document], str]:
        """A page in order of creation (without page reports), and the token of the next page or an empty one."""
        key = self._registry.collection_key(collection)
        return self._registry.documents(collection, key, page_size, page_token)

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
        key = self._registry.collection_key(collection)
        changes = _given(
            display_name=display_name, title=title, link=link, metadata=metadata, details=details
        )
        with self._guard(key, document_id):
            document = self._registry.update_document(collection, key, document_id, changes)
            if metadata is not None:
                self._store.set_metadata(key, document_id, metadata)
            return document

    def delete_document(self, collection: CollectionName, document_id: str) -> None:
        """Remove chunks, file and row."""
        key = self._registry.collection_key(collection)
        with self._guard(key, document_id):
            self._finish(self._registry.delete_document(collection, key, document_id))

    def open_file(self, collection: CollectionName, document_id: str) -> tuple[bytes, Document]:
        """The original bytes, and the document they are of."""
        key = self._registry.collection_key(collection)
        document = self._registry.document(collection, key, document_id)
        return self._files.read(key, document_id, document.version), document

    def document_text(self, collection: CollectionName, document_id: str) -> ParsedDocument:
        """The pages with their text, in which the spans of chunks count."""
        key = self._registry.collection_key(collection)
        document = self._registry.document(collection, key, document_id)
        return self._files.read_pages(key, document_id, document.version)

    def chunks(self, collection: CollectionName, document_id: str) -> list[Chunk]:
        """The chunks of a document in order."""
        key = self._registry.collection_key(collection)
        document = self._registry.document(collection, key, document_id)
        return self._store.chunks(key, document_id, document.version)

    # Search.

    def search(
        self,
        collections: Sequence[CollectionName],
        query: str,
        *,
        top_k: int = 10,
        document_ids: Collection[str] | Mapping[CollectionName, Collection[str]] = (),
        metadata_filter: str | Condition | None = None,
        hybrid: bool = True,
    ) -> list[Hit]:
        """The passages that answer a query best, best first; see :meth:`search_many`."""
        return self.search_many(
            collections,
            [query],
            top_k=top_k,
            document_ids=document_ids,
            metadata_filter=metadata_filter,
            hybrid=hybrid,
        )[0]

    def search_many(
        self,
        collections: Sequence[CollectionName],
        queries: Sequence[str],
        *,
        top_k: int = 10,
        document_ids: Collection[str] | Mapping[CollectionName, Collection[str]] = (),
        metadata_filter: str | Condition | None = None,
        hybrid: bool = True,
    ) -> list[list[Hit]]:
        """For each query the ``top_k`` (1 to 1000) best passages of the collections.

        ``document_ids`` limits the search to documents: of any collection, or by collection. ``metadata_filter``
        is an expression of :mod:`ingest.filter`. ``hybrid`` joins meaning and words; without it only the
        distance of meaning counts.
        """
        if not 1 <= top_k <= MAX_TOP_K:
            raise InvalidArgument(f"top_k is {top_k}; it must be in [1, {MAX_TOP_K}].")
        condition = parse_filter(metadata_filter) if isinstance(metadata_filter, str) else metadata_filter
        names = {self._registry.collection_key(name): name for name in collections}
        if not names or not queries:
            return [[] for _ in queries]
        scopes = tuple(Scope(key, _limited(name, document_ids)) for key, name in names.items())
        mode = Mode.HYBRID if hybrid else Mode.DENSE
        vectors = self._embedder.embed_queries(queries)
        wanted = [
            Query(text, vector, scopes, top_k, mode, condition)
            for text, vector in zip(queries, vectors, strict=True)
        ]
        return self._current(wanted, names)

    def _current(self, queries: list[Query], names: Mapping[str, CollectionName]) -> list[list[Hit]]:
        """Run queries, dropping chunks of versions that are not current; asks for more while any were dropped."""
        answers: list[list[Hit]] = [[] for _ in queries]
        open_queries = list(range(len(queries)))
        for widening in (1, 4, 16):
            asked = [replace(queries[i], limit=queries[i].limit * widening) for i in open_queries]
            found = self._store.search(asked)
            ids = {(hit.collection, hit.chunk.document_id) for hits in found for hit in hits}
            documents = self._registry.current(ids, names)
            still_open = []
            for index, hits in zip(open_queries, found, strict=True):
                kept = [hit for hit in (_hit(one, documents) for one in hits) if hit]
                answers[index] = kept[: queries[index].limit]
                if len(kept) < len(hits) and len(kept) < queries[index].limit:
                    still_open.append(index)
            open_queries = still_open
            if not open_queries:
                break
        return answers

    # Writing.

    def _write(
        self,
        job: Job,
        collection: CollectionName,
        upload: Upload,
        content_hash: str,
        mark: str,
        on_progress: pipeline.Progress | None,
    ) -> Document:
        """Carry out a job of the journal: all of the new version, the switch, the removal of the old."""
        try:
            self._files.write(job.collection, job.document, job.version, upload.content)
            parsed = pipeline.read(upload, on_progress=on_progress)
            chunks = chunk_document(
                parsed,
                collection=job.collection,
                document_id=job.document,
                version=job.version,
                count_tokens=self._embedder.count_tokens,
                size=upload.chunk_size,
                overlap=upload.chunk_overlap,
            )
            self._files.write_pages(job.collection, job.document, job.version, parsed)
            for batch, vectors in pipeline.embed(chunks, self._embedder, on_progress=on_progress):
                stored = [
                    StoredChunk(job.collection, job.version, chunk, embedded_text(chunk), upload.metadata)
                    for chunk in batch
                ]
                self._store.add(stored, vectors)
            document = _document(job, collection, upload, content_hash, parsed, len(chunks))
            old = self._registry.commit(job, document, mark)
        except BaseException:
            # The old version stays current; what there is of the new one goes.
            with suppress(IngestError):
                self._discard(job)
            raise
        if old:
            self._finish(old)
        self._tend(len(chunks))
        return self._registry.document(collection, job.collection, job.document)

    def _adopt(self, collection: CollectionName, key: str, upload: Upload) -> Document:
        """The same bytes again: only what is told about them may have changed."""
        document = self._registry.document(collection, key, upload.document_id)
        changes: dict[str, Any] = {}
        if upload.title and upload.title != document.title:
            changes["title"] = upload.title
        if upload.link and upload.link != document.link:
            changes["link"] = upload.link
        if upload.metadata and dict(upload.metadata) != dict(document.metadata):
            changes["metadata"] = dict(upload.metadata)
        if upload.details and dict(upload.details) != dict(document.details):
            changes["details"] = dict(upload.details)
        if not changes:
            return document
        document = self._registry.update_document(collection, key, upload.document_id, changes)
        if "metadata" in changes:
            self._store.set_metadata(key, upload.document_id, changes["metadata"])
        return document

    def _discard(self, job: Job) -> None:
        self._store.remove(job.collection, job.document, job.version)
        self._files.remove(job.collection, job.document, job.version)
        self._registry.finish(job)

    def _finish(self, job: Job) -> None:
        """Carry out a removal of the journal; done twice it does no harm."""
        self._store.remove(job.collection, job.document, job.version)
        self._files.remove(job.collection, job.document, job.version)
        self._registry.finish(job)

    def resume(self) -> None:
        """Finish removals that a former process left, and begin its unfinished writings anew in the background."""
        writes = []
        for job in self._registry.unfinished():
            if job.kind == "remove":
                self._finish(job)
            else:
                self._store.remove(job.collection, job.document, job.version)
                writes.append(job)
        if writes:
            self._start(lambda: self._rewrite(writes))

    def _rewrite(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            if self._closed.is_set():
                return
            try:
                name = self._registry.name_of(job.collection)
                with self._guard(job.collection, job.document):
                    known, version = self._registry.fingerprint(job.collection, job.document)
                    if name is None or version >= job.version:
                        self._discard(job)
                        continue
                    content = self._files.read(job.collection, job.document, job.version)
                    upload = Upload(content=content, **job.upload)
                    content_hash = hashlib.sha256(content).hexdigest()
                    mark = _fingerprint(upload, content_hash, self._embedder.name)
                    self._write(job, name, upload, content_hash, mark, None)
            except IngestError as error:
                log.warning("The unfinished document %s was given up: %s", job.document, error)
                with suppress(IngestError):
                    self._discard(job)

    def _tend(self, added: int) -> None:
        """Bring the index up to date in the background once enough was added."""
        self._added += added
        if self._added >= OPTIMISE_EVERY:
            self._added = 0
            self._start(self._store.optimise)

    def _start(self, work: Callable[[], None]) -> None:
        self._workers = [worker for worker in self._workers if worker.is_alive()]
        worker = threading.Thread(target=work, daemon=True)
        self._workers.append(worker)
        worker.start()

    @contextmanager
    def _guard(self, key: str, document_id: str) -> Iterator[None]:
        """One writer per document at a time."""
        with self._guards_lock:
            entry = self._guards.setdefault((key, document_id), [threading.Lock(), 0])
            entry[1] += 1
        try:
            with entry[0]:
                yield
        finally:
            with self._guards_lock:
                entry[1] -= 1
                if not entry[1]:
                    del self._guards[key, document_id]


def _locked(data: Path) -> FileLock:
    lock = FileLock(data / "lock", timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise StoreUnavailable(
            f"The data folder {data} is in use by another process. Stop that process, talk to it over HTTP, or "
            "choose another folder with SUREGROUND_DATA."
        ) from error
    return lock


def _owner(data: Path) -> str:
    """The mark of this data folder in a shared journal."""
    path = data / "owner"
    if not path.is_file():
        path.write_text(secrets.token_hex(8))
    return path.read_text().strip()


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _limited(
    name: CollectionName, document_ids: Collection[str] | Mapping[CollectionName, Collection[str]]
) -> tuple[str, ...]:
    if isinstance(document_ids, Mapping):
        document_ids = document_ids.get(name, ())
    return tuple(sorted(document_ids))


def _hit(found: Found, documents: Mapping[tuple[str, str], Document]) -> Hit | None:
    document = documents.get((found.collection, found.chunk.document_id))
    if document is None or document.version != found.version:
        return None
    return Hit(found.chunk, document, found.distance, found.score)


def _fields(upload: Upload) -> dict[str, Any]:
    """The upload without its bytes, as the journal keeps it. A password is kept only until the job is done."""
    fields = asdict(replace(upload, content=b""))
    del fields["content"]
    return fields


def _fingerprint(upload: Upload, content_hash: str, model: str) -> str:
    parts = (
        content_hash,
        upload.display_name,
        upload.mime_type,
        str(upload.chunk_size),
        str(upload.chunk_overlap),
        model,
        str(PIPELINE_REVISION),
    )
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _document(
    job: Job,
    collection: CollectionName,
    upload: Upload,
    content_hash: str,
    parsed: ParsedDocument,
    chunk_count: int,
) -> Document:
    now = datetime.now(UTC)
    return Document(
        id=job.document,
        collection=collection,
        display_name=upload.display_name,
        title=upload.title or title_of(upload.display_name),
        link=upload.link,
        mime_type=parsed.mime_type,
        size=len(upload.content),
        content_hash=content_hash,
        version=job.version,
        state=DocumentState.ACTIVE,
        error="",
        page_count=len(parsed.pages),
        chunk_count=chunk_count,
        create_time=now,
        update_time=now,
        page_report=tuple(replace(page, text="") for page in parsed.pages),
        metadata=dict(upload.metadata),
        details=dict(upload.details),
    )
