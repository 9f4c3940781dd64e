"""What a client hands back beside a Report: frozen, with units. Positions count characters."""

from dataclasses import dataclass

from grounding.types import Citation, Span


@dataclass(frozen=True)
class Passage:
    """A stored passage. Pages count from 1; 0 is a document without pages.

    ``distance`` is the cosine distance to what was looked for, lower is closer; None where none was measured.
    """

    text: str
    title: str
    uri: str
    document: str
    first_page: int = 0
    last_page: int = 0
    distance: float | None = None


@dataclass(frozen=True)
class Support:
    """A sentence of an answer that passages bear out; a citation's ``fact`` is an index into the passages."""

    span: Span
    citations: tuple[Citation, ...]


@dataclass(frozen=True)
class Answer:
    """An answer from a store: its text, every passage that was looked at, and what they bear out of the text."""

    text: str
    passages: tuple[Passage, ...]
    supports: tuple[Support, ...]


@dataclass(frozen=True)
class Store:
    """A named set of documents."""

    id: str
    name: str


@dataclass(frozen=True)
class Document:
    """A stored document. ``size`` in bytes; ``error`` says why it, or its newest version, could not be read."""

    id: str
    name: str
    pages: int
    chunks: int
    size: int
    active: bool
    error: str
