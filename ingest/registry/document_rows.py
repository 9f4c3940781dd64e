"""Rows of the documents table, and the frozen values they stand for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ingest.registry.database import aware
from ingest.registry.schema import documents
from ingest.types import CollectionName, Document, DocumentState, Page, PageStatus

# Columns that a row and a Document name alike.
_PLAIN = [
    "id",
    "display_name",
    "title",
    "link",
    "mime_type",
    "size",
    "content_hash",
    "version",
    "error",
    "page_count",
    "chunk_count",
    "metadata",
    "details",
]
# All but the page report, which may be long.
BRIEF = [column for column in documents.c if column.name != "page_report"]


@dataclass(frozen=True)
class Entry:
    """A row in brief: ``collection`` is the key; ``version`` 0 has neither chunks nor files."""

    collection: str
    document: str
    version: int
    state: DocumentState
    chunk_count: int
    content_hash: str
    metadata: Mapping[str, Any]


def document_of(row: Mapping[Any, Any], collection: CollectionName) -> Document:
    """The document of a row; one read in brief has no page report."""
    report = tuple(
        Page(number, "", label, PageStatus(status), reason)
        for number, label, status, reason in row.get("page_report", ())
    )
    return Document(
        collection=collection,
        state=DocumentState(row["state"]),
        create_time=aware(row["create_time"]),
        update_time=aware(row["update_time"]),
        page_report=report,
        fingerprint=row["fingerprint"],
        **{name: row[name] for name in _PLAIN},
    )


def row_of(document: Document, key: str, fingerprint: str) -> dict[str, Any]:
    """The row of a document, but for its serial number."""
    report = [[p.number, p.label, p.status.value, p.reason] for p in document.page_report]
    return {
        "collection": key,
        "fingerprint": fingerprint,
        "state": document.state.value,
        "create_time": document.create_time,
        "update_time": document.update_time,
        "page_report": report,
        **{name: getattr(document, name) for name in _PLAIN},
    }
