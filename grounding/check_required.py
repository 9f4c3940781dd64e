"""Whether a sentence asserts something about the world, and so needs evidence.

Greetings, offers, questions, refusals, "Here is what I found:", remarks on the conversation and bare connectives
assert nothing; whatever is not clearly one of these is a claim. The phrases of twelve languages stand in
``data/no_check_phrases.json`` as regular expressions: *openers* ("Sure", "In summary") are taken off the front,
*frames* ("I hope this helps", "The documents do not say") tell what the rest is.

>>> needs_check("Sure, I can help with that."), needs_check("Sure, the museum opens at nine.")
(False, True)
"""

import json
import re
from functools import cache
from pathlib import Path

_PHRASES = Path(__file__).parent / "data" / "no_check_phrases.json"
_QUESTION = re.compile(r"[?？؟]\W*$|(?:吗|ですか|ますか)[。.]?$")
# "…, right?" asks for consent to a statement, it does not ask.
_TAG_QUESTION = re.compile(
    r"[,，]\s*(?:right|correct|(?:is|was|does|did|has|are|were|do)n['’]t (?:it|he|she|they)|oder|nicht wahr|n['’]est-ce pas|"
    r"verdad|vero|não é|toch|対吧|правда)\W*$",
    re.IGNORECASE,
)
# A statement may follow a remark in the same sentence: "I don't know who built it, but it opened in 1932."
_TURN = re.compile(
    r"(?:[,;:，；：]|\s[—–-])\s*(?:(?:but|however|yet|aber|jedoch|mais|pero|ma|però|mas|porém|maar|但是?|不过|लेकिन|पर|"
    r"لكن|ولكن|но|однако)\b[,\s]*|(?<=[:：—–-]\s)|(?<=[:：]))(?P<rest>.*\w.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ASSERTED_AT_LEAST = 5  # words in "…:", fewer make a label


def needs_check(text: str) -> bool:
    """Whether ``text`` (one sentence, Markdown marks removed) asserts something about the world."""
    text = text.strip()
    while opener := _openers().match(text):
        text = text[opener.end() :]
    if not re.search(r"\w", text):
        return False
    if _QUESTION.search(text):
        return bool(_TAG_QUESTION.search(text))
    if frame := _frames().match(text):
        turn = _TURN.search(text, max(0, frame.end() - 2))
        return turn is not None and needs_check(turn["rest"])
    return not _is_label(text)


def _is_label(text: str) -> bool:
    """A few words and a colon: "Main features:"."""
    return text[-1] in ":：" and len(re.findall(r"[^\W\d_]+", text)) < _ASSERTED_AT_LEAST


@cache
def _openers() -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{_all('openers')})\s*(?:[^\w\s'’(]+\s*|$)", re.IGNORECASE)


@cache
def _frames() -> re.Pattern[str]:
    return re.compile(rf"\W*(?:{_all('frames')})", re.IGNORECASE)


def _all(kind: str) -> str:
    languages = json.loads(_PHRASES.read_text(encoding="utf-8")).values()
    return "|".join(f"(?:{phrase})" for language in languages for phrase in language[kind])
