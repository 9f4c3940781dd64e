"""Messages of the RAG Engine's corpora and settings: contract.md 4.1 and 4.2.

v1 and v1beta1 are read by the same messages, the union of both; what v1 clients do not know they ignore. Back
ends that cannot exist here are Structs: they are named when they are refused.
"""

from app.wire.messages import Message
from app.wire.scalars import Bool, Float, Int32, ProtoEnum, String, Struct, Timestamp


class Empty(Message):
    """A message without fields: that it is there is what it says."""


class VertexPredictionEndpoint(Message):
    """An embedding model, by its full resource name."""

    endpoint: String = ""
    model: String = ""
    model_version_id: String = ""


class Bm25(Message):
    """Word weighting of the sparse side."""

    multilingual: Bool = False
    k1: Float | None = None
    b: Float | None = None


class SparseEmbeddingConfig(Message):
    """How the sparse side is made."""

    bm25: Bm25 | None = None


class HybridSearchConfig(Message):
    """Dense and sparse models of a corpus."""

    sparse_embedding_config: SparseEmbeddingConfig | None = None
    dense_embedding_model_prediction_endpoint: VertexPredictionEndpoint | None = None


class RagEmbeddingModelConfig(Message):
    """The embedding model of a corpus. Kept as sent; this installation embeds with its own one model."""

    oneofs = (("vertex_prediction_endpoint", "hybrid_search_config"),)

    vertex_prediction_endpoint: VertexPredictionEndpoint | None = None
    hybrid_search_config: HybridSearchConfig | None = None


class Ann(Message):
    """Approximate nearest neighbours; the numbers are kept and of no consequence here."""

    tree_depth: Int32 = 0
    leaf_count: Int32 = 0


class RagManagedDb(Message):
    """The server's own store."""

    oneofs = (("knn", "ann"),)

    knn: Empty | None = None
    ann: Ann | None = None


class RagVectorDbConfig(Message):
    """Where vectors live: only ``ragManagedDb``, the server's own store, exists here."""

    oneofs = (
        (
            "rag_managed_db",
            "weaviate",
            "pinecone",
            "vertex_feature_store",
            "vertex_vector_search",
            "rag_managed_vertex_vector_search",
        ),
    )

    rag_managed_db: RagManagedDb | None = None
    weaviate: Struct | None = None
    pinecone: Struct | None = None
    vertex_feature_store: Struct | None = None
    vertex_vector_search: Struct | None = None
    rag_managed_vertex_vector_search: Struct | None = None
    api_auth: Struct | None = None
    rag_embedding_model_config: RagEmbeddingModelConfig | None = None


class CorpusState(ProtoEnum):
    """A corpus here is always ACTIVE."""

    UNKNOWN = 0
    INITIALIZED = 1
    ACTIVE = 2
    ERROR = 3


class CorpusStatus(Message):
    """How the corpus is."""

    state: CorpusState = CorpusState.UNKNOWN
    error_status: String = ""


class CorpusTypeConfig(Message):
    """What the corpus is for; kept as sent."""

    oneofs = (("document_corpus", "memory_corpus"),)

    document_corpus: Struct | None = None
    memory_corpus: Struct | None = None


class RagCorpus(Message):
    """A corpus: another name for a stored collection."""

    oneofs = (("vector_db_config", "vertex_ai_search_config"),)

    name: String = ""
    display_name: String = ""
    description: String = ""
    vector_db_config: RagVectorDbConfig | None = None
    vertex_ai_search_config: Struct | None = None
    rag_embedding_model_config: RagEmbeddingModelConfig | None = None
    rag_vector_db_config: RagVectorDbConfig | None = None
    create_time: Timestamp | None = None
    update_time: Timestamp | None = None
    corpus_status: CorpusStatus | None = None
    rag_files_count: Int32 = 0
    encryption_spec: Struct | None = None
    corpus_type_config: CorpusTypeConfig | None = None
    satisfies_pzs: Bool = False
    satisfies_pzi: Bool = False


class ListRagCorporaResponse(Message):
    """A page of corpora."""

    rag_corpora: list[RagCorpus] = []
    next_page_token: String = ""


class Spanner(Message):
    """The sizes of Google's database."""

    oneofs = (("basic", "scaled", "unprovisioned"),)

    basic: Empty | None = None
    scaled: Empty | None = None
    unprovisioned: Empty | None = None


class RagManagedDbConfig(Message):
    """The mode of Google's managed database, and the deprecated tier; without meaning on a machine of one's own."""

    oneofs = (("serverless", "spanner"), ("enterprise", "scaled", "basic", "unprovisioned"))

    serverless: Empty | None = None
    spanner: Spanner | None = None
    enterprise: Empty | None = None
    scaled: Empty | None = None
    basic: Empty | None = None
    unprovisioned: Empty | None = None


class RagEngineConfig(Message):
    """The engine's settings for a project and location."""

    name: String = ""
    rag_managed_db_config: RagManagedDbConfig | None = None
