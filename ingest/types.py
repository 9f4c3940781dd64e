"""The values that pass through ingestion: frozen, with units.

A document's text is its pages' texts joined with one newline. Chunk spans are half-open and count characters
of that text, so ``document_text[chunk.start:chunk.end] == chunk.text`` always. Page numbers are physical and
start at 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class PageStatus(StrEnum):
    """How reading a page went."""

    OK = "ok"
    REPAIRED = "repaired"
    EMPTY = "empty"
    NEEDS_OCR = "needs_ocr"
    SUSPECT = "suspect"
    FAILED = "failed"


@dataclass(frozen=True)
class Page:
    """One page: physical ``number`` from 1, printed ``label``, text, and how reading it went.

    ``head`` and ``foot`` are running lines, which say the same on page after page, and ``foot`` begins with the
    tables of contents of a PDF. They are no part of ``text``, so that no passage holds them and a sentence runs
    on from page to page.
    """

    number: int
    text: str
    label: str = ""
    status: PageStatus = PageStatus.OK
    reason: str = ""
    head: str = ""
    foot: str = ""

    @property
    def whole_text(self) -> str:
        """All that stands on the page, running lines included."""
        return "\n".join(part for part in (self.head, self.text, self.foot) if part)


@dataclass(frozen=True)
class Heading:
    """A heading: where its line begins in the document's text, and its level from 1."""

    start: int
    level: int
    title: str


@dataclass(frozen=True)
class Table:
    """Lines of the document's text, half-open, each of which is a row that no chunk cuts.

    ``caption`` is what stands above it, if that is short: its title, a heading; else empty.
    """

    start: int
    end: int
    caption: str = ""


@dataclass(frozen=True)
class ParsedDocument:
    """What a reader made of a file; ``headings`` and ``tables`` in order."""

    pages: tuple[Page, ...]
    mime_type: str
    title: str = ""
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()

    @property
    def text(self) -> str:
        """The text that all chunk spans count in."""
        return "\n".join(page.text for page in self.pages)


@dataclass(frozen=True)
class Chunk:
    """A passage of a document. ``id`` is a UUID derived from document id, version and ``position``.

    ``heading`` is the path of the headings above it. ``caption`` is that of the table whose rows the
    passage begins with.
    ``lead`` are the blanks between the chunk before and this one; empty where the two touch or overlap, and
    where more than blanks lies between. ``joined`` counts the chunks that a passage was made of.
    """

    id: str
    document_id: str
    position: int
    text: str
    start: int
    end: int
    first_page: int
    last_page: int
    heading: str = ""
    caption: str = ""
    lead: str = ""
    joined: int = 1

    @property
    def last_position(self) -> int:
        """The position of the last chunk in it."""
        return self.position + self.joined - 1


@dataclass(frozen=True)
class CollectionName:
    """A stored collection: a Vertex ``ragCorpora/{id}`` and a ``dataStores/{id}`` are two names for it."""

    project: str
    location: str
    id: str


@dataclass(frozen=True)
class Collection:
    """A collection as the registry holds it. ``details`` are wire fields the door keeps with it."""

    name: CollectionName
    display_name: str
    description: str
    create_time: datetime
    update_time: datetime
    document_count: int = 0
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Engine:
    """An engine points to one or more collections of its project and location."""

    name: CollectionName
    display_name: str
    collection_ids: tuple[str, ...]
    create_time: datetime
    update_time: datetime
    details: Mapping[str, Any] = field(default_factory=dict)


class DocumentState(StrEnum):
    """``ACTIVE`` means searchable now."""

    PROCESSING = "processing"
    ACTIVE = "active"
    ERROR = "error"


@dataclass(frozen=True)
class Document:
    """A document as the registry holds it.

    ``details`` are wire fields the door keeps with it (structData, description, …); ``metadata`` are the
    user's own keys, used by filters. ``size`` counts bytes, ``page_report`` lists every page without its
    text, ``fingerprint`` stands for what its version was made from.
    """

    id: str
    collection: CollectionName
    display_name: str
    title: str
    link: str
    mime_type: str
    size: int
    content_hash: str
    version: int
    state: DocumentState
    error: str
    page_count: int
    chunk_count: int
    create_time: datetime
    update_time: datetime
    page_report: tuple[Page, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    fingerprint: str = ""


@dataclass(frozen=True)
class Upload:
    """A file on its way in.

    ``document_id`` empty: derived from content hash plus display name. ``charset``: the encoding told with
    the type, of text files, else empty. ``link``: the address it came from, else empty. ``chunk_size`` and
    ``chunk_overlap`` count tokens of the embedding model; 0 means the setting.
    """

    content: bytes
    display_name: str
    document_id: str = ""
    mime_type: str = ""
    charset: str = ""
    title: str = ""
    link: str = ""
    password: str = ""
    chunk_size: int = 0
    chunk_overlap: int = -1
    metadata: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)


class Outcome(StrEnum):
    """What adding a document did."""

    CREATED = "created"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"


@dataclass(frozen=True)
class Receipt:
    """What adding a document did, and what is stored now."""

    document: Document
    outcome: Outcome
    seconds: float


@dataclass(frozen=True)
class Hit:
    """A chunk found for a query.

    ``distance`` is the cosine distance in [0, 2], lower is closer; ``score`` is the ranking's own figure,
    higher is better, comparable only within one result list.
    """

    chunk: Chunk
    document: Document
    distance: float
    score: float
