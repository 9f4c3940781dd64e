"""Which language a text is in, as far as the core needs it: sentence rules, and which model reads it.

Scripts are told apart by their letters, Latin-script languages by their
function words (``data/function_words.json``): every function word of a text votes for the languages that
have it, in equal parts. Names carry no vote, so that English about José Álvarez of São Paulo stays English.

>>> language_of("La garantía dura dos años."), language_of("Müller GmbH hired José Álvarez in São Paulo.")
('es', 'en')
"""

import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from grounding.text.verbs import english

ENGLISH = "en"

_FUNCTION_WORDS = Path(__file__).parent / "data" / "function_words.json"
_WORD = re.compile(r"[^\W\d_]+(?:\u0301|\u0308)*[^\W\d_]*")
# A past tense that English has nearly to itself (``opened``, ``paid``; Dutch ``bloed`` is rare enough).
_ENGLISH_ENDING = re.compile(r"[a-z]{3,}ed")
_ENDING_VOTE = 0.5
# English has the Italian and Catalan word too, in rates.
_RATE = re.compile(
    r"\bper(?= (?:second|minute|hour|day|night|week|month|quarter|year|annum|person|head|cent|unit|item|square|mile)\b)"
)
_NAME_PARTICLES = frozenset("da das de del della den der di do dos du el la le van von zu".split())
# The share of letters of another script from which a text is not read as Latin script any more.
_FOREIGN_SCRIPT_SHARE = 0.3
# How far another language must lead English, in votes: one word that only it has, or two that it shares
# with one.
_LEAD = 0.75
# A small letter word with an accent speaks against English too, though never alone (café).
_ACCENT_VOTE = 0.5
_MOST_ACCENT_VOTES = 1.0
_SCRIPTS = {
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "CJK": "zh",
    "ARABIC": "ar",
    "DEVANAGARI": "hi",
    "CYRILLIC": "ru",
    "GREEK": "el",
    "HEBREW": "he",
    "THAI": "th",
    "ARMENIAN": "hy",
    "GEORGIAN": "ka",
    "BENGALI": "bn",
    "TAMIL": "ta",
    "TELUGU": "te",
    "GUJARATI": "gu",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "GURMUKHI": "pa",
    "MYANMAR": "my",
    "KHMER": "km",
    "ETHIOPIC": "am",
}


@lru_cache(maxsize=20_000)
def language_of(text: str) -> str:
    """ISO 639-1 code of the language ``text`` is most likely in; ``en`` where nothing speaks against it.

    Short texts of names and numbers count as English. "xx" stands for a script that we have no name for.
    """
    scripts = Counter(_script(letter) for letter in text if letter.isalpha())
    total = sum(scripts.values())
    foreign = total - scripts["LATIN"]
    if total and foreign / total > _FOREIGN_SCRIPT_SHARE:
        if scripts["HIRAGANA"] + scripts["KATAKANA"]:
            return "ja"
        del scripts["LATIN"]
        return _SCRIPTS.get(scripts.most_common(1)[0][0], "xx")
    return _latin_language(unicodedata.normalize("NFC", text))


def _latin_language(text: str) -> str:
    text = _RATE.sub("a", text)
    votes: dict[str, float] = defaultdict(float)
    accents = 0.0
    words = list(_WORD.finditer(text))
    for number, match in enumerate(words):
        word = match.group()
        weight = _weight(text, words, number)
        if word.islower() and not word.isascii():
            accents += _ACCENT_VOTE
        if _ENGLISH_ENDING.fullmatch(word) or (word in english("past") and word not in _languages_by_word()):
            votes["en"] += _ENDING_VOTE
        languages = _languages_by_word().get(word.lower(), ())
        for language in languages:
            votes[language] += weight / len(languages)
    own = votes.pop("en", 0.0)
    best, score = max(votes.items(), key=lambda item: item[1], default=("xx", 0.0))
    return best if score + min(accents, _MOST_ACCENT_VOTES) >= own + _LEAD else "en"


def _weight(text: str, words: Sequence[re.Match[str]], number: int) -> float:
    """How much a word tells about the language: parts of names tell nothing."""
    match = words[number]
    before_name = number + 1 < len(words) and words[number + 1].group()[:1].isupper()
    if match.group()[:1].isupper():
        before = text[max(0, match.start() - 4) : match.start()].rstrip(" \t\n\"'“‘«(*_")
        if before and before[-1] not in ".!?:":
            return 0.0
        return 0.5 if before_name else 1.0  # "Los Angeles", "El Salvador"
    after_name = number > 0 and words[number - 1].group()[:1].isupper()
    return 0.0 if match.group() in _NAME_PARTICLES and before_name and after_name else 1.0


@cache
def _languages_by_word() -> dict[str, tuple[str, ...]]:
    lists: dict[str, str] = json.loads(_FUNCTION_WORDS.read_text(encoding="utf-8"))
    known: dict[str, tuple[str, ...]] = {}
    for language, words in lists.items():
        for word in set(words.split()):
            known[word] = (*known.get(word, ()), language)
    return known


@cache
def _script(letter: str) -> str:
    """The first word of the letter's Unicode name, or the second of a full-width one: ``LATIN``, ``CJK``."""
    name = unicodedata.name(letter, "UNKNOWN").split()
    return name[1] if name[0] in ("FULLWIDTH", "HALFWIDTH") and len(name) > 1 else name[0].removesuffix("-")
