"""On which pages of its file a passage's words stand: a chunk may begin on one page and end on the next."""

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from app.wire.schemas.page_spans import PageSpan
from grounding import Span
from ingest.library import Library
from ingest.types import CollectionName, Hit


def chunk_pages(hit: Hit) -> PageSpan:
    """All pages that a passage stands on."""
    return PageSpan(first_page=hit.chunk.first_page, last_page=hit.chunk.last_page)


@dataclass
class PageFinder:
    """Looks pages up in the stored texts; an instance serves one request and reads each document once."""

    library: Library
    _read: dict[tuple[CollectionName, str], tuple[str, list[int]]] = field(default_factory=dict)

    def pages_of(self, hit: Hit, *spans: Span) -> PageSpan:
        """From the first page of the ``spans`` to the last, which are characters of the chunk's text; the
        chunk's own pages where there are none, or where the file was replaced or never stored.
        """
        chunk = hit.chunk
        first, last = chunk.first_page, chunk.last_page
        if first < last and spans and hit.document.content_hash:  # else the caller sent it
            text, starts = self._document(hit)
            if text[chunk.start : chunk.end] == chunk.text:
                first = bisect_right(starts, chunk.start + min(span.start for span in spans))
                last = bisect_right(starts, chunk.start + max(max(s.start, s.end - 1) for s in spans))
        return PageSpan(first_page=first, last_page=last)

    def _document(self, hit: Hit) -> tuple[str, list[int]]:
        """The document's text, and where in it each page begins."""
        key = hit.document.collection, hit.document.id
        if key not in self._read:
            parsed = self.library.document_text(*key)
            starts = accumulate((len(page.text) + 1 for page in parsed.pages[:-1]), initial=0)
            self._read[key] = parsed.text, list(starts)
        return self._read[key]
