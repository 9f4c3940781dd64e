"""Hits made by hand."""

from datetime import UTC, datetime

from grounding import Span
from grounding.reader.reader import Reading
from ingest.types import Chunk, CollectionName, Document, DocumentState, Hit

PLACE = CollectionName("p", "l", "c")
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def hit(text: str, name: str = "guide.txt", *, link: str = "", title: str = "", page: int = 1) -> Hit:
    """A hit for ``text``; chunk and document are named after it, the distance is 0.25."""
    document = Document(
        id=f"doc-{name}",
        collection=PLACE,
        display_name=name,
        title=title,
        link=link,
        mime_type="text/plain",
        size=len(text),
        content_hash="",
        version=1,
        state=DocumentState.ACTIVE,
        error="",
        page_count=1,
        chunk_count=1,
        create_time=NOW,
        update_time=NOW,
    )
    return Hit(
        Chunk(f"chunk-{name}-{text[:20]}", document.id, 0, text, 0, len(text), page, page),
        document,
        0.25,
        1.0,
    )


def reading(
    passage: str,
    *answers: str,
    probability: float = 0.9,
    sure: float = 0.9,
    yes: float = 0.0,
    no: float = 0.0,
) -> Reading:
    """As if the first of ``answers`` were the span, and all of them shared in the answer alike."""
    spans = [Span(at, at + len(answer)) for answer in answers for at in [passage.index(answer)]]
    shares = tuple((span.start, span.end, probability / len(spans)) for span in spans)
    return Reading(probability, spans[0] if spans else None, sure, yes, no, shares)
