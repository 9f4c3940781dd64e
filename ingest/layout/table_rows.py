"""Rows of tables of every format as lines that say what each value is: ``City: London; Rate: 25.25``.

Readers give the rows as lists of cells: what a merged cell says stands in every place that it covers, and a cell as
wide as the table is a row of its own, of one cell.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from grounding.text.records import record_fields
from ingest.layout.table_heads import Row, is_number, joined_names, split_head

# Rows looked at to find those that name the columns.
_LOOKED_AT = 25
# A longer line above a table is a paragraph.
_LONGEST_CAPTION = 150
# Rows of sums stand below all groups of rows.
_TOTAL = re.compile(r"(?:grand |overall )?totals?\b|gesamt|summe\b|insgesamt\b|totale?s?\b|somme\b", re.I)


def table_lines(
    rows: Iterable[Row],
    *,
    levels: int | None = None,
    labelled: bool = False,
    above: Callable[[str], object],
) -> Iterator[str]:
    """Each row of a table as a line that says what its values are.

    ``levels`` is how many rows name the columns, where the format tells; else they are looked for. What stands over
    them goes to ``above``, before the first line comes. ``labelled``: the first cell of a row names the others. A row
    of one cell names the rows below it, as far as the next one. Without names a row is its values between bars.

    >>> list(table_lines([["City", "Rate"], ["London", "25.25"]], above=print))
    ['City: London; Rate: 25.25']
    """
    folded = ([" ".join(cell.split()) for cell in row] for row in rows)
    full = (row for row in folded if any(row))
    first = list(islice(full, _LOOKED_AT))
    if not first:
        return
    if levels is None and _is_form(first):
        levels, labelled = 0, True
    titles, head, body = split_head(first, levels)
    for row in titles:
        above(" ".join(cell for cell in row if cell))
    names = joined_names(head)
    carried = _with_labels(chain(body, full), carry=_leaves_labels_out(body))
    group = ""
    for row in carried:
        if row in head:
            continue  # said again where a page or a part begins
        if len(row) == 1 and len(names) > 1:
            group = row[0]
            yield group
        elif labelled and row[0] and len(row) > 1:
            yield f"{row[0].rstrip(': ')}: {'; '.join(_values(['', *names[1:]], ['', *row[1:]]))}".strip()
        elif names:
            grouped = [group] if group and not _TOTAL.match(row[0]) else []
            yield "; ".join([*grouped, *_values(names, row)])
        else:
            yield " | ".join(cell for cell in row if cell)


def caption_of(line: str) -> str:
    """The line above a table as its caption; empty where it is none: a row, or a long paragraph."""
    line = line.strip().strip("#*_ ")
    return "" if len(line) > _LONGEST_CAPTION or record_fields(line) else line


def _values(names: Sequence[str], row: Row) -> Iterator[str]:
    for number, text in enumerate(row):
        if text:
            name = names[number] if number < len(names) else ""
            yield f"{name}: {text}" if name else text


def _is_form(rows: Sequence[Row]) -> bool:
    """Whether two columns without names are labels and what stands beside them."""
    return all(len(row) == 2 for row in rows) and sum(row[0].endswith(":") for row in rows) > len(rows) / 2


def _leaves_labels_out(rows: Sequence[Row]) -> bool:
    """Whether the first column says a label once for several rows: no label twice, none missing on top, and where it
    is free the row has all other values.
    """
    labels = [row[0] for row in rows if len(row) > 2]
    said = [label for label in labels if label]
    return (
        bool(labels and labels[0])
        and len(set(said)) == len(said) < len(labels)
        and not any(is_number(label) for label in said)
        and all(row[0] or all(row[1:]) for row in rows if len(row) > 2)
    )


def _with_labels(rows: Iterable[Row], carry: bool) -> Iterator[Row]:
    label = ""
    for row in rows:
        label = row[0] or label
        yield [label, *row[1:]] if carry and len(row) > 2 else row
