"""Where a retrieval looks and what it keeps: the messages that retrieveContexts and generateContent share."""

from app.wire.messages import Message
from app.wire.scalars import Bool, Double, Float, Int32, String
from app.wire.schemas.page_spans import PageSpan


class RagChunk(Message):
    """A chunk of a file. ``fileId`` is the last part of the file's name."""

    text: String = ""
    page_span: PageSpan | None = None
    file_id: String = ""
    chunk_id: String = ""


class RagResource(Message):
    """A corpus, or some files of it."""

    rag_corpus: String = ""
    rag_file_ids: list[String] = []


class HybridSearch(Message):
    """``alpha`` in [0, 1]: 0 ranks by words alone, 1 by vectors alone."""

    alpha: Float | None = None


class Filter(Message):
    """Strict limits: distance below, or similarity above; and an expression over metadata."""

    oneofs = (("vector_distance_threshold", "vector_similarity_threshold"),)

    vector_distance_threshold: Double | None = None
    vector_similarity_threshold: Double | None = None
    metadata_filter: String = ""


class RankService(Message):
    """A ranking model."""

    model_name: String | None = None


class Ranking(Message):
    """Ranking models of Google, which are not here: accepted, and without effect. What re-ranks every request is
    the server's setting ``SUREGROUND_RERANK``.
    """

    oneofs = (("rank_service", "llm_ranker"),)

    rank_service: RankService | None = None
    llm_ranker: RankService | None = None


class RagRetrievalConfig(Message):
    """How to retrieve; ``topK`` 0 is the default."""

    top_k: Int32 = 0
    hybrid_search: HybridSearch | None = None
    filter: Filter | None = None
    ranking: Ranking | None = None


class VertexRagStore(Message):
    """Corpora and how to retrieve from them.

    ``ragCorpora``, ``similarityTopK`` and the threshold are deprecated.
    """

    rag_corpora: list[String] = []
    rag_resources: list[RagResource] = []
    similarity_top_k: Int32 | None = None
    vector_distance_threshold: Double | None = None
    rag_retrieval_config: RagRetrievalConfig | None = None
    store_context: Bool = False


class DataStoreSpec(Message):
    """One data store of several, with a filter of its own."""

    data_store: String = ""
    filter: String = ""


class VertexAISearch(Message):
    """A data store or an engine; ``maxResults`` is 10 at most and by default."""

    datastore: String = ""
    engine: String = ""
    max_results: Int32 = 0
    filter: String = ""
    data_store_specs: list[DataStoreSpec] = []


class Retrieval(Message):
    """A retrieval tool."""

    oneofs = (("vertex_ai_search", "vertex_rag_store", "external_api"),)

    vertex_ai_search: VertexAISearch | None = None
    vertex_rag_store: VertexRagStore | None = None
    external_api: dict[String, object] | None = None
    disable_attribution: Bool = False
