"""Which words of a conversation a question leaves out (term resolution, as in QuReTec, Voskarides et al. 2020)."""

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from grounding.judge.encoder import Stretch
from grounding.reader.figures import NEEDED
from grounding.text.words import words
from grounding.types import Span

_JOINED = " -'’"


def needed_phrases(
    question: str, conversation: str, stretches: Sequence[Stretch], threshold: float
) -> list[str]:
    """The words whose probability reaches ``threshold``, neighbours together, without those of the question.

    In order of occurrence; a word that comes again is left out the second time.
    """
    known = set(words(question))
    phrases: list[Span] = []
    for span, probability in _spans(conversation, stretches):
        meant = set(words(span.of(conversation)))
        if probability < threshold or meant <= known:
            continue
        known |= meant
        if phrases and not conversation[phrases[-1].end : span.start].strip(_JOINED):
            phrases[-1] = Span(phrases[-1].start, span.end)
        else:
            phrases.append(span)
    return [phrase.of(conversation) for phrase in phrases]


def probabilities(question: str, conversation: str, stretches: Sequence[Stretch]) -> dict[str, float]:
    """The words of the conversation that the question does not have, each with the highest of its probabilities."""
    known = set(words(question))
    best: dict[str, float] = {}
    for span, probability in _spans(conversation, stretches):
        for word in words(span.of(conversation)):
            if word not in known:
                best[word] = max(best.get(word, 0.0), probability)
    return best


def _spans(conversation: str, stretches: Sequence[Stretch]) -> Iterator[tuple[Span, float]]:
    """Every word in order with the probability, uncalibrated, that the question needs it: the mean of its pieces."""
    pieces: dict[Span, list[float]] = {}
    for stretch in stretches:
        for (start, end), logit in zip(
            stretch.places.tolist(), stretch.tokens[:, NEEDED].tolist(), strict=True
        ):
            pieces.setdefault(_word_at(conversation, start, end), []).append(logit)
    for span in sorted(pieces, key=lambda span: span.start):
        if words(span.of(conversation)):
            yield span, float(1 / (1 + np.exp(-np.mean(pieces[span]))))


def _word_at(text: str, start: int, end: int) -> Span:
    """The whole word that a token is a piece of."""
    left = itertools.takewhile(str.isalnum, reversed(text[max(0, start - 100) : start]))
    right = itertools.takewhile(str.isalnum, text[end : end + 100])
    return Span(start - sum(1 for _ in left), end + sum(1 for _ in right))
