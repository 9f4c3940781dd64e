"""Sentences taken apart where another subject begins, and who each part is about.

>>> clauses("Revenue rose to 5.2 million, while costs fell to 4.1 million.")
('Revenue rose to 5.2 million', 'costs fell to 4.1 million.')
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from grounding.text.noun_phrases import subject_of
from grounding.text.verbs import base_form, is_auxiliary
from grounding.text.words import stems

_WORD = re.compile(r"[^\W\d_]+")
# As far as a subject and its verb are looked for; a sentence may be thousands of words long.
_FAR = 200
_LINK = re.compile(r"\s{0,3};\s{1,3}|,?\s{1,3}(?:while|whereas|and|but)\s{1,3}|,\s{1,3}", re.IGNORECASE)


@lru_cache(maxsize=5_000)
def clauses(sentence: str) -> tuple[str, ...]:
    """The parts of a sentence that have a subject and a verb of their own; the sentence itself where there are none.

    What follows without ("and by 5% in Italy") stays with what it belongs to.
    """
    return tuple(_parts(sentence))


def _parts(sentence: str) -> Iterator[str]:
    start = 0
    for link in _LINK.finditer(sentence):
        if _has_subject(sentence, link.end(), len(sentence)) and _has_subject(sentence, start, link.start()):
            yield sentence[start : link.start()]
            start = link.end()
    yield sentence[start:]


def _has_subject(sentence: str, start: int, end: int) -> bool:
    return subject_of(sentence[start : min(end, start + _FAR)]) is not None


@dataclass(frozen=True, slots=True)
class Subject:
    """The content stems of a clause's subject, and whether it is a proper name."""

    stems: frozenset[str]
    is_name: bool


@lru_cache(maxsize=5_000)
def subject(clause: str) -> Subject:
    """Who or what a clause is about; without stems where that is not plain to see, or said by a pronoun."""
    referent = subject_of(clause)
    return Subject(
        frozenset(stems(referent.text)) if referent else frozenset(), bool(referent and referent.is_name)
    )


@lru_cache(maxsize=5_000)
def verb(clause: str) -> str:
    """The stem of the full verb behind a clause's subject; empty where there is none to see ("is on 3 May")."""
    referent = subject_of(clause)
    if not referent:
        return ""
    rest = clause[clause.find(referent.text) + len(referent.text) :]
    words = [word for word in _WORD.findall(rest)[:4] if not is_auxiliary(word) and not word.endswith("ly")]
    return next(iter(stems(base_form(words[0]))), "") if words else ""
