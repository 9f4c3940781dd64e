"""Excel workbooks as a person sees them: a sheet is a page, a row a line. The only importer of openpyxl.

What is hidden, sheets, rows and columns, is not read, and the report says so. A formula for which the file holds no
value stands as the formula, and the report names it.
"""

import io
import warnings
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import chain, islice
from typing import Any

from openpyxl import load_workbook
from openpyxl.cell.read_only import ReadOnlyCell
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser

from ingest.errors import UnreadableDocument
from ingest.formats.archive import open_archive, refuse_document_types
from ingest.formats.date_format import shown_moment
from ingest.formats.number_format import shown_number, shown_text
from ingest.formats.xlsx_merged import Merged, merged_ranges
from ingest.layout.document_builder import DocumentBuilder
from ingest.media_types import XLSX
from ingest.types import PageStatus, ParsedDocument

# Rows looked at to see how wide a table is.
_LOOKED_AT = 25
_MOST_NAMED = 5
# Of a sheet, by the format.
MOST_ROWS = 1_048_576


def read_xlsx(content: bytes, name: str) -> ParsedDocument:
    """The sheets under their names; of a formula the value that Excel stored with it."""
    with open_archive(content, name) as archive:
        refuse_document_types(archive, name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of parts of the file that are not kept; none of them is read
        workbook = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        builder = DocumentBuilder(XLSX, (workbook.properties.title or "").strip())
        for sheet in workbook.worksheets:
            if sheet.sheet_state != "visible":
                builder.end_page(sheet.title, PageStatus.EMPTY, "a hidden sheet, which is not read")
                continue
            reading = _Sheet(workbook, sheet)
            rows = reading.rows()
            if (first := next(rows, None)) is not None:
                builder.heading(1, sheet.title)
                builder.table(chain([first], rows))
            status, reason = PageStatus.OK, reading.remarks()
            if builder.page_is_blank:
                status, reason = PageStatus.EMPTY, "; ".join(filter(None, ["no text on the sheet", reason]))
            builder.end_page(sheet.title, status, reason)
    return builder.build()


class _Parser(WorkSheetParser):  # type: ignore[misc, unused-ignore]
    """Leaves a formula in the place of the value that the file does not hold."""

    def parse_cell(self, element: Any) -> Any:
        cell = super().parse_cell(element)
        if cell["value"] is None and element.find(FORMULA_TAG) is not None:
            cell["value"], cell["data_type"] = str(self.parse_formula(element)), "f"
        return cell


class _Sheet:
    """Reads the visible rows of a sheet once, and remembers what it left out."""

    def __init__(self, workbook: Any, sheet: Any) -> None:
        self._workbook, self._sheet = workbook, sheet
        self._formats: dict[int, str] = {}
        self._hidden_rows = 0
        self._hidden_columns: set[int] = set()
        self._formulas: list[str] = []

    def rows(self) -> Iterator[list[str]]:
        """The cells that are seen, as they are shown; a cell as wide as the table is a row of its own."""
        with self._open() as source:
            merged = Merged(merged_ranges(source))
        with self._open() as source:
            book = self._workbook
            parser = _Parser(
                source,
                self._sheet._shared_strings,
                data_only=True,
                epoch=book.epoch,
                date_formats=book._date_formats,
                timedelta_formats=book._timedelta_formats,
            )
            cells = self._cells(parser, merged)
            first = list(islice(cells, _LOOKED_AT))
            width = max((max(row) for row, _ in first if row), default=0)
            for row, spans in chain(first, cells):
                shown = merged.spread(row, spans, width)
                seen = [text for column, text in enumerate(shown, 1) if column not in self._hidden_columns]
                if any(seen):
                    yield seen

    def remarks(self) -> str:
        """What the report says of the sheet."""
        remarks = []
        hidden = [
            f"{count} hidden {name}{'s' * (count > 1)}"
            for count, name in ((self._hidden_rows, "row"), (len(self._hidden_columns), "column"))
            if count
        ]
        if hidden:
            remarks.append(f"not read: {' and '.join(hidden)}")
        if count := len(self._formulas):
            named = ", ".join(self._formulas[:_MOST_NAMED]) + ", …" * (count > _MOST_NAMED)
            plural = "s" * (count > 1)
            remarks.append(
                f"{count} formula{plural} without a stored value ({named}): save the file in a spreadsheet program"
            )
        return "; ".join(remarks)

    def _open(self) -> Any:
        return self._workbook._archive.open(self._sheet._worksheet_path)

    def _cells(self, parser: Any, merged: Merged) -> Iterator[tuple[dict[int, str], Any]]:
        """Of each visible row the texts by column, and the merged cells over it."""
        for number, cells in parser.parse():
            if number > MOST_ROWS:
                raise UnreadableDocument(
                    f"The sheet '{self._sheet.title[:100]}' has a row below {MOST_ROWS:,}, the last one of Excel. "
                    "Save it anew and send it again."
                )
            if parser.column_dimensions:
                self._hidden_columns = _hidden(parser.column_dimensions.values())
                parser.column_dimensions = {}
            texts = {cell["column"]: text for cell in cells if (text := self._shown(cell))}
            spans = merged.over(number, texts)
            if _is_on(parser.row_dimensions.pop(str(number), {}).get("hidden")):
                self._hidden_rows += bool(texts)
            elif texts or spans:
                yield texts, spans

    def _shown(self, cell: dict[str, Any]) -> str:
        """A value as a reader of the sheet sees it."""
        value = cell["value"]
        if value is None:
            return ""
        if cell["data_type"] == "f":
            if cell["column"] not in self._hidden_columns:
                self._formulas.append(f"{_letters(cell['column'])}{cell['row']}")
            return str(value)
        match value:
            case bool():
                return "TRUE" if value else "FALSE"
            case int() | float():
                return shown_number(value, self._format(cell))
            case datetime() | date() | time() | timedelta():
                return shown_moment(value, self._format(cell))
            case _:
                return shown_text(str(value), self._format(cell))

    def _format(self, cell: dict[str, Any]) -> str:
        style = cell["style_id"]
        if style not in self._formats:
            self._formats[style] = ReadOnlyCell(self._sheet, **cell).number_format or ""
        return self._formats[style]


def _letters(column: int) -> str:
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _hidden(dimensions: Iterable[dict[str, str]]) -> set[int]:
    """The columns that are hidden, as far as any sheet goes."""
    columns: set[int] = set()
    for one in dimensions:
        if _is_on(one.get("hidden")):
            columns |= set(range(int(one["min"]), min(int(one["max"]), 16_384) + 1))
    return columns


def _is_on(value: str | None) -> bool:
    return value in ("1", "true")
