"""Retrieval on the Vertex side: contexts, an asked corpus, a prompt with passages, a content checked."""

from typing import Any

from fastapi import APIRouter

from app.answering.ask import Asker, retrieve
from app.answering.conversation import Conversation
from app.answering.llm import marked_passages
from app.api.dependencies import CheckerDep, LibraryDep, OperationsDep, ServicesDep, VertexVersion
from app.api.retrieval_sources import rag_sources
from app.api.wire_route import WireRoute
from app.operations.operations import AIPLATFORM
from app.wire.byte_offsets import ByteOffsets
from app.wire.conversions.rag_chunks import rag_chunk
from app.wire.errors import BadRequest
from app.wire.schemas.contents import Content, Part, Tool
from app.wire.schemas.operations import Operation
from app.wire.schemas.retrieval import (
    AskContextsRequest,
    AskContextsResponse,
    AugmentPromptRequest,
    AugmentPromptResponse,
    Context,
    CorroborateContentRequest,
    CorroborateContentResponse,
    CorroboratedClaim,
    Fact,
    RagContexts,
    RagQuery,
    RetrieveContextsRequest,
    RetrieveContextsResponse,
)
from app.wire.schemas.sources import VertexRagStore
from grounding import types as core
from grounding.limits import SUPPORT_THRESHOLD
from ingest.types import Hit

router = APIRouter(route_class=WireRoute)
PARENT = "/{version}/projects/{project}/locations/{location}"


@router.post(PARENT + ":retrieveContexts")
@router.post(PARENT + "/:retrieveContexts", include_in_schema=False)  # one SDK sends the slash
def retrieve_contexts(
    version: VertexVersion, project: str, location: str, body: RetrieveContextsRequest, library: LibraryDep
) -> RetrieveContextsResponse:
    """The chunks that fit a query best, in rank order, with their cosine distance."""
    query = _query(body.query)
    sources = rag_sources(_store(body.vertex_rag_store), "vertex_rag_store", library, query)
    return RetrieveContextsResponse(contexts=_contexts(retrieve(library, query.text, sources)))


@router.post(PARENT + ":asyncRetrieveContexts")
@router.post(PARENT + "/:asyncRetrieveContexts", include_in_schema=False)
def async_retrieve_contexts(
    version: VertexVersion,
    project: str,
    location: str,
    body: AskContextsRequest,
    library: LibraryDep,
    operations: OperationsDep,
) -> Operation:
    """The same as an operation."""
    query = _query(body.query)
    sources = rag_sources(_tool_store(body.tools), "tools[0].retrieval.vertex_rag_store", library, query)

    def work(_: object) -> RetrieveContextsResponse:
        return RetrieveContextsResponse(contexts=_contexts(retrieve(library, query.text, sources)))

    return operations.run(
        f"projects/{project}/locations/{location}",
        work,
        package=AIPLATFORM,
        metadata_type="AsyncRetrieveContextsOperationMetadata",
        response_type="AsyncRetrieveContextsResponse",
    ).to_wire(version)


@router.post(PARENT + ":askContexts")
@router.post(PARENT + "/:askContexts", include_in_schema=False)
def ask_contexts(
    version: VertexVersion, project: str, location: str, body: AskContextsRequest, services: ServicesDep
) -> AskContextsResponse:
    """An answer from a corpus, with the chunks it was written from."""
    query = _query(body.query)
    store = _tool_store(body.tools)
    sources = rag_sources(store, "tools[0].retrieval.vertex_rag_store", services.library, query)
    asker = Asker(services.library, services.reader, services.writer, services.checker)
    answered = asker.ask(Conversation(query.text), sources)
    return AskContextsResponse(response=answered.text, contexts=_contexts(answered.hits))


@router.post(PARENT + ":augmentPrompt")
@router.post(PARENT + "/:augmentPrompt", include_in_schema=False)
def augment_prompt(
    version: VertexVersion, project: str, location: str, body: AugmentPromptRequest, library: LibraryDep
) -> AugmentPromptResponse:
    """The conversation with passages about its last turn put before it, and the passages as facts."""
    if not body.contents:
        raise BadRequest("contents is empty; send the prompt.", "contents")
    last = body.contents[-1]
    question = last.text_of(f"contents[{len(body.contents) - 1}]")
    if not question.strip():
        raise BadRequest("The last content has no text.", "contents")
    sources = rag_sources(_store(body.vertex_rag_store), "vertex_rag_store", library)
    hits = retrieve(library, question, sources)
    text = f"Answer from these passages alone.\n{marked_passages(hits)}\n\n{question}" if hits else question
    augmented = Content(role=last.role or "user", parts=[Part(text=text)])
    return AugmentPromptResponse(
        augmented_prompt=[*body.contents[:-1], augmented], facts=[_fact(hit, question) for hit in hits]
    )


@router.post(PARENT + ":corroborateContent")
@router.post(PARENT + "/:corroborateContent", include_in_schema=False)
def corroborate_content(
    version: VertexVersion, project: str, location: str, body: CorroborateContentRequest, checker: CheckerDep
) -> CorroborateContentResponse:
    """How much of a content the facts support, claim by claim; positions are bytes of its text."""
    text = body.content.text_of("content") if body.content else ""
    threshold = (body.parameters and body.parameters.citation_threshold) or SUPPORT_THRESHOLD
    facts = [_core_fact(fact, number) for number, fact in enumerate(body.facts)]
    report = checker.check(text, facts, threshold=threshold)
    at = ByteOffsets(text)
    claims = []
    for check in report.claims:
        start, end = at.of(check.claim.span)
        indices = [citation.fact for citation in check.citations]
        claims.append(
            CorroboratedClaim(start_index=start, end_index=end, fact_indexes=indices, score=check.score)
        )
    return CorroborateContentResponse(corroboration_score=report.support_score, claims=claims)


def _contexts(hits: Any) -> RagContexts:
    return RagContexts(
        contexts=[
            Context(
                source_uri=hit.document.link or hit.document.display_name,
                source_display_name=hit.document.display_name,
                text=hit.chunk.text,
                distance=hit.distance,
                score=hit.distance,
                chunk=rag_chunk(hit),
            )
            for hit in hits
        ]
    )


def _fact(hit: Hit, query: str) -> Fact:
    return Fact(
        query=query,
        title=hit.document.title or hit.document.display_name,
        uri=hit.document.link or hit.document.display_name,
        summary=hit.chunk.text,
        vector_distance=hit.distance,
        score=hit.distance,
        chunk=rag_chunk(hit),
    )


def _core_fact(fact: Fact, number: int) -> core.Fact:
    text = fact.summary or (fact.chunk.text if fact.chunk else "")
    if not text:
        raise BadRequest(f"facts[{number}] has no text; set summary.", f"facts[{number}].summary")
    return core.Fact(text, {"title": fact.title} if fact.title else {})


def _query(query: RagQuery | None) -> RagQuery:
    if query is None or not query.text.strip():
        raise BadRequest("query.text is missing; send what to look for.", "query.text")
    return query


def _store(store: VertexRagStore | None) -> VertexRagStore:
    if store is None:
        raise BadRequest("vertex_rag_store is missing; name a corpus in it.", "vertex_rag_store")
    return store


def _tool_store(tools: list[Tool]) -> VertexRagStore:
    stores = [tool.retrieval.vertex_rag_store for tool in tools if tool.retrieval]
    if len(stores) != 1 or stores[0] is None:
        raise BadRequest("tools must hold exactly one retrieval tool with a vertex_rag_store.", "tools")
    return stores[0]
