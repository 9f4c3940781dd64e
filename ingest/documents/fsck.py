"""Whether rows, chunks, files and journal agree, and how they are made to."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from ingest.documents.file_storage import FileStore, folder_of
from ingest.documents.lifecycle import SET_ASIDE, Lifecycle
from ingest.documents.recovery import Recovery
from ingest.errors import IngestError, StoreUnavailable
from ingest.registry.document_rows import Entry
from ingest.registry.journal import ASIDE, REMOVE, Job
from ingest.registry.registry import Registry
from ingest.store.chunk_store import ChunkStore
from ingest.types import DocumentState

# A version of a document: collection key, document id (or the folder of its files), version number.
Version = tuple[str, str, int]


class Fault(StrEnum):
    """What can be wrong."""

    UNFINISHED_JOB = "unfinished_job"
    SET_ASIDE = "set_aside"
    ORPHAN_CHUNKS = "orphan_chunks"
    ORPHAN_FILES = "orphan_files"
    ORPHAN_ROW = "orphan_row"
    STALLED_ROW = "stalled_row"
    WRONG_CHUNKS = "wrong_chunks"
    MISSING_FILE = "missing_file"
    MISSING_PAGES = "missing_pages"
    DAMAGED_FILE = "damaged_file"
    DAMAGED_PAGES = "damaged_pages"


@dataclass(frozen=True)
class Finding:
    """One fault. ``collection`` is its key, ``document`` an id, or of orphan files the folder's name."""

    fault: Fault
    collection: str
    document: str
    version: int
    detail: str
    repaired: bool = False


@dataclass(frozen=True)
class Report:
    """How much was looked at, and what was found; ``clean`` when nothing is wrong any more."""

    documents: int
    chunks: int
    files: int
    findings: tuple[Finding, ...]

    @property
    def clean(self) -> bool:
        return all(finding.repaired for finding in self.findings)


def check(
    registry: Registry,
    files: FileStore,
    store: ChunkStore,
    life: Lifecycle,
    *,
    repair: bool = False,
    strangers: bool = False,
    force: bool = False,
) -> Report:
    """Compare all that is kept; ``repair`` finishes unfinished jobs first, makes chunks that are missing anew from the
    file, takes files that no row names in again (:mod:`ingest.documents.recovery`) and removes chunks that belong to
    nothing. No file is deleted, and no chunk that is all that is left of one, unless by ``force``, which removes what
    was set aside as well.

    What belongs to no collection of this registry is only removed with ``strangers``: a Qdrant server or an
    address of files may be shared with another one. Without its file a document cannot be made anew.
    """
    unfinished = [_unfinished(job, repair, force) for job in registry.journal.unfinished()]
    if repair:
        for job in registry.journal.unfinished():
            if force and job.kind == ASIDE:
                life.finish(job)
        life.resume()
        life.finish_resuming()
    # Chunks and files first: what is written meanwhile by others is in the journal by then, or current.
    chunks, kept = store.versions(), files.versions()
    state = _State(
        registry.collection_keys(), registry.documents.entries(), registry.journal.all(), chunks, kept
    )
    mend = _Mend(registry, files, store, life, strangers, force, state)
    wrong = [*state.findings(), *_damaged(state, files)]
    found = [mend(finding) if repair else finding for finding in wrong]
    return Report(
        len(state.entries), sum(chunks.values()), sum(map(len, kept.values())), (*unfinished, *found)
    )


def _unfinished(job: Job, repair: bool, force: bool) -> Finding:
    if job.kind == ASIDE:
        return Finding(
            Fault.SET_ASIDE, job.collection, job.document, job.version, SET_ASIDE, repair and force
        )
    what = "being removed" if job.kind == REMOVE else "being written"
    detail = f"It was {what} when the process ended."
    return Finding(Fault.UNFINISHED_JOB, job.collection, job.document, job.version, detail, repair)


def _damaged(state: "_State", files: FileStore) -> Iterator[Finding]:
    """Every file is read: that it is there does not tell that it is whole."""
    for entry in state.entries:
        version = (entry.collection, folder_of(entry.document), entry.version)
        parts = state.files.get(version, set()) if entry.version and entry.collection in state.keys else ()
        kept = (entry.collection, entry.document, entry.version)
        if "content" in parts and hashlib.sha256(files.read(*kept)).hexdigest() != entry.content_hash:
            yield Finding(Fault.DAMAGED_FILE, *kept, "The file has other bytes than were sent.")
        if "pages" in parts:
            try:
                files.read_pages(*kept)
            except StoreUnavailable:
                yield Finding(Fault.DAMAGED_PAGES, *kept, "What was read from the file cannot be read.")


@dataclass(frozen=True)
class _State:
    """All that is kept, and what is wrong with it."""

    keys: set[str]
    entries: list[Entry]
    jobs: list[Job]
    chunks: dict[Version, int]
    files: dict[Version, set[str]]

    def findings(self) -> Iterator[Finding]:
        current = {(one.collection, one.document, one.version) for one in self.entries if one.version}
        yield from self._orphans(current)
        for entry in self.entries:
            if entry.collection not in self.keys:
                yield self._of(entry, Fault.ORPHAN_ROW, "Its collection is gone.")
            elif entry.version:
                yield from self._wrong(entry)
            elif entry.state is DocumentState.PROCESSING and not self._under_way(entry):
                yield self._of(entry, Fault.STALLED_ROW, "It is shown as being read, and nobody reads it.")

    def _orphans(self, current: set[Version]) -> Iterator[Finding]:
        folders = {(key, folder_of(one), version) for key, one, version in current}
        busy = {(job.collection, job.document) for job in self.jobs}
        busy_folders = {(key, folder_of(one)) for key, one in busy}
        for (key, one, version), count in sorted(self.chunks.items()):
            known = (key, one, version) in current and key in self.keys
            if not known and not {(key, one), (key, "")} & busy:
                yield Finding(
                    Fault.ORPHAN_CHUNKS, key, one, version, f"{count} chunks of no current version."
                )
        for (key, folder, version), parts in sorted(self.files.items()):
            known = (key, folder, version) in folders and key in self.keys
            if not known and not {(key, folder), (key, folder_of(""))} & busy_folders:
                detail = f"Files of no current version: {', '.join(sorted(parts))}."
                yield Finding(Fault.ORPHAN_FILES, key, folder, version, detail)

    def _wrong(self, entry: Entry) -> Iterator[Finding]:
        there = self.chunks.get((entry.collection, entry.document, entry.version), 0)
        if there != entry.chunk_count:
            detail = f"{there} chunks are there, {entry.chunk_count} should be."
            yield self._of(entry, Fault.WRONG_CHUNKS, detail)
        parts = self.files.get((entry.collection, folder_of(entry.document), entry.version), set())
        if "content" not in parts:
            yield self._of(entry, Fault.MISSING_FILE, "The file itself is gone.")
        elif "pages" not in parts:
            yield self._of(entry, Fault.MISSING_PAGES, "What was read from the file is gone.")

    def _under_way(self, entry: Entry) -> bool:
        this = (entry.collection, entry.document)
        return any(job.kind != REMOVE and (job.collection, job.document) == this for job in self.jobs)

    def _of(self, entry: Entry, fault: Fault, detail: str) -> Finding:
        return Finding(fault, entry.collection, entry.document, entry.version, detail)


@dataclass
class _Mend:
    """Repairs what a finding names, as far as it can be."""

    registry: Registry
    files: FileStore
    store: ChunkStore
    life: Lifecycle
    strangers: bool
    force: bool
    state: _State

    def __post_init__(self) -> None:
        self._recovery = Recovery(self.registry, self.files, self.life, self.state.chunks)
        self._outcomes: dict[Finding, str] = {}  # what has become of files
        self._rebuilt: dict[tuple[str, str], str] = {}  # and why it could not be

    def __call__(self, finding: Finding) -> Finding:
        key, one = finding.collection, finding.document
        repairs: dict[Fault, Callable[[], str]] = {
            Fault.ORPHAN_CHUNKS: lambda: self._remove_chunks(finding),
            Fault.ORPHAN_FILES: lambda: self._rescue(finding),
            Fault.ORPHAN_ROW: lambda: self._done(self.registry.documents.drop, key, one),
            Fault.STALLED_ROW: lambda: self._done(
                self.registry.documents.fail, key, one, "Taking the file in was cut short. Send it again."
            ),
            Fault.WRONG_CHUNKS: lambda: self._rebuild(key, one),
            Fault.MISSING_PAGES: lambda: self._rebuild(key, one),
            Fault.DAMAGED_PAGES: lambda: self._rebuild(key, one),
            Fault.DAMAGED_FILE: lambda: self._await(key, one),
            Fault.MISSING_FILE: lambda: self._await(key, one),
        }
        try:
            problem = repairs[finding.fault]()
        except IngestError as error:
            problem = str(error)
        if problem:
            return replace(finding, detail=f"{finding.detail} Not repaired: {problem}")
        outcome = self._outcomes.get(finding, "")
        return replace(finding, detail=f"{finding.detail} {outcome}".strip(), repaired=True)

    def _remove_chunks(self, finding: Finding) -> str:
        key, document, version = finding.collection, finding.document, finding.version
        file = "content" in self.state.files.get((key, folder_of(document), version), ())
        if key not in self.state.keys and not file and not self.force:
            return "they are all that is left of a document, whose file is gone; --force removes them."
        return self._remove(finding, self.store.remove)

    def _rescue(self, finding: Finding) -> str:
        if self.force or (finding.collection not in self.state.keys and not self.strangers):
            return self._remove(finding, self.files.remove_folder)
        key, folder, version = finding.collection, finding.document, finding.version
        versions = [number for one, other, number in self.state.files if (one, other) == (key, folder)]
        self._outcomes[finding] = self._recovery.rescue(key, folder, version, version == max(versions))
        return ""

    def _remove(self, finding: Finding, remove: Callable[[str, str, int], None]) -> str:
        if finding.collection not in self.state.keys and not self.strangers:
            return "no collection here has this key; another registry may share the place."
        remove(finding.collection, finding.document, finding.version)
        return ""

    def _done(self, repair: Callable[..., None], *arguments: str) -> str:
        repair(*arguments)
        return ""

    def _await(self, key: str, document: str) -> str:
        """The file is taken in when it is sent again, though its row knows these bytes."""
        self.registry.documents.outdate(key, document)
        return "send the file again."

    def _rebuild(self, key: str, document: str) -> str:
        """Once for a document, however many of its parts are missing."""
        if (key, document) not in self._rebuilt:
            try:
                self.life.rebuild(key, document)
                self._rebuilt[key, document] = ""
            except IngestError as error:
                self._rebuilt[key, document] = str(error)
        return self._rebuilt[key, document]
