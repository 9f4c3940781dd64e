"""The writer that needs no language model: the short answer, and the words of the passage that hold it; or nothing.

Only an address that would run in a reader's browser is made inert.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.answering.abstention import ABSTENTION, abstains
from app.answering.conversation import Conversation, Passages
from app.answering.quotes import Line, lines_of
from app.answering.writer import Piece
from app.wire.active_links import without_active_links
from app.wire.errors import NotReady
from grounding import Span

# Other documents are quoted, too, when they answer nearly as surely as the first: by this share of its odds.
NEARLY = 0.5
MOST_DOCUMENTS = 3
# What holds less of the answer than this is not said: the passage may be about the question, and says nothing to it.
LEAST_RELEVANCE = 0.2


class ExtractiveWriter:
    """Answers in the words of the passages; below ``threshold``, a probability in [0, 1], it abstains."""

    model_version = "sureground-extractive-2"

    def __init__(self, *, threshold: float = 0.5) -> None:
        self._threshold = threshold

    def write(self, conversation: Conversation, passages: Passages | None) -> Iterator[Piece]:
        """Line by line. Raises NotReady where there is nothing to extract from."""
        if passages is None:
            raise NotReady(
                "No language model is configured, so only questions with a retrieval tool can be answered: "
                "add a vertexRagStore or vertexAiSearch tool, or set SUREGROUND_LLM_BASE_URL."
            )
        least = LEAST_RELEVANCE if conversation.may_abstain else 0.0
        pieces = [] if abstains(conversation, passages, self._threshold) else self._answer(passages, least)
        if not pieces:
            yield Piece(ABSTENTION, finish="STOP", abstained=True)
            return
        kept = _within(pieces, conversation.config.max_output_tokens)
        yield from kept[:-1]
        finish = "STOP" if len(kept) == len(pieces) else "MAX_TOKENS"
        yield replace(kept[-1], text=kept[-1].text.rstrip("\n"), finish=finish)

    def stand_alone(self, conversation: Conversation) -> None:
        """Left to the reader."""

    def _answer(self, passages: Passages, least_relevance: float) -> list[Piece]:
        """A line for each document that answers, or the lines of a list; each ends with a line end."""
        answers: dict[str, list[Line]] = {}
        odds = NEARLY * passages.probability / max(1 - passages.probability, 1e-9)
        least = max(self._threshold, odds / (1 + odds))
        for hit, reading, likely in zip(
            passages.hits, passages.readings, passages.probabilities, strict=True
        ):
            if answers and (likely < least or len(answers) == MOST_DOCUMENTS):
                break
            name = hit.document.title or hit.document.display_name
            lines = lines_of(passages.query, hit.chunk.text, reading) if name not in answers else []
            if (
                lines
                and lines[0].relevance >= least_relevance
                and not any(_say_the_same(lines, others) for others in answers.values())
            ):
                answers[name] = lines
        named = len(answers) > 1
        return [
            piece for name, lines in answers.items() for piece in _pieces(lines, f"{name}: " if named else "")
        ]


def _pieces(lines: Sequence[Line], name: str) -> Iterator[Piece]:
    head = ("- " if name or len(lines) > 1 else "") + name
    for line in lines:
        text = f"{head}{line.text}\n"
        places = (line.short.start, line.short.end) if line.short else ()
        ends = [len(without_active_links(text[: len(head) + place])) for place in places]
        short = Span(*ends) if ends else None
        yield Piece(without_active_links(text), short=short, relevance=line.relevance)


def _say_the_same(lines: Sequence[Line], others: Sequence[Line]) -> bool:
    answers = {line.answer.casefold() for line in lines} - {""}
    if answers & {line.answer.casefold() for line in others}:
        return True
    return [line.text for line in lines] == [line.text for line in others]


def _within(pieces: Sequence[Piece], max_tokens: int | None) -> Sequence[Piece]:
    """The first lines that have at most ``max_tokens`` words together, and never none: none is cut.

    0 and ``None`` are no limit.
    """
    total = 0
    for number, piece in enumerate(pieces):
        total += len(piece.text.split())
        if number and max_tokens and total > max_tokens:
            return pieces[:number]
    return pieces
