"""From the wire's retrieval settings to :class:`app.answering.ask.Sources`, deprecated spellings included."""

import math
from collections.abc import Sequence

from app.answering.ask import DEFAULT_TOP_K, Sources
from app.intake.metadata_filters import check_filter
from app.wire.errors import BadRequest
from app.wire.names import ServingConfig, parse_corpus
from app.wire.schemas.contents import Tool
from app.wire.schemas.retrieval import RagQuery
from app.wire.schemas.sources import Filter, RagRetrievalConfig, VertexAISearch, VertexRagStore
from grounding.limits import FACTS
from ingest.library import Library
from ingest.types import CollectionName

MOST_SEARCH_RESULTS = 10


def rag_sources(
    store: VertexRagStore, field: str, library: Library, query: RagQuery | None = None
) -> Sources:
    """Where ``store`` looks; the settings of ``query`` go before the store's, both before deprecated ones.

    Raises BadRequest for numbers outside their limits, NotFound for an unknown corpus.
    """
    config = (query and query.rag_retrieval_config) or store.rag_retrieval_config or RagRetrievalConfig()
    limits = config.filter or Filter()
    top_k = config.top_k or (query and query.similarity_top_k) or store.similarity_top_k or DEFAULT_TOP_K
    if not 1 <= top_k <= FACTS:
        raise BadRequest(
            f"top_k is {top_k}; it must be between 1 and {FACTS}, or 0 for {DEFAULT_TOP_K}.",
            f"{field}.rag_retrieval_config.top_k",
        )
    distance, similarity = limits.vector_distance_threshold, limits.vector_similarity_threshold
    if distance is None and similarity is None:
        distance = store.vector_distance_threshold
    for name, value in (("vector_distance_threshold", distance), ("vector_similarity_threshold", similarity)):
        if value is not None and not math.isfinite(value):
            raise BadRequest(f"{name} is {value}; it must be a number.", f"{field}.{name}")
    collections = _collections(store, field, library)
    check_filter(library, list(collections), limits.metadata_filter)
    return Sources(
        collections=tuple(collections),
        document_ids={name: ids for name, ids in collections.items() if ids},
        top_k=top_k,
        max_distance=distance,
        min_similarity=similarity,
        metadata_filter=limits.metadata_filter,
        alpha=_alpha(config, query, field),
    )


def search_sources(search: VertexAISearch, field: str, library: Library) -> Sources:
    """Where a ``vertexAiSearch`` tool looks. Raises BadRequest, NotFound."""
    if bool(search.datastore) == bool(search.engine):
        raise BadRequest(f"{field} needs exactly one of datastore and engine.", field)
    count = search.max_results or MOST_SEARCH_RESULTS
    if not 1 <= count <= MOST_SEARCH_RESULTS:
        raise BadRequest(
            f"max_results is {count}; it must be between 1 and {MOST_SEARCH_RESULTS}.", f"{field}.max_results"
        )
    named = [spec.data_store for spec in search.data_store_specs] or [search.datastore or search.engine]
    filters = {spec.filter for spec in search.data_store_specs if spec.filter} | {search.filter} - {""}
    if len(filters) > 1:
        raise BadRequest(
            "Several different filters are not served; use one for all.", f"{field}.data_store_specs"
        )
    collections = [
        collection
        for name in named
        for collection in ServingConfig.parse(f"{name.strip('/')}/servingConfigs/default", field).collections(
            library
        )
    ]
    return Sources(
        collections=tuple(dict.fromkeys(collections)), top_k=count, metadata_filter=next(iter(filters), "")
    )


def tool_sources(tools: Sequence[Tool], library: Library) -> Sources | None:
    """Where the retrieval tools look; ``None`` without one. Raises BadRequest for more than one."""
    retrievals = [tool.retrieval for tool in tools if tool.retrieval]
    if not retrievals:
        return None
    if len(retrievals) > 1:
        raise BadRequest("Only one retrieval tool can be given.", "tools")
    only = retrievals[0]
    if only.vertex_rag_store is not None:
        return rag_sources(only.vertex_rag_store, "tools[0].retrieval.vertex_rag_store", library)
    if only.vertex_ai_search is not None:
        return search_sources(only.vertex_ai_search, "tools[0].retrieval.vertex_ai_search", library)
    raise BadRequest("A retrieval tool needs vertex_rag_store or vertex_ai_search.", "tools[0].retrieval")


def _collections(
    store: VertexRagStore, field: str, library: Library
) -> dict[CollectionName, tuple[str, ...]]:
    """Each corpus with the files wanted of it, none meaning all."""
    if store.rag_corpora and store.rag_resources:
        raise BadRequest(
            "rag_corpora (deprecated) and rag_resources exclude each other; set rag_resources.", field
        )
    corpora: dict[CollectionName, tuple[str, ...]] = {}
    for number, resource in enumerate(store.rag_resources):
        name = parse_corpus(resource.rag_corpus, f"{field}.rag_resources[{number}].rag_corpus")
        if name in corpora and bool(corpora[name]) != bool(resource.rag_file_ids):
            raise BadRequest(
                f"{resource.rag_corpus} is named with and without rag_file_ids.", f"{field}.rag_resources"
            )
        corpora[name] = (*corpora.get(name, ()), *resource.rag_file_ids)
    for number, corpus in enumerate(store.rag_corpora):
        corpora[parse_corpus(corpus, f"{field}.rag_corpora[{number}]")] = ()
    if not corpora:
        raise BadRequest(
            f"{field} names no corpus; set rag_resources[0].rag_corpus.", f"{field}.rag_resources"
        )
    for name in corpora:
        library.get_collection(name)
    return corpora


def _alpha(config: RagRetrievalConfig, query: RagQuery | None, field: str) -> float | None:
    """The share of meaning in the ranking; ``None`` where it is not given."""
    alpha = config.hybrid_search.alpha if config.hybrid_search else None
    if alpha is None and query and query.ranking:
        alpha = query.ranking.alpha
    if alpha is not None and not 0 <= alpha <= 1:
        raise BadRequest(
            f"alpha is {alpha}; it must be between 0 (words alone) and 1 (vectors alone).",
            f"{field}.rag_retrieval_config.hybrid_search.alpha",
        )
    return alpha
