"""Lines that a page or an editor wrapped, made whole again, so that a sentence stands on one line.

A line is taken for wrapped when it is about as long as those around it and what follows does not begin something
new: a list item, a heading, a table row. Where in doubt the line end stays.
"""

import re
from itertools import pairwise

# A wrapped line fills at least this share of the longest line near it, and no line shorter than this is one.
FULL, SHORTEST = 0.72, 30
NEAR = 3

_BEGINS = re.compile(
    r"\s*(?:[-*+•◦▪‣●○■□–—·✓]\s|\d+(?:\.\d+)+\.?\s|\(?(?:\d{1,3}|[A-Za-z]|[ivxlc]{1,5})[.)]\s|#{1,6}\s|\||>|=+$|-+$|```|~~~)"
)
_CUT = re.compile(r"[^\W\d_] ?[-\u2010]$")
_EAST_ASIAN = re.compile("[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_BREAK = re.compile(r"(?:(?<! ) {2,}+|\\)$")
_OWN_LINE = re.compile(r"\s*(?:#{1,6}\s|\||<|\[[^\]]+\]:|=+\s*$|-{2,}\s*$|\*{3,}\s*$)|\s{4,}|\t")


def reflow(text: str) -> str:
    """Plain text or a page: wrapped lines joined.

    >>> reflow("The lamp on the tower is lit at dusk and\\nburns until the morning.\\nThe end")
    'The lamp on the tower is lit at dusk and burns until the morning.\\nThe end'
    """
    lines = text.split("\n")
    lengths = [len(line) for line in lines]
    whole = [[lines[0]]]
    for index in range(1, len(lines)):
        before, line = lines[index - 1], lines[index]
        longest = max(lengths[max(0, index - 1 - NEAR) : index + NEAR])
        if _wrapped(before, line, longest):
            _add(whole[-1], line.lstrip())
        else:
            whole.append([line])
    return "\n".join(map("".join, whole))


def reflow_markdown(text: str) -> str:
    """Markdown: soft line breaks of paragraphs and list items joined; code, tables and headings left alone."""
    lines = text.split("\n")
    whole = [[lines[0]]]
    fenced, item = bool(_FENCE.match(lines[0])), False
    for before, line in pairwise(lines):
        fence = bool(_FENCE.match(line))
        item = bool(_ITEM.match(before)) or (item and before.startswith(" "))
        if not fenced and not fence and _soft(before, line, item=item):
            _add(whole[-1], line.lstrip())
        else:
            whole.append([line])
        fenced ^= fence
    return "\n".join(map("".join, whole))


def _soft(before: str, line: str, *, item: bool) -> bool:
    """Whether a line end inside Markdown is mere layout; ``item``: inside of a list item."""
    if not before.strip() or not line.strip() or _BREAK.search(before) or _OWN_LINE.match(before.lstrip()):
        return False
    if before.startswith("    ") and not item:
        return False
    # What is indented goes on with an item, or is code where there is none.
    return not _OWN_LINE.match(line.lstrip() if item else line) and not _BEGINS.match(line)


def _wrapped(before: str, line: str, longest: int) -> bool:
    if _CUT.search(before) and line[:1].isalpha():
        return True
    if not line.strip() or len(before) < max(SHORTEST, FULL * longest) or _BEGINS.match(line):
        return False
    if "|" in before or " | " in line or "\t" in before or re.search(r"\S {3,}\S", before):
        return False
    return not _tabular(before)


def _tabular(line: str) -> bool:
    words = line.split()
    return sum(not any(c.isalpha() for c in word) for word in words) >= 0.3 * len(words)


def _add(pieces: list[str], line: str) -> None:
    """Put a line behind the ``pieces`` of a whole one, of which only the last is looked at: a paragraph may be
    as long as its file.
    """
    pieces[-1:] = [_joined(pieces[-1], line), line]


def _joined(before: str, line: str) -> str:
    """``before`` with what has to stand between it and ``line``.

    A word cut by a hyphen (with or without the blank that some files draw before it) is made whole; before a
    capital the hyphen is part of the word.
    """
    if _CUT.search(before) and line[:1].isalpha():
        whole = before.rstrip("-\u2010").rstrip()
        return whole if line[0].islower() else f"{whole}-"
    last, first = before.rstrip()[-1:], line.lstrip()[:1]
    if _EAST_ASIAN.match(last) and _EAST_ASIAN.match(first):
        return before.rstrip()
    return f"{before.rstrip()} "
