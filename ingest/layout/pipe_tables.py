"""Tables that a text shows by bars between their cells: those of Markdown, and those of a PDF's pages."""

import re
from itertools import groupby

from ingest.types import Table

_RULE = re.compile(r"\s*+\|?\s*+:?-++:?\s*+(?:\|\s*+:?-++:?\s*+)*+\|?\s*+")


def markdown_tables(text: str) -> list[Table]:
    """Every table of a Markdown text, in order.

    >>> markdown_tables("| City | Rate |\\n|------|------|\\n| London | 25.25 |")
    [Table(start=0, end=49, columns='| City | Rate |')]
    """
    tables: list[Table] = []
    position, before, fenced = 0, (0, ""), False
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        end = position + len(bare)
        if bare.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and "|" in bare and "|" in before[1] and _RULE.fullmatch(bare):
            tables.append(Table(before[0], end, before[1].strip()))
        elif tables and tables[-1].end == position - 1 and "|" in bare and not fenced:
            tables[-1] = Table(tables[-1].start, end, tables[-1].columns)
        before = (position, bare)
        position += len(line)
    return tables


def barred_tables(text: str) -> list[Table]:
    """Every run of at least two lines with bars between words; the first one is taken for the columns' names.

    >>> barred_tables("Rates:\\nCity | Rate\\nLondon | 25.25")
    [Table(start=7, end=36, columns='City | Rate')]
    """
    tables: list[Table] = []
    position = 0
    for barred, lines in groupby(text.split("\n"), key=lambda line: " | " in line):
        run = list(lines)
        length = sum(len(line) + 1 for line in run)
        if barred and len(run) > 1:
            tables.append(Table(position, position + length - 1, run[0].strip()))
        position += length
    return tables
