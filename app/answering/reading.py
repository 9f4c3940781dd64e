"""Retrieved passages as the reader reads them for a question."""

from collections.abc import Sequence

from app.answering.answerability import Answerability, log_odds, years_in
from app.answering.conversation import Passages
from grounding.reader.reader import Reader, Reading
from grounding.text.sentences import sentence_spans
from ingest.types import Hit

# What puts a passage first, in log odds beside its own. Retrieval has compared words and meaning: its first place
# counts most (of 0 to 8, this put the right passage first most often, for 95.7 % of the questions about half of the
# articles of xquad; on the other half for 98.2 %, 97.3 without). A year in the question binds, and the reader overlooks
# it: the sentence of the answer has to name it.
RETRIEVED, DATED = 1.0, 3.0


def read(reader: Reader, question: str, hits: Sequence[Hit]) -> Passages:
    """The hits with what each says to ``question``, the likeliest to answer first."""
    return likeliest_first(question, hits, reader.read(question, [hit.chunk.text for hit in hits]))


def likeliest_first(
    question: str, hits: Sequence[Hit], readings: Sequence[Reading], weights: Answerability | None = None
) -> Passages:
    """The hits that were read in the order of their probability, by the shipped weights or by others."""
    likely = (weights or Answerability.load()).probabilities(question, hits, readings)
    years = years_in(question)
    dated = [
        bool(years) and years <= _years_beside(hit.chunk.text, reading)
        for hit, reading in zip(hits, readings, strict=True)
    ]
    first = [log_odds(p) + RETRIEVED / (1 + i) + DATED * dated[i] for i, p in enumerate(likely)]
    order = sorted(range(len(hits)), key=lambda i: -first[i])
    return Passages(
        question,
        tuple(hits[i] for i in order),
        tuple(readings[i] for i in order),
        tuple(likely[i] for i in order),
    )


def _years_beside(text: str, reading: Reading) -> set[str]:
    """The years in the sentence where the answer was read."""
    if reading.span is None:
        return set()
    beside = [s for s in sentence_spans(text) if s.start < reading.span.end and reading.span.start < s.end]
    return {year for sentence in beside for year in years_in(sentence.of(text))}
