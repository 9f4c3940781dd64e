"""Who writes the answer: the contract. :func:`app.services.load_writer` chooses between the two that there are.

A writer gets a conversation with the passages retrieved for it and yields the answer piece by piece. It never
decides what is supported: the grounding core does that with the finished text (see :mod:`app.answering.ask`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from app.answering.conversation import Conversation, Passages
from grounding import Span


@dataclass(frozen=True)
class Piece:
    """A piece of the answer. The last one has ``finish`` set: ``STOP`` or ``MAX_TOKENS``.

    ``abstained``: no chunk answers the question, and the text only says so. ``short`` is where in the text the short
    answer stands, if there is one; the rest bears it out. ``relevance`` in [0, 1] is
    the probability that the piece answers the question, where the writer knows it from the passage.
    """

    text: str
    finish: str = ""
    abstained: bool = False
    short: Span | None = None
    relevance: float | None = None


class Writer(Protocol):
    """Writes answers. ``model_version`` names what wrote them, as clients see it."""

    @property
    def model_version(self) -> str: ...

    def write(self, conversation: Conversation, passages: Passages | None) -> Iterator[Piece]:
        """The answer in pieces; exactly the last has ``finish`` set.

        ``passages`` of ``None``: nothing was to be retrieved, so a model answers from what it knows. Raises
        NotReady, Unavailable, BadRequest.
        """
        ...

    def stand_alone(self, conversation: Conversation) -> str | None:
        """The question so that it can be understood without the turns before it; ``None`` leaves that to the reader."""
        ...
