"""A question answered from stored documents: retrieve, write, check. No HTTP here.

The writer only writes. What supports a sentence of the answer is decided by the grounding core alone, with
the retrieved chunks as facts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from app.answering.conversation import Conversation, Passages
from app.answering.facts import fact_of
from app.answering.writer import Writer
from grounding import ClaimCheck, GroundingChecker, Report, Span, Verdict
from grounding.cancellation import check_cancelled
from grounding.limits import SUPPORT_THRESHOLD
from ingest.library import Library
from ingest.types import CollectionName, Hit

DEFAULT_TOP_K = 10


@dataclass(frozen=True)
class Sources:
    """Where to look, and what to keep.

    ``document_ids`` limits collections to documents; one that is not in it is searched whole. Kept are hits
    with a cosine distance below ``max_distance`` (in [0, 2]) and a similarity (1 - distance) above
    ``min_similarity``; ``alpha`` in [0, 1] is the share of meaning in the ranking, 0 being words alone, and
    ``None`` the one that measures best.
    """

    collections: tuple[CollectionName, ...]
    document_ids: Mapping[CollectionName, Sequence[str]] = field(default_factory=dict)
    top_k: int = DEFAULT_TOP_K
    max_distance: float | None = None
    min_similarity: float | None = None
    metadata_filter: str = ""
    alpha: float | None = None


@dataclass(frozen=True)
class Support:
    """A sentence of the answer and the retrieved chunks that entail it.

    ``span`` counts characters of the answer; ``hits`` are pairs of rank (from 0) and probability, at least
    0.6; ``evidence`` are, by rank, the characters of a chunk that carry it.
    """

    span: Span
    hits: tuple[tuple[int, float], ...]
    evidence: Mapping[int, Sequence[Span]] = field(default_factory=dict)


@dataclass(frozen=True)
class Answered:
    """An answer with what it stands on.

    ``hits`` are all retrieved chunks in rank order; ``queries`` what was searched for. ``report`` is ``None``
    where nothing was checked: nothing retrieved, nothing written, or the writer abstained. ``finish`` is
    ``STOP`` or ``MAX_TOKENS``.
    """

    text: str
    hits: tuple[Hit, ...]
    queries: tuple[str, ...]
    report: Report | None
    finish: str
    abstained: bool
    model_version: str

    @property
    def supports(self) -> tuple[Support, ...]:
        """The supported sentences in order; one with no chunk at 0.6 or above, or a disputed one, is left out."""
        claims = self.report.claims if self.report else ()
        supports = [self.support_of(check) for check in claims if check.verdict is Verdict.SUPPORTED]
        return tuple(support for support in supports if support.hits)

    def support_of(self, check: ClaimCheck) -> Support:
        """What the report cites for one of its sentences, in order of rank."""
        assert self.report is not None
        facts = self.report.facts
        scores: dict[int, float] = {}
        for citation in check.citations:
            number = self._ranks[facts[citation.fact].id]
            scores[number] = max(citation.score, scores.get(number, 0.0))
        kept = tuple(sorted((n, score) for n, score in scores.items() if score >= SUPPORT_THRESHOLD))
        evidence: dict[int, list[Span]] = {n: [] for n, _ in kept}
        for part in check.evidence:
            if (number := self._ranks[facts[part.fact].id]) in evidence:
                evidence[number].append(part.span)
        return Support(check.claim.span, kept, evidence)

    @property
    def cited_words(self) -> Mapping[int, Sequence[Span]]:
        """By rank, the characters of each chunk that any sentence is cited for."""
        words: dict[int, list[Span]] = {}
        for check in self.report.claims if self.report else ():
            for number, spans in self.support_of(check).evidence.items():
                words.setdefault(number, []).extend(spans)
        return words

    @cached_property
    def _ranks(self) -> dict[str, int]:
        """The rank of each retrieved chunk by its id."""
        return {hit.chunk.id: number for number, hit in reversed(list(enumerate(self.hits)))}


def retrieve(library: Library, query: str, sources: Sources) -> list[Hit]:
    """The best passages for ``query`` in rank order, at most ``top_k``. Raises NotFound, InvalidArgument."""
    return library.search(
        sources.collections,
        query,
        top_k=sources.top_k,
        document_ids=sources.document_ids,
        metadata_filter=sources.metadata_filter or None,
        alpha=sources.alpha,
        max_distance=sources.max_distance,
        min_similarity=sources.min_similarity,
    )


class Asker:
    """Answers questions with ready parts: a library to look in, a writer, and the checker."""

    def __init__(self, library: Library, writer: Writer, checker: GroundingChecker) -> None:
        self._library = library
        self._writer = writer
        self._checker = checker

    def retrieve(self, conversation: Conversation, sources: Sources | None) -> Passages | None:
        """The passages for the question, made to stand alone; ``None`` where nothing is to be retrieved.

        Errors about what is asked for come from here.
        """
        if sources is None:
            return None
        query = self._writer.stand_alone(conversation)
        return Passages(query, tuple(retrieve(self._library, query, sources)))

    def stream(self, conversation: Conversation, passages: Passages | None) -> Iterator[str | Answered]:
        """Pieces of the answer's text as they are written, then the whole with its verdicts."""
        text, finish, abstained = "", "STOP", False
        for piece in self._writer.write(conversation, passages):
            check_cancelled()
            text += piece.text
            finish, abstained = piece.finish or finish, piece.abstained
            if piece.text:
                yield piece.text
        hits, queries = (passages.hits, (passages.query,)) if passages else ((), ())
        report = None if abstained or not hits or not text.strip() else self._check(text, hits)
        yield Answered(text, hits, queries, report, finish, abstained, self._writer.model_version)

    def ask(self, conversation: Conversation, sources: Sources | None) -> Answered:
        """The whole answer at once; the same as the last item of :meth:`stream`."""
        *_, answered = self.stream(conversation, self.retrieve(conversation, sources))
        assert isinstance(answered, Answered)
        return answered

    def _check(self, text: str, hits: Sequence[Hit]) -> Report:
        return self._checker.check(text, [fact_of(hit) for hit in hits], threshold=SUPPORT_THRESHOLD)
