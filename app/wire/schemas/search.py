"""Messages of Discovery Engine's search and searchLite."""

from app.wire.messages import Message
from app.wire.scalars import Bool, Double, Int32, ProtoEnum, String, StringMap, Struct
from app.wire.schemas.documents import Document


class SnippetSpec(Message):
    """``returnSnippet``: show where the words of the query stand."""

    max_snippet_count: Int32 = 0
    reference_only: Bool = False
    return_snippet: Bool = False


class ExtractiveContentSpec(Message):
    """How many passages to hand back with each document."""

    max_extractive_answer_count: Int32 = 0
    max_extractive_segment_count: Int32 = 0
    return_extractive_segment_score: Bool = False
    num_previous_segments: Int32 = 0
    num_next_segments: Int32 = 0


class SearchResultMode(ProtoEnum):
    """Whether a result is a document or a chunk."""

    SEARCH_RESULT_MODE_UNSPECIFIED = 0
    DOCUMENTS = 1
    CHUNKS = 2


class ContentSearchSpec(Message):
    """What to hand back with a result."""

    snippet_spec: SnippetSpec | None = None
    extractive_content_spec: ExtractiveContentSpec | None = None
    search_result_mode: SearchResultMode = SearchResultMode.SEARCH_RESULT_MODE_UNSPECIFIED
    summary_spec: Struct | None = None
    chunk_spec: Struct | None = None


class SearchRequest(Message):
    """A query; what has no meaning here (boosts, facets, spelling, …) is accepted and ignored."""

    serving_config: String = ""
    branch: String = ""
    query: String = ""
    page_size: Int32 = 0
    page_token: String = ""
    offset: Int32 = 0
    filter: String = ""
    content_search_spec: ContentSearchSpec | None = None
    boost_spec: Struct | None = None
    canonical_filter: String = ""
    crowding_specs: list[Struct] = []
    custom_fine_tuning_spec: Struct | None = None
    custom_ranking_params: Struct | None = None
    data_store_specs: list[Struct] = []
    display_spec: Struct | None = None
    embedding_spec: Struct | None = None
    entity: String = ""
    facet_specs: list[Struct] = []
    image_query: Struct | None = None
    language_code: String = ""
    natural_language_query_understanding_spec: Struct | None = None
    num_results_per_data_store: Int32 = 0
    one_box_page_size: Int32 = 0
    order_by: String = ""
    page_categories: list[String] = []
    params: Struct = {}
    personalization_spec: Struct | None = None
    query_expansion_spec: Struct | None = None
    ranking_expression: String = ""
    ranking_expression_backend: String | Int32 | None = None
    region_code: String = ""
    relevance_filter_spec: Struct | None = None
    relevance_score_spec: Struct | None = None
    relevance_threshold: String | Int32 | None = None
    safe_search: Bool = False
    search_addon_spec: Struct | None = None
    search_as_you_type_spec: Struct | None = None
    session: String = ""
    session_spec: Struct | None = None
    spell_correction_spec: Struct | None = None
    user_info: Struct | None = None
    user_labels: StringMap = {}
    user_pseudo_id: String = ""


class ChunkPageSpan(Message):
    """Physical pages from 1, both inclusive."""

    page_start: Int32 = 0
    page_end: Int32 = 0


class ResultChunk(Message):
    """A passage as a result of its own."""

    name: String = ""
    id: String = ""
    content: String = ""
    document_metadata: Struct | None = None
    page_span: ChunkPageSpan | None = None
    relevance_score: Double | None = None


class SearchResult(Message):
    """A document, or a chunk, in rank order."""

    id: String = ""
    document: Document | None = None
    chunk: ResultChunk | None = None


class SearchResponse(Message):
    """A page of results."""

    results: list[SearchResult] = []
    total_size: Int32 = 0
    attribution_token: String = ""
    next_page_token: String = ""
    summary: Struct | None = None
