"""Retrieved passages as the reader reads them for a question."""

from collections.abc import Sequence

from app.answering.answerability import Answerability
from app.answering.conversation import Passages
from grounding.reader.reader import Reader, Reading
from ingest.types import Hit


def read(reader: Reader, question: str, hits: Sequence[Hit]) -> Passages:
    """The hits with what each says to ``question``, the likeliest to answer first."""
    return likeliest_first(question, hits, reader.read(question, [hit.chunk.text for hit in hits]))


def likeliest_first(
    question: str, hits: Sequence[Hit], readings: Sequence[Reading], weights: Answerability | None = None
) -> Passages:
    """The hits that were read in the order of their probability, by the shipped weights or by others."""
    likely = (weights or Answerability.load()).probabilities(question, hits, readings)
    order = sorted(range(len(hits)), key=lambda i: -likely[i])
    return Passages(
        question,
        tuple(hits[i] for i in order),
        tuple(readings[i] for i in order),
        tuple(likely[i] for i in order),
    )
