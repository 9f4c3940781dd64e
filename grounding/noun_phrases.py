"""The subject and other referents of an English sentence, found by word lists and position; no parser is needed.

Deliberately cautious: where the first verb is not plain to see there is no subject, and a pronoun stays as it is.

>>> [r.text for r in referents("Dr. Amina Yusuf founded the clinic.")]
['Dr. Amina Yusuf', 'the clinic']
"""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

_WORDS = Path(__file__).parent / "data" / "english_words.json"
_TOKEN = re.compile(r"[^\s,;:()]+|[,;:()]")
_MOST_SUBJECT_WORDS = 9
# "In 2021 the plant …", "However, the plant …", "In the first quarter, the plant …": the subject comes after.
INTRODUCTION = (
    r"(?:(?:and|but|so|then|also|later|today|however|moreover|furthermore|additionally|in addition|originally|initially|"
    r"finally|currently|eventually|afterwards|overall|notably|for example|in fact|as a result)\b,?\s+"
    r"|(?:in|on|by|since|during|until|from)\s+(?:(?:early|late|mid)[\s-])?(?:(?:\d{1,2}\s)?[A-Z][a-z]+\s)?\d{1,4}s?,?\s+(?![a-z]*s\b)"
    r"|(?:in|on|by|at|during|since|from|until|under|for)\s+[^,.;:?!]{1,50},\s+)"
)
_INTRODUCTION = re.compile(INTRODUCTION, re.IGNORECASE)

_DETERMINERS = frozenset(
    "the a an this that these those its his her their our my your each every some many several most all both no".split()
)
_PREPOSITIONS = frozenset(
    """of in on at by for from with to into onto over under about as after before during between among through without
    within against near behind beyond since until than per via like across around along""".split()
)
_RELATIVES = frozenset("that which who whom whose where when".split())
_CONNECTORS = frozenset("of the and & de da do di del der den la le van von zu al bin ibn".split())
_NO_SUBJECT_STARTS = (
    _PREPOSITIONS
    | frozenset(
        """and or but so if when while although though because however then also there here not only what where why how who
        it he she they we i you one this these that those his her its their according despite once""".split()
    )
) - {"like"}
_PRONOUNS = frozenset("it he she they we i you him them us me himself herself itself themselves".split())
_NUMBERS = frozenset("two three four five six seven eight nine ten eleven twelve".split())
_IRREGULAR_PLURALS = frozenset("people children men women police cattle mice geese feet teeth".split())
_MONTHS_AND_DAYS = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday""".split()
)


_BEING = frozenset("is are was were be been became become becomes remains remained".split())


class Kind(StrEnum):
    """What a referent is; a name that no list knows is ``UNKNOWN``."""

    MAN = "man"
    WOMAN = "woman"
    PERSON = "person"
    THING = "thing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Referent:
    """A noun phrase that a pronoun may stand for. ``subject`` tells its place in the sentence."""

    text: str
    kind: Kind
    plural: bool
    subject: bool

    @property
    def is_name(self) -> bool:
        """Whether it is a proper name without an article."""
        return self.text[:1].isupper() and self.text.split()[0].lower() not in _DETERMINERS


def referents(sentence: str) -> list[Referent]:
    """The noun phrases of ``sentence`` that a pronoun of the next one may stand for: its subject first."""
    sentence = sentence.strip().rstrip(".!?…\"'”’ ")
    if introduction := _INTRODUCTION.match(sentence):
        sentence = sentence[introduction.end() :]
    tokens = _TOKEN.findall(sentence)
    existential = len(tokens) > 2 and tokens[0].lower() == "there" and is_verb_form(tokens[1])
    if existential:
        phrase = _leading_phrase(tokens[2:])
        return [_referent(phrase, subject=True)] if phrase else []
    verb = _first_verb(tokens)
    if verb is None:
        return []
    subject = tokens[: _end_of_head(tokens[:verb])]
    personal = tokens[verb] in _words("personal_verbs") and not _is_auxiliary(tokens[verb])
    personal |= verb + 1 < len(tokens) and tokens[verb] in ("was", "were") and tokens[verb + 1] == "born"
    found = [_referent(subject, subject=True, personal=personal)]
    if owner := _owner(subject):
        # "The island's highest point is 310 m. It has an airport.": it is the island.
        found.insert(int(found[0].kind is not Kind.THING), _referent(owner, subject=True))
    direct = _leading_phrase(tokens[verb + 1 :])
    if direct and tokens[verb] not in _BEING:
        found.append(_referent(direct, subject=False))
    if "by" in tokens[verb:]:
        agent = _leading_phrase(tokens[tokens.index("by", verb) + 1 :])
        if agent:
            found.append(_referent(agent, subject=False))
    return found


def is_verb_form(word: str) -> bool:
    """Whether a word can be a finite verb."""
    return _is_auxiliary(word) or word in _words("past") or word in _present_forms() or _is_regular_past(word)


def is_name_start(sentence: str) -> bool:
    """Whether ``sentence`` begins with a proper name, as far as its capital and its subject tell."""
    subject = next(iter(referents(sentence)), None)
    return sentence.lstrip("\"'“‘(")[:1].isupper() and (subject is None or subject.is_name)


def _is_auxiliary(word: str) -> bool:
    return word.replace("’", "'") in _words("auxiliaries")


def _is_regular_past(word: str) -> bool:
    return word.endswith("ed") and len(word) > 4 and word.islower() and word not in _words("not_past")


def _first_verb(tokens: list[str]) -> int | None:
    """Index of the first finite verb, where what stands before it can be a subject."""
    if not tokens or tokens[0].lower().strip("\"'“‘") in _NO_SUBJECT_STARTS:
        return None
    determined = tokens[0].lower() in _DETERMINERS
    relative = False  # inside "that …", up to its own verb
    for number in range(1, min(len(tokens), _MOST_SUBJECT_WORDS + 1)):
        word, before = tokens[number], tokens[number - 1]
        after = tokens[number + 1] if number + 1 < len(tokens) else ""
        if word in ",;:()":
            if word == "(" and ")" in tokens[number:]:
                return _verb_after(tokens, tokens.index(")", number) + 1)
            return None
        if word in _RELATIVES:
            return None if relative else _verb_of_clause(tokens, number + 1)
        if determined and number == 1 and not _is_auxiliary(word):
            continue
        if _is_auxiliary(word) or word in _words("past"):
            return number
        if before.endswith("ly") or not is_verb_form(word):
            continue
        if _is_auxiliary(after) or (after and is_verb_form(after) and word.endswith("s")):
            continue  # "The company plans were rejected"
        if _is_regular_past(word) and determined and after.islower() and not _opens_complement(after):
            continue  # "A painted vase stands"
        if word in _words("verbs") and not _looks_plural(before):
            continue  # "The work force grew"
        return number
    return None


def _verb_of_clause(tokens: list[str], start: int) -> int | None:
    """The verb after a relative clause: the second finite verb from ``start``."""
    found = [n for n in range(start, min(len(tokens), start + 8)) if is_verb_form(tokens[n])]
    return found[1] if len(found) > 1 and found[1] > found[0] + 1 else None


def _verb_after(tokens: list[str], start: int) -> int | None:
    return start if start < len(tokens) and is_verb_form(tokens[start]) else None


def _opens_complement(word: str) -> bool:
    return (
        word in _PREPOSITIONS | _DETERMINERS | _PRONOUNS | _NUMBERS
        or word.endswith("ly")
        or word in ("and", "or", "out", "up", "down", "off", "not", "more", "less")
    )


def _end_of_head(tokens: list[str]) -> int:
    """How much of a noun phrase is kept: up to a relative clause, a comma or a bracket."""
    return next(
        (n for n, token in enumerate(tokens) if n and (token in _RELATIVES or token in ",;:()")), len(tokens)
    )


def _owner(subject: list[str]) -> list[str]:
    """Whose the subject is: ``The island`` of "The island's highest point"."""
    for number, token in enumerate(subject[:-1]):
        if token.endswith(("'s", "’s", "s'", "s’")):
            stripped = token[:-1] if token.endswith(("s'", "s’")) else token[:-2]
            return [*subject[:number], stripped]
    return []


def _leading_phrase(tokens: list[str]) -> list[str]:
    """The noun phrase at the very start of ``tokens``: a name, or an article and its noun."""
    if not tokens:
        return []
    if tokens[0].lower() in _DETERMINERS:
        end = next(
            (
                n
                for n in range(1, min(len(tokens), 6))
                if tokens[n] in ",;:()"
                or tokens[n] in _PREPOSITIONS | _RELATIVES | {"and", "or", "but"}
                or _is_auxiliary(tokens[n])
            ),
            min(len(tokens), 6),
        )
        return tokens[:end] if end > 1 and (end < 6 or len(tokens) == end) else []
    end = 0
    while end < len(tokens) and (tokens[end][:1].isupper() or (end and tokens[end] in _CONNECTORS)):
        end += 1
    while end and tokens[end - 1] in _CONNECTORS:
        end -= 1
    return tokens[:end] if tokens[0].lower() not in _MONTHS_AND_DAYS else []


def _referent(tokens: list[str], *, subject: bool, personal: bool = False) -> Referent:
    text = " ".join(tokens)
    kind = _kind(tokens)
    if kind is Kind.UNKNOWN and personal:
        kind = Kind.PERSON
    return Referent(text, kind, _is_plural(tokens), subject)


def _noun(tokens: list[str]) -> str:
    """The head noun: the last word before the first preposition."""
    end = next((n for n, token in enumerate(tokens) if n and token in _PREPOSITIONS), len(tokens))
    return tokens[end - 1].strip("\"'“”‘’")


def _kind(tokens: list[str]) -> Kind:
    low = [token.lower().strip(".\"'“”‘’") for token in tokens]
    noun = _noun(tokens).lower().removesuffix("'s")
    singular = noun.removesuffix("s")
    first = low[1] if low[0] in _DETERMINERS and len(low) > 1 else low[0]
    for kind, name in ((Kind.MAN, "men"), (Kind.WOMAN, "women"), (Kind.PERSON, "people")):
        if noun in _words(name) or singular in _words(name):
            return kind
        if first in _words(name) and tokens[-1][:1].isupper():
            return (
                _kind(tokens[1:]) if kind is Kind.PERSON and len(tokens) > 2 and _gendered(low[1]) else kind
            )
    if (
        any(word in _words("things") for word in low)
        or low[0] in _DETERMINERS
        or not tokens[-1][:1].isupper()
    ):
        return Kind.THING
    if low[0] in _words("male") and low[0] in _words("female"):
        return Kind.PERSON
    return _gendered(low[0]) or Kind.UNKNOWN


def _gendered(name: str) -> Kind | None:
    return Kind.MAN if name in _words("male") else Kind.WOMAN if name in _words("female") else None


def _is_plural(tokens: list[str]) -> bool:
    low = [token.lower() for token in tokens]
    if low[0] in ("these", "those", "many", "several", "both", "few", "all") or low[0] in _NUMBERS:
        return True
    noun = _noun(tokens)
    head = low[: low.index(noun.lower()) + 1] if noun.lower() in low else low
    if "and" in head:
        return True
    if noun[:1].isupper() and (low[0] != "the" or len(tokens) == 1) and len(tokens) > 1:
        return False
    return _looks_plural(noun)


def _looks_plural(noun: str) -> bool:
    low = noun.lower()
    return low in _IRREGULAR_PLURALS or (
        low.endswith("s") and not low.endswith(("ss", "us", "is", "'s", "ics"))
    )


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_lists()[name].split())


@cache
def _present_forms() -> frozenset[str]:
    forms = set()
    for verb in _words("verbs"):
        if verb.endswith(("s", "x", "ch", "sh", "o")):
            forms.add(verb + "es")
        elif verb.endswith("y") and verb[-2] not in "aeo":
            forms.add(verb[:-1] + "ies")
        else:
            forms.add(verb + "s")
    return frozenset(forms | _words("verbs"))


@cache
def _lists() -> dict[str, str]:
    lists: dict[str, str] = json.loads(_WORDS.read_text(encoding="utf-8"))
    return lists
