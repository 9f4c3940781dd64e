"""PowerPoint presentations: a slide is a page. The only importer of python-pptx."""

import io
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_PLACEHOLDER
from pptx.oxml import parse_xml
from pptx.package import Package

from ingest.formats.archive import open_archive, refuse_document_types
from ingest.layout.document_builder import DocumentBuilder
from ingest.layout.raised_text import lowered, raised, resolved
from ingest.media_types import PPTX
from ingest.types import PageStatus, ParsedDocument

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
# The number of the slide, its date and the footer repeat on every slide.
_MARGINS = (PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER)


def read_pptx(content: bytes, name: str) -> ParsedDocument:
    """The slides with their titles as headings, tables, charts, diagrams and speaker notes."""
    with open_archive(content, name) as archive:
        refuse_document_types(archive, name)
    presentation = Package.open(io.BytesIO(content)).presentation_part.presentation
    builder = DocumentBuilder(PPTX, (presentation.core_properties.title or "").strip())
    for slide in presentation.slides:
        title = slide.shapes.title
        if title is not None:
            builder.heading(1, _words(title.text_frame))
        shapes = list(_flat(slide.shapes))
        for shape in shapes:
            if title is None or shape.shape_id != title.shape_id:
                _add_shape(builder, slide, shape)
        if slide.has_notes_slide and (frame := slide.notes_slide.notes_text_frame) is not None:
            _add_lines(builder, frame, "Notes: ")
        status, reason = PageStatus.OK, "a hidden slide" if slide.element.get("show") == "0" else ""
        if builder.page_is_blank:
            status, reason = PageStatus.EMPTY, "no text on the slide"
            if any(shape.shape_type == MSO_SHAPE_TYPE.PICTURE for shape in shapes):
                status, reason = PageStatus.NEEDS_OCR, "a picture without text"
        builder.end_page(status=status, reason=reason)
    return builder.build()


def _flat(shapes: Any) -> Iterator[Any]:
    """The shapes in reading order, those of groups one by one."""
    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            yield from _flat(shape.shapes)
        else:
            yield shape


def _add_shape(builder: DocumentBuilder, slide: Any, shape: Any) -> None:
    if shape.is_placeholder and shape.placeholder_format.type in _MARGINS:
        return
    if shape.has_text_frame:
        _add_lines(builder, shape.text_frame)
    elif getattr(shape, "has_table", False):
        builder.table(_grid(shape.table), levels=1 if shape.table.first_row else None)
    elif getattr(shape, "has_chart", False):
        with suppress(ValueError, KeyError, AttributeError, NotImplementedError):  # of a kind not known
            _add_chart(builder, shape.chart)
    elif (relation := _diagram(shape)) and relation in slide.part.rels:
        data = parse_xml(slide.part.rels[relation].target_part.blob)
        for paragraph in data.iter(_A + "p"):
            builder.line("".join(run.text or "" for run in paragraph.iter(_A + "t")))


def _words(frame: Any) -> str:
    return "\n".join(map(_paragraph_words, frame.paragraphs))


def _paragraph_words(paragraph: Any) -> str:
    """The words of a paragraph, those raised or lowered from the base line as such."""
    words = []
    for run in paragraph._p.content_children:
        properties = run.find(_A + "rPr")
        shift = (properties.get("baseline") or "0").rstrip("%") if properties is not None else "0"
        words.append(
            run.text if not shift.strip("0") else lowered(run.text) if shift[0] == "-" else raised(run.text)
        )
    return resolved("".join(words)).replace("\v", " ")


def _grid(table: Any) -> list[list[str]]:
    """The rows of a table; what a merged cell says stands in every place that it covers."""
    texts: dict[tuple[int, int], str] = {}
    rows = []
    for i, row in enumerate(table.rows):
        cells = []
        for j, cell in enumerate(row.cells):
            if not cell.is_spanned:
                text = _words(cell.text_frame)
                for k in range(cell.span_height):
                    texts.update({(i + k, j + m): text for m in range(cell.span_width)})
            cells.append(texts.get((i, j), ""))
        wide = row.cells[0].span_width == len(cells) > 1
        rows.append(cells[:1] if wide else cells)
    return rows


def _add_lines(builder: DocumentBuilder, frame: Any, mark: str = "") -> None:
    """The paragraphs of a frame are a block, each on its line."""
    for number, paragraph in enumerate(one for one in frame.paragraphs if one.text.strip()):
        text = mark * (not number) + _paragraph_words(paragraph)
        if number:
            builder.line(text)
        else:
            builder.paragraph(text)


def _add_chart(builder: DocumentBuilder, chart: Any) -> None:
    """The title, and a row for each category with the values of every series."""
    if chart.has_title and chart.chart_title.has_text_frame:
        builder.paragraph(chart.chart_title.text_frame.text)
    for plot in chart.plots:
        series = list(plot.series)
        rows = [["", *(one.name or "" for one in series)]]
        for number, category in enumerate(plot.categories):
            values = [one.values[number] if number < len(one.values) else None for one in series]
            rows.append([str(category), *("" if one is None else f"{one:.15g}" for one in values)])
        builder.table(rows, levels=1)


def _diagram(shape: Any) -> str:
    """The relation of a diagram (SmartArt) to its words."""
    for element in shape._element.iter("{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"):
        found: str = (
            element.get("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}dm") or ""
        )
        return found
    return ""
