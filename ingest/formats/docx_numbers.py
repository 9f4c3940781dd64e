"""The numbers of lists and headings in a Word document, which are counted and not written."""

import re
from typing import Any

from ingest.formats.docx_styles import Style, Styles, numbering_of
from ingest.formats.docx_xml import W, value

_DEEPEST = 9


class Numbering:
    """Counts every list of a document."""

    def __init__(self, root: Any, styles: Styles) -> None:
        self._abstract = {
            value(node, "abstractNumId"): node for node in root if node.tag == W + "abstractNum"
        }
        self._lists = {value(node, "numId"): node for node in root if node.tag == W + "num"}
        self._counts: dict[str, list[int]] = {}

    def next(self, paragraph: Any, style: Style) -> str:
        """What stands before a paragraph: ``"- "``, ``"2. "``, ``"1.2 "``, or nothing."""
        name, depth = numbering_of(paragraph) or style.numbering or ("", 0)
        if style.numbering and not name:
            name = style.numbering[0]
        definition = self._lists.get(name)
        if definition is None or name == "0" or depth >= _DEEPEST:
            return ""
        link = definition.find(W + "abstractNumId")
        shared = value(link) if link is not None else name
        levels = self._levels(shared, definition)
        counts = self._counts.setdefault(shared, [0] * _DEEPEST)
        counts[depth] = counts[depth] + 1 if counts[depth] else _start(levels.get(depth))
        counts[depth + 1 :] = [0] * (_DEEPEST - depth - 1)
        form = _property(levels.get(depth), "numFmt")
        if form == "none":
            return ""
        if form == "bullet" or depth not in levels:
            return "- "
        pattern = _property(levels[depth], "lvlText")
        shown = re.sub(r"%([1-9])", lambda match: self._number(levels, counts, int(match[1]) - 1), pattern)
        return f"{shown.strip()} " if shown.strip() else ""

    def _levels(self, shared: str, definition: Any) -> dict[int, Any]:
        child = {}
        for source in (self._abstract.get(shared), *definition.findall(W + "lvlOverride")):
            for level in source.findall(W + "lvl") if source is not None else ():
                if value(level, "ilvl").isdecimal():
                    child[int(value(level, "ilvl"))] = level
        return child

    def _number(self, levels: dict[int, Any], counts: list[int], depth: int) -> str:
        count = counts[depth] or _start(levels.get(depth))
        form = _property(levels.get(depth), "numFmt")
        if form in ("lowerLetter", "upperLetter"):
            letter = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
            return letter.upper() if form == "upperLetter" else letter
        if form in ("lowerRoman", "upperRoman"):
            return _roman(count).upper() if form == "upperRoman" else _roman(count)
        return str(count)


def _start(level: Any) -> int:
    digits = _property(level, "start")
    return int(digits) if digits.isdecimal() and len(digits) < 6 else 1


def _property(level: Any, name: str) -> str:
    child = level.find(W + name) if level is not None else None
    return value(child) if child is not None else ""


def _roman(number: int) -> str:
    text = ""
    signs = "m:1000 cm:900 d:500 cd:400 c:100 xc:90 l:50 xl:40 x:10 ix:9 v:5 iv:4 i:1"
    for sign, worth in (pair.split(":") for pair in signs.split()):
        times, number = divmod(number, int(worth))
        text += sign * min(times, 10)
    return text
