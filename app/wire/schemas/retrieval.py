"""Messages of retrieval: contract.md 4.3, and the retrieval tools of 5.2.

``VertexRagStore`` is used by ``retrieveContexts`` and as a tool alike; each carries some fields that only the
other one has in Google's definitions.
"""

from app.wire.messages import Message
from app.wire.scalars import Double, Float, Int32, String
from app.wire.schemas.contents import Content, Tool
from app.wire.schemas.sources import RagChunk, RagRetrievalConfig, VertexRagStore


class QueryRanking(Message):
    """Deprecated: the weight of the dense side."""

    alpha: Float | None = None


class RagQuery(Message):
    """What to look for."""

    text: String = ""
    rag_retrieval_config: RagRetrievalConfig | None = None
    similarity_top_k: Int32 = 0
    ranking: QueryRanking | None = None


class RetrieveContextsRequest(Message):
    """Find the contexts of a query."""

    parent: String = ""
    vertex_rag_store: VertexRagStore | None = None
    query: RagQuery | None = None


class Context(Message):
    """A retrieved chunk.

    ``score`` and the deprecated ``distance`` are its cosine distance, lower is closer.
    """

    source_uri: String = ""
    source_display_name: String = ""
    text: String = ""
    distance: Double = 0.0
    score: Double | None = None
    chunk: RagChunk | None = None


class RagContexts(Message):
    """Contexts in rank order."""

    contexts: list[Context] = []


class RetrieveContextsResponse(Message):
    """What was found."""

    contexts: RagContexts | None = None


class AskContextsRequest(Message):
    """Ask a question of a corpus."""

    parent: String = ""
    query: RagQuery | None = None
    tools: list[Tool] = []


class AskContextsResponse(Message):
    """The answer, and the contexts it was written from."""

    response: String = ""
    contexts: RagContexts | None = None


class Model(Message):
    """The model a prompt is made for; of no consequence here."""

    model: String = ""
    model_version: String = ""


class AugmentPromptRequest(Message):
    """Add what a corpus holds to a prompt."""

    parent: String = ""
    vertex_rag_store: VertexRagStore | None = None
    contents: list[Content] = []
    model: Model | None = None


class Fact(Message):
    """A passage as evidence."""

    query: String | None = None
    title: String | None = None
    uri: String | None = None
    summary: String | None = None
    vector_distance: Double | None = None
    score: Double | None = None
    chunk: RagChunk | None = None


class AugmentPromptResponse(Message):
    """The prompt with the passages in it, and the passages."""

    augmented_prompt: list[Content] = []
    facts: list[Fact] = []


class CorroborateParameters(Message):
    """``citationThreshold`` in [0, 1]; 0 means 0.6."""

    citation_threshold: Double = 0.0


class CorroborateContentRequest(Message):
    """Check a content against facts: the Vertex twin of check grounding."""

    parent: String = ""
    content: Content | None = None
    facts: list[Fact] = []
    parameters: CorroborateParameters | None = None


class CorroboratedClaim(Message):
    """A claim; ``startIndex`` and ``endIndex`` are bytes of the content's text."""

    start_index: Int32 | None = None
    end_index: Int32 | None = None
    fact_indexes: list[Int32] = []
    score: Float | None = None


class CorroborateContentResponse(Message):
    """How much of the content the facts support, in [0, 1]."""

    corroboration_score: Float | None = None
    claims: list[CorroboratedClaim] = []
