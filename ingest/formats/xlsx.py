"""Excel workbooks: a sheet is a page, a row a line. The only importer of openpyxl."""

import io
import re
import warnings
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from openpyxl import load_workbook

from ingest.errors import UnreadableDocument
from ingest.formats.archive import open_archive, refuse_document_types
from ingest.layout.document_builder import DocumentBuilder
from ingest.layout.sheet_rows import add_records
from ingest.media_types import XLSX
from ingest.types import PageStatus, ParsedDocument

# Of a sheet, by the format. A row may give itself any number, and all before it are empty rows.
MOST_ROWS = 1_048_576

_PERCENT = re.compile(r"(?:0(?:\.(0+))?)%$")


def read_xlsx(content: bytes, name: str) -> ParsedDocument:
    """The sheets under their names; of a formula the value that Excel stored with it."""
    with open_archive(content, name) as archive:
        refuse_document_types(archive, name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of parts of the file that are not kept; none of them is read
        workbook = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        builder = DocumentBuilder(XLSX, (workbook.properties.title or "").strip())
        for sheet in workbook.worksheets:
            sheet.reset_dimensions()  # what the file says about its size may be wrong, or gigantic
            add_records(builder, _rows(sheet), name=sheet.title)
            status, reason = PageStatus.OK, "" if sheet.sheet_state == "visible" else "a hidden sheet"
            if builder.page_is_blank:
                status, reason = PageStatus.EMPTY, "no text on the sheet"
            builder.end_page(sheet.title, status, reason)
    return builder.build()


def _rows(sheet: Any) -> Iterator[list[str]]:
    for number, row in enumerate(sheet.iter_rows(), 1):
        if number > MOST_ROWS:
            raise UnreadableDocument(
                f"The sheet '{sheet.title[:100]}' has a row below {MOST_ROWS:,}, the last one that Excel has. Save it "
                "anew and send it again."
            )
        yield [_shown(cell) for cell in row]


def _shown(cell: Any) -> str:
    """A value as a reader of the sheet sees it."""
    value = cell.value
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case int() | float():
            percent = _PERCENT.search(cell.number_format or "")
            if percent:
                return f"{value * 100:.{len(percent[1] or '')}f}%"
            return f"{value:.15g}"
        case datetime():
            midnight = value.time() == time()
            return value.date().isoformat() if midnight else value.isoformat(" ", "minutes")
        case date() | time() | timedelta():
            return str(value)
        case _:
            return str(value)
