"""Check grounding: does every sentence of an answer follow from the facts?"""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter

from app.access.gate import require
from app.answering.facts import ClaimRetriever
from app.api.dependencies import BaseUrl, CheckerDep, DiscoveryVersion, LibraryDep
from app.api.wire_route import WireRoute
from app.wire.conversions.check_response import Wanted, check_response, corrected_answer, inline_chunk
from app.wire.conversions.page_spans import PageFinder, chunk_pages
from app.wire.errors import BadRequest
from app.wire.names import ServingConfig, document, file_link
from app.wire.schemas.check import (
    MAX_RESULTS,
    MOST_RESULTS,
    PROMPT_CHARACTERS,
    CheckGroundingRequest,
    CheckGroundingResponse,
    CheckGroundingSpec,
    FactChunk,
    SearchSource,
    SourceDocument,
    SourceInfo,
    check_labels,
    probability,
)
from grounding import Fact, GroundingChecker, Report
from grounding.limits import CONTRADICTION_THRESHOLD, SUPPORT_THRESHOLD
from ingest.library import Library
from ingest.types import Hit

router = APIRouter(route_class=WireRoute)
METADATA_CHARACTERS = 256


@router.post("/{version}/projects/{project}/locations/{location}/groundingConfigs/{grounding_config}:check")
def check_grounding(
    version: DiscoveryVersion,
    project: str,
    location: str,
    grounding_config: str,
    body: CheckGroundingRequest,
    checker: CheckerDep,
    library: LibraryDep,
    base_url: BaseUrl,
) -> CheckGroundingResponse:
    """Check an answer against inline facts, or against what a store holds on each of its claims."""
    spec = body.grounding_spec or CheckGroundingSpec()
    threshold = probability(spec.citation_threshold, SUPPORT_THRESHOLD, "grounding_spec.citation_threshold")
    anti_threshold = probability(
        spec.anti_citation_threshold, CONTRADICTION_THRESHOLD, "grounding_spec.anti_citation_threshold"
    )
    wanted = Wanted(
        claim_scores=bool(spec.enable_claim_level_score),
        anti_citations=bool(spec.enable_anti_citations),
        all_scores=bool(spec.return_all_scores),
    )
    prompt = _prompt(body, spec)
    check_labels(body.user_labels)
    source = body.grounding_source.search_source if body.grounding_source else None
    if source is None:
        facts = [Fact(fact.fact_text, fact.attributes) for fact in body.facts]
        report = checker.check(
            body.answer_candidate, facts, threshold=threshold, anti_threshold=anti_threshold, prompt=prompt
        )
        return check_response(report, inline_chunk, wanted, corrected=_corrected(checker, report, spec))
    if body.facts:
        raise BadRequest("facts and grounding_source exclude each other; send one of them.", "facts")
    retriever = _retriever(source, library, location)
    report = checker.check(
        body.answer_candidate, retriever, threshold=threshold, anti_threshold=anti_threshold, prompt=prompt
    )
    pages = PageFinder(library)
    return check_response(
        report,
        lambda _, fact: stored_chunk(retriever.hits[fact.id], base_url),
        wanted,
        lambda fact, spans: pages.pages_of(retriever.hits[fact.id], *spans),
        _corrected(checker, report, spec),
    )


def _corrected(checker: GroundingChecker, report: Report, spec: CheckGroundingSpec) -> str | None:
    return corrected_answer(checker, report) if spec.enable_corrected_answer else None


def stored_chunk(hit: Hit, base_url: str) -> FactChunk:
    """A passage of a stored document as a cited chunk; without an address of its own it links to our file."""
    stored = hit.document
    name = document(stored.collection, stored.id)
    link = stored.link or file_link(base_url, stored.collection, stored.id)
    title = stored.title or stored.display_name
    return FactChunk(
        chunk_text=hit.chunk.text,
        source=name,
        source_metadata=_short(stored.metadata),
        uri=link,
        title=title,
        page_span=chunk_pages(hit),
        chunk_id=hit.chunk.id,
        mime_type=stored.mime_type,
        source_info=SourceInfo(
            search_source=SourceDocument(document_id=name, document_title=title, document_link=link)
        ),
    )


def _short(metadata: Mapping[str, Any]) -> dict[str, str]:
    """The fields that tell where a text is from; long ones are the text itself."""
    texts = {key: str(value) for key, value in metadata.items() if isinstance(value, str | int | float)}
    return {key: text for key, text in texts.items() if len(text) <= METADATA_CHARACTERS}


def _prompt(body: CheckGroundingRequest, spec: CheckGroundingSpec) -> str | None:
    if not spec.enable_helpfulness_score:
        return None
    if not body.prompt.strip():
        raise BadRequest("enable_helpfulness_score needs prompt: the question that was answered.", "prompt")
    if len(body.prompt) > PROMPT_CHARACTERS:
        raise BadRequest(
            f"prompt has {len(body.prompt)} characters; the limit is {PROMPT_CHARACTERS}.", "prompt"
        )
    return body.prompt


def _retriever(source: SearchSource, library: Library, location: str) -> ClaimRetriever:
    require("read")  # what is stored comes with the answer
    field = "grounding_source.search_source"
    config = ServingConfig.parse(source.serving_config, f"{field}.serving_config")
    if config.target.location != location:
        raise BadRequest(
            f"{field}.serving_config is in location {config.target.location!r}, the request in {location!r}; "
            "use one location for both.",
            f"{field}.serving_config",
        )
    count = source.max_result_count or MAX_RESULTS
    if not 1 <= count <= MOST_RESULTS:
        raise BadRequest(
            f"{field}.max_result_count is {count}; it must be between 1 and {MOST_RESULTS}.",
            f"{field}.max_result_count",
        )
    return ClaimRetriever(library, config.collections(library), count, source.filter)
