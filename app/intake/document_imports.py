"""Work on many documents at once: import and purge, run as operations."""

import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from app.intake.folder_documents import Entry, FolderDocuments
from app.intake.intake import Intake
from app.operations.job import Progress
from app.wire import names
from app.wire.conversions.documents import fields_of, upload_of
from app.wire.errors import BadRequest, Refusal, rpc_status
from app.wire.schemas.data_stores import DataStore
from app.wire.schemas.document_imports import (
    ImportDocumentsMetadata,
    ImportDocumentsRequest,
    ImportDocumentsResponse,
    PurgeDocumentsResponse,
    ReconciliationMode,
)
from app.wire.schemas.documents import Document
from ingest import types
from ingest.documents.import_folders import ImportFolders
from ingest.errors import IngestError, NotFound
from ingest.library import Library

MAX_INLINE = 1000
SAMPLES = 100


def find(library: Library, name: types.CollectionName, document_id: str) -> types.Document | None:
    """The stored document, or ``None``."""
    try:
        return library.get_document(name, document_id)
    except NotFound:
        return None


def every_document(library: Library, name: types.CollectionName) -> Iterator[types.Document]:
    """All documents of a collection, page by page; safe to delete from while it runs."""
    token = ""
    while True:
        page, token = library.list_documents(name, page_size=SAMPLES, page_token=token)
        yield from page
        if not token:
            return


def chunk_size_of(collection: types.Collection) -> int:
    """Tokens per chunk that the data store asks for; 0 where it leaves that to the settings."""
    kept = DataStore.model_validate(collection.details.get("dataStore", {}))
    chunking = kept.document_processing_config and kept.document_processing_config.chunking_config
    layout = chunking and chunking.layout_based_chunking_config
    return layout.chunk_size if layout else 0


@dataclass(frozen=True)
class Import:
    """Takes the documents of a request in, one by one, and reports on each."""

    intake: Intake
    library: Library
    name: types.CollectionName
    request: ImportDocumentsRequest
    folders: ImportFolders
    most_bytes: int

    def __post_init__(self) -> None:
        source = self.request.inline_source
        if source is None and self.request.gcs_source is None:
            raise BadRequest(
                "inline_source and gcs_source are missing, the only sources that are read here. Files are "
                "also taken in with 'sureground ingest PATH', or as content.raw_bytes of a document.",
                "inline_source",
            )
        if source is not None and len(source.documents) > MAX_INLINE:
            raise BadRequest(
                f"inline_source has {len(source.documents)} documents; the limit is {MAX_INLINE}. "
                "Send several imports.",
                "inline_source.documents",
            )

    def __call__(self, progress: Progress) -> ImportDocumentsResponse:
        entries = list(self._entries())
        started, kept, failures = datetime.now(UTC), set[str](), list[dict[str, object]]()
        for position, (place, entry) in enumerate(entries):
            progress.check()
            try:
                upload = entry()
                kept.add(upload.document_id)  # even if it fails: the version before stays
                self.intake.take_in(self.name, upload, patient=True, show_failure=True, check=progress.check)
            except (IngestError, Refusal) as error:
                progress.check()
                status = rpc_status(error)
                reason = str(status["message"]).removeprefix(f"{place}: ")
                failures.append(status | {"message": f"{place}: {reason}"})
            progress.fields = ImportDocumentsMetadata(
                create_time=started,
                update_time=datetime.now(UTC),
                success_count=position + 1 - len(failures),
                failure_count=len(failures),
                total_count=len(entries),
            ).to_wire()
            progress.percentage = 100 * (position + 1) // len(entries)
        if self.request.reconciliation_mode == ReconciliationMode.FULL:
            for stored in list(every_document(self.library, self.name)):
                if stored.id not in kept:
                    self.library.delete_document(self.name, stored.id)
        return ImportDocumentsResponse(error_samples=failures[:SAMPLES])

    def _entries(self) -> Iterator[Entry]:
        chunk_size = chunk_size_of(self.library.get_collection(self.name))
        if self.request.gcs_source is not None:
            source = self.request.gcs_source
            yield from FolderDocuments(
                self.folders, source, self.most_bytes, chunk_size, self._id_of
            ).entries()
            return
        assert self.request.inline_source is not None
        for position, document in enumerate(self.request.inline_source.documents):
            place = f"documents[{position}] ({document.id or 'no id'})"
            yield place, partial(self._inline, document, chunk_size)

    def _inline(self, document: Document, chunk_size: int) -> types.Upload:
        return upload_of(document, self._id_of(document), chunk_size=chunk_size)

    def _id_of(self, document: Document) -> str:
        identifier = document.id
        if not identifier and self.request.id_field:
            value = fields_of(document).get(self.request.id_field)
            identifier = value if isinstance(value, str) else ""
        if not identifier and self.request.auto_generate_ids:
            identifier = uuid.uuid4().hex
        if not identifier:
            raise BadRequest("The document has no id; give it one, or send auto_generate_ids.", "id")
        return identifier


@dataclass(frozen=True)
class Purge:
    """Deletes every document of a collection, or counts them."""

    library: Library
    name: types.CollectionName
    branch: str
    force: bool

    def __call__(self, progress: Progress) -> PurgeDocumentsResponse:
        stored = list(every_document(self.library, self.name))
        if not self.force:
            sample = [names.document(self.name, document.id, self.branch) for document in stored[:SAMPLES]]
            return PurgeDocumentsResponse(purge_count=len(stored), purge_sample=sample)
        for number, document in enumerate(stored, 1):
            progress.check()
            with suppress(NotFound):  # somebody else deleted it
                self.library.delete_document(self.name, document.id)
            progress.percentage = 100 * number // len(stored)
        return PurgeDocumentsResponse(purge_count=len(stored))
