"""Ways in which the same words say the opposite: a negation, an opposite, who and whom exchanged."""

import json
import re
from collections.abc import Sequence, Set
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from grounding.text.words import STOP_WORDS, names, stem, stems, words

_OPPOSITES = Path(__file__).parent / "data" / "opposites.json"
_NEGATIONS = frozenset("not no never none nobody nothing neither nor cannot without n't denied".split())
# Who failed to reply did not; who failed a test took it.
_NEGATED_VERBS = re.compile(r"\b(?:failed|fails|refused|refuses|declined|declines) to\b", re.IGNORECASE)
# Bounds that are said with a negation negate nothing: "no more than 5", "must not exceed 5".
_BOUNDS = re.compile(
    r"\b(?:no|not) (?:[^\W\d_]+ ){0,6}(?:more|fewer|less|greater|later|longer|higher|lower|earlier|sooner) than\b"
    r"|\bnot (?:to )?exceed\b|\bnot only\b",
    re.IGNORECASE,
)
_FRONTED = re.compile(
    r"(?:in|on|at|during|from|after|before|since|for|under|with|by|as|when|while)\b", re.IGNORECASE
)
_SYMMETRIC = re.compile(
    r"\band\b|\bor\b|\bwith\b|\bbetween\b|\brather than\b|\binstead of\b|['’]s\b|,|&", re.IGNORECASE
)
# Where and when tell nobody's part: "in Italy", "of April".
_PLACED = re.compile(r"\b(?:in|at|on|near|during|of)\s(?:[A-Z][\w'’-]*\s?)+")
# As passives name who did it; "by two seconds" is none.
_BY_SOMEBODY = re.compile(r"\bby\s(?:[A-Z]|the\b|an?\b)")
_YEAR = re.compile(r"1\d{3}|20\d\d")
_TURNING_POINT = re.compile(r"\b(before|after)\s(.{0,80})", re.IGNORECASE)


def opposes(claim: str, nearest: Sequence[str], shared: int) -> int:
    """1 where the claim turns the ``nearest`` sentences round by a negation, 3 where by other words, else 0.

    Ways are a negation, an opposite ("enabled", "disabled") and exchanging who and whom; two of them cancel: "closed
    on Mondays" bears out "not open on Mondays". ``shared`` is how many stems claim and sentences share.
    """
    # "Closed in January" does not turn "opened in 1963": they say too little of the same.
    alike = 2 * shared >= len(set(stems(claim))) - 1
    opposite = alike and (has_opposites(claim, nearest) or _is_past_the_point(claim, nearest))
    inverted = is_inverted(claim, nearest)
    turns = (opposite + inverted + differs_in_negation(claim, nearest)) % 2
    return turns * (3 if opposite or inverted or is_denied(claim, nearest) else 1)


def has_opposites(claim: str, nearest: Sequence[str]) -> bool:
    """Whether every sentence of ``nearest`` has an opposite of a word of the claim, and nothing that says the same."""
    claimed = _forms(claim)
    sides = [(own, other) for own, other in _opposites() if claimed & own and not claimed & other]
    held = [_forms(sentence) for sentence in nearest]
    return bool(held) and all(
        any(forms & other and not forms & own for own, other in sides) for forms in held
    )


def _is_past_the_point(claim: str, nearest: Sequence[str]) -> bool:
    """Whether what is before something in the claim is after the same in every sentence of ``nearest``."""
    point, others = _turning_point(claim), [_turning_point(sentence) for sentence in nearest]
    return bool(point[1]) and all(other[1] == point[1] and other[0] != point[0] for other in others)


def _turning_point(text: str) -> tuple[str, list[str]]:
    """ "before" or "after", and the first stem behind it."""
    point = _TURNING_POINT.search(text)
    return (point[1].lower(), stems(point[2])[:1]) if point else ("", [])


@lru_cache(maxsize=5_000)
def _forms(text: str) -> frozenset[str]:
    """The words of a text, and their stems marked as such: ``raised`` and ``rais*``."""
    own = words(text)
    return frozenset(own) | {f"{stem(word)}*" for word in own}


def differs_in_negation(claim: str, nearest: Sequence[str]) -> bool:
    """Whether the claim is negated and no sentence of ``nearest`` is, or the other way round."""
    return bool(nearest) and all(_negated(sentence) != _negated(claim) for sentence in nearest)


def is_denied(claim: str, nearest: Sequence[str]) -> bool:
    """Whether every sentence of ``nearest`` has a "no" or "not" right before a word that the claim affirms."""
    affirmed = set(stems(claim)) - _denied(claim)
    return bool(nearest) and all(_denied(sentence) & affirmed for sentence in nearest)


@lru_cache(maxsize=5_000)
def _denied(text: str) -> frozenset[str]:
    """The stems of words that are the next content word after a negation wherever they stand ("no dogs")."""
    denied: set[str] = set()
    affirmed: set[str] = set()
    scope = False
    for word in _read(text):
        if word in _NEGATIONS or word.endswith(("n't", "n’t")):
            scope = True
        elif word not in STOP_WORDS:
            (denied if scope else affirmed).add(stem(word))
            scope = False
    return frozenset(denied - affirmed)


def is_inverted(claim: str, nearest: Sequence[str]) -> bool:
    """Whether the claim names the same parties as a sentence in the other order ("Ben paid Anna").

    Only where order tells who is who: not in lists, genitives, between active and passive, nor after "In 1931, …".
    """
    return bool(nearest) and all(_inverts(claim, sentence) for sentence in nearest)


def _inverts(claim: str, sentence: str) -> bool:
    if _FRONTED.match(claim) or _FRONTED.match(sentence) or _SYMMETRIC.search(claim):
        return False
    claimed, held = words(claim), words(sentence)
    if bool(_BY_SOMEBODY.search(claim)) != bool(_BY_SOMEBODY.search(sentence)):
        return False
    parties = _parties(claim) & _parties(sentence)
    figures = {word for word in parties if word[0].isdigit()}
    # "From 50 to 60 in 2018": the year is no part of the change.
    measured = {figure for figure in figures if not _YEAR.fullmatch(figure)}
    # A name and a figure that change places tell nothing else: "40 people in Rome", "in Rome 40 people".
    kinds = (measured if len(measured) > 1 else figures, parties - figures)
    return any(_reversed(claimed, held, kind) for kind in kinds)


def _reversed(claimed: Sequence[str], held: Sequence[str], parties: Set[str]) -> bool:
    """Whether the same parties come in the other order; of a name of several words the first one stands for it."""
    first, second = _in_order(claimed, parties), _in_order(held, parties)
    return 1 < len(first) == len(set(first)) and first == second[::-1]


def _in_order(text: Sequence[str], parties: Set[str]) -> list[str]:
    return [word for before, word in pairwise(["", *text]) if word in parties and before not in parties]


@lru_cache(maxsize=5_000)
def _parties(text: str) -> frozenset[str]:
    """Names, figures, and a capitalised first word that is no function word."""
    first = words(text)[:1] if text[:1].isupper() else []
    starts = {
        word for word in first if word not in ("the", "a", "an", "it", "he", "she", "they", "this", "there")
    }
    return (
        frozenset(names(_PLACED.sub(" ", text)))
        | starts
        | {word for word in words(text) if word[0].isdigit()}
    )


@lru_cache(maxsize=5_000)
def _negated(text: str) -> bool:
    return any(word in _NEGATIONS or word.endswith(("n't", "n’t")) for word in _read(text))


def _read(text: str) -> list[str]:
    """Its words, without negated bounds, and with verbs that negate told as "not"."""
    return words(_NEGATED_VERBS.sub("not", _BOUNDS.sub("", text)))


@cache
def _opposites() -> list[tuple[frozenset[str], frozenset[str]]]:
    """Both ways round: forms that say the same, and those that say the opposite.

    The file pairs words or groups of them; ``raise*`` stands for every form of it.
    """
    pairs = [
        [frozenset(map(_form, side.split())) for side in sides]
        for sides in json.loads(_OPPOSITES.read_text(encoding="utf-8"))
    ]
    return [(own, other) for pair in pairs for own, other in (pair, pair[::-1])]


def _form(written: str) -> str:
    return f"{stem(written[:-1])}*" if written.endswith("*") else written
