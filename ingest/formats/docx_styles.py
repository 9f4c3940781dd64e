"""The paragraph styles of a Word document: which are headings, and of which level."""

from dataclasses import dataclass
from typing import Any

from ingest.formats.docx_xml import W, value


@dataclass(frozen=True)
class Style:
    """``level`` from 1 of a heading, 0 of the title, else ``None``. ``numbering`` is (list, level) or ``None``."""

    level: int | None = None
    is_contents: bool = False
    numbering: tuple[str, int] | None = None


class Styles:
    """The styles by their id; what a style does not say, the one it is based on says."""

    def __init__(self, root: Any) -> None:
        self._elements = {value(one, "styleId"): one for one in root if one.tag == W + "style"}
        self._known: dict[str, Style] = {}

    def of(self, paragraph: Any) -> Style:
        """The style of a paragraph with what the paragraph itself says over it."""
        own = paragraph.find(f"{W}pPr/{W}pStyle")
        style = self._named(value(own)) if own is not None else Style()
        level = _outline_level(paragraph)
        return style if level is None else Style(level, style.is_contents, style.numbering)

    def _named(self, name: str) -> Style:
        if name not in self._known:
            self._known[name] = Style()  # a style based on itself ends here
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: str) -> Style:
        element = self._elements.get(name)
        if element is None:
            return Style()
        # Built-in styles have their English name in every language.
        child = element.find(W + "name")
        called = value(child).lower() if child is not None else ""
        based = element.find(W + "basedOn")
        below = self._named(value(based)) if based is not None else Style()
        level = _outline_level(element)
        if called == "title":
            level = 0
        elif called.startswith("heading ") and called[8:].isdecimal():
            level = int(called[8:])
        return Style(
            below.level if level is None else level,
            called.startswith("toc ") or below.is_contents,
            numbering_of(element) or below.numbering,
        )


def numbering_of(element: Any) -> tuple[str, int] | None:
    """The list and the level in it, from 0, that a paragraph or style belongs to."""
    property_element = element.find(f"{W}pPr/{W}numPr")
    if property_element is None:
        return None
    number, level = property_element.find(W + "numId"), property_element.find(W + "ilvl")
    child = value(level) if level is not None else "0"
    depth = int(child) if child.isdecimal() and len(child) < 3 else 0
    return (value(number) if number is not None else "", depth)


def _outline_level(element: Any) -> int | None:
    property_element = element.find(f"{W}pPr/{W}outlineLvl")
    child = value(property_element) if property_element is not None else ""
    # 9 is body text.
    return int(child) + 1 if child.isdecimal() and int(child) < 9 else None
