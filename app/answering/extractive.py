"""The writer that needs no language model: one to three sentences of the chunks, word for word, or none."""

from collections.abc import Iterator, Sequence

from app.answering.abstain import Answerability
from app.answering.question import stand_alone
from app.answering.relevance import Reading, Sentence, Vectors, read
from app.answering.writer import Piece, Task, Turn
from app.wire.errors import NotReady

ABSTENTION = "The documents do not answer this question."
MOST_SENTENCES = 3
# Beside the best sentence, others are told when they fit nearly as well. Chosen on the development half of
# bench/abstain.py: the answer stands in the best sentence for 78 % of the questions, in those told (1.5 on
# average) for 88 %.
NEARLY = 0.85
# A sentence that shares this much of its words with one already told says the same.
SAME_WORDS = 0.8


class ExtractiveWriter:
    """Answers in sentences taken from the chunks.

    Below ``threshold``, a probability in [0, 1], it abstains.
    """

    model_version = "sureground-extractive-1"

    def __init__(
        self, vectors: Vectors, *, threshold: float = 0.5, answerability: Answerability | None = None
    ) -> None:
        self._vectors = vectors
        self._threshold = threshold
        self._answerability = answerability or Answerability.load()

    def write(self, task: Task) -> Iterator[Piece]:
        """Sentence by sentence. Raises NotReady where there is nothing to extract from."""
        if task.hits is None:
            raise NotReady(
                "No language model is configured, so only questions with a retrieval tool can be answered: "
                "add a vertexRagStore or vertexAiSearch tool, or set SUREGROUND_LLM_BASE_URL."
            )
        reading = read(task.question, task.query, [hit.chunk for hit in task.hits], self._vectors)
        if self._answerability.probability(reading) < self._threshold:
            yield Piece(ABSTENTION, finish="STOP", abstained=True)
            return
        chosen = choose(reading)
        told = _within(chosen, task.options.max_tokens)
        ending = "STOP" if len(told) == len(chosen) else "MAX_TOKENS"
        for sentence in told[:-1]:
            yield Piece(sentence.text + _joint(sentence))
        yield Piece(told[-1].text, finish=ending)

    def stand_alone(self, question: str, history: Sequence[Turn]) -> str:
        """``question``, joined with the user turn before it where it leans on that one."""
        return stand_alone(question, [turn.text for turn in history if turn.role == "user"])


def choose(reading: Reading) -> list[Sentence]:
    """The sentences to tell: the best one, and up to two more that fit nearly as well and say something else.

    Sentences of one chunk keep its order; chunks come in the order of their best sentence.
    """
    best = reading.sentences[0]
    chosen = [best]
    for other in reading.sentences[1:]:
        if len(chosen) == MOST_SENTENCES or other.fit < NEARLY * best.fit:
            break
        if other.has_kind and not any(_says_the_same(other, one) for one in chosen):
            chosen.append(other)
    order = list(dict.fromkeys(one.chunk for one in chosen))
    return sorted(chosen, key=lambda one: (order.index(one.chunk), one.span.start))


def _within(sentences: Sequence[Sentence], max_tokens: int | None) -> Sequence[Sentence]:
    """The first sentences that have at most ``max_tokens`` words together, and never none: none is cut."""
    total = 0
    for number, sentence in enumerate(sentences):
        total += len(sentence.text.split())
        if number and max_tokens is not None and total > max_tokens:
            return sentences[:number]
    return sentences


def _says_the_same(one: Sentence, other: Sentence) -> bool:
    smaller = min(len(one.stems), len(other.stems))
    return one.text == other.text or len(one.stems & other.stems) >= SAME_WORDS * max(1, smaller)


def _joint(sentence: Sentence) -> str:
    """A space after a sentence, a new line after something without an end mark: a table row, an item."""
    return " " if sentence.text[-1] in ".!?。！？।؟…\"'”’)" else "\n"
