"""Stand-ins whose answers a reader can compute in the head."""

import hashlib
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from app.answering.conversation import Conversation, Passages
from app.answering.writer import Piece
from grounding import (
    Citation,
    Claim,
    ClaimCheck,
    Evidence,
    Fact,
    FailedSpan,
    InvalidInput,
    Report,
    Span,
    Verdict,
)
from grounding.limits import CONTRADICTION_THRESHOLD, SUPPORT_THRESHOLD
from grounding.reader.reader import Reading
from grounding.text.words import words
from grounding.verdict import verdict_from


class WordEmbedder:
    """A text is the set of its words: each word sets one of 64 places. The more words shared, the closer."""

    name = "words"
    dimension = 64
    max_tokens = 256
    languages: frozenset[str] = frozenset()

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return np.array([self._vector(text) for text in texts], np.float32).reshape(-1, self.dimension)

    embed_queries = embed_passages

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def _vector(self, text: str) -> npt.NDArray[np.float32]:
        vector = np.full(self.dimension, 0.01, np.float32)
        for word in text.lower().split():
            vector[hashlib.sha256(word.strip(".,:?!").encode()).digest()[0] % self.dimension] = 1
        return vector / np.linalg.norm(vector)


class ContainmentChecker:
    """A line of the answer is a claim; a fact that contains it supports it with 0.9, or, with "not" before
    it, contradicts it with 0.85.

    A line that ends in "?" needs no check; one in Cyrillic is in an unmeasured language. Helpfulness is 0.5
    for every prompt.
    """

    @property
    def judge(self) -> "_Judge":
        return _Judge()

    def check(
        self,
        answer: str,
        facts: Sequence[Fact] | Callable[[Claim], Sequence[Fact]],
        *,
        threshold: float = SUPPORT_THRESHOLD,
        anti_threshold: float = CONTRADICTION_THRESHOLD,
        prompt: str | None = None,
    ) -> Report:
        if not answer.strip():
            raise InvalidInput("answer", "The answer is empty; send the text that is to be checked.")
        pool: list[Fact] = [] if callable(facts) else list(facts)
        checks, start = [], 0
        for line in answer.splitlines(keepends=True):
            text = line.rstrip("\n")
            claim = Claim(Span(start, start + len(text)), text, text, not text.endswith("?"))
            start += len(line)
            if not claim.check_required:
                checks.append(ClaimCheck(claim, None, None, Verdict.NO_CHECK_NEEDED))
                continue
            if callable(facts):
                pool += [fact for fact in facts(claim) if fact not in pool]
            checks.append(self._check(claim, pool, threshold, anti_threshold))
        return Report(answer, tuple(pool), tuple(checks), threshold, 0.5 if prompt else None)

    def check_claims(self, answer: str, claims: Sequence[Claim], facts: Sequence[Fact]) -> Report:
        checks = [self._check(claim, facts, SUPPORT_THRESHOLD, CONTRADICTION_THRESHOLD) for claim in claims]
        return Report(answer, tuple(facts), tuple(checks), SUPPORT_THRESHOLD)

    def _check(
        self, claim: Claim, facts: Sequence[Fact], threshold: float, anti_threshold: float
    ) -> ClaimCheck:
        denied = [f"not {claim.text}" in fact.text for fact in facts]
        scores = [
            0.9 if claim.text in f.text and not no else 0.1 for f, no in zip(facts, denied, strict=True)
        ]
        against = [0.85 if no else 0.05 for no in denied]
        best, worst = max(scores, default=0.0), max(against, default=0.0)
        citations = tuple(Citation(i, score) for i, score in enumerate(scores) if score >= threshold)
        refuting = tuple(Citation(i, score) for i, score in enumerate(against) if score >= anti_threshold)
        verdict = verdict_from({c.fact for c in citations}, {c.fact for c in refuting})
        places = [(c.fact, facts[c.fact].text.find(claim.text)) for c in citations]
        return ClaimCheck(
            claim,
            best,
            worst,
            verdict,
            citations,
            refuting,
            tuple(Evidence(fact, Span(at, at + len(claim.text))) for fact, at in places if at >= 0),
            () if citations else (FailedSpan(claim.span, "not_found"),),
            tuple(Citation(i, score) for i, score in enumerate(scores)),
            tuple(Citation(i, score) for i, score in enumerate(against)),
            any("а" <= char <= "я" for char in claim.text),
        )


class WordReader:
    """A passage answers with the share of the question's words that it holds; nobody's words are ever needed."""

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        asked = set(words(question))
        shares = (len(asked & set(words(passage))) / len(asked) for passage in passages)
        return [Reading(share, None, 0.0, 0.0, 0.0, ()) for share in shares]

    def needed_words(self, question: str, history: Sequence[str]) -> list[str]:
        return []


class _Judge:
    """Only has a name, for the health report."""

    name = "containment"


class FirstSentenceWriter:
    """Answers with the text of the first passage, whole and in one piece."""

    model_version = "first-passage"

    def write(self, conversation: Conversation, passages: Passages | None) -> Iterator[Piece]:
        if not passages or not passages.hits:
            yield Piece("No passage answers this.", "STOP", abstained=True)
        else:
            yield Piece(passages.hits[0].chunk.text, "STOP")

    def stand_alone(self, conversation: Conversation) -> str:
        turns = conversation.history[-2:]
        return " ".join([*(turn.text for turn in turns if turn.role == "user"), conversation.question])
