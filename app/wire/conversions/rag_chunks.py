"""A retrieved chunk on the wire, the same wherever one is shown."""

from app.wire.schemas.page_spans import PageSpan
from app.wire.schemas.sources import RagChunk
from ingest.types import Hit


def rag_chunk(hit: Hit) -> RagChunk:
    """The chunk of ``hit``; ``fileId`` and ``chunkId`` find it again."""
    pages = PageSpan(first_page=hit.chunk.first_page, last_page=hit.chunk.last_page)
    return RagChunk(text=hit.chunk.text, page_span=pages, file_id=hit.document.id, chunk_id=hit.chunk.id)
