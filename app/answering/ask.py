"""A question answered from stored documents: retrieve, write, check. No HTTP here.

The writer only writes. What supports a sentence of the answer is decided by the grounding core alone, with
the retrieved chunks as facts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from app.answering.abstention import ABSTENTION
from app.answering.conversation import Conversation, Passages
from app.answering.facts import fact_of
from app.answering.follow_up import completed
from app.answering.reading import read
from app.answering.spelling import corrected
from app.answering.writer import Writer
from grounding import ClaimCheck, GroundingChecker, Report, Span, Verdict
from grounding.cancellation import check_cancelled
from grounding.limits import SUPPORT_THRESHOLD
from grounding.reader.reader import Reader
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
    ``STOP`` or ``MAX_TOKENS``. ``answer_spans`` are the short answers, in characters of the text.
    """

    text: str
    hits: tuple[Hit, ...]
    queries: tuple[str, ...]
    report: Report | None
    finish: str
    abstained: bool
    model_version: str
    answer_spans: tuple[Span, ...] = ()

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
    """Answers questions with ready parts: a library to look in, a reader, a writer, and the checker."""

    def __init__(self, library: Library, reader: Reader, writer: Writer, checker: GroundingChecker) -> None:
        self._library = library
        self._reader = reader
        self._writer = writer
        self._checker = checker

    def retrieve(self, conversation: Conversation, sources: Sources | None) -> Passages | None:
        """The passages for the question, made to stand alone; ``None`` where nothing is to be retrieved.

        Errors about what is asked for come from here.
        """
        if sources is None:
            return None

        def look(question: str) -> Passages:
            query = corrected(self._library, sources.collections, question)
            return read(self._reader, query, retrieve(self._library, query, sources))

        return self._stand_alone(conversation, look)

    def given(self, conversation: Conversation, look: Callable[[str], Sequence[Hit]]) -> Passages:
        """The same for passages that the caller sent along: ``look(query)`` ranks them."""
        return self._stand_alone(conversation, lambda query: read(self._reader, query, look(query)))

    def _stand_alone(self, conversation: Conversation, look: Callable[[str], Passages]) -> Passages:
        """What ``look`` sees for the question made to stand alone.

        Where the writer leaves that to the reader: for the question with words of earlier turns, or for the question as
        it is, whichever is answered more surely.
        """
        question = conversation.question
        query = self._writer.stand_alone(conversation)
        if query is not None:
            return look(query)
        alone = look(question)
        query = completed(self._reader, question, conversation.history)
        return alone if query == question else max(look(query), alone, key=lambda one: one.probability)

    def stream(self, conversation: Conversation, passages: Passages | None) -> Iterator[str | Answered]:
        """Pieces of the answer's text as they are written, then the whole with its verdicts."""
        text, finish, abstained = "", "STOP", False
        spans: list[Span] = []
        known: list[tuple[Span, float]] = []
        for piece in self._writer.write(conversation, passages):
            check_cancelled()
            if piece.short:
                spans.append(Span(len(text) + piece.short.start, len(text) + piece.short.end))
            if piece.relevance is not None:
                known.append((Span(len(text), len(text) + len(piece.text)), piece.relevance))
            text += piece.text
            finish, abstained = piece.finish or finish, piece.abstained
            if piece.text:
                yield piece.text
        abstained = abstained or text.strip() == ABSTENTION  # a language model is told to say so
        checked = passages is not None and passages.hits and text.strip() and not abstained
        yield Answered(
            text,
            passages.hits if passages else (),
            (passages.query,) if passages else (),
            _with_relevance(self._check(text, passages), known) if passages and checked else None,
            finish,
            abstained,
            self._writer.model_version,
            tuple(spans),
        )

    def ask(self, conversation: Conversation, sources: Sources | None) -> Answered:
        """The whole answer at once; the same as the last item of :meth:`stream`."""
        *_, answered = self.stream(conversation, self.retrieve(conversation, sources))
        assert isinstance(answered, Answered)
        return answered

    def _check(self, text: str, passages: Passages) -> Report:
        facts = [fact_of(hit) for hit in passages.hits]
        return self._checker.check(text, facts, threshold=SUPPORT_THRESHOLD, prompt=passages.query)


def _with_relevance(report: Report, known: Sequence[tuple[Span, float]]) -> Report:
    """The report with what the writer knows of its pieces: a sentence may answer only by what stands before it."""
    if not known or report.relevance is None:
        return report
    claims = []
    for check in report.claims:
        span, own = check.claim.span, check.relevance or 0.0
        within = [share for piece, share in known if piece.start < span.end and piece.end > span.start]
        claims.append(replace(check, relevance=max([own, *within])))
    return replace(
        report,
        claims=tuple(claims),
        relevance=max(report.relevance, *(share for _, share in known)),
    )
