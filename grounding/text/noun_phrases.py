"""What a pronoun may stand for: the noun phrases of an English sentence, by word lists and position.

Deliberately cautious and small, without a parser: where the first verb is not plain to see there is no
subject, and a pronoun of the next sentence stays as it is.

>>> [(referent.text, referent.kind.value) for referent in referents("Dr. Amina Yusuf founded the clinic.")]
[('Dr. Amina Yusuf', 'woman'), ('the clinic', 'thing')]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from grounding.text.verbs import (
    english,
    is_auxiliary,
    is_base_form,
    is_being,
    is_plain_verb,
    is_regular_past,
    is_verb_form,
)

# "However, the plant …", "In 2021 the plant …", "In the first quarter, it …": the subject comes after.
INTRODUCTION = (
    r"(?:(?:and|but|so|then|also|later|today|however|moreover|furthermore|additionally|in addition|finally|"
    r"originally|initially|currently|eventually|afterwards|overall|notably|for example|in fact|as a result)"
    r"\b,?\s+|(?:in|on|by|since|during|until|from)\s+(?:(?:early|late|mid)[\s-])?"
    r"(?:(?:\d{1,2}\s)?[A-Z][a-z]+\s)?\d{1,4}s?,?\s+(?![a-z]*s\b)"
    r"|(?:in|on|by|at|during|since|from|until|under|for)\s+[^,.;:?!]{1,50},\s+"
    # A participle has the subject of the main clause.
    r"|(?:(?:while|after|before|when|by)\s+)?(?:\w{2,}ing|born|based|located|founded|built|known)\b[^,.;:?!]{0,90},\s+)"
)
_INTRODUCTION = re.compile(INTRODUCTION, re.IGNORECASE)
_TOKEN = re.compile(r"[^\s,;:()]+|[,;:()]")
_MARKS = ",;:()"
_QUOTES = "\"'“”‘’"
_MOST_SUBJECT_WORDS = 9
_MOST_OBJECT_WORDS = 5


class Kind(StrEnum):
    """What a referent is; a name that no list knows is ``UNKNOWN``."""

    MAN = "man"
    WOMAN = "woman"
    PERSON = "person"
    THING = "thing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Referent:
    """A noun phrase that a pronoun may stand for."""

    text: str
    kind: Kind
    plural: bool

    @property
    def is_name(self) -> bool:
        """Whether it is a proper name without an article."""
        return self.text[:1].isupper() and self.text.split()[0].lower() not in english("determiners")


def subject_of(sentence: str) -> Referent | None:
    """The subject of ``sentence``, where it is plain to see."""
    return next(iter(referents(sentence)), None)


def referent_of(phrase: str) -> Referent:
    """A noun phrase as a referent."""
    return _referent(phrase.split())


def starts_with_name(sentence: str) -> bool:
    """Whether ``sentence`` begins with a proper name, as far as its capital and its subject tell."""
    subject = subject_of(sentence)
    return sentence.lstrip(_QUOTES + "(")[:1].isupper() and (subject is None or subject.is_name)


def referents(sentence: str) -> list[Referent]:
    """The noun phrases that a pronoun of the next sentence may stand for, likeliest first."""
    return list(_referents(sentence))


def _referents(sentence: str) -> Iterator[Referent]:
    sentence = sentence.strip().rstrip(".!?… " + _QUOTES)
    if introduction := _INTRODUCTION.match(sentence):
        sentence = sentence[introduction.end() :]
    tokens = _TOKEN.findall(sentence)
    if len(tokens) > 2 and tokens[0].lower() == "there" and is_verb_form(tokens[1]):
        if there := _leading_phrase(tokens[2:]):
            yield _referent(there)
        return
    verb = _first_verb(tokens)
    subject = _subject(tokens, verb) if verb else None
    if verb is None or subject is None:
        return
    yield subject
    direct = _leading_phrase(tokens[verb + 1 :])
    if direct and not is_being(tokens[verb]):
        yield _referent(direct)
    agent = _leading_phrase(tokens[tokens.index("by", verb) + 1 :]) if "by" in tokens[verb:] else []
    if agent:
        yield _referent(agent)


def _subject(tokens: list[str], verb: int) -> Referent | None:
    """What stands before ``verb``, without a relative clause or an adverb behind its noun."""
    kept = next((n for n in range(1, verb) if tokens[n] in english("relatives") or tokens[n] in _MARKS), verb)
    phrase = tokens[:kept]
    while len(phrase) > 1 and (phrase[-1].endswith("ly") or phrase[-1] in ("also", "then", "often", "never")):
        phrase = phrase[:-1]
    if phrase[-1] in english("prepositions"):
        return None
    born = tokens[verb : verb + 2] in (["was", "born"], ["were", "born"])
    return _referent(phrase, personal=born or tokens[verb] in english("personal_verbs"))


def _first_verb(tokens: list[str]) -> int | None:
    """Index of the first finite verb, where what stands before it can be a subject."""
    if not tokens or tokens[0].lower().strip(_QUOTES) in english("no_subject_starts"):
        return None
    determined = tokens[0].lower() in english("determiners")
    for number in range(1, min(len(tokens), _MOST_SUBJECT_WORDS + 1)):
        word, before = tokens[number], tokens[number - 1]
        after = tokens[number + 1] if number + 1 < len(tokens) else ""
        if word == "(" and ")" in tokens:
            close = tokens.index(")")
            return close + 1 if is_verb_form("".join(tokens[close + 1 : close + 2])) else None
        if word in _MARKS:
            return None
        if word in english("relatives"):
            return _verb_behind_clause(tokens, number + 1)
        if determined and number == 1 and not is_auxiliary(word):
            continue
        if is_plain_verb(word):
            return number
        if (
            is_verb_form(word)
            and not before.endswith("ly")
            and _is_verb_here(word, before, after, determined)
        ):
            return number
    return None


def _is_verb_here(word: str, before: str, after: str, determined: bool) -> bool:
    """Whether a word that can be a verb is one between its neighbours."""
    if is_auxiliary(after) or (word.endswith("s") and is_verb_form(after)):
        return False  # "The company plans were rejected"
    if is_regular_past(word) and determined and after.islower() and not _opens_complement(after):
        return False  # "A painted vase stands"
    return not is_base_form(word) or _looks_plural(before)  # "The work force grew"


def _verb_behind_clause(tokens: list[str], start: int) -> int | None:
    """The verb after a relative clause that begins at ``start``: the second finite verb from there."""
    verbs = [n for n in range(start, min(len(tokens), start + 8)) if is_verb_form(tokens[n])]
    return verbs[1] if len(verbs) > 1 and verbs[1] > verbs[0] + 1 else None


def _opens_complement(word: str) -> bool:
    openers = english("prepositions") | english("determiners") | english("complement_openers")
    return word in openers or word.endswith("ly")


def _leading_phrase(tokens: list[str]) -> list[str]:
    """The noun phrase at the very start of ``tokens``: an article and its noun, or a name."""
    if not tokens or tokens[0].lower() in english("months_and_days") | english("possessives"):
        return []
    if tokens[0].lower() in english("determiners"):
        stops = english("prepositions") | english("relatives") | english("conjunctions")
        for number, token in enumerate(tokens[1 : _MOST_OBJECT_WORDS + 1], start=1):
            if token in _MARKS or token in stops or is_auxiliary(token):
                return tokens[:number] if number > 1 else []
        return tokens if 1 < len(tokens) <= _MOST_OBJECT_WORDS else []
    end = 0
    while end < len(tokens) and (
        tokens[end][:1].isupper() or (end and tokens[end] in english("name_connectors"))
    ):
        end += 1
    while end and tokens[end - 1] in english("name_connectors"):
        end -= 1
    return tokens[:end]


def _referent(tokens: list[str], *, personal: bool = False) -> Referent:
    kind = _kind(tokens)
    return Referent(
        " ".join(tokens), Kind.PERSON if personal and kind is Kind.UNKNOWN else kind, _is_plural(tokens)
    )


def _head(tokens: list[str]) -> int:
    """Index of the head noun: the last word before the first preposition."""
    return (
        next((n for n, token in enumerate(tokens) if n and token in english("prepositions")), len(tokens)) - 1
    )


def _kind(tokens: list[str]) -> Kind:
    low = [token.lower().strip("." + _QUOTES) for token in tokens]
    determined = low[0] in english("determiners")
    named = tokens[-1][:1].isupper() and not determined
    noun = low[_head(tokens)]
    for kind, name in ((Kind.MAN, "men"), (Kind.WOMAN, "women"), (Kind.PERSON, "people")):
        if not named and (noun in english(name) or noun.removesuffix("s") in english(name)):
            return kind
        if named and low[0] in english(name):  # Mr. Ito, Dr. Amina Yusuf
            return (_by_first_name(low[1]) if len(low) > 1 else None) or kind
    if not named or not english("things").isdisjoint(low):
        return Kind.THING
    return _by_first_name(low[0]) or Kind.UNKNOWN


def _by_first_name(name: str) -> Kind | None:
    kinds = [kind for kind, names in ((Kind.MAN, "male"), (Kind.WOMAN, "female")) if name in english(names)]
    return kinds[0] if len(kinds) == 1 else Kind.PERSON if kinds else None


def _is_plural(tokens: list[str]) -> bool:
    low = [token.lower() for token in tokens]
    if low[0] in english("plural_starts") or "and" in low[: _head(tokens) + 1]:
        return True
    noun = tokens[_head(tokens)].strip(_QUOTES)
    name = noun[:1].isupper() and len(tokens) > 1 and low[0] != "the"
    return not name and _looks_plural(noun)


def _looks_plural(noun: str) -> bool:
    low = noun.lower()
    return low in english("irregular_plurals") or (
        low.endswith("s") and not low.endswith(("ss", "us", "is", "'s", "ics"))
    )
