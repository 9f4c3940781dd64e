"""What is filled in on a page: text fields, check boxes and choices with their labels, as lines of its text.

A label is the field's tooltip where it has one, else the words printed beside or above it, else its name.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ingest.pdf.columns import Piece

MOST_FIELDS = 2000
# Characters of a value and of a label.
LONGEST, LONGEST_LABEL = 20_000, 200
# Printed words belong to a field when they are at most so many points beside or above it; a box stands right at them.
BESIDE, ABOVE, AT_BOX = 250.0, 20.0, 15.0

# Bits of a field's flags, and of an annotation's: PDF 32000-1, 12.7.4 and 12.5.3.
_RADIO, _BUTTON, _PASSWORD = 1 << 15, 1 << 16, 1 << 13
_HIDDEN, _NO_VIEW = 1 << 1, 1 << 5
_PARENTS = 16


@dataclass(frozen=True)
class Field:
    """A field with a value; ``label`` is its tooltip, which may be missing, and the box is in points, y upwards.

    ``option`` is true of the chosen one of several buttons: its value is what stands beside it.
    """

    name: str
    label: str
    value: str
    left: float
    bottom: float
    right: float
    top: float
    box: bool = False
    option: bool = False


def fields_of(annotations: Iterable[Any]) -> Iterator[Field]:
    """The filled fields among a page's annotations, which are dictionaries as pypdf reads them."""
    for number, item in enumerate(annotations):
        if number == MOST_FIELDS:
            return
        with suppress(AttributeError, IndexError, KeyError, TypeError, ValueError):  # a broken one
            widget = item.get_object()
            if widget.get("/Subtype") == "/Widget" and not int(widget.get("/F", 0)) & (_HIDDEN | _NO_VIEW):
                yield from _field(widget)


def _field(widget: Any) -> Iterator[Field]:
    kind, flags = _inherited(widget, "/FT"), int(_inherited(widget, "/Ff") or 0)
    box = option = False
    if kind == "/Btn":
        if flags & _BUTTON:
            return
        state = str(widget.get("/AS") or "/Off").lstrip("/")
        box, option = True, bool(flags & _RADIO)
        value = state if option else "no (not checked)" if state == "Off" else "yes (checked)"
        if option and state == "Off":
            return
    elif kind == "/Tx" and not flags & _PASSWORD:
        value = _text(_inherited(widget, "/V"))
    elif kind == "/Ch":
        value = _chosen(widget)
    else:
        return
    if value := " ".join(value[:LONGEST].split()):
        a, b, c, d = (float(side) for side in widget["/Rect"])
        label = _text(_inherited(widget, "/TU"))
        yield Field(
            _name(widget), label, value, min(a, c), min(b, d), max(a, c), max(b, d), box=box, option=option
        )


def _inherited(widget: Any, key: str) -> Any:
    """A value of the field, which a widget may have from those above it."""
    for _ in range(_PARENTS):
        if key in widget:
            return widget[key].get_object()
        if "/Parent" not in widget:
            break
        widget = widget["/Parent"].get_object()
    return None


def _name(widget: Any) -> str:
    """The field's own name, without what programs number it by."""
    return re.sub(r"\[\d+\]$|_+", " ", _text(_inherited(widget, "/T"))).strip()


def _chosen(widget: Any) -> str:
    """The choices made, as they are shown."""
    chosen = _inherited(widget, "/V")
    shown = {}
    for option in _inherited(widget, "/Opt") or ():
        option = option.get_object()
        if isinstance(option, list) and len(option) == 2:
            shown[_text(option[0].get_object())] = _text(option[1].get_object())
    values = map(_text, chosen if isinstance(chosen, list) else [chosen])
    return ", ".join(shown.get(value, value) for value in values if value)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if hasattr(value, "get_data"):  # a long text in a stream
        return str(value.get_data().decode("utf-8", "replace"))
    return str(value).strip()


def with_fields(text: str, fields: Sequence[Field], pieces: Sequence[Piece]) -> str:
    """The page's text with the value of each field behind its printed label, where a line ends with that, or on a
    line of its own at the end.
    """
    printed = _Printed(pieces)
    lines = text.split("\n") if text else []
    ends: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        ends.setdefault(line.strip(), []).append(number)
    below: list[str] = []
    for field in sorted(fields, key=lambda field: (-field.top, field.left)):
        beside = printed.label_of(field)
        value = field.value
        if field.option:
            value = printed.at_right(field) or value
        label = (field.label or beside or field.name)[:LONGEST_LABEL].rstrip(": ")
        places = ends.get(beside)
        if places and label == beside.rstrip(": "):
            number = places.pop(0)
            lines[number] = f"\n{lines[number].rstrip(': ')}: {value}\n"  # no line of a paragraph
        else:
            below.append(f"\n{label}: {value}" if label else f"\n{value}")
    return "\n".join([*lines, *below])


class _Printed:
    """The words of a page, looked up by where they stand."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._pieces = sorted(pieces, key=_middle)
        self._middles = [_middle(piece) for piece in self._pieces]

    def label_of(self, field: Field) -> str:
        """The words that a field is for; empty where none stand near it."""
        row = self._between(field.bottom, field.top)
        left = [p for p in row if 0 <= field.left - p.right + 2 <= BESIDE]
        nearest = max(left, key=lambda piece: piece.right, default=None)
        at_right = self.at_right(field) if field.box and not field.option else ""
        if at_right and not (nearest and field.left - nearest.right <= AT_BOX):
            return at_right
        if nearest:
            return nearest.text
        above = self._between(field.top, field.top + ABOVE)
        over = [p for p in above if p.left < field.right and field.left < p.right]
        return min(over, key=lambda piece: piece.bottom).text if over else ""

    def at_right(self, field: Field) -> str:
        """The words right behind a box."""
        row = self._between(field.bottom, field.top)
        right = [p for p in row if -2 <= p.left - field.right <= AT_BOX]
        return min(right, key=lambda piece: piece.left).text if right else ""

    def _between(self, bottom: float, top: float) -> list[Piece]:
        return self._pieces[bisect_left(self._middles, bottom) : bisect_right(self._middles, top)]


def _middle(piece: Piece) -> float:
    return (piece.bottom + piece.top) / 2
