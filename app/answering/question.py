"""What a question asks for, and whether it stands alone. The word lists are English.

Not to be joined with ``grounding/helpfulness/questions.py``, which cuts a prompt into parts of eight kinds: the
weights of abstention and of the best sentence were fitted on the four kinds and patterns of this file.

>>> answer_kind("How tall is the tower?"), answer_kind("Who built it?"), answer_kind("Why?")
('number', 'name', 'any')
>>> stand_alone("How tall is it?", ["Where is the tower of Brindle Cove?"])
'Where is the tower of Brindle Cove? How tall is it?'
"""

import re
from collections.abc import Collection, Sequence

from grounding.text.words import STOP_WORDS, stem, stems, words


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_NUMBER = re.compile(
    r"\bhow (?:many|much|long|old|tall|large|big|far|high|fast|often|deep|wide|heavy|late|early)\b"
    r"|\b(?:what|which) (?:\w+ )?(?:percent(?:age)?|number|size|age|fraction|portion|temperature|amount|price"
    r"|cost|height|length|distance|score|speed|weight|rate)\b"
)
_DATE = re.compile(r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|decade|century|time)s?\b")
_NAME = re.compile(
    r"\bwho(?:m|se)?\b|\bwhere\b"
    r"|\b(?:what|which) (?:city|country|state|place|region|county|person|company|river)\b"
)
_NUMBER_WORDS = _words(
    """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety dozen hundred
    thousand million billion half third quarter once twice double several"""
)
_DATE_WORDS = _words(
    """january february march april may june july august september october november december century
    centuries monday tuesday wednesday thursday friday saturday sunday today yesterday summer winter
    spring autumn"""
)
_CAPITALISED = re.compile(r"\b[A-ZÀ-Þ][\w’'-]*")
# Words that point back at what was said before.
_POINTERS = _words(
    """it its itself they them their theirs he him his she her hers this that these those there then one
    ones same such former latter"""
)
_CONTINUES = re.compile(r"\W*(?:and|but|or|so|also|then|what about|how about|why)\b", re.IGNORECASE)
# A question with fewer content words than this leans on the one before it.
_WORDS_TO_STAND_ALONE = 3


def answer_kind(question: str) -> str:
    """``number``, ``date``, ``name`` or ``any``: what an English question asks for, by its question words."""
    lower = question.casefold()
    for kind, pattern in (("number", _NUMBER), ("date", _DATE), ("name", _NAME)):
        if pattern.search(lower):
            return kind
    return "any"


def holds_kind(text: str, kind: str, known: Collection[str]) -> bool:
    """Whether ``text`` holds something of that kind that is not among the question's own words ``known``."""
    if kind == "any":
        return True
    if kind == "name":
        proper = (match.group().casefold().removesuffix("'s") for match in _CAPITALISED.finditer(text))
        return any(
            name not in known and stem(name) not in known and name not in STOP_WORDS for name in proper
        )
    new = [word for word in words(text) if word not in known]
    listed = _NUMBER_WORDS if kind == "number" else _DATE_WORDS
    return any(word[0].isdigit() or word in listed for word in new)


def leans_back(question: str) -> bool:
    """Whether ``question`` can only be understood after the turn before it."""
    return (
        len(set(stems(question))) < _WORDS_TO_STAND_ALONE
        or bool(_CONTINUES.match(question))
        or not _POINTERS.isdisjoint(words(question))
    )


def stand_alone(question: str, earlier: Sequence[str]) -> str:
    """``question`` joined with the user turn before it where it leans on that one.

    ``earlier`` is oldest first.
    """
    return f"{earlier[-1]} {question}" if earlier and leans_back(question) else question
