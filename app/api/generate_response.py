"""From a finished or growing answer to the messages of generateContent."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime

from app.answering.ask import Answered
from app.api.cited_pages import CitedPages
from app.services import Services
from app.wire import names
from app.wire.byte_offsets import ByteOffsets
from app.wire.conversions.rag_chunks import rag_chunk
from app.wire.schemas.contents import Content, Part
from app.wire.schemas.generate import (
    AnswerClaim,
    Candidate,
    FinishReason,
    GenerateContentRequest,
    GenerateContentResponse,
    GroundingChunk,
    GroundingMetadata,
    GroundingSupport,
    RetrievalMetadata,
    RetrievedContext,
    Segment,
    UsageMetadata,
)
from app.wire.schemas.page_spans import PageSpan
from grounding import Span
from ingest.library import Library
from ingest.types import Hit


@dataclass(frozen=True)
class Envelope:
    """What all pieces of one response share, and the making of them; ``files_being_read`` could not be searched."""

    services: Services
    body: GenerateContentRequest
    files_being_read: int = 0
    response_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    create_time: datetime = field(default_factory=lambda: datetime.now(UTC))

    def piece(self, text: str) -> GenerateContentResponse:
        """A piece of the text, while streaming."""
        return self._response(Candidate(content=_content(text)))

    def last(self, answered: Answered) -> GenerateContentResponse:
        """What ends a stream: no more text, but everything that is said about it."""
        return self._ended(answered, "")

    def whole(self, answered: Answered) -> GenerateContentResponse:
        """The answer at once."""
        return self._ended(answered, answered.text)

    def _ended(self, answered: Answered, text: str) -> GenerateContentResponse:
        metadata = None
        if answered.queries:
            metadata = grounding_metadata(answered, self.services.library, self._names_documents)
            metadata = metadata.replace(files_being_read=self.files_being_read)
        candidate = Candidate(
            content=_content(text),
            finish_reason=FinishReason[answered.finish],
            grounding_metadata=metadata,
        )
        return self._response(candidate, self._usage(answered.text))

    @property
    def _names_documents(self) -> bool:
        """Document names are for data stores; with a corpus the chunk names its file."""
        return any(tool.retrieval and tool.retrieval.vertex_ai_search for tool in self.body.tools)

    def _response(self, candidate: Candidate, usage: UsageMetadata | None = None) -> GenerateContentResponse:
        return GenerateContentResponse(
            candidates=[candidate],
            usage_metadata=usage,
            model_version=self.services.writer.model_version,
            create_time=self.create_time,
            response_id=self.response_id,
        )

    def _usage(self, answer: str) -> UsageMetadata:
        instruction = [self.body.system_instruction] if self.body.system_instruction else []
        prompt = [
            part.text or "" for content in [*self.body.contents, *instruction] for part in content.parts
        ]
        *prompt_counts, answer_count = self.services.library.embedder.count_tokens([*prompt, answer])
        return UsageMetadata(
            prompt_token_count=sum(prompt_counts),
            candidates_token_count=answer_count,
            total_token_count=sum(prompt_counts) + answer_count,
        )


def grounding_metadata(
    answered: Answered, library: Library, names_documents: bool = False
) -> GroundingMetadata:
    """What the answer stands on: every retrieved chunk in rank order, and the supported sentences."""
    at, pages = ByteOffsets(answered.text), CitedPages(answered, library)

    def segment(span: Span) -> Segment:
        start, end = at.of(span)
        return Segment(start_index=start, end_index=end, text=span.of(answered.text))

    supports = [
        GroundingSupport(
            segment=segment(support.span),
            grounding_chunk_indices=[rank for rank, _ in support.hits],
            confidence_scores=[score for _, score in support.hits],
            page_spans=[pages.of(rank, support) for rank, _ in support.hits],
        )
        for support in answered.supports
    ]
    claims = [
        AnswerClaim(
            segment=segment(check.claim.span),
            verdict=check.verdict.value,
            score=check.score,
            answer_relevance=check.relevance,
        )
        for check in (answered.report.claims if answered.report else ())
    ]
    return GroundingMetadata(
        retrieval_queries=list(answered.queries),
        grounding_chunks=[
            _chunk(hit, pages.of(rank), names_documents) for rank, hit in enumerate(answered.hits)
        ],
        grounding_supports=supports,
        retrieval_metadata=RetrievalMetadata(),
        claims=claims,
        answer_spans=[segment(span) for span in answered.answer_spans],
        answer_relevance=answered.report.relevance if answered.report else None,
    )


def _chunk(hit: Hit, pages: PageSpan, names_document: bool) -> GroundingChunk:
    context = RetrievedContext(
        uri=hit.document.link or hit.document.display_name,
        title=hit.document.title or hit.document.display_name,
        text=hit.chunk.text,
        rag_chunk=rag_chunk(hit, pages),
        document_name=names.document(hit.document.collection, hit.document.id) if names_document else None,
    )
    return GroundingChunk(retrieved_context=context)


def _content(text: str) -> Content:
    return Content(role="model", parts=[Part(text=text)])
