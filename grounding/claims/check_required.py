"""Whether a sentence asserts something about the world, and so needs evidence.

Greetings, offers, questions, refusals, "Here is what I found:", remarks on the conversation and bare
connectives assert nothing; whatever is not clearly one of these is a claim. The phrases of twelve
languages stand in ``data/no_check_phrases.json`` as regular expressions: *openers* ("Sure", "In summary") are
taken off the front, *frames* ("I hope this helps", "The documents do not say") tell what the rest is. Where a
*cue* ("you", "answer") shows that the conversation is spoken of, :mod:`grounding.claims.remarks` has a say too.

>>> needs_check("Sure, I can help with that."), needs_check("Sure, the museum opens at nine.")
(False, True)
"""

import json
import re
from functools import cache
from pathlib import Path

from grounding.claims.remarks import remark_probability
from grounding.text.languages import language_of

_PHRASES = Path(__file__).parent / "data" / "no_check_phrases.json"
_QUESTION = re.compile(r"[?？؟][^\w?？؟]*+$|(?:吗|ですか|ますか)[。.]?$")
# "Did you know that …?" and "…, right?" tell something, though they ask.
_TELLING_QUESTION = re.compile(
    r"^\W*+did you know\b(?:\W+\w+){3}|[,，]\s*(?:right|correct|oder|nicht wahr|n['’]est-ce pas|verdad|vero|"
    r"não é|toch|правда|(?:is|was|does|did|has|are|were|do)n['’]t (?:it|he|she|they))\W*+$"
)
# A statement may follow a remark in the same sentence: "I don't know who built it, but it opened in 1932."
_BUT = (
    r"(?:but|however|yet|aber|jedoch|mais|pero|ma|però|mas|porém|maar|"
    r"但是?|不过|लेकिन|पर|لكن|ولكن|но|однако)\b[,\s]*"
)
_TURN = re.compile(rf"(?:[,;:，；：]|\s[—–-])\s*(?:{_BUT}|(?<=[:：—–-]\s)|(?<=[:：]))")
_SURELY_A_REMARK = 0.8  # high: an unchecked claim is worse than a checked remark
_LABEL_WORDS = 4  # so many words at most, and a colon, are a label
# The languages whose phrases are tried together: a short phrase seldom tells which of them it is.
_LATIN = ("en", "de", "fr", "es", "it", "pt", "nl")
_TOGETHER = {"zh": ("zh", "ja"), "ja": ("zh", "ja"), "hi": ("hi",), "ar": ("ar",), "ru": ("ru",)}


def needs_check(text: str) -> bool:
    """Whether ``text`` (one sentence, Markdown marks removed) asserts something about the world."""
    return _asserts(text.strip().lower(), _TOGETHER.get(language_of(text), _LATIN))


def _asserts(text: str, languages: tuple[str, ...]) -> bool:
    while opener := _phrases("openers", languages).match(text):
        text = text[opener.end() :]
    if not re.search(r"\w", text):
        return False
    if _QUESTION.search(text):
        return _TELLING_QUESTION.search(text) is not None
    if frame := _phrases("frames", languages).match(text):
        turn = _TURN.search(text, max(0, frame.end() - 2))
        return turn is not None and _asserts(text[turn.end() :], languages)
    if _is_label(text):
        return False
    # Only what speaks of the conversation can be a remark, however it is worded.
    return not _phrases("cues", languages).search(text) or remark_probability(text) < _SURELY_A_REMARK


def _is_label(text: str) -> bool:
    """A few words and a colon: "Main features:"."""
    return text[-1] in ":：" and len(re.findall(r"[^\W\d_]+", text)) <= _LABEL_WORDS


@cache
def _phrases(kind: str, languages: tuple[str, ...]) -> re.Pattern[str]:
    lists = json.loads(_PHRASES.read_text(encoding="utf-8"))
    choice = "|".join(f"(?:{phrase})" for language in languages for phrase in lists[language][kind])
    match kind:
        case "openers":  # one only where a mark or the end follows: "Thank You is a song"
            return re.compile(rf"\W*+(?:{choice})\s*+(?:[^\w\s'’(]++\s*+(?:{_BUT})?|$)")
        case "frames":
            return re.compile(rf"\W*+(?:{choice})")
        case _:
            spaceless = "zh" in languages
            return re.compile(choice if spaceless else rf"(?<!\w)(?:{choice})(?!\w)")
