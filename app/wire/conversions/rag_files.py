"""Between RAG files and stored documents."""

import json
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from app.wire import names
from app.wire.conversions.inline_metadata import inline_values
from app.wire.errors import BadRequest
from app.wire.json_text import MalformedJson, read_json
from app.wire.schemas.rag_corpora import Empty
from app.wire.schemas.rag_files import (
    FileState,
    FileStatus,
    PageNote,
    RagFile,
    RagFileType,
    UploadRagFileConfig,
    UploadRagFileRequest,
)
from ingest.types import Document, DocumentState, Upload

KEPT_AS = "ragFile"  # key in a document's details
MOST_NAME_CHARACTERS = 128
TYPES = {"text/plain": RagFileType.RAG_FILE_TYPE_TXT, "application/pdf": RagFileType.RAG_FILE_TYPE_PDF}
STATES = {DocumentState.ACTIVE: FileState.ACTIVE, DocumentState.ERROR: FileState.ERROR}


def read_upload_request(raw: bytes) -> UploadRagFileRequest:
    """The metadata of an upload, from JSON or from the pseudo-JSON that one SDK sends.

    Empty reads as nothing rag_file.
    """
    try:
        return UploadRagFileRequest.model_validate(read_json(raw))
    except ValidationError as error:
        # As FastAPI would have it for a body that it reads itself.
        raise RequestValidationError(
            [{**problem, "loc": ("body", *problem["loc"])} for problem in error.errors()]
        ) from error


def upload_of(body: UploadRagFileRequest, content: bytes, file_name: str, mime_type: str) -> Upload:
    """What to store; the file's own name serves where no display name is rag_file. Raises BadRequest.

    ``rag_file.name``, which Google only gives out, names the file that this one is to replace.
    """
    rag_file = body.rag_file or RagFile()
    config = body.upload_rag_file_config or UploadRagFileConfig()
    name = rag_file.display_name or file_name
    if not name:
        raise BadRequest("rag_file.display_name is missing; give the file a name.", "rag_file.display_name")
    if len(name) > MOST_NAME_CHARACTERS:
        raise BadRequest(
            f"rag_file.display_name has {len(name)} characters; the limit is {MOST_NAME_CHARACTERS}.",
            "rag_file.display_name",
        )
    size, overlap = config.chunking.chunk_size, config.chunking.chunk_overlap
    if size < 0 or overlap < 0:
        raise BadRequest(
            f"chunk_size is {size} and chunk_overlap {overlap}; neither may be negative.",
            "upload_rag_file_config",
        )
    inline = config.rag_file_metadata_config and config.rag_file_metadata_config.inline_metadata_source
    return Upload(
        content=content,
        display_name=name,
        document_id=rag_file.name.rpartition("/")[2],
        mime_type=mime_type,
        password=config.password,
        chunk_size=size,
        chunk_overlap=overlap if size else -1,
        metadata=inline_values(inline) if inline else _metadata(rag_file.user_metadata),
        details={
            KEPT_AS: RagFile(
                description=rag_file.description,
                user_metadata=inline or rag_file.user_metadata,
                gcs_source=rag_file.gcs_source,
                origin=rag_file.origin,
            ).to_wire()
        },
    )


def file_of(document: Document, *, full: bool = False) -> RagFile:
    """A stored document as a file, however it came in; ``full`` with our own fields."""
    kept = _kept(document).replace(origin=None)
    metadata = _user_metadata(kept.user_metadata, document)
    ours = {
        **_counts(document),
        "page_report": [
            PageNote(number=page.number, label=page.label, status=page.status.value, reason=page.reason)
            for page in document.page_report
        ],
    }
    return kept.replace(
        name=names.rag_file(document.collection, document.id),
        display_name=document.display_name,
        direct_upload_source=None if kept.gcs_source else Empty(),
        size_bytes=document.size,
        rag_file_type=TYPES.get(document.mime_type, RagFileType.RAG_FILE_TYPE_UNSPECIFIED),
        create_time=document.create_time,
        update_time=document.update_time,
        file_status=FileStatus(
            state=STATES.get(document.state, FileState.STATE_UNSPECIFIED), error_status=document.error
        ),
        user_metadata=metadata,
        **(ours if full else {}),
    )


def origin_of(document: Document, *, outdated: bool) -> RagFile:
    """What a sender compares its file with; ``outdated``: the same bytes would be read in another way now."""
    return file_of(document).replace(
        origin=_kept(document).origin,
        content_hash=document.content_hash,
        outdated=outdated,
        **_counts(document),
    )


def _kept(document: Document) -> RagFile:
    return RagFile.model_validate(document.details.get(KEPT_AS, {}))


def _user_metadata(sent: str, document: Document) -> str:
    """The metadata as JSON: as it was sent, where it still holds that."""
    metadata = dict(document.metadata)
    if sent and _is_same(sent, metadata):
        return sent
    return json.dumps(metadata) if metadata else ""


def _is_same(sent: str, metadata: dict[str, Any]) -> bool:
    try:
        return bool(read_json(sent.encode()) == metadata)
    except MalformedJson:
        return False


def _counts(document: Document) -> dict[str, int]:
    return {"page_count": document.page_count, "chunk_count": document.chunk_count}


def _metadata(text: str) -> dict[str, Any]:
    if not text:
        return {}
    field = "rag_file.user_metadata"
    try:
        value = read_json(text.encode())
    except MalformedJson as error:
        raise BadRequest(f"{field} is not JSON: {error}", field) from error
    if not isinstance(value, dict):
        raise BadRequest(f"{field} must hold a JSON object.", field)
    return value
