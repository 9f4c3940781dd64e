"""Who writes the answer: the contract, and which writer the settings ask for.

A writer gets a question with the retrieved chunks and yields the answer piece by piece. It never decides what
is supported: the grounding core does that with the finished text (see :mod:`app.answering.ask`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from app.answering.relevance import Vectors
from app.settings import Settings
from ingest.types import Hit


@dataclass(frozen=True)
class Turn:
    """One turn of the conversation so far."""

    role: Literal["user", "model"]
    text: str


@dataclass(frozen=True)
class Options:
    """How to write; ``None`` leaves the choice to the writer.

    ``temperature`` in [0, 2], ``top_p`` in [0, 1], ``max_tokens`` counts the writer's own tokens, ``stop``
    texts end the answer and are not part of it.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    seed: int | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None


@dataclass(frozen=True)
class Task:
    """What a writer is asked to do.

    ``question`` is the last user turn, ``query`` the same made to stand alone. ``hits`` are the retrieved
    chunks in rank order, or ``None`` where nothing was to be retrieved: then the model answers from what it
    knows.
    """

    question: str
    query: str
    history: tuple[Turn, ...] = ()
    hits: tuple[Hit, ...] | None = None
    instruction: str = ""
    options: Options = Options()


@dataclass(frozen=True)
class Piece:
    """A piece of the answer. The last one has ``finish`` set: ``STOP`` or ``MAX_TOKENS``.

    ``abstained``: no chunk answers the question, and the text only says so.
    """

    text: str
    finish: str = ""
    abstained: bool = False


class Writer(Protocol):
    """Writes answers. ``model_version`` names what wrote them, as clients see it."""

    @property
    def model_version(self) -> str: ...

    def write(self, task: Task) -> Iterator[Piece]:
        """The answer in pieces; exactly the last has ``finish`` set.

        Raises NotReady, Unavailable, BadRequest.
        """
        ...

    def stand_alone(self, question: str, history: Sequence[Turn]) -> str:
        """``question`` so that it can be understood without ``history``."""
        ...


def load_writer(settings: Settings, vectors: Vectors) -> Writer:
    """The LLM of ``settings``, or else the extractive writer, which reads with ``vectors``."""
    if settings.llm_base_url:
        from app.answering.llm import ChatWriter

        return ChatWriter(
            settings.llm_base_url,
            settings.llm_model,
            settings.llm_api_key.get_secret_value(),
            timeout=settings.llm_timeout,
        )
    from app.answering.extractive import ExtractiveWriter

    return ExtractiveWriter(vectors, threshold=settings.abstain)
