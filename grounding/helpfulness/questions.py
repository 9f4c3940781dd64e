"""What a prompt asks for: its parts, each with a kind (who, when, how many, why, …) and topic words.

English questions are told apart; a prompt in another language is one open part with all its content words
as topic.

>>> [(part.asked.value, part.action) for part in parts_of("Who wrote and sang Help, and when was it made?")]
[('who', 'writ'), ('who', 'sing'), ('when', '')]
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from grounding.text.noun_phrases import starts_with_name
from grounding.text.verbs import base_form, english, is_verb_form
from grounding.text.words import STOP_WORDS, names, stem, words


class Asked(StrEnum):
    """The kind of answer that a part asks for."""

    WHO = "who"
    WHEN = "when"
    WHERE = "where"
    NUMBER = "number"
    WHY = "why"
    HOW = "how"
    YES_NO = "yes or no"
    OPEN = "open"


_CUES = (
    (
        Asked.NUMBER,
        r"how (?:many|much|long|old|far|tall|high|deep|wide|big|large|fast|often|heavy|hot|cold|thick)\b"
        r"|what (?:percentage|percent|number|share|price|age)\b",
    ),
    (Asked.WHO, r"(?:who|whom|whose)\b"),
    (Asked.WHEN, r"when\b|(?:what|which) (?:year|date|day|time|month|century)\b"),
    (Asked.WHERE, r"where\b|(?:what|which) (?:city|town|country|place|street|room|state)\b"),
    (Asked.WHY, r"why\b|what (?:caused|causes|is the (?:reason|cause))\b|(?:what|which) reasons?\b"),
    (Asked.HOW, r"how\b"),
    (Asked.OPEN, r"(?:what|which|list|name|describe|explain|summari[sz]e|tell|give|compare)\b"),
    (
        Asked.YES_NO,
        r"^\W*(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|may|must|am)\b",
    ),
)
_ASKED = tuple((asked, re.compile(rf"(?<!\w)(?:{cue})")) for asked, cue in _CUES)
_PART_END = re.compile(
    r"[?;]|(?:,|(?<![\s,]))\s++and\s++(?=(?:by |in |on |at |for )?(?:who|whom|when|where|why|how|what|which)\b)",
    re.IGNORECASE,
)
_COORDINATED = re.compile(r"\b(\w+)(?:,\s+(\w+))?,?\s+and\s+(\w+)\b")
_TIME = re.compile(
    r"\b(?:1\d{3}|20\d\d)\b|\b\d{1,2}(?::\d\d|\s?[ap]\.?m\b|st\b|nd\b|rd\b|th\b)|\bin May\b|\bMay \d|\bat \d"
)
_CAUSE = re.compile(
    r"\b(?:because|since|due to|as a result|so|in order to|therefore|thanks to|owing to|reasons?|caus\w+|"
    r"led to|leads? to|allow\w*|prevent\w*|"
    r"to (?:avoid|save|keep|make|protect|reduce|get|meet|let|give|help|cut|stop))\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"\W*(?:yes|no|not)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Part:
    """One thing that a prompt asks for; all words are stems.

    ``names`` are its proper names, ``topic`` its other content words, ``action`` the verb that sets the part
    apart from its neighbours ("directed and starred"), or "".
    """

    asked: Asked
    topic: frozenset[str]
    names: frozenset[str]
    action: str = ""

    def is_touched_by(self, text: str) -> bool:
        """Whether ``text`` is on the topic: it holds a name of the part, or half of its other topic words."""
        held = topic_stems(text)
        if self.names & held:
            return True
        shared = len(self.topic & held)
        needed = min(len(self.topic), 4) / 2 if not self.names else max(2, len(self.topic) / 2)
        return shared >= needed

    def is_answered_by(self, text: str) -> bool:
        """Whether ``text`` is on the topic and holds what the part asks for."""
        held = topic_stems(text)
        if not self.is_touched_by(text) or (self.action and self.action not in held):
            return False
        by_topic = self.asked in (
            Asked.OPEN,
            Asked.YES_NO,
            Asked.HOW,
        )  # where the kind of answer tells little
        return self.holds(text) and not (by_topic and len(self.topic & held) * 2 < len(self.topic))

    def holds(self, text: str, items: int = 1) -> bool:
        """Whether ``text`` has ``items`` of the kind that is asked for: names, dates, numbers, causes, …"""
        low = set(words(text))
        match self.asked:
            case Asked.WHO:
                office = items == 1 and not low.isdisjoint(english("people") | english("bodies"))
                return office or len(self._new_names(text)) >= items
            case Asked.WHEN:
                return _TIME.search(text) is not None or not low.isdisjoint(english("times"))
            case Asked.WHERE:
                return bool(self._new_names(text)) or not low.isdisjoint(english("place_prepositions"))
            case Asked.NUMBER:
                return any(word[0].isdigit() for word in low) or not low.isdisjoint(english("quantities"))
            case Asked.WHY:
                return _CAUSE.search(text) is not None
            case Asked.YES_NO:
                return True
            case _:
                return bool(topic_stems(text) - self.topic - self.names)

    def _new_names(self, text: str) -> set[str]:
        """Proper names that the prompt does not hold; the first word too where it is the subject."""
        proper = {stem(name) for name in names(text)}
        first = words(text)[:1]
        if first and first[0] not in STOP_WORDS and starts_with_name(text):
            proper.add(stem(first[0]))
        return proper - self.names - self.topic - _stemmed("calendar")


def parts_of(prompt: str) -> list[Part]:
    """The parts of ``prompt`` in order; none where it holds no content word."""
    proper = frozenset(stem(name) for name in names(prompt)) - _stemmed("calendar")
    whole = topic_stems(prompt) - proper - _stemmed("question_words")
    parts: list[Part] = []
    for clause in _PART_END.split(prompt):
        asked = _asked(clause)
        if asked is None:
            continue
        topic = topic_stems(clause) - proper - _stemmed("question_words") or whole
        actions = _actions(clause) if asked not in (Asked.OPEN, Asked.HOW, Asked.YES_NO) else []
        parts += [Part(asked, topic, proper, action) for action in actions or [""]]
    return parts or ([Part(Asked.OPEN, whole, proper)] if whole or proper else [])


def topic_stems(text: str) -> frozenset[str]:
    """Stems of the content words of ``text``, irregular verbs by their base form."""
    return frozenset(stem(base_form(word)) for word in words(text) if word not in STOP_WORDS)


def says_yes_or_no(text: str) -> bool:
    """Whether ``text`` begins with yes or no."""
    return _YES_NO.match(text) is not None


def _asked(clause: str) -> Asked | None:
    low = clause.lower()
    cues = [(match.start(), order) for order, (_, cue) in enumerate(_ASKED) if (match := cue.search(low))]
    return _ASKED[min(cues)[1]][0] if cues else None


def _actions(clause: str) -> list[str]:
    """Stems of verbs joined by "and": each is a part of its own."""
    joined = _COORDINATED.search(clause)
    verbs = [word for word in joined.groups() if word] if joined else []
    return [stem(base_form(verb)) for verb in verbs] if all(map(is_verb_form, verbs)) else []


@cache
def _stemmed(name: str) -> frozenset[str]:
    return frozenset(stem(word) for word in english(name))
