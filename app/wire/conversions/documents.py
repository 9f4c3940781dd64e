"""Between Discovery Engine's documents and the stored ones.

A document's file (``content.rawBytes``) is read like any upload; without one its text is its string fields.
Its fields are kept as they came, in ``details``, and serve as metadata for filters.
"""

from typing import Any

from app.wire.active_links import runs
from app.wire.errors import BadRequest
from app.wire.json_text import MalformedJson, read_json
from app.wire.names import document as document_name
from app.wire.schemas.documents import Content, Document, IndexStatus
from ingest import types
from ingest.formats.detection import endings_of
from ingest.formats.structured_data import struct_text

KEPT_AS = "document"  # key in details
UNKNOWN_TYPE = "application/octet-stream"  # a file whose type its sender does not know
LINK_FIELDS = ("link", "uri", "url")


def fields_of(document: Document) -> dict[str, Any]:
    """The document's own fields, from ``structData`` or ``jsonData``; empty where it has none.

    Raises BadRequest when ``jsonData`` is not a JSON object.
    """
    if document.json_data is None:
        return document.struct_data or {}
    try:
        fields = read_json(document.json_data.encode())
    except MalformedJson as error:
        raise BadRequest(f"document.json_data is not JSON: {error}", "document.json_data") from error
    if not isinstance(fields, dict):
        raise BadRequest("document.json_data must hold a JSON object.", "document.json_data")
    return fields


def upload_of(document: Document, document_id: str, *, chunk_size: int = 0) -> types.Upload:
    """What to store for ``document``. Raises BadRequest when there is nothing to read."""
    fields = fields_of(document)
    content = document.content or Content()
    if not content.raw_bytes and not fields:
        raise BadRequest(
            "The document is empty: send content.raw_bytes, struct_data or json_data. "
            "An address in content.uri is kept as its link and not fetched.",
            "document.content",
        )
    if runs(content.uri):
        raise BadRequest(
            f"document.content.uri is {content.uri[:80]!r}, which runs when followed; send where the document is.",
            "document.content.uri",
        )
    title = fields.get("title")
    mime_type = content.mime_type if content.raw_bytes else "text/plain"
    kept = document.replace(
        name="",
        id="",
        derived_struct_data=None,
        index_time=None,
        index_status=None,
        content=_without_bytes(content),
    )
    return types.Upload(
        content=content.raw_bytes or struct_text(fields).encode(),
        display_name=_file_name(document_id, mime_type),
        document_id=document_id,
        mime_type=mime_type,
        title=title if isinstance(title, str) and title.strip() else document_id,
        link=content.uri or _link_in(fields),
        chunk_size=chunk_size,
        metadata=fields,
        details={KEPT_AS: kept.to_wire()},
    )


def message_of(stored: types.Document, branch: str = "0") -> Document:
    """A stored document as Discovery Engine shows it, however it came in; file bytes are left out."""
    kept = stored.details.get(KEPT_AS)
    if kept is None:
        kept = {"content": {"mimeType": stored.mime_type, "uri": stored.link}}
    message = Document.model_validate(kept)
    if message.content and message.content.mime_type == UNKNOWN_TYPE:
        message = message.replace(content=message.content.replace(mime_type=stored.mime_type))
    return message.replace(
        name=document_name(stored.collection, stored.id, branch),
        id=stored.id,
        schema_id=message.schema_id or "default_schema",
        index_time=stored.update_time if stored.state == types.DocumentState.ACTIVE else None,
        index_status=_index_status(stored),
    )


def holds_file(stored: types.Document) -> bool:
    """True when the stored bytes are a file that was sent, not text made from fields."""
    kept = stored.details.get(KEPT_AS)
    return kept is None or bool(kept.get("content", {}).get("mimeType"))


def merge(old: Document, new: Document, paths: list[str]) -> Document:
    """``old`` with the fields of ``new`` that ``paths`` name; without paths all of ``new``.

    Only the first part of a path counts. Setting one member of the oneof drops the other.
    """
    if not paths:
        return new
    names = {"structData": "struct_data", "jsonData": "json_data", "parentDocumentId": "parent_document_id"}
    names |= {"schemaId": "schema_id", "aclInfo": "acl_info"}
    changes: dict[str, Any] = {}
    for path in paths:
        first = path.strip().split(".")[0]
        name = names.get(first, first)
        if name not in Document.model_fields:
            raise BadRequest(f"update_mask names {path!r}; a document has no such field.", "update_mask")
        changes[name] = getattr(new, name)
    for name, other in (("struct_data", "json_data"), ("json_data", "struct_data")):
        if changes.get(name) is not None:
            changes.setdefault(other, None)
    return old.replace(**changes)


def _without_bytes(content: Content) -> Content | None:
    if not (content.raw_bytes or content.uri or content.mime_type):
        return None
    mime_type = content.mime_type or (UNKNOWN_TYPE if content.raw_bytes else "")
    return Content(mime_type=mime_type, uri=content.uri)


def _file_name(document_id: str, mime_type: str) -> str:
    """An id is no file name: what looks like an ending says nothing about the file, its type does."""
    endings = endings_of(mime_type)
    if "." not in document_id or not endings or document_id.lower().endswith(endings):
        return document_id
    return document_id + endings[0]


def _link_in(fields: dict[str, Any]) -> str:
    links = (fields.get(name) for name in LINK_FIELDS)
    return next(
        (value for value in links if isinstance(value, str) and "://" in value and not runs(value)), ""
    )


def _index_status(stored: types.Document) -> IndexStatus:
    samples = [{"code": 3, "message": stored.error}] if stored.error else []
    match stored.state:
        case types.DocumentState.ACTIVE:  # with the error of a replacement that failed
            return IndexStatus(index_time=stored.update_time, error_samples=samples)
        case types.DocumentState.PROCESSING:
            return IndexStatus(pending_message="The document is being read.")
        case _:
            return IndexStatus(error_samples=samples)
