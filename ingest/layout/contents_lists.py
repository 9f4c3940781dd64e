"""Tables of contents with leaders: lines that end with a row of dots and the number of a page."""

import re

_LEADER = re.compile(
    r"(?:(?<!\.)\.{4,}+|(?<!\. )(?:\. ){3,}+\.?|(?<!\u2026)\u2026{2,}+|(?<!_)_{4,}+)\s*+[\divxlc]{1,6}+\s*+$",
    re.IGNORECASE,
)
# One such line alone may be a form, or a price list.
_FEWEST = 3


def without_contents(text: str) -> str:
    """``text`` without its tables of contents; a heading above one stays.

    >>> without_contents("Contents\\nLamp ..... 3\\nTower . . . . 7\\nFood ....... 12\\nThe lamp burns oil.")
    'Contents\\nThe lamp burns oil.'
    """
    if "...." not in text and ". . ." not in text and "\u2026\u2026" not in text and "____" not in text:
        return text
    lines = text.split("\n")
    kept: list[str] = []
    run: list[str] = []
    for line in lines:
        if _LEADER.search(line[-200:]) or (run and not line.strip()):
            run.append(line)
            continue
        kept += _rest(run)
        run = []
        kept.append(line)
    return "\n".join(kept + _rest(run))


def _rest(run: list[str]) -> list[str]:
    """A run of lines, or none of it where it is a table of contents."""
    return [] if sum(bool(line.strip()) for line in run) >= _FEWEST else run
