"""Between the messages of generateContent and :mod:`app.answering.ask`: what is asked, and the answer on the wire."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime

from app.answering.ask import Answered, Request
from app.answering.writer import Options, Turn
from app.services import Services
from app.wire import names
from app.wire.byte_offsets import ByteOffsets
from app.wire.conversions.rag_chunks import rag_chunk
from app.wire.errors import BadRequest
from app.wire.schemas.contents import Content, Part
from app.wire.schemas.generate import (
    Candidate,
    FinishReason,
    GenerateContentRequest,
    GenerateContentResponse,
    GenerationConfig,
    GroundingChunk,
    GroundingMetadata,
    GroundingSupport,
    Modality,
    RetrievalMetadata,
    RetrievedContext,
    Segment,
    UsageMetadata,
)
from ingest.types import Hit

ROLES = ("user", "model")
# Settings that would change the kind of the answer, with the values that would not.
REFUSED = {
    "response_schema": None,
    "response_json_schema": None,
    "response_format": None,
    "response_logprobs": False,
    "logprobs": 0,
}


def asked(body: GenerateContentRequest) -> Request:
    """The request without its sources. Raises BadRequest for what is not served, naming the field."""
    for number, tool in enumerate(body.tools):
        given = (name for name in type(tool).model_fields if getattr(tool, name) not in (None, []))
        other = next((name for name in given if name != "retrieval"), None)
        if other:
            raise BadRequest(
                f"tools[{number}].{other} is not supported; only retrieval tools are.",
                f"tools[{number}].{other}",
            )
    if body.cached_content:
        raise BadRequest("cached_content is not supported; send the contents.", "cached_content")
    if not body.contents:
        raise BadRequest("contents is empty; send at least one turn.", "contents")
    turns = []
    for number, content in enumerate(body.contents):
        if content.role not in ("", *ROLES):
            raise BadRequest(
                f"contents[{number}].role is {content.role!r}; it must be user or model.",
                f"contents[{number}].role",
            )
        turns.append(
            Turn("model" if content.role == "model" else "user", content.text_of(f"contents[{number}]"))
        )
    last = turns[-1]
    if last.role != "user" or not last.text.strip():
        raise BadRequest("The last of contents must be a user turn with text.", f"contents[{len(turns) - 1}]")
    instruction = body.system_instruction.text_of("system_instruction") if body.system_instruction else ""
    history = tuple(turn for turn in turns[:-1] if turn.text.strip())
    return Request(
        last.text.strip(), history, instruction, _options(body.generation_config or GenerationConfig())
    )


def _options(config: GenerationConfig) -> Options:
    field = "generation_config"
    for name, harmless in REFUSED.items():
        if getattr(config, name) not in (None, harmless):
            raise BadRequest(f"{field}.{name} is not supported; leave it out.", f"{field}.{name}")
    if config.response_mime_type not in ("", "text/plain"):
        raise BadRequest(
            f"response_mime_type {config.response_mime_type!r} is not supported; only text/plain is.",
            f"{field}.response_mime_type",
        )
    if set(config.response_modalities) - {Modality.TEXT, Modality.MODALITY_UNSPECIFIED}:
        raise BadRequest("Only the response modality TEXT is supported.", f"{field}.response_modalities")
    if config.candidate_count not in (None, 0, 1):
        raise BadRequest(
            f"candidate_count is {config.candidate_count}; only 1 is supported.", f"{field}.candidate_count"
        )
    for name, value, low, high in (
        ("temperature", config.temperature, 0, 2),
        ("top_p", config.top_p, 0, 1),
        ("presence_penalty", config.presence_penalty, -2, 2),
        ("frequency_penalty", config.frequency_penalty, -2, 2),
        ("max_output_tokens", config.max_output_tokens, 0, 2**31),
    ):
        if value is not None and not low <= value <= high:
            raise BadRequest(f"{name} is {value}; it must be between {low} and {high}.", f"{field}.{name}")
    return Options(
        temperature=config.temperature,
        top_p=config.top_p,
        max_tokens=config.max_output_tokens or None,
        stop=tuple(config.stop_sequences),
        seed=config.seed,
        presence_penalty=config.presence_penalty,
        frequency_penalty=config.frequency_penalty,
    )


@dataclass(frozen=True)
class Envelope:
    """What all pieces of one response share, and the making of them."""

    services: Services
    body: GenerateContentRequest
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
        candidate = Candidate(
            content=_content(text),
            finish_reason=FinishReason[answered.finish],
            grounding_metadata=grounding_metadata(answered, self._names_documents)
            if answered.queries
            else None,
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
        *asked, told = self.services.library.embedder.count_tokens([*prompt, answer])
        return UsageMetadata(
            prompt_token_count=sum(asked), candidates_token_count=told, total_token_count=sum(asked) + told
        )


def grounding_metadata(answered: Answered, names_documents: bool = False) -> GroundingMetadata:
    """What the answer stands on: every retrieved chunk in rank order, and the supported sentences."""
    at = ByteOffsets(answered.text)
    supports = []
    for support in answered.supports:
        start, end = at.of(support.span)
        supports.append(
            GroundingSupport(
                segment=Segment(start_index=start, end_index=end, text=support.span.of(answered.text)),
                grounding_chunk_indices=[rank for rank, _ in support.hits],
                confidence_scores=[score for _, score in support.hits],
            )
        )
    return GroundingMetadata(
        retrieval_queries=list(answered.queries),
        grounding_chunks=[_chunk(hit, names_documents) for hit in answered.hits],
        grounding_supports=supports,
        retrieval_metadata=RetrievalMetadata(),
    )


def _chunk(hit: Hit, names_document: bool) -> GroundingChunk:
    context = RetrievedContext(
        uri=hit.document.link or hit.document.display_name,
        title=hit.document.title or hit.document.display_name,
        text=hit.chunk.text,
        rag_chunk=rag_chunk(hit),
        document_name=names.document(hit.document.collection, hit.document.id) if names_document else None,
    )
    return GroundingChunk(retrieved_context=context)


def _content(text: str) -> Content:
    return Content(role="model", parts=[Part(text=text)])
