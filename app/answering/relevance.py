"""How well each sentence of the retrieved chunks fits a question: the ground of extracting and of abstaining.

Two views are put together: the cosine similarity of question and sentence (what is it about), and the
question's content words that stand in the sentence, near it or elsewhere in its chunk, rare words weighing
more.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Protocol

import numpy.typing as npt

from app.answering.question import answer_kind, holds_kind
from app.answering.rows import between_rows, named_numbers, numbers_of_others
from grounding import Span
from grounding.claims.markdown import Kind, blocks
from grounding.text.records import record_fields
from grounding.text.sentences import sentence_spans
from grounding.text.words import stems, words
from ingest.types import Chunk

# Chunks that are read for sentences, and sentences that are embedded: bounds the work per question.
CHUNKS_READ = 5
SENTENCES_EMBEDDED = 64
# A word in the sentence counts in full, in the heading above it or the sentence before or after by half,
# elsewhere in the chunk by a quarter. With the two weights below: chosen on the development half of
# bench/abstain.py.
NEARBY_SHARE = 0.5
ELSEWHERE_SHARE = 0.25
COVERAGE_WEIGHT = 0.8
KIND_WEIGHT = 0.1


class Vectors(Protocol):
    """Turns texts into unit vectors ``(n, dimension)``; ``ingest.embedding.embedder.Embedder`` is one."""

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[Any]: ...

    def embed_queries(self, texts: Sequence[str]) -> npt.NDArray[Any]: ...


@dataclass(frozen=True)
class Sentence:
    """A sentence of a chunk and how it fits the question.

    ``chunk`` is the chunk's rank from 0, ``span`` counts characters of its text, ``text`` is what stands
    there with line ends as spaces. ``similarity`` is a cosine in [-1, 1]; ``coverage`` the share in [0, 1] of
    the question's weight that stands in it, ``context_coverage`` the same with words of its surroundings
    counted in part. ``has_kind``: it holds something of the kind that the question asks for.
    """

    chunk: int
    span: Span
    text: str
    stems: frozenset[str]
    similarity: float
    coverage: float
    context_coverage: float
    has_kind: bool

    @property
    def fit(self) -> float:
        """Higher is better; comparable only among sentences read for one question."""
        return self.similarity + COVERAGE_WEIGHT * self.context_coverage + KIND_WEIGHT * self.has_kind


@dataclass(frozen=True)
class RankedSentences:
    """All sentences of the first chunks as read for one question, best fit first.

    ``weights`` holds the question's content stems and how much each counts; ``chunk_coverage`` the share of
    that weight in [0, 1] that each chunk holds.
    """

    weights: Mapping[str, float]
    sentences: tuple[Sentence, ...]
    chunk_coverage: tuple[float, ...]


def rank_sentences(question: str, query: str, chunks: Sequence[Chunk], vectors: Vectors) -> RankedSentences:
    """The sentences of ``chunks`` (in rank order) by how well they fit ``question``.

    ``query`` is the question made to stand alone: its words and its meaning are looked for; ``question`` as
    asked tells the kind of answer (a number, a date, a name). Word weights come from ``chunks`` alone.
    """
    wanted = dict.fromkeys(stems(query))
    chunk_stems = [matched_stems(f"{chunk.heading}\n{chunk.text}", wanted) for chunk in chunks]
    weights = {
        word: math.log(1 + (len(chunks) + 1) / (sum(word in present for present in chunk_stems) + 0.5))
        for word in wanted
    }
    chunk_stems = chunk_stems[:CHUNKS_READ]
    drafts = [
        draft
        for rank, present in enumerate(chunk_stems)
        for draft in _draft(rank, chunks[rank], present, weights, named_numbers(query))
    ]
    # Stable, so that equal coverage keeps rank order.
    drafts = sorted(drafts, key=lambda draft: -draft.context_coverage)[:SENTENCES_EMBEDDED]
    sentences: list[Sentence] = []
    if drafts:
        similarities = (
            vectors.embed_passages([draft.embedded for draft in drafts]) @ vectors.embed_queries([query])[0]
        )
        kind, known = answer_kind(question), frozenset(words(query))
        sentences = [
            Sentence(
                draft.chunk,
                draft.span,
                draft.text,
                draft.stems,
                float(similarity),
                _share(weights, draft.stems),
                draft.context_coverage,
                holds_kind(draft.text, kind, known),
            )
            for draft, similarity in zip(drafts, similarities, strict=True)
        ]
    ranked = sorted(sentences, key=lambda sentence: (-sentence.fit, sentence.chunk, sentence.span.start))
    return RankedSentences(weights, tuple(ranked), tuple(_share(weights, present) for present in chunk_stems))


@dataclass(frozen=True)
class _Draft:
    """A sentence before its vector is known; ``embedded`` is its text below the heading it stands under."""

    chunk: int
    span: Span
    text: str
    embedded: str
    stems: frozenset[str]
    context_coverage: float


def _draft(
    rank: int,
    chunk: Chunk,
    chunk_stems: Set[str],
    weights: Mapping[str, float],
    named: Set[tuple[str, str]],
) -> list[_Draft]:
    lines = list(_lines(chunk))
    line_stems = [matched_stems(text, weights) for _, text, _ in lines]
    total = sum(weights.values()) or 1.0
    drafts = []
    rows = [bool(record_fields(text)) for _, text, _ in lines]
    line_stems = [
        held - numbers_of_others(text, named) if row else held
        for held, row, (_, text, _) in zip(line_stems, rows, lines, strict=True)
    ]
    for i, (span, text, heading) in enumerate(lines):
        # The row above or below is about something else.
        around = () if rows[i] else (*line_stems[max(0, i - 1) : i], *line_stems[i + 1 : i + 2])
        nearby = matched_stems(heading, weights).union(*around)
        shares = (_place_share(w, line_stems[i], nearby, chunk_stems) for w in weights)
        covered = sum(share * weight for share, weight in zip(shares, weights.values(), strict=True)) / total
        embedded = f"{heading} {text}" if heading else text
        drafts.append(_Draft(rank, span, text, embedded, line_stems[i], covered))
    return drafts


def _place_share(word: str, sentence: Set[str], nearby: Set[str], chunk: Set[str]) -> float:
    if word in sentence:
        return 1.0
    return NEARBY_SHARE if word in nearby else ELSEWHERE_SHARE if word in chunk else 0.0


# A line end inside a sentence: the next line goes on in lower case, or this one is long and does not end a
# sentence.
_WRAP = re.compile(r"(?<![.!?:;。！？\n])\n(?=[a-zß-ÿ(])|(?<=[^\n]{50}[\w,’'-])\n(?=[^\W_])")
_SENTENCE_END = re.compile(r"[.!?:;。！？।؟…][\"'”’)\]*_]*$")
_QUESTION = re.compile(r"[?？؟][\"'”’)\]*_]*$")
_LONGEST_HEADING_WORDS = 10


def _lines(chunk: Chunk) -> Iterator[tuple[Span, str, str]]:
    """Span, text and heading of everything in ``chunk`` that can answer: no headings, no questions.

    Those, and short lines without an end mark, are what the lines below them are about.
    """
    text = _WRAP.sub(lambda match: match[0] if between_rows(match) else " ", chunk.text)
    heading = chunk.heading
    for block in blocks(text):
        start, end = block.lines[0].start, block.lines[-1].end
        if block.kind is Kind.HEADING:
            heading = text[start:end]
        elif block.kind in (Kind.TABLE_ROW, Kind.CODE):
            # A row without its outer bars.
            row = re.search(r"[^\s|].*[^\s|]|[^\s|]", text[start:end], re.DOTALL)
            if row:
                yield Span(start + row.start(), start + row.end()), " ".join(row.group().split()), heading
        elif block.kind is not Kind.TABLE_HEAD:
            for local in sentence_spans(text[start:end]):
                span = Span(start + local.start, start + local.end)
                sentence = " ".join(span.of(text).split())
                is_row = bool(record_fields(span.of(text)))
                short = (
                    not is_row and len(sentence.split()) <= _LONGEST_HEADING_WORDS and block.kind is Kind.TEXT
                )
                if _QUESTION.search(sentence) or (short and sentence and not _SENTENCE_END.search(sentence)):
                    heading = sentence
                else:
                    yield span, sentence, heading


def matched_stems(text: str, wanted: Iterable[str]) -> frozenset[str]:
    """The stems of ``text`` and those of ``wanted`` that are nearly among them: photo beside photograph."""
    present = frozenset(stems(text))
    return present.union(
        word for word in wanted if word not in present and any(_same_root(word, other) for other in present)
    )


# Letters that two words must have in common from the start, and the share of the shorter one these must be.
_ROOT_LETTERS = 5
_ROOT_SHARE = 0.8


def _same_root(word: str, other: str) -> bool:
    if word[:_ROOT_LETTERS] != other[:_ROOT_LETTERS]:
        return False
    shorter = min(len(word), len(other))
    common = next((i for i in range(shorter) if word[i] != other[i]), shorter)
    return common >= max(_ROOT_LETTERS, _ROOT_SHARE * shorter)


def _share(weights: Mapping[str, float], present: Set[str]) -> float:
    total = sum(weights.values())
    return sum(weight for word, weight in weights.items() if word in present) / total if total else 0.0
