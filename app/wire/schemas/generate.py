"""Messages of generateContent, streamGenerateContent and countTokens: contract.md part 5."""

from typing import Any

from pydantic import Field

from app.wire.messages import Message
from app.wire.scalars import Bool, Float, Int32, ProtoEnum, String, StringMap, Struct, Timestamp
from app.wire.schemas.contents import Content, Tool
from app.wire.schemas.page_spans import PageSpan
from app.wire.schemas.sources import RagChunk


class Modality(ProtoEnum):
    """Kinds of output; only TEXT is served."""

    MODALITY_UNSPECIFIED = 0
    TEXT = 1
    IMAGE = 2
    AUDIO = 3


class GenerationConfig(Message):
    """How to write. What would change the kind of the answer and is not served is refused."""

    temperature: Float | None = None
    top_p: Float | None = None
    top_k: Float | None = None
    candidate_count: Int32 | None = None
    max_output_tokens: Int32 | None = None
    stop_sequences: list[String] = []
    seed: Int32 | None = None
    presence_penalty: Float | None = None
    frequency_penalty: Float | None = None
    response_mime_type: String = ""
    response_schema: Struct | None = None
    response_json_schema: Any | None = None
    response_format: Struct | None = None
    response_modalities: list[Modality] = []
    response_logprobs: Bool | None = None
    logprobs: Int32 | None = None
    routing_config: Struct | None = None
    audio_timestamp: Bool | None = None
    media_resolution: String | Int32 | None = None
    speech_config: Struct | None = None
    thinking_config: Struct | None = None
    model_config_: Struct | None = Field(
        None, alias="modelConfig"
    )  # pydantic keeps the plain name for itself
    model_selection_config: Struct | None = None
    image_config: Struct | None = None
    enable_affective_dialog: Bool | None = None
    enable_enhanced_civic_answers: Bool | None = None


class GenerateContentRequest(Message):
    """A conversation whose last turn is to be answered."""

    model: String = ""
    contents: list[Content] = []
    system_instruction: Content | None = None
    cached_content: String = ""
    tools: list[Tool] = []
    tool_config: Struct | None = None
    labels: StringMap = {}
    safety_settings: list[Struct] = []
    model_armor_config: Struct | None = None
    generation_config: GenerationConfig | None = None
    service_tier: String = ""


class FinishReason(ProtoEnum):
    """Why the writing ended."""

    FINISH_REASON_UNSPECIFIED = 0
    STOP = 1
    MAX_TOKENS = 2


class RetrievedContext(Message):
    """A retrieved chunk. ``uri`` is the document's own address, else its file name."""

    uri: String | None = None
    title: String | None = None
    text: String | None = None
    rag_chunk: RagChunk | None = None
    document_name: String | None = None


class GroundingChunk(Message):
    """Something an answer may stand on."""

    retrieved_context: RetrievedContext | None = None


class Segment(Message):
    """A piece of the answer: bytes of its part, end exclusive."""

    part_index: Int32 = 0
    start_index: Int32 = 0
    end_index: Int32 = 0
    text: String = ""


class GroundingSupport(Message):
    """A supported piece; ``confidenceScores`` in [0.6, 1] are parallel to the indices into the chunks, and so are
    ``pageSpans``, the pages of the words that support it.
    """

    segment: Segment | None = None
    grounding_chunk_indices: list[Int32] = []
    confidence_scores: list[Float] = []
    page_spans: list[PageSpan] = []


class AnswerClaim(Message):
    """A sentence of the answer, supported or not. Not a field of Google's.

    ``verdict`` is one of :class:`grounding.Verdict`, ``score`` the probability that the chunks entail it,
    ``answerRelevance`` the one that it answers the question.
    """

    segment: Segment | None = None
    verdict: String = ""
    score: Float | None = None
    answer_relevance: Float | None = None


class RetrievalMetadata(Message):
    """Of Google Search only: always empty here."""


class GroundingMetadata(Message):
    """What the answer stands on; ``filesBeingRead`` counts those that wait or are read, and were not searched.

    Three more fields are not Google's: ``claims`` are all sentences, ``answerSpans`` the short answers within the text,
    and ``answerRelevance`` in [0, 1] is the probability that the text answers the question; absent where it says that
    nothing does.
    """

    retrieval_queries: list[String] = []
    grounding_chunks: list[GroundingChunk] = []
    grounding_supports: list[GroundingSupport] = []
    retrieval_metadata: RetrievalMetadata | None = None
    files_being_read: Int32 = 0
    claims: list[AnswerClaim] = []
    answer_spans: list[Segment] = []
    answer_relevance: Float | None = None


class Candidate(Message):
    """The answer, or a piece of it while streaming."""

    index: Int32 = 0
    content: Content | None = None
    finish_reason: FinishReason = FinishReason.FINISH_REASON_UNSPECIFIED
    grounding_metadata: GroundingMetadata | None = None


class UsageMetadata(Message):
    """Counts of tokens: the embedding model's, since every installation has that one."""

    prompt_token_count: Int32 = 0
    candidates_token_count: Int32 = 0
    total_token_count: Int32 = 0


class GenerateContentResponse(Message):
    """An answer, or a piece of it while streaming."""

    candidates: list[Candidate] = []
    usage_metadata: UsageMetadata | None = None
    model_version: String = ""
    create_time: Timestamp | None = None
    response_id: String = ""


class CountTokensRequest(Message):
    """What to count. ``generateContentRequest`` is the Gemini API's way to put it."""

    endpoint: String = ""
    model: String = ""
    instances: list[Any] = []
    contents: list[Content] = []
    system_instruction: Content | None = None
    tools: list[Tool] = []
    generation_config: GenerationConfig | None = None
    generate_content_request: GenerateContentRequest | None = None


class CountTokensResponse(Message):
    """``totalBillableCharacters`` leaves white space out."""

    total_tokens: Int32 = 0
    total_billable_characters: Int32 = 0
