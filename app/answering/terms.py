"""The terms by which a passage or a row is about what a question is about: words, and numbers that belong to a word.

>>> sorted(terms("Route 45 is 12 km long"))
['12', '45', 'km', 'long', 'rout', 'rout 45']
>>> sorted(weights("How long is route 45?", [terms("Route 45; Length: 12"), terms("Route 12; Length: 45")]))
['long', 'rout', 'rout 45']
"""

import math
from collections.abc import Sequence, Set
from itertools import pairwise

from grounding.text.words import STOP_WORDS, stem, stems, words


def terms(text: str) -> frozenset[str]:
    """The stems of the content words, and each number with the content word in front of it."""
    return frozenset(stems(text)) | _numbered(text)


def weights(question: str, texts: Sequence[Set[str]]) -> dict[str, float]:
    """The terms of ``question`` with their weight in (0, log(n + 1)], those of few ``texts`` weighing more.

    A number that belongs to a word, "route 45", counts with it alone where a text has both together.
    """
    wanted = set(stems(question))
    for pair in _numbered(question):
        if any(pair in held for held in texts):
            wanted = (wanted | {pair}) - {pair.split()[1]}
    return {term: math.log((len(texts) + 1) / (sum(term in held for held in texts) + 0.5)) for term in wanted}


def _numbered(text: str) -> frozenset[str]:
    return frozenset(
        f"{stem(before)} {number}"
        for before, number in pairwise(words(text))
        if number[0].isdigit() and before not in STOP_WORDS and not before[0].isdigit()
    )
