"""What "last year" means in a text whose date is known: the year, put behind the words.

Without a date it stays what it says, and a claim that names a year is not covered by it.
"""

import re

from grounding.text.normalise import MONTHS

DATE = "date"
"""The attribute of a fact that tells when it was written: ``2025-03-01``, ``2025-03``, ``2025``, ``1 March 2025``."""

_YEAR = re.compile(r"(?<!\d)(1\d\d\d|20\d\d)(?:-(0[1-9]|1[0-2])(?!\d))?")
_RELATIVE = re.compile(r"\b(last|this|next|previous|current)\s(year|month)\b(?!['’]s\b)", re.IGNORECASE)
_STEPS = {"last": -1, "previous": -1, "this": 0, "current": 0, "next": 1}


def with_years(text: str, date: str) -> str:
    """``text`` written on ``date``, each relative year or month followed by the one that it is.

    >>> with_years("Visits rose last year.", "2025-03-01")
    'Visits rose last year (2024).'
    >>> with_years("It closed last month.", "1 January 2025")
    'It closed last month (December 2024).'
    """
    written = _YEAR.search(date)
    if not written:
        return text
    year = int(written[1])
    month = int(written[2]) if written[2] else _named_month(date)

    def resolved(words: re.Match[str]) -> str:
        step = _STEPS[words[1].lower()]
        if words[2].lower() == "year":
            return f"{words[0]} ({year + step})"
        if not month:
            return words[0]
        count = year * 12 + month - 1 + step
        return f"{words[0]} ({MONTHS[count % 12]} {count // 12})"

    return _RELATIVE.sub(resolved, text)


def _named_month(date: str) -> int:
    """The month that ``date`` names, from 1; 0 where it names none."""
    return next((number for number, month in enumerate(MONTHS, start=1) if month[:3] in date), 0)


def leaves_year_open(claim: str, premise: str) -> bool:
    """Whether ``claim`` names a year where ``premise`` says "last year" and does not tell which that is.

    >>> leaves_year_open("Visits rose in 2024.", "Visits rose last year.")
    True
    """
    named = {match[1] for match in _YEAR.finditer(claim)}
    return (
        bool(named)
        and any(
            words[2].lower() == "year" and not premise.startswith(" (", words.end())
            for words in _RELATIVE.finditer(premise)
        )
        and not named & {match[1] for match in _YEAR.finditer(premise)}
    )
