"""An upload on its way to a document: its defaults, what it will be made from, and its row."""

import hashlib
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ingest.chunk import CHUNK_OVERLAP, CHUNK_SIZE
from ingest.errors import DiskFull, InvalidArgument, TooLarge
from ingest.formats.detection import declared_charset
from ingest.names import base_name, check_id, derived_id, title_of
from ingest.processes.reader_process import detect_apart
from ingest.types import CollectionName, Document, DocumentState, Upload

MAX_UPLOAD_BYTES = 200 << 20

# Changes when the same bytes would be read or cut in another way, so that they are not taken for unchanged.
PIPELINE_REVISION = 3


@dataclass(frozen=True)
class Limits:
    """``chunk_size`` and ``chunk_overlap`` in tokens of the embedding model, uploads in bytes. An upload is
    refused when less than ``min_free_bytes`` and four times its size are free on the disk of ``folder``.
    """

    chunk_size: int = CHUNK_SIZE
    chunk_overlap: int = CHUNK_OVERLAP
    max_upload_bytes: int = MAX_UPLOAD_BYTES
    min_free_bytes: int = 0
    folder: Path | None = None


def refuse_without_space(size: int, limits: Limits) -> None:
    """Raise :class:`DiskFull` where a file of ``size`` bytes may not be taken in, before anything is written."""
    if limits.folder is None:
        return
    free = shutil.disk_usage(limits.folder).free
    # The file, its text, its chunks with their vectors, and the store's log of them.
    if free < (wanted := limits.min_free_bytes + 4 * size):
        raise DiskFull(
            f"The disk of the data folder has {free >> 20} MiB free; this file needs {-(-wanted >> 20)} MiB "
            "(SUREGROUND_MIN_FREE_BYTES and four times its size). Delete documents or make room, and send it again."
        )


def completed(upload: Upload, limits: Limits) -> Upload:
    """The upload with its defaults filled in; raises for what can be seen to be wrong without reading it."""
    limit = limits.max_upload_bytes
    if len(upload.content) > limit:
        raise TooLarge(
            f"The file has {len(upload.content)} bytes; the limit is {limit}. Split it, or raise the "
            "limit in the settings."
        )
    upload = named(upload)
    size = upload.chunk_size or limits.chunk_size
    overlap = upload.chunk_overlap
    if overlap < 0:
        overlap = default_overlap(size, limits)
    if not 0 <= overlap < size:
        raise InvalidArgument(f"chunk_overlap is {overlap}; it must be in [0, chunk_size), here [0, {size}).")
    return replace(
        upload,
        mime_type=detect_apart(upload.content, upload.display_name, upload.mime_type),
        charset=upload.charset or declared_charset(upload.mime_type),
        chunk_size=size,
        chunk_overlap=overlap,
    )


def named(upload: Upload) -> Upload:
    """The upload with the name and the id that its document will have. Raises :class:`InvalidArgument`."""
    name = base_name(upload.display_name)
    document_id = upload.document_id or derived_id(content_hash(upload), name)
    return replace(upload, display_name=name, document_id=check_id("The document id", document_id))


def default_overlap(size: int, limits: Limits) -> int:
    """The overlap of the settings, or the same share of a smaller chunk."""
    return min(limits.chunk_overlap, size // 5)


def content_hash(upload: Upload) -> str:
    """SHA-256 of the bytes, in hex."""
    return hashlib.sha256(upload.content).hexdigest()


def fingerprint(upload: Upload, embedder: str) -> str:
    """Equal for two completed uploads that would make the same chunks; ``embedder`` is the model's name."""
    name, size, overlap = upload.display_name, upload.chunk_size, upload.chunk_overlap
    kind = f"{upload.mime_type};{upload.charset}"
    return _fingerprint(content_hash(upload), name, kind, size, overlap, embedder)


def fingerprint_now(document: Document, limits: Limits, embedder: str) -> str:
    """What :func:`fingerprint` would be if the document's file came in again with the settings of now, its charset
    not told.
    """
    size, overlap = limits.chunk_size, default_overlap(limits.chunk_size, limits)
    name, kind = document.display_name, f"{document.mime_type};"
    return _fingerprint(document.content_hash, name, kind, size, overlap, embedder)


def _fingerprint(*parts: str | int) -> str:
    return hashlib.sha256("\0".join(map(str, (*parts, PIPELINE_REVISION))).encode()).hexdigest()


def fields_of(upload: Upload) -> dict[str, Any]:
    """The upload as the journal keeps it: with the hash of its bytes, which are in the file store, and
    without its password, which is kept nowhere: what a crash cut short is an error then, and has to be sent
    again.
    """
    fields = asdict(replace(upload, content=b""))
    del fields["content"], fields["password"]
    return fields | {"content_hash": content_hash(upload)}


def restored(fields: Mapping[str, Any], content: bytes) -> Upload | None:
    """The upload that the journal kept; ``None`` where ``content`` is not all of its bytes."""
    arguments = {name: value for name, value in fields.items() if name != "content_hash"}
    upload = Upload(content=content, **arguments)
    return upload if fields.get("content_hash") in (None, content_hash(upload)) else None


def pending(upload: Upload, collection: CollectionName) -> Document:
    """The document of an upload that is being read; it has no version yet."""
    now = datetime.now(UTC)
    return Document(
        id=upload.document_id,
        collection=collection,
        display_name=upload.display_name,
        title=upload.title or title_of(upload.display_name),
        link=upload.link,
        mime_type=upload.mime_type,
        size=len(upload.content),
        content_hash=content_hash(upload),
        version=0,
        state=DocumentState.PROCESSING,
        error="",
        page_count=0,
        chunk_count=0,
        create_time=now,
        update_time=now,
        metadata=dict(upload.metadata),
        details=dict(upload.details),
    )
