"""The writer that needs no language model: one to three sentences of the chunks, word for word, or none.

Only an address that would run in a reader's browser is made inert.
"""

from collections.abc import Iterator, Sequence

from app.answering.abstention import ABSTENTION, Answerability
from app.answering.conversation import Conversation, Passages
from app.answering.question import stand_alone
from app.answering.relevance import RankedSentences, Sentence, Vectors, rank_sentences
from app.answering.writer import Piece
from app.wire.active_links import without_active_links
from app.wire.errors import NotReady
from grounding.text.records import record_fields

MOST_SENTENCES = 3
# Beside the best sentence, others are given when they fit nearly as well. Chosen on the development half of
# bench/abstain.py: the answer stands in the best sentence for 78 % of the questions, in those given (1.5 on
# average) for 88 %.
NEARLY = 0.85
# A sentence that shares this much of its words with one already chosen says the same.
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

    def write(self, conversation: Conversation, passages: Passages | None) -> Iterator[Piece]:
        """Sentence by sentence. Raises NotReady where there is nothing to extract from."""
        if passages is None:
            raise NotReady(
                "No language model is configured, so only questions with a retrieval tool can be answered: "
                "add a vertexRagStore or vertexAiSearch tool, or set SUREGROUND_LLM_BASE_URL."
            )
        chunks = [hit.chunk for hit in passages.hits]
        ranked = rank_sentences(conversation.question, passages.query, chunks, self._vectors)
        threshold = self._threshold if conversation.may_abstain else 0.0
        if not ranked.sentences or self._answerability.probability(ranked) < threshold:
            yield Piece(ABSTENTION, finish="STOP", abstained=True)
            return
        chosen = choose(ranked)
        kept = _within(chosen, conversation.config.max_output_tokens)
        finish = "STOP" if len(kept) == len(chosen) else "MAX_TOKENS"
        for sentence in kept[:-1]:
            yield Piece(without_active_links(sentence.text) + _joint(sentence))
        yield Piece(without_active_links(kept[-1].text), finish)

    def stand_alone(self, conversation: Conversation) -> str:
        """The question, joined with the user turn before it where it leans on that one."""
        return stand_alone(conversation.question, conversation.earlier_questions)


def choose(ranked: RankedSentences) -> list[Sentence]:
    """The sentences to answer with: the best one, and up to two more that fit nearly as well and say something else.

    Sentences of one chunk keep its order; chunks come in the order of their best sentence.
    """
    best = ranked.sentences[0]
    chosen = [best]
    for other in ranked.sentences[1:]:
        if len(chosen) == MOST_SENTENCES or other.fit < NEARLY * best.fit:
            break
        if record_fields(other.text) and other.coverage < best.coverage:
            continue  # a row about something else
        if other.has_kind and not any(_says_the_same(other, sentence) for sentence in chosen):
            chosen.append(other)
    order = list(dict.fromkeys(sentence.chunk for sentence in chosen))
    return sorted(chosen, key=lambda sentence: (order.index(sentence.chunk), sentence.span.start))


def _within(sentences: Sequence[Sentence], max_tokens: int | None) -> Sequence[Sentence]:
    """The first sentences that have at most ``max_tokens`` words together, and never none: none is cut.

    0 and ``None`` are no limit.
    """
    total = 0
    for number, sentence in enumerate(sentences):
        total += len(sentence.text.split())
        if number and max_tokens and total > max_tokens:
            return sentences[:number]
    return sentences


def _says_the_same(sentence: Sentence, other: Sentence) -> bool:
    smaller = min(len(sentence.stems), len(other.stems))
    shared = len(sentence.stems & other.stems)
    return sentence.text == other.text or shared >= SAME_WORDS * max(1, smaller)


def _joint(sentence: Sentence) -> str:
    """A space after a sentence, a new line after something without an end mark: a table row, an item."""
    return " " if sentence.text[-1] in ".!?。！？।؟…\"'”’)" else "\n"
