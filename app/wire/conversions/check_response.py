"""From the core's report to the answer of check grounding."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from app.wire.byte_offsets import ByteOffsets
from app.wire.schemas.check import (
    CheckedClaim,
    CheckGroundingResponse,
    CitedFact,
    CorrectedWords,
    CounterpartWords,
    EvidenceSpan,
    FactChunk,
    FailedPart,
)
from app.wire.schemas.page_spans import PageSpan
from grounding import Citation, ClaimCheck, Correction, Evidence, Fact, GroundingChecker, Report, Span


@dataclass(frozen=True)
class Wanted:
    """Which optional parts the caller asked for."""

    claim_scores: bool = False
    anti_citations: bool = False
    all_scores: bool = False


@dataclass(frozen=True)
class _Cited:
    """The facts that stand in ``citedChunks``, by their index in the report."""

    chunks: list[FactChunk] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)
    offsets: dict[int, ByteOffsets] = field(default_factory=dict)


def inline_chunk(index: int, fact: Fact) -> FactChunk:
    """A fact of the request as a cited chunk."""
    return FactChunk(chunk_text=fact.text, source=str(index), source_metadata=dict(fact.attributes))


def no_pages(fact: Fact, spans: Sequence[Span]) -> PageSpan | None:
    """Facts of a request stand on no page."""
    return None


def corrected_answer(checker: GroundingChecker, report: Report) -> str:
    """The text of the answer as the facts correct it; empty where no claim of it can be kept."""
    corrected = checker.correct(report)
    return corrected.answer if corrected else ""


def check_response(
    report: Report,
    chunk_of: Callable[[int, Fact], FactChunk],
    wanted: Wanted,
    pages_of: Callable[[Fact, Sequence[Span]], PageSpan | None] = no_pages,
    corrected: str | None = None,
) -> CheckGroundingResponse:
    """The wire answer for ``report``; ``chunk_of(index, fact)`` makes a cited chunk, ``pages_of`` says on
    which pages characters of a fact stand: a chunk's pages are those of its words that carry a verdict.
    ``corrected`` is the corrected answer, where it was asked for.

    Supporting chunks stand first, in the order of the facts; chunks that only contradict follow, then, with
    all scores, those that were only looked at.
    """
    supporting = {citation.fact for check in report.claims for citation in check.citations}
    contradicting = {
        citation.fact for check in report.claims for citation in check.anti_citations if wanted.anti_citations
    }
    looked = {c.fact for check in report.claims for c in check.fact_scores if wanted.all_scores}
    cited = _Cited()
    first = supporting | contradicting
    words: dict[int, list[Span]] = {}
    for part in (part for check in report.claims for part in check.evidence):
        words.setdefault(part.fact, []).append(part.span)
    for number in [*sorted(supporting), *sorted(contradicting - supporting), *sorted(looked - first)]:
        cited.places[number] = len(cited.chunks)
        chunk = chunk_of(number, report.facts[number])
        if number in words:
            chunk = chunk.replace(page_span=pages_of(report.facts[number], words[number]))
        cited.chunks.append(chunk)
        cited.offsets[number] = ByteOffsets(report.facts[number].text)
    answer = ByteOffsets(report.answer)

    def evidence(part: Evidence) -> EvidenceSpan:
        start, end = cited.offsets[part.fact].of(part.span)
        return EvidenceSpan(
            cited_chunk_index=cited.places[part.fact],
            start_pos=start,
            end_pos=end,
            page_span=pages_of(report.facts[part.fact], [part.span]),
        )

    return CheckGroundingResponse(
        support_score=report.support_score,
        cited_chunks=cited.chunks,
        cited_facts=[CitedFact(chunk_text=c.chunk_text, source_info=c.source_info) for c in cited.chunks],
        claims=[
            _claim(
                check,
                answer,
                cited,
                [
                    evidence(part)
                    for part in check.evidence + (check.near_evidence if wanted.all_scores else ())
                    if part.fact in cited.places
                ],
                wanted,
            )
            for check in report.claims
        ],
        contradiction_score=report.contradiction_score if wanted.anti_citations else None,
        helpfulness_score=report.helpfulness,
        corrected_answer=corrected,
        answer_relevance=report.relevance,
        unmeasured_language=any(check.unmeasured_language for check in report.claims),
    )


def _claim(
    check: ClaimCheck, answer: ByteOffsets, cited: _Cited, evidence: list[EvidenceSpan], wanted: Wanted
) -> CheckedClaim:
    start, end = answer.of(check.claim.span)
    anti = check.anti_citations if wanted.anti_citations else ()
    support, against = check.citations, anti
    if wanted.all_scores:
        support, against = _by_fact(check.fact_scores), _by_fact(check.fact_contradictions)
    required = check.claim.check_required
    return CheckedClaim(
        start_pos=start,
        end_pos=end,
        claim_text=check.claim.text,
        verdict=check.verdict.value,
        citation_indices=[cited.places[citation.fact] for citation in check.citations],
        anti_citation_indices=[cited.places[citation.fact] for citation in anti],
        grounding_check_required=required,
        score=check.score if wanted.claim_scores else None,
        contradiction_score=check.contradiction if wanted.anti_citations else None,
        citation_scores=[citation.score for citation in support],
        anti_citation_scores=[citation.score for citation in against],
        scored_indices=[cited.places[c.fact] for c in support] if wanted.all_scores else [],
        joint_indices=[cited.places[fact] for fact in check.joint] if wanted.all_scores else [],
        evidence=evidence,
        failed_spans=[
            FailedPart(start_pos=first, end_pos=last, kind=part.kind)
            for part in check.failed_spans
            for first, last in [answer.of(part.span)]
        ],
        counterparts=[
            CounterpartWords(
                start_pos=first,
                end_pos=last,
                cited_chunk_index=cited.places[words.fact],
                chunk_start_pos=stated[0],
                chunk_end_pos=stated[1],
            )
            for words in check.counterparts
            if words.fact in cited.places
            for first, last in [answer.of(words.span)]
            for stated in [cited.offsets[words.fact].of(words.stated)]
        ],
        correction=_correction(check.correction, answer, cited),
        answer_relevance=check.relevance,
        unmeasured_language=check.unmeasured_language,
    )


def _correction(correction: Correction | None, answer: ByteOffsets, cited: _Cited) -> CorrectedWords | None:
    """Told of a chunk that stands in ``citedChunks``: those that only contradict do with anti-citations."""
    if correction is None or correction.fact not in cited.places:
        return None
    start, end = answer.of(correction.span)
    return CorrectedWords(
        start_pos=start, end_pos=end, text=correction.text, cited_chunk_index=cited.places[correction.fact]
    )


def _by_fact(scores: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple(sorted(scores, key=lambda citation: citation.fact))
