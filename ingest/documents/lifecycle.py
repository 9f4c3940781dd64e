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
from dataclasses import replace
from typing import Any

import grounding.errors
from ingest.chunk import chunk_document, embedded_text
from ingest.documents.file_storage import FileStore
from ingest.documents.locks import Guards, Turn
from ingest.documents.upload import (
    Limits,
    completed,
    fields_of,
    fingerprint,
    fingerprint_now,
    named,
    pending,
    refuse_without_space,
    restored,
)
from ingest.embedding.embedder import Embedder
from ingest.errors import Cancelled, IngestError, InvalidArgument, NotFound, UnreadableDocument
from ingest.pipeline import Progress, embed, read
from ingest.registry.journal import ASIDE, REMOVE, REWRITE, TRIAL, WRITE, Job
from ingest.registry.registry import Registry
from ingest.store.chunk_store import ChunkStore, StoredChunk
from ingest.types import CollectionName, Document, DocumentState, Outcome, ParsedDocument, Receipt, Upload

# What is told of a document whose reading ends the process.
SET_ASIDE = (
    "The file was set aside: reading it was begun three times, the last time alone, and each time the process ended "
    "before it was done. Send it again when the cause is gone, send another file, or delete the document."
)
# The longest wait for a document that is being resumed when all is closed, in seconds; it may hang.
LAST_WAIT = 30.0
# What was begun twice without an end is begun a third time once the process has lived so long, in seconds: processes
# that are killed one after the other are not its fault.
PROBATION = 30.0

log = logging.getLogger(__name__)


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
        self._under_way: Job | None = None  # of those that are resumed

    def add(self, collection: CollectionName, upload: Upload, on_progress: Progress | None) -> Receipt:
        """Make a file searchable; see :meth:`ingest.library.Library.add_document`."""
        begun = time.monotonic()
        key = self._registry.collection_key(collection)
        try:
            refuse_without_space(len(upload.content), self._limits)
            upload = completed(upload, self._limits)
        except IngestError as error:
            self._tell(key, upload.document_id, error)
            raise
        mark = fingerprint(upload, self._embedder.name)
        with self._guards.hold(key, upload.document_id) as turn:
            known, version = self._registry.documents.made_from(key, upload.document_id)
            if known == mark:
                document = self._adopt(collection, key, upload)
                return Receipt(document, Outcome.UNCHANGED, time.monotonic() - begun)
            job, new = self._registry.documents.begin(pending(upload, collection), key, fields_of(upload))
            try:
                report = _until_stopped(turn, upload, on_progress)
                document = self._write(job, collection, upload, mark, report)
            except BaseException as error:
                self._give_up(job, new, error)
                raise
        outcome = Outcome.REPLACED if version else Outcome.CREATED
        return Receipt(document, outcome, time.monotonic() - begun)

    def is_outdated(self, document: Document) -> bool:
        """See :meth:`ingest.library.Library.is_outdated`."""
        return document.fingerprint != fingerprint_now(document, self._limits, self._embedder.name)

    def record_failure(self, collection: CollectionName, upload: Upload, reason: str) -> None:
        """Show that a file could not be taken in; see :meth:`ingest.library.Library.record_failure`."""
        key = self._registry.collection_key(collection)
        failed = replace(pending(named(upload), collection), state=DocumentState.ERROR, error=reason)
        self._registry.documents.add_failed(failed, key)

    def update(self, collection: CollectionName, document_id: str, changes: Mapping[str, Any]) -> Document:
        """Change what is told about a document; nothing is read or embedded again."""
        key = self._registry.collection_key(collection)
        with self._guards.hold(key, document_id):
            return self._update(collection, key, document_id, changes)

    def delete(self, collection: CollectionName, document_id: str) -> None:
        """Remove row, chunks and files; a writing of the document that is under way is given up."""
        key = self._registry.collection_key(collection)
        stopped = self._guards.interrupt(key, document_id)
        with self._guards.hold(key, document_id):
            try:
                self.finish(self._registry.documents.delete(collection, key, document_id))
            except NotFound:
                # It was new, and went with the writing that was given up.
                if not stopped:
                    raise

    def finish(self, job: Job) -> None:
        """Remove what a job names and strike it from the journal; done twice it does no harm."""
        self._store.remove(job.collection, job.document, job.version)
        self._files.remove(job.collection, job.document, job.version)
        self._registry.journal.finish(job)

    def resume(self) -> None:
        """Finish in the background what a former process left: removals first, then its unfinished writings anew.

        A writing that was begun twice without an end may be what ended the process: it comes last, when the process has
        lived for a while; one that did not end then either is set aside.
        """
        if jobs := self._registry.journal.unfinished():
            self._resuming = threading.Thread(target=self._work_off, args=(jobs,), daemon=True)
            self._resuming.start()

    def finish_resuming(self) -> None:
        """Wait until all that :meth:`resume` began is done."""
        if self._resuming:
            self._resuming.join()

    def rebuild(self, key: str, document_id: str) -> None:
        """Make the chunks and pages of a document anew from its file, by the chunk size of the settings."""
        name = self._registry.collection_name(key)
        assert name is not None
        with self._guards.hold(key, document_id) as turn:
            document = self._registry.documents.get(name, key, document_id)
            kept = {
                field: getattr(document, field)
                for field in ("display_name", "mime_type", "title", "link", "metadata", "details")
            }
            content = self._files.read(key, document_id, document.version)
            if hashlib.sha256(content).hexdigest() != document.content_hash:
                raise UnreadableDocument("The file itself is damaged.")
            upload = completed(Upload(content, document_id=document_id, **kept), self._limits)
            job, _ = self._registry.documents.begin(pending(upload, name), key, fields_of(upload))
            mark = fingerprint(upload, self._embedder.name)
            self._write(job, name, upload, mark, _until_stopped(turn, upload, None))

    def close(self) -> None:
        """Wait for the document being resumed, but not for ever; it and the others stay in the journal."""
        self._closed.set()
        if self._resuming:
            self._resuming.join(LAST_WAIT)
            if job := self._under_way:
                self._registry.journal.mark(job, job.kind)  # it is left in order, and not by its fault

    def _give_up(self, job: Job, new: bool, error: BaseException) -> None:
        """After a writing that failed: a new document goes, another one says why.

        One whose remains could not be removed, as the store is down, stays to be seen: the next start
        tries it again.
        """
        with suppress(IngestError):
            if (new or isinstance(error, grounding.errors.Cancelled)) and not self._registry.journal.holds(
                job
            ):
                self._registry.documents.withdraw(job.collection, job.document)
        if not isinstance(error, grounding.errors.Cancelled):
            self._tell(job.collection, job.document, error)

    def _tell(self, key: str, document_id: str, error: BaseException) -> None:
        """Put the reason of a failure on the document, if there is one."""
        if isinstance(error, InvalidArgument) or not document_id:
            return
        reason = str(error) if isinstance(error, IngestError) else "an unexpected error; the log has it."
        with suppress(IngestError):
            _, version = self._registry.documents.made_from(key, document_id)
            if version:
                reason = f"The last file sent for it was not taken in, the one before stays: {reason}"
            self._registry.documents.fail(key, document_id, reason)

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
            parsed = read(upload, on_progress=on_progress, mime_type=upload.mime_type)
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
            try:
                self.finish(old)
            except IngestError as error:
                log.warning("The old version of %s is removed at the next start: %s", job.document, error)
        return self._registry.documents.get(collection, job.collection, job.document)

    def _adopt(self, collection: CollectionName, key: str, upload: Upload) -> Document:
        """The same bytes again: only what is told about them may have changed."""
        document = self._registry.documents.get(collection, key, upload.document_id)
        sent = {
            "title": upload.title,
            "link": upload.link,
            "metadata": dict(upload.metadata),
            "details": dict(upload.details),
        }
        changes = {name: value for name, value in sent.items() if value and value != getattr(document, name)}
        if document.error:
            changes["error"] = ""
        return self._update(collection, key, upload.document_id, changes) if changes else document

    def _update(
        self, collection: CollectionName, key: str, document_id: str, changes: Mapping[str, Any]
    ) -> Document:
        document = self._registry.documents.update(collection, key, document_id, changes)
        if "metadata" in changes:
            self._store.set_metadata(key, document_id, changes["metadata"])
        return document

    def _work_off(self, jobs: Sequence[Job]) -> None:
        order = (REMOVE, ASIDE, TRIAL, WRITE, REWRITE)
        proved = False
        for job in sorted(jobs, key=lambda job: order.index(job.kind)):
            if self._closed.is_set():
                return
            if job.kind == REWRITE and not proved:
                proved = not self._closed.wait(PROBATION)
                if not proved:
                    return
            if job.kind == ASIDE:
                continue
            with self._guards.hold(job.collection, job.document) as turn:
                try:
                    if job.kind == REMOVE:
                        self.finish(job)
                    elif job.kind == TRIAL:
                        self._set_aside(job)
                    else:
                        self._under_way = job
                        self._registry.journal.mark(job, REWRITE if job.kind == WRITE else TRIAL)
                        self._rewrite_one(job, turn)
                except Exception as error:
                    log.warning("The unfinished document %s was given up: %s", job.document, error)
                    if job.kind in (WRITE, REWRITE):
                        self._tell(job.collection, job.document, error)
                        with suppress(IngestError):  # it had an end; what is left to remove is tried again
                            self._registry.journal.mark(job, WRITE)
                finally:
                    self._under_way = None

    def _set_aside(self, job: Job) -> None:
        log.error(
            "The document %s (version %d) is set aside: its reading was begun three times and never ended.",
            job.document,
            job.version,
        )
        self._registry.journal.mark(job, ASIDE)
        self._tell(job.collection, job.document, UnreadableDocument(SET_ASIDE))

    def _rewrite_one(self, job: Job, turn: Turn) -> None:
        name = self._registry.collection_name(job.collection)
        if name is None:
            self.finish(job)
            return
        _, version = self._registry.documents.made_from(job.collection, job.document)
        if version >= job.version:
            # It was sent again meanwhile; what is stored under this version is the new sending's.
            self._registry.journal.finish(job)
            return
        upload = None
        with suppress(NotFound):
            content = self._files.read(job.collection, job.document, job.version)
            upload = restored(job.upload, content)
        if upload is None:
            # The crash came before all bytes were kept: all is as if the file had never been sent.
            log.warning("The document %s was cut short before its file was here.", job.document)
            self.finish(job)
            self._registry.documents.withdraw(job.collection, job.document)
            return
        mark = fingerprint(upload, self._embedder.name)
        self._write(job, name, upload, mark, _until_stopped(turn, upload, None))


def _until_stopped(turn: Turn, upload: Upload, on_progress: Progress | None) -> Progress:
    """``on_progress``, which ends the writing when the turn should end."""

    def report(stage: str, done: int, total: int) -> None:
        if turn.stop.is_set():
            raise Cancelled(f"'{upload.display_name}' was deleted while it was being read.")
        if on_progress:
            on_progress(stage, done, total)

    return report


def _document(
    job: Job, collection: CollectionName, upload: Upload, parsed: ParsedDocument, chunk_count: int
) -> Document:
    return replace(
        pending(upload, collection),
        mime_type=parsed.mime_type,
        version=job.version,
        state=DocumentState.ACTIVE,
        page_count=len(parsed.pages),
        chunk_count=chunk_count,
        page_report=tuple(replace(page, text="", head="", foot="") for page in parsed.pages),
    )
