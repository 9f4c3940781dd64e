"""From the figures of tokens to places in the text: the best answer, and how much of it lies where."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grounding.judge.encoder import Stretch
from grounding.reader.figures import END, START
from grounding.types import Span

Floats = npt.NDArray[np.float32]
# A short answer has at most so many tokens.
MOST_TOKENS = 30
# From here on scripts come that write words without spaces between them.
_SPACELESS = 0x2E80


@dataclass(frozen=True)
class Place:
    """The likeliest short answer of a text, if it has one; ``probability`` that it starts and ends just there."""

    span: Span
    probability: float


def chances(stretch: Stretch) -> tuple[Floats, Floats]:
    """For every token the probability that the answer starts there, and that it ends there; each sums to 1."""
    return _softmax(stretch.tokens[:, START]), _softmax(stretch.tokens[:, END])


def best_place(text: str, stretch: Stretch) -> Place | None:
    """The likeliest answer of whole words within a line; None of a text without any."""
    starts, ends = chances(stretch)
    places = stretch.places
    starts = np.where([_within_word(text, int(place)) for place in places[:, 0]], 0, starts)
    ends = np.where([_within_word(text, int(place)) for place in places[:, 1]], 0, ends)
    lines = _line_numbers(text, places)
    both = np.triu(np.outer(starts, ends))
    both = np.tril(both, MOST_TOKENS - 1) * (lines[:, None] == lines[None, :])
    if not both.any():
        return None
    first, last = np.unravel_index(int(both.argmax()), both.shape)
    return Place(Span(int(places[first, 0]), int(places[last, 1])), float(both[first, last]))


def _within_word(text: str, place: int) -> bool:
    """Whether a word goes on at this place."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return before.isalnum() and after.isalnum() and max(ord(before), ord(after)) < _SPACELESS


def _line_numbers(text: str, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    breaks = np.flatnonzero(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32) == ord("\n"))
    return np.searchsorted(breaks, places[:, 0])


def _softmax(logits: Floats) -> Floats:
    if not len(logits):
        return logits
    raised = np.exp(logits - logits.max())
    shares: Floats = raised / raised.sum()
    return shares
