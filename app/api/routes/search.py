"""Search and searchLite over a data store or an engine."""

import uuid
from typing import Any

from fastapi import APIRouter

from app.api.dependencies import BaseUrl, DiscoveryVersion, LibraryDep
from app.api.snippets import best_sentence, snippet
from app.api.wire_route import WireRoute
from app.wire.conversions.documents import message_of
from app.wire.conversions.page_spans import PageFinder
from app.wire.errors import BadRequest
from app.wire.names import ServingConfig, document, file_link
from app.wire.paging import SEARCH_RESULTS, page_size
from app.wire.schemas.search import (
    ChunkPageSpan,
    ContentSearchSpec,
    ResultChunk,
    SearchRequest,
    SearchResponse,
    SearchResult,
    SearchResultMode,
)
from ingest.types import Hit

router = APIRouter(
    route_class=WireRoute,
    prefix="/{version}/projects/{project}/locations/{location}/collections/{collection}"
    "/{kind}/{target}/servingConfigs/{serving_config}",
)
MOST_HITS = 500  # chunks looked at for one answer
CHUNKS_PER_DOCUMENT = 5


@router.post(":search")
@router.post(":searchLite")
def search(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    kind: str,
    target: str,
    serving_config: str,
    body: SearchRequest,
    library: LibraryDep,
    base_url: BaseUrl,
) -> SearchResponse:
    """The documents (or, on request, the chunks) that fit a query, best first."""
    place = f"projects/{project}/locations/{location}/{kind}/{target}/servingConfigs/{serving_config}"
    collections = ServingConfig.parse(place, "serving_config").collections(library)
    if not body.query.strip():
        raise BadRequest("query is empty; send the words to look for.", "query")
    spec = body.content_search_spec or ContentSearchSpec()
    size = page_size(body.page_size, SEARCH_RESULTS)
    skip = _skip(body)
    hits = library.search(
        collections,
        body.query,
        top_k=min(MOST_HITS, (skip + size) * CHUNKS_PER_DOCUMENT),
        metadata_filter=body.filter or None,
        # Listed are documents, so each one counts, and chunks as they are stored.
        join=False,
        collapse=False,
    )
    pages = PageFinder(library)
    if spec.search_result_mode == SearchResultMode.CHUNKS:
        results = [_chunk_result(hit) for hit in hits]
    else:
        grouped: dict[tuple[str, str], list[Hit]] = {}
        for hit in hits:
            grouped.setdefault((hit.document.collection.id, hit.document.id), []).append(hit)
        results = [
            _document_result(document_hits, body.query, spec, base_url, pages)
            for document_hits in grouped.values()
        ]
    more = len(results) > skip + size
    return SearchResponse(
        results=results[skip : skip + size],
        total_size=len(results),
        attribution_token=uuid.uuid4().hex,
        next_page_token=str(skip + size) if more else "",
    )


def _skip(body: SearchRequest) -> int:
    if body.offset < 0:
        raise BadRequest(f"offset is {body.offset}; it must be 0 or more.", "offset")
    if not body.page_token:
        return body.offset
    if not body.page_token.isdecimal() or len(body.page_token) > 6:
        raise BadRequest("page_token is not one that an answer of ours held.", "page_token")
    return int(body.page_token)


def _document_result(
    hits: list[Hit], query: str, spec: ContentSearchSpec, base_url: str, pages: PageFinder
) -> SearchResult:
    stored = hits[0].document
    link = stored.link or file_link(base_url, stored.collection, stored.id)
    derived: dict[str, Any] = {"title": stored.title or stored.display_name, "link": link}
    if spec.snippet_spec and (spec.snippet_spec.return_snippet or spec.snippet_spec.max_snippet_count > 0):
        derived["snippets"] = [{"snippet": snippet(hits[0].chunk.text, query), "snippet_status": "SUCCESS"}]
    if extracts := spec.extractive_content_spec:
        for name, count in (
            ("extractive_answers", extracts.max_extractive_answer_count),
            ("extractive_segments", extracts.max_extractive_segment_count),
        ):
            if count > 0:
                derived[name] = [_passage(hit, query, pages) for hit in hits[:count]]
    return SearchResult(id=stored.id, document=message_of(stored).replace(derived_struct_data=derived))


def _passage(hit: Hit, query: str, pages: PageFinder) -> dict[str, Any]:
    """A passage, and the page of the sentence in it that fits the query best."""
    best = pages.pages_of(hit, best_sentence(hit.chunk.text, query))
    return {"content": hit.chunk.text, "pageNumber": best.first_page}


def _chunk_result(hit: Hit) -> SearchResult:
    stored, chunk = hit.document, hit.chunk
    name = document(stored.collection, stored.id)
    return SearchResult(
        id=stored.id,
        chunk=ResultChunk(
            name=f"{name}/chunks/{chunk.id}",
            id=chunk.id,
            content=chunk.text,
            document_metadata={"uri": stored.link, "title": stored.title or stored.display_name},
            page_span=ChunkPageSpan(page_start=chunk.first_page, page_end=chunk.last_page),
            relevance_score=max(0.0, 1 - hit.distance),
        ),
    )
