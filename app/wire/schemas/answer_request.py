"""What servingConfigs:answer is asked: contract-2.md A.1.

What Google's service does with the fields that are Structs here has no counterpart; they are accepted.
"""

from app.wire.messages import Message
from app.wire.scalars import (
    Bool,
    Int32,
    ProtoEnum,
    String,
    StringMap,
    Struct,
)
from app.wire.schemas.search import SearchResultMode


class Query(Message):
    """The question."""

    query_id: String = ""
    text: String = ""


class FilteringLevel(ProtoEnum):
    """How well an answer must be supported to be given out."""

    FILTERING_LEVEL_UNSPECIFIED = 0
    FILTERING_LEVEL_LOW = 1
    FILTERING_LEVEL_HIGH = 2


class GroundingSpec(Message):
    """Whether to show what supports the answer, and what to withhold."""

    include_grounding_supports: Bool = False
    filtering_level: FilteringLevel = FilteringLevel.FILTERING_LEVEL_UNSPECIFIED


class PromptSpec(Message):
    """Instructions for the writer."""

    preamble: String = ""


class AnswerGenerationSpec(Message):
    """How to write. The configured writer answers, whatever ``modelSpec`` names."""

    model_spec: Struct | None = None
    prompt_spec: PromptSpec | None = None
    include_citations: Bool = False
    answer_language_code: String = ""
    ignore_low_relevant_content: Bool | None = None
    ignore_adversarial_query: Bool = False
    ignore_non_answer_seeking_query: Bool = False
    ignore_jail_breaking_query: Bool = False
    multimodal_spec: Struct | None = None


class DataStoreSpec(Message):
    """One of the data stores of an engine, with a filter of its own."""

    data_store: String = ""
    filter: String = ""
    boost_spec: Struct | None = None
    custom_search_operators: String = ""
    num_results: Int32 = 0


class SearchParams(Message):
    """How to search."""

    max_return_results: Int32 = 0
    filter: String = ""
    boost_spec: Struct | None = None
    order_by: String = ""
    search_result_mode: SearchResultMode = SearchResultMode.SEARCH_RESULT_MODE_UNSPECIFIED
    custom_fine_tuning_spec: Struct | None = None
    data_store_specs: list[DataStoreSpec] = []
    natural_language_query_understanding_spec: Struct | None = None


class PassageMetadata(Message):
    """Where a passage of the caller's is from."""

    uri: String = ""
    title: String = ""


class PassageChunk(Message):
    """A passage of the caller's."""

    chunk: String = ""
    content: String = ""
    document_metadata: PassageMetadata | None = None


class PassagePart(Message):
    """A part of a document of the caller's."""

    page_identifier: String = ""
    content: String = ""


class PassageDocument(Message):
    """A document of the caller's, in parts."""

    document: String = ""
    uri: String = ""
    title: String = ""
    document_contexts: list[PassagePart] = []
    extractive_segments: list[PassagePart] = []
    extractive_answers: list[PassagePart] = []


class PassageResult(Message):
    """A chunk or a document."""

    oneofs = (("chunk_info", "unstructured_document_info"),)

    chunk_info: PassageChunk | None = None
    unstructured_document_info: PassageDocument | None = None


class SearchResultList(Message):
    """Passages of the caller's, in place of a search."""

    search_results: list[PassageResult] = []


class SearchSpec(Message):
    """Where the passages come from."""

    oneofs = (("search_params", "search_result_list"),)

    search_params: SearchParams | None = None
    search_result_list: SearchResultList | None = None


class AnswerQueryRequest(Message):
    """A question to be answered from a store."""

    serving_config: String = ""
    query: Query | None = None
    session: String = ""
    safety_spec: Struct | None = None
    related_questions_spec: Struct | None = None
    grounding_spec: GroundingSpec | None = None
    answer_generation_spec: AnswerGenerationSpec | None = None
    search_spec: SearchSpec | None = None
    query_understanding_spec: Struct | None = None
    asynchronous_mode: Bool = False
    user_pseudo_id: String = ""
    user_labels: StringMap = {}
    end_user_spec: Struct | None = None
