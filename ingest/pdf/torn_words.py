"""Words that one reader tears ("Nationa l", "o f") or runs together, told by a second reading of the same letters.

A page alone does not say: single letters are variables, items and words of many languages, and long words are German.
What counts is that the other reading has the same letters and fewer of the signs.
"""

import re
from collections import Counter

from ingest.pdf.page_tables import same_letters

# Letters that stand alone as words in languages of the Latin, Cyrillic and Greek scripts.
_ALONE = frozenset("aeiouywzksvAEIOUYWZKSVàáâèéêìíòóôùúäöüåæøАВИКОСУЯЭавикосуяэіїйєзЗηοαὁἡ")
_WORD = re.compile(r"[^\W\d_]+")
# A clean page may end otherwise in so many words, by its marks and its lines.
FEWEST = 2
# Of the words of a page; fewer blanks than these do not tell that words run together, nor do shorter words.
GLUED, LONG = 0.01, 10


def torn_or_glued(text: str, other: str) -> str:
    """What is wrong with the words of a reading, where another one is right; empty where nothing is."""
    if not text or not same_letters(text, other):
        return ""
    words, others = _WORD.findall(text), _WORD.findall(other)
    torn = _letters_alone(words) - _letters_alone(others)
    fewer = len(words) - len(others)
    # What a reading has not torn it may have run together.
    if torn >= FEWEST and 0 < fewer <= 4 * torn:
        return "words were torn"
    if torn >= 0 and -fewer >= max(FEWEST, GLUED * len(words)):
        only = list((Counter(words) - Counter(others)).elements())
        if only and sum(map(len, only)) >= LONG * len(only):
            return "words ran together"
    return ""


def _letters_alone(words: list[str]) -> int:
    """Single letters that are no words; those of scripts without blanks between words do not count."""
    return sum(len(word) == 1 and word not in _ALONE and _is_cased(word) for word in words)


def _is_cased(letter: str) -> bool:
    return letter.lower() != letter.upper()
