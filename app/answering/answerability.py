"""How surely a passage answers a question: a logistic regression over three figures of each.

The weights lie in ``data/answerability.json``, fitted by ``python -m bench.abstain --fit`` on one half of its articles
and measured on the other; they belong to the shipped reader and the embedding model named there.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.answering.terms import weights
from grounding.reader.reader import Reading
from grounding.text.words import words
from ingest.types import Hit

WEIGHTS = Path(__file__).parent / "data" / "answerability.json"
# What a document that nowhere names the year of the question answers, it answers of another year.
OTHER_YEAR = 0.2
# Probabilities of the reader beyond this count alike.
_SURE = 0.999


def features(question: str, hits: Sequence[Hit], readings: Sequence[Reading]) -> list[dict[str, float]]:
    """What is looked at of each hit.

    ``reading`` is the log odds of the reader's probability; ``coverage`` the share of the question's content words that
    stand in the passage, its heading or its title, in [0, 1], words of few hits weighing more; ``similarity`` a cosine.
    """
    texts = [f"{hit.document.title}\n{hit.chunk.heading}\n{hit.chunk.text}" for hit in hits]
    weighed, held = weights(question, texts)
    total = sum(weighed.values()) or 1.0
    return [
        {
            "reading": log_odds(reading.probability),
            "coverage": sum(weighed[term] for term in own) / total,
            "similarity": 1 - hit.distance,
        }
        for hit, reading, own in zip(hits, readings, held, strict=True)
    ]


def log_odds(probability: float) -> float:
    """Log odds, of at most a thousand to one."""
    held = min(_SURE, max(1 - _SURE, probability))
    return math.log(held / (1 - held))


@dataclass(frozen=True)
class Answerability:
    """``weights`` per feature, and ``bias``."""

    weights: Mapping[str, float]
    bias: float

    @classmethod
    @cache
    def load(cls, path: Path = WEIGHTS) -> "Answerability":
        """The weights as fitted."""
        stored = json.loads(path.read_text(encoding="utf-8"))
        return cls(stored["weights"], stored["bias"])

    def probabilities(self, question: str, hits: Sequence[Hit], readings: Sequence[Reading]) -> list[float]:
        """For each hit the probability in [0, 1] that it answers ``question``."""
        figures = features(question, hits, readings)
        sums = (sum(self.weights[name] * value for name, value in one.items()) for one in figures)
        likely = [1 / (1 + math.exp(-self.bias - weighted)) for weighted in sums]
        elsewhere = _without_year(question, hits)
        return [
            min(one, OTHER_YEAR) if hit.document.id in elsewhere else one
            for one, hit in zip(likely, hits, strict=True)
        ]


def years_in(text: str) -> set[str]:
    """The years that a text names, of four digits."""
    return {word for word in words(text) if len(word) == 4 and word.isdigit() and word[0] in "12"}


def _without_year(question: str, hits: Sequence[Hit]) -> set[str]:
    """The ids of documents of which no hit, nor name, has a year that the question names."""
    years = years_in(question)
    read: dict[str, set[str]] = {}
    for hit in hits:
        own = read.setdefault(
            hit.document.id, set(words(f"{hit.document.title} {hit.document.display_name}"))
        )
        own |= set(words(hit.chunk.text))
    return {document for document, held in read.items() if not years <= held}
