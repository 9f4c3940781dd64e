"""Word documents. The only importer of python-docx, which opens the package; the body is read here.

Its own model of paragraphs leaves out what content controls, tracked insertions and text boxes hold. Left out
on purpose: tracked deletions, hidden words, tables of contents, and page headers and footers, which repeat on
every page.
"""

import io
from collections.abc import Iterator
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE as RELATION
from docx.oxml import parse_xml
from docx.package import Package

from ingest.formats.archive import open_archive, refuse_document_types
from ingest.formats.docx_numbers import Numbering
from ingest.formats.docx_styles import Styles
from ingest.formats.docx_xml import W, chosen, is_on, value
from ingest.layout.document_builder import DocumentBuilder
from ingest.layout.raised_text import lowered, raised, resolved
from ingest.media_types import DOCX
from ingest.types import ParsedDocument

_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
# Deleted or moved away, or not the text itself.
_UNREAD = {W + name for name in "del moveFrom rPr pPr instrText sectPr tblPr tblGrid trPr tcPr sdtPr".split()}
_ALIGNED = {"superscript": raised, "subscript": lowered}
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}


def read_docx(content: bytes, name: str) -> ParsedDocument:
    """A Word document as one page: where its pages end is known only when it is printed."""
    with open_archive(content, name) as archive:
        refuse_document_types(archive, name)
    package = Package.open(io.BytesIO(content))
    builder = DocumentBuilder(DOCX, (package.core_properties.title or "").strip())
    _Body(package.main_document_part, builder).read()
    return builder.build()


class _Body:
    """Goes through the body in reading order."""

    def __init__(self, part: Any, builder: DocumentBuilder) -> None:
        self._builder = builder
        self._root = parse_xml(part.blob)
        self._styles = Styles(_related(part, RELATION.STYLES))
        self._numbering = Numbering(_related(part, RELATION.NUMBERING), self._styles)
        self._notes = {
            kind: {value(note, "id"): note for note in _related(part, relation)}
            for kind, relation in (("footnotes", RELATION.FOOTNOTES), ("endnotes", RELATION.ENDNOTES))
        }
        self._later: list[tuple[str, Any]] = []  # text boxes and notes, which follow their paragraph

    def read(self) -> None:
        body = self._root.find(W + "body")
        for block in self._blocks(body if body is not None else self._root):
            self._block(block)

    def _blocks(self, parent: Any) -> Iterator[Any]:
        """The paragraphs and tables below an element, those in wrappers included."""
        for child in parent:
            if child.tag in (W + "p", W + "tbl"):
                yield child
            elif child.tag not in _UNREAD and isinstance(child.tag, str):
                yield from self._blocks(chosen(child))

    def _block(self, block: Any) -> None:
        if block.tag == W + "tbl":
            self._table(block)
        else:
            self._paragraph(block)
        later, self._later = self._later, []
        for mark, element in later:
            for inner in self._blocks(element):
                text = mark + self._words(inner) if inner.tag == W + "p" else ""
                if text.strip() and mark:
                    self._builder.paragraph(text)
                else:
                    self._block(inner)
                mark = ""

    def _paragraph(self, paragraph: Any) -> None:
        text = self._words(paragraph)
        style = self._styles.of(paragraph)
        if style.is_contents or not text.strip() or _leads_to_headings(paragraph):
            return
        number = self._numbering.next(paragraph, style)
        if style.level is not None:
            self._builder.heading(style.level, number + text)
        elif number:
            self._builder.line(number + text)
        else:
            self._builder.paragraph(text)

    def _table(self, table: Any) -> None:
        """What a cell says stands in every place that it spans. A table of one cell is a frame around its blocks; one
        inside of a cell follows the table around it.
        """
        rows = [row for row in _wrapped(table, "tr") if not _is_deleted(row)]
        if len(rows) == 1 and len(cells := list(_wrapped(rows[0], "tc"))) == 1:
            for block in self._blocks(cells[0]):
                self._block(block)
            return
        above: list[str] = []
        grid: list[list[str]] = []
        inner: list[Any] = []
        for row in rows:
            texts = [""] * _number(row.find(f"{W}trPr/{W}gridBefore"), 0)
            cells = list(_wrapped(row, "tc"))
            for cell in cells:
                merged = cell.find(f"{W}tcPr/{W}vMerge")
                goes_on = merged is not None and value(merged) != "restart"
                column = len(texts)
                text = self._cell(cell, inner)
                text = above[column] if goes_on and column < len(above) else text
                texts += [text] * (_number(cell.find(f"{W}tcPr/{W}gridSpan"), 1) if len(cells) > 1 else 1)
            above = texts
            grid.append(texts)
        heads = [is_on(row.find(f"{W}trPr/{W}tblHeader")) for row in rows]
        self._builder.table(grid, levels=heads.index(False) or None if False in heads else None)
        for table in inner:
            self._table(table)

    def _cell(self, cell: Any, inner: list[Any]) -> str:
        """The words of a cell on one line; the tables in it are added to ``inner``."""
        words = []
        for block in self._blocks(cell):
            if block.tag == W + "p":
                style = self._styles.of(block)
                text = self._words(block)
                words.append(self._numbering.next(block, style) + text if text.strip() else "")
            else:
                inner.append(block)
        return " ".join(word for word in words if word.strip())

    def _words(self, element: Any) -> str:
        return resolved("".join(self._runs(element)))

    def _runs(self, element: Any) -> Iterator[str]:
        for child in element:
            tag = child.tag
            if tag in _UNREAD or not isinstance(tag, str):
                continue
            if tag in (W + "t", _MATH_TEXT):
                yield child.text or ""
            elif tag in (W + "tab", W + "ptab"):
                yield " "
            elif tag in (W + "br", W + "cr"):
                yield "\n"
            elif tag == W + "noBreakHyphen":
                yield "-"
            elif tag == W + "txbxContent":
                self._later.append(("", child))
            elif (kind := _NOTES.get(tag.removeprefix(W))) is not None:
                note = self._notes[kind].get(value(child, "id"))
                if note is not None:
                    self._later.append((f"[{value(child, 'id')}] ", note))
            elif tag != W + "r":
                yield from self._runs(chosen(child))
            elif not is_on(child.find(f"{W}rPr/{W}vanish")):
                text = "".join(self._runs(child))
                align = child.find(f"{W}rPr/{W}vertAlign")
                yield _ALIGNED.get(value(align), str)(text) if align is not None else text


def _leads_to_headings(paragraph: Any) -> bool:
    """Whether a paragraph is a line of a table of contents, whatever its style: a link to a heading."""
    return any(value(link, "anchor").startswith("_Toc") for link in paragraph.findall(f"{W}hyperlink"))


def _related(part: Any, relation: str) -> Any:
    """The XML of the part that ``part`` refers to so; empty where there is none."""
    for relationship in part.rels.values():
        if relationship.reltype == relation and not relationship.is_external:
            return parse_xml(relationship.target_part.blob)
    return ()


def _wrapped(parent: Any, name: str) -> Iterator[Any]:
    """The rows or cells of a table, those in content controls included, those of inner tables not."""
    for child in parent:
        if child.tag == W + name:
            yield child
        elif child.tag in (W + "sdt", W + "sdtContent", W + "ins", W + "customXml"):
            yield from _wrapped(child, name)


def _is_deleted(row: Any) -> bool:
    return row.find(f"{W}trPr/{W}del") is not None


def _number(element: Any, default: int) -> int:
    digits = value(element) if element is not None else ""
    return min(int(digits), 100) if digits.isdecimal() and len(digits) < 6 else default
