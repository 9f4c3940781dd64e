"""The terms by which a passage or a row is about what a question is about: words, and numbers that belong to a word.

>>> sorted(terms("Route 45 is 12 km long"))
['12', '45', 'km', 'long', 'rout', 'rout 45']
>>> [sorted(held) for held in weights("How long is route 45?", ["Route 45; Length: 12", "Route 12; Length: 45"])[1]]
[['rout', 'rout 45'], ['rout']]
"""

import math
from collections.abc import Sequence, Set
from itertools import pairwise

from grounding.text.words import STOP_WORDS, stem, stems, words

# Letters that two words must have in common from the start, and the share of the shorter one these must be.
_ROOT_LETTERS, _ROOT_SHARE = 5, 0.8


def terms(text: str) -> frozenset[str]:
    """The stems of the content words, and each number with the content word in front of it."""
    return frozenset(stems(text)) | _numbered(text)


def weights(question: str, texts: Sequence[str]) -> tuple[dict[str, float], list[frozenset[str]]]:
    """The terms of ``question`` with their weight, above 0, those of few ``texts`` weighing more; and who holds which.

    A number that belongs to a word, "route 45", counts with it alone where a text has both together. A word is held by
    a text with another of the same root: child beside children.
    """
    own = [terms(text) for text in texts]
    wanted = set(stems(question))
    for pair in _numbered(question):
        if any(pair in terms_of_text for terms_of_text in own):
            wanted = (wanted | {pair}) - {pair.split()[1]}
    held = [frozenset(term for term in wanted if _holds(text, term)) for text in own]
    return {
        term: math.log((len(texts) + 1) / (sum(term in one for one in held) + 0.5)) for term in wanted
    }, held


def _holds(text: Set[str], term: str) -> bool:
    return term in text or (
        term.isalpha() and any(_same_root(term, other) for other in text if other.isalpha())
    )


def _same_root(word: str, other: str) -> bool:
    if word[:_ROOT_LETTERS] != other[:_ROOT_LETTERS]:
        return False
    shorter = min(len(word), len(other))
    common = next((i for i in range(shorter) if word[i] != other[i]), shorter)
    return common >= max(_ROOT_LETTERS, _ROOT_SHARE * shorter)


def _numbered(text: str) -> frozenset[str]:
    return frozenset(
        f"{stem(before)} {number}"
        for before, number in pairwise(words(text))
        if number[0].isdigit() and before not in STOP_WORDS and not before[0].isdigit()
    )
