"""On which pages the words stand that the sentences of an answer are cited for."""

from app.answering.ask import Answered, Support
from app.wire.conversions.page_spans import PageFinder
from app.wire.schemas.page_spans import PageSpan
from ingest.library import Library


class CitedPages:
    """The pages behind one answer, by the rank of the passage."""

    def __init__(self, answered: Answered, library: Library) -> None:
        self._hits, self._finder = answered.hits, PageFinder(library)
        self._words = answered.cited_words

    def of(self, rank: int, support: Support | None = None) -> PageSpan:
        """Of the words that carry ``support``, or any sentence; all pages of a passage that nothing cites."""
        words = support.evidence if support else self._words
        return self._finder.pages_of(self._hits[rank], *words.get(rank, ()))


def page_identifier(pages: PageSpan) -> str:
    """``3``, ``3-4``, or nothing where a passage stands on no page."""
    first, last = pages.first_page, pages.last_page
    return "" if not first else str(first) if first == last else f"{first}-{last}"
