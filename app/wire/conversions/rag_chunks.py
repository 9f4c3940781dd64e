"""A retrieved chunk on the wire, the same wherever one is shown."""

from app.wire.conversions.page_spans import chunk_pages
from app.wire.schemas.page_spans import PageSpan
from app.wire.schemas.sources import RagChunk
from ingest.types import Hit


def rag_chunk(hit: Hit, pages: PageSpan | None = None) -> RagChunk:
    """The chunk of ``hit``; ``fileId`` and ``chunkId`` find it again. ``pages`` are those of the words in it that
    are cited, else all that it stands on.
    """
    pages = pages or chunk_pages(hit)
    return RagChunk(text=hit.chunk.text, page_span=pages, file_id=hit.document.id, chunk_id=hit.chunk.id)
