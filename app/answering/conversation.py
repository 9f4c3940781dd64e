"""What a writer works from: a conversation whose last turn is a question, and the passages retrieved for it."""

from dataclasses import dataclass, field
from typing import Literal

from app.wire.schemas.generate import GenerationConfig
from grounding.reader.reader import Reading
from ingest.types import Hit


@dataclass(frozen=True)
class Turn:
    """One turn of the conversation so far."""

    role: Literal["user", "model"]
    text: str


@dataclass(frozen=True)
class Conversation:
    """What a person asks: the question, the turns before it, and how to write the answer.

    ``config`` is the caller's own, its limits checked (:mod:`app.api.conversation_request`); what it leaves out
    is the writer's choice, and ``max_output_tokens`` counts the writer's own tokens, 0 meaning no limit. Without
    ``may_abstain`` passages are answered from even where they do not seem to hold the answer.
    """

    question: str
    history: tuple[Turn, ...] = ()
    instruction: str = ""
    config: GenerationConfig = field(default_factory=GenerationConfig)
    may_abstain: bool = True


@dataclass(frozen=True)
class Passages:
    """What was retrieved: ``query`` is the question made to stand alone, ``hits`` are chunks in rank order.

    ``readings`` run parallel to the hits, and so do ``probabilities`` in [0, 1] that each answers the question
    (:mod:`app.answering.answerability`); both are empty where nobody read them.
    """

    query: str
    hits: tuple[Hit, ...]
    readings: tuple[Reading, ...] = ()
    probabilities: tuple[float, ...] = ()

    @property
    def probability(self) -> float:
        """Of the passage that answers the question most surely, in [0, 1]; 0 where nothing was read."""
        return max(self.probabilities, default=0.0)
