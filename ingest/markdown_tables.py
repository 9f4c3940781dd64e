"""The tables of a Markdown text: rows between upright strokes below a line of dashes."""

import re

from ingest.types import Table

_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")


def markdown_tables(text: str) -> list[Table]:
    """Every table of a Markdown text, in order.

    >>> markdown_tables("| City | Rate |\\n|------|------|\\n| London | 25.25 |")
    [Table(start=0, end=49, columns='| City | Rate |')]
    """
    found: list[Table] = []
    position, before, fenced = 0, (0, ""), False
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        end = position + len(bare)
        if bare.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and "|" in bare and "|" in before[1] and _RULE.fullmatch(bare):
            found.append(Table(before[0], end, before[1].strip()))
        elif found and found[-1].end == position - 1 and "|" in bare and not fenced:
            found[-1] = Table(found[-1].start, end, found[-1].columns)
        before = (position, bare)
        position += len(line)
    return found
