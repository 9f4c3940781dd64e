"""Which of two events came first: "phase 2 began before phase 1 had ended", where the dates of both are told."""

import re
from collections.abc import Sequence
from functools import lru_cache

from grounding.compare.clauses import clauses, subject
from grounding.text.normalise import MONTHS
from grounding.text.words import stems

# "Not before", and words behind which before and after tell no time: "named after", "brought before the court".
_NO_ORDER = re.compile(
    r"\b(?:not?|never|none|without)\b|n['’]t\b"
    r"|\b(?:named|called|modell?ed|brought|heard|appear\w*|looks?|looked|comes?|came|put|day|shortly|soon)\s"
    r"(?:before|after)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?P<before>before|earlier than|prior to)\b|\b(?:after|later than)\b", re.IGNORECASE)
_DATE = re.compile(
    rf"(?:(?:\b(?P<day>\d{{1,2}})\s)?\b(?P<month>{'|'.join(MONTHS)})\s+|\b(?:in|since|of|by|from|until|for|to|spring"
    rf"|summer|autumn|winter|early|late|mid|year)[\s-]+|\()(?P<year>1\d{{3}}|20\d\d)\b"
)

Date = tuple[int, ...]


def contradicts_order(claim: str, sentences: Sequence[str]) -> bool:
    """Whether the dates that ``sentences`` give for the two events of ``claim`` are in the other order.

    Each event is looked for in the clause that shares most with it, two stems at least. What the shorter date leaves
    open ("2020", "May 2020") is not held against the claim.
    """
    link = _ORDER.search(claim)
    if not link or _DATE.search(claim) or _NO_ORDER.search(claim):
        return False
    if any(_ORDER.search(sentence) and _stems(claim) <= _stems(sentence) for sentence in sentences):
        return False
    parts = tuple(part for sentence in sentences for part in clauses(sentence) if _DATE.search(part))
    before, after = claim[: link.start()], claim[link.end() :]
    # "… came out before Avatar [came out]".
    shared_verb = _stems(before) - subject(before).stems if len(_stems(after)) == 1 else frozenset()
    first, second = _dated(_stems(before), parts), _dated(_stems(after) | shared_verb, parts)
    if not first or not second or first[0] == second[0]:
        return False
    shared = min(len(first[1]), len(second[1]))
    first_date, second_date = first[1][:shared], second[1][:shared]
    return first_date > second_date if link["before"] else first_date < second_date


def _dated(wanted: frozenset[str], parts: Sequence[str]) -> tuple[str, Date] | None:
    """The clause that tells most of an event, with its date; None where two tell as much, or too little."""
    ranked = sorted(parts, key=lambda part: -len(wanted & _stems(part)))
    shares = [len(wanted & _stems(part)) for part in ranked] + [0]
    if shares[0] < 2 or shares[0] == shares[1]:
        return None
    dates = list(_DATE.finditer(ranked[0]))
    return (ranked[0], _value(dates[0])) if len(dates) == 1 else None


@lru_cache(maxsize=5_000)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stems(text))


def _value(date: re.Match[str]) -> Date:
    month = (MONTHS.index(date["month"]) + 1,) if date["month"] else ()
    return (int(date["year"]), *month, *((int(date["day"]),) if date["day"] else ()))
