"""Passages that a caller sends in place of a search, as hits."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime

from app.wire.errors import BadRequest
from app.wire.schemas.answer_request import PassageMetadata, SearchResultList
from ingest.library import Library
from ingest.types import Chunk, CollectionName, Document, DocumentState, Hit

FIELD = "search_spec.search_result_list"
MOST = 200  # the checker reads so many facts at once
NOWHERE = CollectionName("", "", "")


def hits_of(given: SearchResultList, query: str, library: Library) -> tuple[Hit, ...]:
    """The caller's passages in their order, with their cosine distance to ``query``. Raises BadRequest."""
    passages: list[tuple[PassageMetadata, str, str, str]] = []  # origin, document, content, page
    for number, result in enumerate(given.search_results):
        if chunk := result.chunk_info:
            origin = chunk.document_metadata or PassageMetadata()
            passages.append((origin, chunk.chunk, chunk.content, ""))
        elif document := result.unstructured_document_info:
            origin = PassageMetadata(uri=document.uri, title=document.title)
            parts = [*document.document_contexts, *document.extractive_segments, *document.extractive_answers]
            passages += [(origin, document.document, part.content, part.page_identifier) for part in parts]
        else:
            place = f"{FIELD}.search_results[{number}]"
            raise BadRequest(f"{place} needs chunk_info or unstructured_document_info.", place)
    passages = [passage for passage in passages if passage[2].strip()]
    if len(passages) > MOST:
        raise BadRequest(f"{FIELD} holds {len(passages)} passages; at most {MOST} are read.", FIELD)
    distances = _distances(query, [content for _, _, content, _ in passages], library)
    return tuple(
        _hit(number, origin, document, content, page, distance)
        for number, ((origin, document, content, page), distance) in enumerate(
            zip(passages, distances, strict=True)
        )
    )


def _distances(query: str, texts: Sequence[str], library: Library) -> list[float]:
    if not texts:
        return []
    cosines = library.embedder.embed_passages(texts) @ library.embedder.embed_queries([query])[0]
    return [1 - float(cosine) for cosine in cosines]


def _hit(
    number: int, origin: PassageMetadata, document: str, content: str, page: str, distance: float
) -> Hit:
    now = datetime.now(UTC)
    first, _, last = page.partition("-")
    numbers = [int(number) for number in (first, last or first) if number.isdecimal() and len(number) < 7]
    first_page, last_page = numbers if len(numbers) == 2 else (0, 0)
    identifier = document or hashlib.sha256(content.encode()).hexdigest()[:16]
    chunk = Chunk(
        f"{identifier}#{number}", identifier, number, content, 0, len(content), first_page, last_page
    )
    stored = Document(
        id=document,
        collection=NOWHERE,
        display_name=origin.title or document,
        title=origin.title,
        link=origin.uri,
        mime_type="text/plain",
        size=len(content),
        content_hash="",  # nothing is stored of it
        version=0,
        state=DocumentState.ACTIVE,
        error="",
        page_count=0,
        chunk_count=1,
        create_time=now,
        update_time=now,
    )
    return Hit(chunk, stored, distance, -float(number))
