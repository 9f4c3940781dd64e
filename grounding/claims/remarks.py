"""How likely a short sentence is a remark (greeting, offer, refusal, lead-in) and no claim: twelve languages.

A logistic regression over the pieces of one to four characters of its words, weighted by inverse document
frequency: it catches wordings that no phrase list has. Trained by ``python -m grounding.training.remarks`` on
sentences of our own; the weights stand in ``data/remarks.json``.
"""

import json
import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

WEIGHTS = Path(__file__).parent / "data" / "remarks.json"
_LONGEST_PIECE = 4
# Remarks are short, and hold no figures: longer sentences were not trained on.
_MOST_WORDS = 12
_MOST_CHARACTERS = 80


def remark_probability(text: str) -> float:
    """Probability in [0, 1] that ``text`` asserts nothing; 0 where it is long or holds a number.

    >>> remark_probability("I am glad that you asked me!") > 0.5 > remark_probability("Dogs travel free.")
    True
    """
    if len(text.split()) > _MOST_WORDS or len(text) > _MOST_CHARACTERS or re.search(r"\d", text):
        return 0.0
    bias, weights = _weights()
    known = [weights[piece] for piece in pieces(text) if piece in weights]
    if not known:
        return 0.0
    norm = math.sqrt(math.fsum(rarity * rarity for rarity, _ in known))
    evidence = bias + math.fsum(rarity * weight for rarity, weight in known) / norm
    return 1 / (1 + math.exp(-evidence))


def pieces(text: str) -> frozenset[str]:
    """The features of a text: runs of one to four characters within its words, a space marking their ends."""
    return frozenset(_pieces(text.lower()))


def _pieces(text: str) -> Iterator[str]:
    for word in text.split():
        padded = f" {word} "
        for length in range(1, _LONGEST_PIECE + 1):
            for start in range(max(1, len(padded) - length + 1)):
                yield padded[start : start + length]


@cache
def _weights() -> tuple[float, dict[str, tuple[float, float]]]:
    """The bias, and for each piece its rarity (inverse document frequency) and weight."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return stored["bias"], {piece: (rarity, weight) for piece, (rarity, weight) in stored["pieces"].items()}
