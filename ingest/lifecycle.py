"""The life of a document: added, replaced, removed, and finished after a crash.

Its bytes are kept and the journal says what is being written; it is read, cut into chunks, embedded and
added to the chunk store as a new version, which no search shows yet; then one transaction makes that
version the current one; then the old version is removed. A crash at any point leaves the old or the new
version current, and the journal knows what is left to do.
"""

import hashlib
import logging
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ingest.chunk import CHUNK_OVERLAP, CHUNK_SIZE, chunk_document, embedded_text
from ingest.embed import Embedder
from ingest.errors import IngestError, InvalidArgument, TooLarge
from ingest.files import FileStore
from ingest.formats import detect_format
from ingest.guards import Guards
from ingest.journal import REMOVE, Job
from ingest.names import base_name, check_id, derived_id, title_of
from ingest.pipeline import Progress, embed, read
from ingest.registry import Registry
from ingest.store import ChunkStore, StoredChunk
from ingest.types import CollectionName, Document, DocumentState, Outcome, ParsedDocument, Receipt, Upload

log = logging.getLogger(__name__)

MAX_UPLOAD_BYTES = 200 << 20

# Changes when the same bytes would be read or cut in another way, so that they are not taken for unchanged.
PIPELINE_REVISION = 1


@dataclass(frozen=True)
class Limits:
    """``chunk_size`` and ``chunk_overlap`` in tokens of the embedding model, uploads in bytes."""

    chunk_size: int = CHUNK_SIZE
    chunk_overlap: int = CHUNK_OVERLAP
    max_upload_bytes: int = MAX_UPLOAD_BYTES


class Lifecycle:
    """Writes documents; one writer per document at a time, any number of documents."""

    def __init__(
        self, registry: Registry, files: FileStore, store: ChunkStore, embedder: Embedder, limits: Limits
    ) -> None:
        self._registry, self._files, self._store, self._embedder = registry, files, store, embedder
        self._limits = limits
        self._guards = Guards()
        self._closed = threading.Event()
        self._resuming: threading.Thread | None = None

    def add(self, collection: CollectionName, upload: Upload, on_progress: Progress | None) -> Receipt:
        """Make a file searchable; see :meth:`ingest.library.Library.add_document`."""
        begun = time.monotonic()
        key = self._registry.collection_key(collection)
        upload = self._completed(upload)
        mark = self._fingerprint(upload)
        with self._guards.hold(key, upload.document_id):
            known, version = self._registry.documents.made_from(key, upload.document_id)
            if known == mark:
                document = self._adopt(collection, key, upload)
                return Receipt(document, Outcome.UNCHANGED, time.monotonic() - begun)
            job = self._registry.journal.begin(key, upload.document_id, version + 1, _fields(upload))
            document = self._write(job, collection, upload, mark, on_progress)
        outcome = Outcome.REPLACED if version else Outcome.CREATED
        return Receipt(document, outcome, time.monotonic() - begun)

    def update(self, collection: CollectionName, document_id: str, changes: Mapping[str, Any]) -> Document:
        """Change what is told about a document; nothing is read or embedded again."""
        key = self._registry.collection_key(collection)
        with self._guards.hold(key, document_id):
            return self._update(collection, key, document_id, changes)

    def delete(self, collection: CollectionName, document_id: str) -> None:
        """Remove row, chunks and files."""
        key = self._registry.collection_key(collection)
        with self._guards.hold(key, document_id):
            self.finish(self._registry.documents.delete(collection, key, document_id))

    def finish(self, job: Job) -> None:
        """Remove what a job names and strike it from the journal; done twice it does no harm."""
        self._store.remove(job.collection, job.document, job.version)
        self._files.remove(job.collection, job.document, job.version)
        self._registry.journal.finish(job)

    def resume(self) -> None:
        """Finish removals that a former process left, and begin its unfinished writings anew in the
        background.
        """
        writes = []
        for job in self._registry.journal.unfinished():
            if job.kind == REMOVE:
                self.finish(job)
            else:
                writes.append(job)
        if writes:
            self._resuming = threading.Thread(target=self._rewrite, args=(writes,), daemon=True)
            self._resuming.start()

    def close(self) -> None:
        """Wait for the document being resumed; the others stay in the journal."""
        self._closed.set()
        if self._resuming:
            self._resuming.join()

    def _completed(self, upload: Upload) -> Upload:
        """The upload with its defaults filled in; raises for what can be seen to be wrong without reading
        it.
        """
        limit = self._limits.max_upload_bytes
        if len(upload.content) > limit:
            raise TooLarge(
                f"The file has {len(upload.content)} bytes; the limit is {limit}. Split it, or raise the "
                "limit in the settings."
            )
        name = base_name(upload.display_name)
        document_id = upload.document_id or derived_id(_hash(upload), name)
        size = upload.chunk_size or self._limits.chunk_size
        overlap = upload.chunk_overlap
        if overlap < 0:
            # The default overlap, or the same share of a smaller chunk.
            overlap = min(self._limits.chunk_overlap, size // 5)
        if not 0 <= overlap < size:
            raise InvalidArgument(
                f"chunk_overlap is {overlap}; it must be in [0, chunk_size), here [0, {size})."
            )
        return replace(
            upload,
            display_name=name,
            document_id=check_id("The document id", document_id),
            mime_type=detect_format(upload.content, name, upload.mime_type),
            chunk_size=size,
            chunk_overlap=overlap,
        )

    def _fingerprint(self, upload: Upload) -> str:
        parts = (
            _hash(upload),
            upload.display_name,
            upload.mime_type,
            str(upload.chunk_size),
            str(upload.chunk_overlap),
            self._embedder.name,
            str(PIPELINE_REVISION),
        )
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def _write(
        self,
        job: Job,
        collection: CollectionName,
        upload: Upload,
        mark: str,
        on_progress: Progress | None,
    ) -> Document:
        """Carry out a job of the journal: all of the new version, the switch, the removal of the old."""
        try:
            self._files.write(job.collection, job.document, job.version, upload.content)
            # A try that was cut short may have left chunks of this version.
            self._store.remove(job.collection, job.document, job.version)
            parsed = read(upload, on_progress=on_progress)
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
            for batch, vectors in embed(chunks, self._embedder, on_progress=on_progress):
                stored = [
                    StoredChunk(job.collection, job.version, chunk, embedded_text(chunk), upload.metadata)
                    for chunk in batch
                ]
                self._store.add(stored, vectors)
            document = _document(job, collection, upload, parsed, len(chunks))
            old = self._registry.documents.switch(job, document, mark)
        except BaseException:
            # The old version stays current; what there is of the new one goes.
            with suppress(IngestError):
                self.finish(job)
            raise
        if old:
            self.finish(old)
        return self._registry.documents.get(collection, job.collection, job.document)

    def _adopt(self, collection: CollectionName, key: str, upload: Upload) -> Document:
        """The same bytes again: only what is told about them may have changed."""
        document = self._registry.documents.get(collection, key, upload.document_id)
        told = {
            "title": upload.title,
            "link": upload.link,
            "metadata": dict(upload.metadata),
            "details": dict(upload.details),
        }
        changes = {name: value for name, value in told.items() if value and value != getattr(document, name)}
        return self._update(collection, key, upload.document_id, changes) if changes else document

    def _update(
        self, collection: CollectionName, key: str, document_id: str, changes: Mapping[str, Any]
    ) -> Document:
        document = self._registry.documents.update(collection, key, document_id, changes)
        if "metadata" in changes:
            self._store.set_metadata(key, document_id, changes["metadata"])
        return document

    def _rewrite(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            if self._closed.is_set():
                return
            try:
                with self._guards.hold(job.collection, job.document):
                    self._rewrite_one(job)
            except IngestError as error:
                log.warning("The unfinished document %s was given up: %s", job.document, error)

    def _rewrite_one(self, job: Job) -> None:
        name = self._registry.collection_name(job.collection)
        if name is None:
            self.finish(job)
            return
        _, version = self._registry.documents.made_from(job.collection, job.document)
        if version >= job.version:
            # It was sent again meanwhile; what is stored under this version is the new sending's.
            self._registry.journal.finish(job)
            return
        try:
            content = self._files.read(job.collection, job.document, job.version)
        except IngestError:
            # The crash came before the bytes were kept.
            self.finish(job)
            raise
        upload = Upload(content=content, **job.upload)
        self._write(job, name, upload, self._fingerprint(upload), None)


def _hash(upload: Upload) -> str:
    return hashlib.sha256(upload.content).hexdigest()


def _fields(upload: Upload) -> dict[str, Any]:
    """The upload without its bytes, as the journal keeps it (with the password) until the job is done."""
    fields = asdict(replace(upload, content=b""))
    del fields["content"]
    return fields


def _document(
    job: Job, collection: CollectionName, upload: Upload, parsed: ParsedDocument, chunk_count: int
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
        content_hash=_hash(upload),
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
