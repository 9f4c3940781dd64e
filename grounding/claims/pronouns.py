"""Claims made to stand alone: a leading pronoun gives way to what it refers to in the sentences before.

English only, and only at the start of a sentence (or behind an introductory phrase), where most pronouns of
answers stand. Whatever is unsure stays as it is: a wrong name would change the verdict, a pronoun weakens it.

>>> stand_alone("It was released in 1997.", [Statement("Titanic was directed by James Cameron.")]).text
'Titanic was released in 1997.'
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grounding.text.noun_phrases import INTRODUCTION, Kind, Referent, referent_of, referents, subject_of
from grounding.text.verbs import english, is_verb_form
from grounding.text.words import names, words

# How many sentences back an antecedent is looked for.
_REACH = 3

_LEADING = re.compile(
    rf"(?P<intro>{INTRODUCTION}?)(?P<pronoun>it|he|she|they|its|his|her|their)\b"
    r"(?P<short>['’](?:s|re|ve|ll|d))?(?P<rest>\s.*)$",
    re.IGNORECASE | re.DOTALL,
)
_DESCRIPTION = re.compile(
    rf"(?P<intro>{INTRODUCTION}?)(?P<article>the|this)\s(?P<noun>[a-z]{{3,}})\s"
    r"(?P<rest>(?P<verb>[a-z'’]+)\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
# "The firm" may be said of any name that shows itself a firm's.
_FIRM = frozenset("company firm business group corporation organisation organization".split())
_FIRM_NAME = re.compile(
    r"(?:\b(?:Ltd|Limited|Inc|LLC|LLP|PLC|Plc|plc|Corp|Corporation|Company|Group|Holdings?|GmbH|AG|S\.A|NV|BV|Oy)\.?"
    r"|(?:&|\band) (?:Sons|Co|Company|Brothers|Bros|Partners|Daughters)\b\.?)$"
)
# "It is known that …", "It takes two hours to …", "It rained": the pronoun stands for nothing.
_JUDGEMENT = re.compile(
    r"\s*(?:['’]s|is|was|has been|(?:will|would|can|could|may|might|should|must) be|became|becomes|remains|"
    r"seems|appears|is not|was not|isn['’]t|wasn['’]t)\s+"
    r"(?:\w+ly\s+|also\s+|very\s+|not\s+|often\s+|more\s+)*(?P<word>\w+)\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_TIE = re.compile(r"\b(?:that|there|to|whether|if|for|how|why|what)\b", re.IGNORECASE)
_EMPTY = re.compile(
    r"\s*(?:(?:['’]s|is|was)\s+(?:(?:in|on|at|because|only|not until)\b.*\bthat\b|raining|snowing|"
    r"\w+ o['’]clock)"
    r"|(?:seems|appears|appeared|seemed|turns out|turned out|follows|happens|happened)\s+(?:that|as)\b"
    r"|(?:takes|took|costs|cost)\s.*\bto\b|(?:rains|rained|snows|snowed)\b|"
    r"depends on (?:whether|how|what)\b)",
    re.IGNORECASE | re.DOTALL,
)
_PERFECT = re.compile(r"\s+(?:\w+ly\s+|also\s+|never\s+|always\s+)*(?:been|had|become)\b")
_OTHER_SEX = {"he": re.compile(r"\b(?:she|her|herself)\b"), "she": re.compile(r"\b(?:he|his|him|himself)\b")}
_SUBJECT_OF = {"its": "it", "his": "he", "her": "she", "their": "they"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that stands alone, and the ``topic`` that its possessive pronoun stood for, or ""."""

    text: str
    topic: str = ""


def stand_alone(sentence: str, before: Sequence[Statement]) -> Statement:
    """``sentence`` with its leading pronoun replaced, as far as the statements ``before`` it tell for what.

    They come nearest last, and stand alone themselves.
    """
    if leading := _LEADING.match(sentence):
        return _without_pronoun(sentence, leading, before)
    if description := _DESCRIPTION.match(sentence):
        return Statement(_without_description(sentence, description, before))
    return Statement(sentence)


def _without_pronoun(sentence: str, leading: re.Match[str], before: Sequence[Statement]) -> Statement:
    pronoun, short, rest = leading["pronoun"].lower(), leading["short"] or "", leading["rest"]
    if pronoun == "it" and _stands_for_nothing(short + rest):
        return Statement(sentence)
    possessive = pronoun in _SUBJECT_OF
    antecedent = _antecedent(_SUBJECT_OF.get(pronoun, pronoun), before)
    if antecedent is None or (possessive and short):
        return Statement(sentence)
    name = _placed(antecedent.text, leading["intro"])
    ending = (
        ("'" if antecedent.plural and name.endswith("s") else "'s")
        if possessive
        else _spelled_out(short, rest)
    )
    return Statement(leading["intro"] + name + ending + rest, antecedent.text if possessive else "")


def _stands_for_nothing(after_it: str) -> bool:
    judgement = _JUDGEMENT.match(after_it)
    if judgement and judgement["word"].lower() in english("judgements") and _TIE.search(judgement["rest"]):
        return True
    return _EMPTY.match(after_it) is not None


def _spelled_out(short: str, rest: str) -> str:
    """The verb behind an apostrophe: it's -> is or has."""
    match short.lower().replace("’", "'"):
        case "'s":
            return (
                " has"
                if _PERFECT.match(rest) and re.match(r"\s+(?:\w+ly\s+)*(?:been|had|become)", rest)
                else " is"
            )
        case "'re":
            return " are"
        case "'ve":
            return " have"
        case "'ll":
            return " will"
        case "'d":
            return " would"
        case _:
            return ""


def _without_description(sentence: str, description: re.Match[str], before: Sequence[Statement]) -> str:
    """ "The lake covers …" after "Lake Toba …"; "This film was …" after "Titanic …"."""
    noun, article = description["noun"].lower(), description["article"].lower()
    if not is_verb_form(description["verb"]):
        return sentence
    for statement in reversed(before[-_REACH:]):
        subject = subject_of(statement.text)
        if subject is None:
            return sentence
        mentioned = re.search(rf"\b{noun}\b", statement.text, re.IGNORECASE)
        if subject.is_name and not subject.plural:
            named = len(subject.text.split()) > 1 and noun.capitalize() in subject.text.split()
            thing = subject.kind in (Kind.UNKNOWN, Kind.THING) and noun in english("kinds_of_things")
            firm = noun in _FIRM and not mentioned and _is_only_firm(subject.text, statement.text)
            if named or firm or (article == "this" and not mentioned and thing):
                return f"{description['intro']}{subject.text} {description['rest']}"
        if mentioned:
            return sentence
    return sentence


def _is_only_firm(name: str, text: str) -> bool:
    """Whether ``name`` shows itself a firm's, and ``text`` has no other name that could be meant."""
    return bool(_FIRM_NAME.search(name)) and set(names(text)) <= set(words(name))


def _antecedent(pronoun: str, before: Sequence[Statement]) -> Referent | None:
    """The nearest fitting referent; none where a statement between is not understood."""
    unknown: Referent | None = None
    for distance, statement in enumerate(reversed(before[-_REACH:])):
        candidates = referents(statement.text)
        if not candidates:
            break
        if statement.topic:
            candidates.insert(0, referent_of(statement.topic))
        fitting = [candidate for candidate in candidates if _fits(pronoun, candidate)]
        if pronoun not in ("he", "she"):
            if fitting:
                return fitting[0]
            continue
        known = next((candidate for candidate in fitting if candidate.kind is not Kind.UNKNOWN), None)
        if known:
            return known
        # A name that no list knows counts as a person only where no other name could be meant.
        if (
            distance == 0
            and len(candidates) == 1
            and fitting
            and not _OTHER_SEX[pronoun].search(statement.text)
        ):
            unknown = fitting[0]
    return unknown


def _fits(pronoun: str, candidate: Referent) -> bool:
    match pronoun:
        case "it":
            return not candidate.plural and candidate.kind in (Kind.THING, Kind.UNKNOWN)
        case "he":
            return not candidate.plural and candidate.kind in (Kind.MAN, Kind.PERSON, Kind.UNKNOWN)
        case "she":
            return not candidate.plural and candidate.kind in (Kind.WOMAN, Kind.PERSON, Kind.UNKNOWN)
        case _:
            return candidate.plural


def _placed(phrase: str, introduction: str) -> str:
    """The phrase with a definite article, capitalised as its place asks."""
    words = phrase.split()
    if words[0].lower() in ("a", "an"):
        words[0] = "the"
    if words[0].lower() == "the":
        words[0] = "the" if introduction else "The"
    elif not introduction:
        words[0] = words[0][:1].upper() + words[0][1:]
    return " ".join(words)
