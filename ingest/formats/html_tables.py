"""The tables of an HTML page: those that hold data, row by row, cells that span several filled in."""

from collections.abc import Callable, Iterator
from typing import Any

# A cell may claim to span any number.
MOST_SPANNED = 100
_LAYOUT = "h1, h2, h3, h4, h5, h6, table, ul, ol, article, section, main, form, pre"
_ROW_GROUPS = ("thead", "tbody", "tfoot")


def is_data_table(table: Any) -> bool:
    """False for a table that only places blocks beside each other: one cell, blocks or tables within."""
    if table.attributes.get("role") in ("presentation", "none"):
        return False
    if table.css_first("th"):
        return len(table.css("table")) == 1  # itself
    return len(table.css("td")) > 1 and len(table.css(_LAYOUT)) == 1


def cells_of(table: Any, words_of: Callable[[Any], str]) -> Iterator[list[str] | str]:
    """The caption as a string, then the rows: a cell over several columns leaves the others empty, one
    over several rows is said in each."""
    above: dict[int, tuple[int, str]] = {}  # column -> rows to come, text
    for row in _rows(table):
        if row.tag == "caption":
            yield words_of(row)
            continue
        texts: list[str] = []
        for cell in children(row):
            if cell.tag not in ("td", "th"):
                continue
            _fill(texts, above)
            text = words_of(cell)
            width, height = _span(cell, "colspan"), _span(cell, "rowspan")
            for offset in range(width):
                shown = "" if offset else text
                if height > 1:
                    above[len(texts)] = (height - 1, shown)
                texts.append(shown)
        _fill(texts, above)
        yield texts


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
