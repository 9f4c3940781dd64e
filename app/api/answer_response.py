"""Between the messages of :answer and :mod:`app.answering.ask`: what is asked, and the answer on the wire."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime

from app.answering.abstention import ABSTENTION
from app.answering.ask import Answered
from app.api.cited_pages import CitedPages, page_identifier
from app.settings import Settings
from app.wire import names
from app.wire.byte_offsets import ByteOffsets
from app.wire.conversions.page_spans import chunk_pages
from app.wire.schemas.answer import (
    Answer,
    AnswerSpan,
    AnswerState,
    ChunkContent,
    ChunkInfo,
    Citation,
    CitationSource,
    DocumentMetadata,
    GroundingSupport,
    Reference,
    SkippedReason,
    UnstructuredDocumentInfo,
)
from app.wire.schemas.answer_request import AnswerQueryRequest, FilteringLevel, GroundingSpec
from app.wire.schemas.page_spans import PageSpan
from app.wire.schemas.search import SearchResultMode
from grounding import ClaimCheck, Report
from grounding.limits import SUPPORT_THRESHOLD
from ingest.library import Library
from ingest.types import Hit


@dataclass(frozen=True)
class AnswerWriter:
    """Makes the messages of one answer; ``name`` is its resource name within a session, else empty, and
    ``files_being_read`` could not be searched.
    """

    body: AnswerQueryRequest
    settings: Settings
    library: Library
    base_url: str
    name: str = ""
    files_being_read: int = 0
    began: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def withholds(self) -> bool:
        """Whether an answer may be held back once it has been checked, so that none of it may leave before."""
        return self._spec.filtering_level != FilteringLevel.FILTERING_LEVEL_UNSPECIFIED

    def references(self, hits: tuple[Hit, ...]) -> Answer:
        """What a stream begins with."""
        return Answer(
            state=AnswerState.STREAMING, references=[self._reference(hit, chunk_pages(hit)) for hit in hits]
        )

    def piece(self, text: str) -> Answer:
        """A piece of the text, while streaming."""
        return Answer(state=AnswerState.STREAMING, answer_text=text)

    def whole(self, answered: Answered) -> Answer:
        """The finished answer with everything that is said about it."""
        report = answered.report
        withheld = report is not None and self._is_low(report)
        abstained = answered.abstained or not answered.hits
        reasons = [SkippedReason.NO_RELEVANT_CONTENT] if abstained else []
        shown = report if report is not None and not withheld and not abstained else None
        pages = CitedPages(answered, self.library)
        supports = self._spec.include_grounding_supports
        generation = self.body.answer_generation_spec
        at = ByteOffsets(answered.text)
        return Answer(
            name=self.name,
            state=AnswerState.SUCCEEDED,
            answer_text=ABSTENTION if withheld else answered.text,
            grounding_score=report.support_score if report and supports else None,
            citations=_citations(shown, answered, pages)
            if shown and generation and generation.include_citations
            else [],
            grounding_supports=_supports(shown, answered, pages) if shown and supports else [],
            references=[
                self._reference(hit, pages.of(rank) if shown else chunk_pages(hit))
                for rank, hit in enumerate(answered.hits)
            ],
            answer_skipped_reasons=[SkippedReason.LOW_GROUNDED_ANSWER] if withheld else reasons,
            files_being_read=self.files_being_read,
            answer_spans=[
                AnswerSpan(start_index=a, end_index=b) for a, b in map(at.of, answered.answer_spans)
            ]
            if shown
            else [],
            answer_relevance=shown.relevance if shown else None,
            create_time=self.began,
            complete_time=datetime.now(UTC),
        )

    @property
    def _spec(self) -> GroundingSpec:
        return self.body.grounding_spec or GroundingSpec()

    def _is_low(self, report: Report) -> bool:
        match self._spec.filtering_level:
            case FilteringLevel.FILTERING_LEVEL_LOW:
                return report.support_score < self.settings.filter_low
            case FilteringLevel.FILTERING_LEVEL_HIGH:
                unsupported = any(
                    check.support is not None and check.support < SUPPORT_THRESHOLD for check in report.claims
                )
                return unsupported or report.support_score < self.settings.filter_high
            case _:
                return False

    def _reference(self, hit: Hit, pages: PageSpan) -> Reference:
        stored, chunk = hit.document, hit.chunk
        inline = not stored.content_hash
        name = stored.id if inline else names.document(stored.collection, stored.id)
        link = (
            stored.link
            if inline or stored.link
            else names.file_link(self.base_url, stored.collection, stored.id)
        )
        title = stored.title or stored.display_name
        relevance = min(1.0, max(0.0, 1 - hit.distance))
        page = page_identifier(pages)
        params = self.body.search_spec.search_params if self.body.search_spec else None
        if params and params.search_result_mode == SearchResultMode.DOCUMENTS:
            content = ChunkContent(content=chunk.text, relevance_score=relevance, page_identifier=page)
            return Reference(
                unstructured_document_info=UnstructuredDocumentInfo(
                    document=name, uri=link, title=title, chunk_contents=[content]
                )
            )
        return Reference(
            chunk_info=ChunkInfo(
                chunk=chunk.id if inline else f"{name}/chunks/{chunk.id}",
                content=chunk.text,
                relevance_score=relevance,
                document_metadata=DocumentMetadata(
                    document=name, uri=link, title=title, page_identifier=page
                ),
            )
        )


def _sources(check: ClaimCheck, answered: Answered, pages: CitedPages) -> list[CitationSource]:
    """The references that support a claim, by their index."""
    support = answered.support_of(check)
    spans = [(rank, pages.of(rank, support)) for rank, _ in support.hits]
    # A passage of the caller may stand on no page.
    return [
        CitationSource(reference_id=str(rank), page_span=span if span.first_page else None)
        for rank, span in spans
    ]


def _citations(report: Report, answered: Answered, pages: CitedPages) -> list[Citation]:
    at = ByteOffsets(answered.text)
    cited = [(at.of(check.claim.span), check) for check in report.claims if check.citations]
    return [
        Citation(start_index=start, end_index=end, sources=_sources(check, answered, pages))
        for (start, end), check in cited
    ]


def _supports(report: Report, answered: Answered, pages: CitedPages) -> list[GroundingSupport]:
    at = ByteOffsets(answered.text)
    return [
        GroundingSupport(
            start_index=start,
            end_index=end,
            sources=_sources(check, answered, pages),
            grounding_score=check.score,
            grounding_check_required=check.claim.check_required,
        )
        for check in report.claims
        for start, end in [at.of(check.claim.span)]
    ]


def fresh_id() -> str:
    """A new decimal id, below 2**63."""
    return str(uuid.uuid4().int % 10**18)
