"""The server's answer to a check, read back as the Report that the local checker gives."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from grounding.types import (
    Citation,
    Claim,
    ClaimCheck,
    Correction,
    Counterpart,
    Evidence,
    Fact,
    FailedSpan,
    Report,
    Span,
    Verdict,
)

Body = Mapping[str, Any]


class Characters:
    """Positions in ``text``, from UTF-8 bytes to characters.

    >>> Characters("café opened").span(6, 12)
    Span(start=5, end=11)
    """

    def __init__(self, text: str) -> None:
        self._ends = [] if text.isascii() else [0, *accumulate(len(char.encode()) for char in text)]

    def at(self, position: int) -> int:
        """The characters before byte ``position``."""
        return bisect_left(self._ends, position) if self._ends else position

    def span(self, start: int, end: int) -> Span:
        """Bytes ``start`` to ``end`` (exclusive) as a span."""
        return Span(self.at(start), self.at(end))


def read_report(body: Body, answer: str, threshold: float, facts: Sequence[Fact] | None = None) -> Report:
    """The report in ``body``, the answer of ``:check`` on ``answer``, best asked for with ``returnAllScores``.

    ``facts`` are those of the request; where a store was asked they are None, and the report's facts are the chunks
    that the body shows. A claim's ``resolved`` text does not go over the wire: its ``text`` stands there.
    """
    chunks: Sequence[Body] = body.get("citedChunks", [])
    places = range(len(chunks)) if facts is None else [int(chunk.get("source", "0")) for chunk in chunks]
    reader = _ClaimReader(
        Characters(answer), places, [Characters(chunk.get("chunkText", "")) for chunk in chunks]
    )
    return Report(
        answer,
        tuple(map(_stored_fact, chunks) if facts is None else facts),
        tuple(reader.check(claim) for claim in body.get("claims", [])),
        threshold,
        body.get("helpfulnessScore"),
        body.get("answerRelevance"),
    )


def pages_of(span: Body | None) -> tuple[int, int]:
    """First and last page of a ``pageSpan``, from 1; zeros where there is none."""
    return ((span or {}).get("firstPage", 0), (span or {}).get("lastPage", 0))


def _stored_fact(chunk: Body) -> Fact:
    first, last = pages_of(chunk.get("pageSpan"))
    pages = "" if not first else str(first) if first == last else f"{first}–{last}"
    attributes = chunk.get("sourceMetadata", {}) | {
        "title": chunk.get("title", "") or chunk.get("sourceMetadata", {}).get("title", ""),
        "uri": chunk.get("uri", ""),
        "pages": pages,
    }
    return Fact(
        chunk.get("chunkText", ""),
        {name: text for name, text in attributes.items() if text},
        chunk.get("chunkId", ""),
    )


class _ClaimReader:
    """Reads the claims of one body; ``places`` has the fact of each of its chunks."""

    def __init__(self, answer: Characters, places: Sequence[int], chunks: Sequence[Characters]) -> None:
        self._answer, self._places, self._chunks = answer, places, chunks

    def check(self, body: Body) -> ClaimCheck:
        """One claim with everything that was said of it."""
        required = bool(body.get("groundingCheckRequired"))
        text = body.get("claimText", "")
        span = self._answer.span(body.get("startPos", 0), body["endPos"])
        looked = body.get("scoredIndices")
        support = self._citations(looked or body.get("citationIndices", []), body.get("citationScores", []))
        against = self._citations(
            looked or body.get("antiCitationIndices", []), body.get("antiCitationScores", [])
        )
        cited = self._chosen(support, body.get("citationIndices", []))
        refuting = self._chosen(against, body.get("antiCitationIndices", []))
        shown = {citation.fact for citation in (*cited, *refuting)}
        evidence = [self._evidence(part) for part in body.get("evidence", [])]
        return ClaimCheck(
            Claim(span, text, text, required),
            body.get("score") if required else None,
            body.get("contradictionScore") if required else None,
            Verdict(body["verdict"]),
            cited,
            refuting,
            tuple(part for part in evidence if part.fact in shown),
            tuple(
                FailedSpan(self._answer.span(part.get("startPos", 0), part["endPos"]), part.get("kind", ""))
                for part in body.get("failedSpans", [])
            ),
            support if looked else (),
            against if looked else (),
            bool(body.get("unmeasuredLanguage")),
            tuple(part for part in evidence if part.fact not in shown),
            tuple(self._places[index] for index in body.get("jointIndices", [])),
            tuple(map(self._counterpart, body.get("counterparts", []))),
            self._correction(body.get("correction")),
            body.get("answerRelevance"),
        )

    def _counterpart(self, part: Body) -> Counterpart:
        index = part.get("citedChunkIndex", 0)
        stated = self._chunks[index].span(part.get("chunkStartPos", 0), part["chunkEndPos"])
        return Counterpart(
            self._answer.span(part.get("startPos", 0), part["endPos"]), self._places[index], stated
        )

    def _correction(self, part: Body | None) -> Correction | None:
        if part is None:
            return None
        span = self._answer.span(part.get("startPos", 0), part["endPos"])
        return Correction(span, part.get("text", ""), self._places[part.get("citedChunkIndex", 0)])

    def _citations(self, indices: Sequence[int], scores: Sequence[float]) -> tuple[Citation, ...]:
        pairs = zip(indices, scores, strict=True)
        return tuple(Citation(self._places[index], score) for index, score in pairs)

    def _chosen(self, citations: Sequence[Citation], indices: Sequence[int]) -> tuple[Citation, ...]:
        by_fact = {citation.fact: citation for citation in citations}
        return tuple(by_fact[self._places[index]] for index in indices)

    def _evidence(self, part: Body) -> Evidence:
        index = part.get("citedChunkIndex", 0)
        span = self._chunks[index].span(part.get("startPos", 0), part["endPos"])
        return Evidence(self._places[index], span)
