"""Messages of check grounding: contract.md part 2, with our additions, the same in v1, v1beta and v1alpha."""

import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator

from app.wire.errors import BadRequest
from app.wire.messages import Message
from app.wire.scalars import Bool, Double, Float, Int32, String, StringMap
from app.wire.schemas.page_spans import PageSpan
from grounding.limits import FACTS

MAX_LABELS = 64
LABEL_CHARACTERS = 63
MAX_RESULTS = 10  # per claim, where searchSource gives no number
MOST_RESULTS = 100
PROMPT_CHARACTERS = 10_000


class GroundingFact(Message):
    """A text to check against; ``attributes`` count as evidence."""

    fact_text: String = ""
    attributes: StringMap = {}


class SearchSource(Message):
    """Where to retrieve facts: ``maxResultCount`` per claim (0: 10), ``filter`` on metadata."""

    serving_config: String = ""
    max_result_count: Int32 = 0
    filter: String = ""
    safe_search: Bool = False


def _as_object(value: Any) -> Any:
    return {"serving_config": value} if isinstance(value, str) else value


class GroundingSource(Message):
    """``searchSource`` is an object, or just the serving config's name."""

    search_source: Annotated[SearchSource, BeforeValidator(_as_object)] | None = None


class CheckGroundingSpec(Message):
    """What to compute; thresholds in [0, 1]."""

    citation_threshold: Double | None = None
    enable_claim_level_score: Bool | None = None
    enable_anti_citations: Bool | None = None
    anti_citation_threshold: Double | None = None
    enable_helpfulness_score: Bool | None = None
    return_all_scores: Bool | None = None
    enable_corrected_answer: Bool | None = None


class CheckGroundingRequest(Message):
    """An answer, and either facts or a source to retrieve them from."""

    most_items = {"facts": FACTS}

    grounding_config: String = ""
    answer_candidate: String = ""
    facts: list[GroundingFact] = []
    grounding_spec: CheckGroundingSpec | None = None
    grounding_source: GroundingSource | None = None
    prompt: String = ""
    user_labels: StringMap = {}


class SourceDocument(Message):
    """The stored document behind a chunk; ``documentId`` is its full resource name."""

    document_id: String = ""
    document_title: String = ""
    document_link: String = ""


class SourceInfo(Message):
    """Set when the chunk came from ``groundingSource.searchSource``."""

    search_source: SourceDocument | None = None


class FactChunk(Message):
    """A cited text. ``source``: index of the fact as a decimal string, or the document's resource name.

    ``chunkId`` names the stored chunk and ``mimeType`` says what file it is of, so that a client can ask for
    its page's picture.
    """

    chunk_text: String = ""
    source: String = ""
    source_metadata: StringMap = {}
    index: Int32 = 0
    uri: String = ""
    title: String = ""
    page_span: PageSpan | None = None
    chunk_id: String = ""
    mime_type: String = ""
    source_info: SourceInfo | None = None


class CitedFact(Message):
    """The parallel list that older clients read."""

    chunk_text: String = ""
    source_info: SourceInfo | None = None


class EvidenceSpan(Message):
    """UTF-8 bytes of ``citedChunks[citedChunkIndex].chunkText`` that carry the verdict, and their pages."""

    cited_chunk_index: Int32 | None = None
    start_pos: Int32 | None = None
    end_pos: Int32 | None = None
    page_span: PageSpan | None = None


class FailedPart(Message):
    """UTF-8 bytes of the answer that the facts do not bear out, and why."""

    start_pos: Int32 | None = None
    end_pos: Int32 | None = None
    kind: String = ""


class CounterpartWords(Message):
    """UTF-8 bytes of the answer, and those of the cited chunk's text that say something else in their place."""

    start_pos: Int32 | None = None
    end_pos: Int32 | None = None
    cited_chunk_index: Int32 | None = None
    chunk_start_pos: Int32 | None = None
    chunk_end_pos: Int32 | None = None


class CorrectedWords(Message):
    """``text`` in the place of these UTF-8 bytes of the answer makes a claim that the cited chunk supports."""

    start_pos: Int32 | None = None
    end_pos: Int32 | None = None
    text: String = ""
    cited_chunk_index: Int32 | None = None


class CheckedClaim(Message):
    """One sentence of the answer; ``startPos`` and ``endPos`` count UTF-8 bytes, end exclusive.

    ``verdict`` is one of :class:`grounding.Verdict`, whether anti-citations were asked for or not.
    ``citationScores`` and ``antiCitationScores`` run parallel to the indices; with ``returnAllScores`` they
    run parallel to ``scoredIndices``, the facts in ``citedChunks`` that were looked at for this claim, and
    ``evidence`` has the closest place in each of them; ``jointIndices`` are then those that support the claim
    more surely when read together than any of them alone: ``score`` is theirs. With a prompt ``answerRelevance`` is
    the probability in [0, 1] that the claim answers it.
    """

    start_pos: Int32 | None = None
    end_pos: Int32 | None = None
    claim_text: String = ""
    verdict: String = ""
    citation_indices: list[Int32] = []
    anti_citation_indices: list[Int32] = []
    grounding_check_required: Bool | None = None
    score: Double | None = None
    contradiction_score: Double | None = None
    citation_scores: list[Double] = []
    anti_citation_scores: list[Double] = []
    scored_indices: list[Int32] = []
    joint_indices: list[Int32] = []
    evidence: list[EvidenceSpan] = []
    failed_spans: list[FailedPart] = []
    counterparts: list[CounterpartWords] = []
    correction: CorrectedWords | None = None
    answer_relevance: Float | None = None
    unmeasured_language: Bool = False


class CheckGroundingResponse(Message):
    """Scores in [0, 1]; indices of claims point into ``citedChunks``.

    ``answerRelevance``, which is not Google's, comes with a prompt: the probability that the answer answers it.
    """

    support_score: Float | None = None
    cited_chunks: list[FactChunk] = []
    cited_facts: list[CitedFact] = []
    claims: list[CheckedClaim] = []
    contradiction_score: Float | None = None
    helpfulness_score: Float | None = None
    corrected_answer: String | None = None
    answer_relevance: Float | None = None
    unmeasured_language: Bool = False


def probability(value: float | None, default: float, field: str) -> float:
    """``value``, or ``default`` when absent. Raises BadRequest outside [0, 1]."""
    if value is None:
        return default
    if not 0 <= value <= 1:  # also true of NaN
        raise BadRequest(f"{field} is {value}; it must be in [0, 1].", field)
    return value


def check_labels(labels: Mapping[str, str]) -> None:
    """Raise BadRequest when ``user_labels`` break Google's rules for labels."""
    if len(labels) > MAX_LABELS:
        raise BadRequest(f"user_labels has {len(labels)} entries; the limit is {MAX_LABELS}.", "user_labels")
    for key, value in labels.items():
        if not 1 <= len(key) <= LABEL_CHARACTERS or not key[0].isalpha() or not _plain(key):
            raise BadRequest(
                f"user_labels key {key[:80]!r} is not allowed: 1 to {LABEL_CHARACTERS} lower-case letters, "
                "digits, '_' or '-', starting with a letter.",
                "user_labels",
            )
        if len(value) > LABEL_CHARACTERS or not _plain(value):
            raise BadRequest(
                f"user_labels[{key!r}] is {value[:80]!r}; a value has at most {LABEL_CHARACTERS} lower-case "
                "letters, digits, '_' or '-'.",
                "user_labels",
            )


def _plain(text: str) -> bool:
    """Only letters that are not upper case (marks of other scripts too), digits, ``_`` and ``-``."""
    return all(
        char in "_-" or (unicodedata.category(char)[0] in "LMN" and not char.isupper()) for char in text
    )
