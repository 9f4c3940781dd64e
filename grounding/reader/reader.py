"""The reader: does a passage answer a question, where, with yes or no; and what a question leaves out.

A small cross-encoder of our own, shipped in ``grounding/models/reader``; the model card says how it was made.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from grounding.errors import ModelUnavailable
from grounding.judge.encoder import Encoder, Stretch
from grounding.reader.calibration import ReaderCalibration
from grounding.reader.figures import ANSWERED, FIGURES, NO, YES
from grounding.reader.needed import needed_phrases, probabilities
from grounding.reader.spans import best_place, chances
from grounding.reader.tables import as_records
from grounding.types import Span

MODEL_FOLDER = Path(__file__).parents[1] / "models" / "reader"
# As in training; a longer passage is read in stretches.
MAX_TOKENS = 256

# Question, a passage that answers it, the answer, a passage that does not.
OBVIOUS = (
    ("Who built the lighthouse?", "The lighthouse was built by Ada Linden.", "Ada Linden",
     "The lighthouse stands at the harbour."),
    ("When did the museum open?", "The museum opened in 1931.", "1931", "The museum has forty rooms."),
    ("How tall is the tower?", "The tower is 61 metres tall.", "61 metres", "The tower was painted white."),
    ("Where was Tom Okafor born?", "Tom Okafor was born in Lagos.", "Lagos", "Tom Okafor studied law."),
    ("What is the capital of Norway?", "The capital of Norway is Oslo.", "Oslo",
     "Norway has a long coast."),
    ("How many people work at the plant?", "The plant employs 350 people.", "350",
     "The plant makes paper from pine."),
)  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """What a passage says to a question; every figure in [0, 1].

    ``probability``: the passage answers the question (calibrated). ``span``: its short answer, in characters of the
    passage, None where the passage has no word; ``span_probability``: that it starts and ends just there, if the
    passage answers. ``yes`` and ``no``: the answer is that; the rest to 1: the question is not of that kind, or the
    passage does not say.
    """

    probability: float
    span: Span | None
    span_probability: float
    yes: float
    no: float
    # (start, end, share of the answer) of every token
    _tokens: tuple[tuple[int, int, float], ...] = field(repr=False, compare=False)

    def score_of(self, span: Span) -> float:
        """The probability that the passage answers, and that the answer lies in ``span`` of it."""
        return min(
            1.0, sum(share for start, end, share in self._tokens if start < span.end and end > span.start)
        )


class Reader:
    """Reads passages for questions; safe to call from several threads."""

    def __init__(self, encoder: Encoder, calibration: ReaderCalibration) -> None:
        self._encoder = encoder
        self._calibration = calibration

    @classmethod
    def load(cls, folder: Path = MODEL_FOLDER, *, threads: int = 0) -> "Reader":
        """Read the model of ``folder`` and try it on pairs that nobody can get wrong.

        Raises :class:`grounding.errors.ModelUnavailable` when it is missing, broken or no reader.
        """
        reader = cls(Encoder(folder, max_tokens=MAX_TOKENS, threads=threads), ReaderCalibration.load(folder))
        _verify(reader, folder)
        return reader

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """A reading of each passage, in the order given."""
        written = [as_records(passage) for passage in passages]
        figures = self._figures([(question, one.text) for one in written])
        return [
            self._reading(passage, [one.back(part) for part in parts])
            for passage, one, parts in zip(passages, written, figures, strict=True)
        ]

    def sentence_scores(self, reading: Reading, spans: Sequence[Span]) -> list[float]:
        """For each span (a sentence, a row) of the passage read, the probability that it holds the answer."""
        return [reading.score_of(span) for span in spans]

    def needed_words(self, question: str, history: Sequence[str]) -> list[str]:
        """The words of earlier turns that the question leaves out, as they stand there, in order of occurrence.

        Neighbouring words make one phrase ("Great Tide Clock"). ``history`` holds the turns, oldest first; the title
        of what is talked about may be the first. Empty where the question stands alone.
        """
        if not (conversation := self._recent(question, history)):
            return []
        (stretches,) = self._figures([(question, conversation)])
        return needed_phrases(question, conversation, stretches, self._calibration.needed)

    def word_probabilities(self, question: str, history: Sequence[str]) -> dict[str, float]:
        """Every word of the turns that the question does not have, with the probability that it needs it."""
        if not (conversation := self._recent(question, history)):
            return {}
        (stretches,) = self._figures([(question, conversation)])
        return probabilities(question, conversation, stretches)

    def _figures(self, pairs: Sequence[tuple[str, str]]) -> list[list[Stretch]]:
        """The network's figures (:mod:`grounding.reader.figures`), uncalibrated, in stretches of each second text."""
        stretches = self._encoder.run_tokens(pairs)
        if any(part.whole.shape != (FIGURES,) for parts in stretches for part in parts):
            raise ModelUnavailable(f"The model does not give {FIGURES} figures a token: it is no reader.")
        return stretches

    def _reading(self, passage: str, stretches: Sequence[Stretch]) -> Reading:
        answered = [self._calibration.probability(float(part.whole[ANSWERED])) for part in stretches]
        best = int(np.argmax(answered))
        place = best_place(passage, stretches[best])
        _, yes, no = _verdict(stretches[best])
        return Reading(
            answered[best], place.span if place else None, place.probability if place else 0.0, yes, no,
            _shares(stretches, answered),
        )  # fmt: skip

    def _recent(self, question: str, history: Sequence[str]) -> str:
        """The last turns that can be read at once, one a line; the last one in any case."""
        turns = [turn.strip() for turn in history if turn.strip()]
        room = MAX_TOKENS - self._encoder.count_tokens([question])[0]
        kept: list[str] = []
        for turn, tokens in zip(reversed(turns), reversed(self._encoder.count_tokens(turns)), strict=True):
            room -= tokens
            if kept and room < len("[CLS] [SEP] [SEP]".split()):
                break
            kept.append(turn)
        return "\n".join(reversed(kept))


def _verdict(stretch: Stretch) -> npt.NDArray[np.float64]:
    logits = np.array([0.0, stretch.whole[YES], stretch.whole[NO]])
    raised = np.exp(logits - logits.max())
    shares: npt.NDArray[np.float64] = raised / raised.sum()
    return shares


def _shares(stretches: Sequence[Stretch], answered: Sequence[float]) -> tuple[tuple[int, int, float], ...]:
    """Each token with its share of the answer, of those in two stretches the larger."""
    shares: dict[tuple[int, int], float] = {}
    for part, probability in zip(stretches, answered, strict=True):
        starts, ends = chances(part)
        for (start, end), share in zip(part.places.tolist(), ((starts + ends) / 2).tolist(), strict=True):
            shares[start, end] = max(shares.get((start, end), 0.0), probability * share)
    return tuple((start, end, share) for (start, end), share in shares.items())


def _verify(reader: Reader, folder: Path) -> None:
    right = 0
    for question, answering, answer, other in OBVIOUS:
        first, second = reader.read(question, [answering, other])
        right += (
            first.probability > second.probability
            and first.span is not None
            and answer in first.span.of(answering)
        )
    if right < len(OBVIOUS) - 1:
        raise ModelUnavailable(
            f"The reader at {folder} gets {right} of {len(OBVIOUS)} obvious questions right: it is no reader."
        )
