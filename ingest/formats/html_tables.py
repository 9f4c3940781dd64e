"""The tables of an HTML page: those that hold data, row by row, what cells span filled in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

# A cell may claim to span any number.
MOST_SPANNED = 100
_LAYOUT = "h1, h2, h3, h4, h5, h6, table, ul, ol, article, section, main, form, pre"
_ROW_GROUPS = ("thead", "tbody", "tfoot")


@dataclass
class Grid:
    """The ``rows`` of a table; ``levels`` of them name the columns, ``None`` where no cell is marked as a name.
    ``labelled``: the first cell of each row names the others. ``inner``: the tables in its cells.
    """

    rows: list[list[str]] = field(default_factory=list)
    levels: int | None = None
    labelled: bool = False
    caption: str = ""
    inner: list[Any] = field(default_factory=list)


def is_data_table(table: Any) -> bool:
    """False for a table that only places blocks beside each other: one cell, blocks or tables within."""
    if table.attributes.get("role") in ("presentation", "none"):
        return False
    if any(cell.tag == "th" for row in _rows(table) for cell in children(row)):
        return True
    return len(table.css("td")) > 1 and len(table.css(_LAYOUT)) == 1  # itself


def grid_of(table: Any, words_of: Callable[[Any], str]) -> Grid:
    """The table: what a cell says stands in every place that it spans, but a cell as wide as the table is one."""
    grid = Grid()
    above: dict[int, tuple[int, str]] = {}  # column -> rows to come, text
    nested = len(table.css("table")) > 1  # itself
    names: list[bool] = []  # of each row, whether it names columns
    labels: list[bool] = []
    for row in _rows(table):
        if row.tag == "caption":
            grid.caption = words_of(row)
            continue
        cells = [cell for cell in children(row) if cell.tag in ("td", "th")]
        texts: list[str] = []
        heads: list[bool] = []
        for cell in cells:
            grid.inner += _inner(cell) if nested else []
            _fill(texts, above)
            text = words_of(cell)
            heads += [cell.tag == "th"] * bool(text.strip())
            width, height = _span(cell, "colspan"), _span(cell, "rowspan")
            for _ in range(width if len(cells) > 1 or above else 1):
                if height > 1:
                    above[len(texts)] = (height - 1, text)
                texts.append(text)
        _fill(texts, above)
        grid.rows.append(texts)
        names.append(bool(heads) and (all(heads) or row.parent.tag == "thead"))
        labels.append(heads[:1] == [True] and not any(heads[1:]) and len(cells) > 1)
    levels = next((n for n, named in enumerate(names) if not named), len(names))
    if levels:
        grid.levels = levels
    elif labels and all(labels):
        grid.levels, grid.labelled = 0, True
    return grid


def _inner(cell: Any) -> list[Any]:
    """The tables in a cell, without those in them."""
    tables: list[Any] = []
    stack = [cell]
    while stack:
        node = stack.pop()
        if node.tag == "table":
            tables.append(node)
        else:
            stack += reversed(list(children(node)))
    return tables


def _fill(texts: list[str], above: dict[int, tuple[int, str]]) -> None:
    while len(texts) in above:
        rows, text = above.pop(len(texts))
        if rows > 1:
            above[len(texts)] = (rows - 1, text)
        texts.append(text)


def _rows(table: Any) -> Iterator[Any]:
    for node in children(table):
        if node.tag in _ROW_GROUPS:
            yield from (row for row in children(node) if row.tag == "tr")
        elif node.tag in ("tr", "caption"):
            yield node


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below one, texts included."""
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _span(cell: Any, name: str) -> int:
    digits = cell.attributes.get(name) or ""
    return min(max(int(digits), 1), MOST_SPANNED) if digits.isdecimal() and len(digits) < 6 else 1
