"""CSV and TSV files as rows that say what each value is."""

import csv
import io
from collections.abc import Iterator
from typing import Literal

from ingest.errors import UnreadableDocument
from ingest.formats.text import decode
from ingest.layout.document_builder import DocumentBuilder
from ingest.media_types import TSV
from ingest.types import ParsedDocument

_DELIMITERS = ",;\t|"
_LOOKED_AT = 30
_SAMPLE = 64 * 1024


def read_csv(content: bytes, mime_type: str, charset: str = "") -> ParsedDocument:
    """The rows as one page. Raises :class:`UnreadableDocument` for a cell that is longer than any."""
    text = decode(content, charset).replace("\x00", "")
    delimiter = "\t" if mime_type == TSV else ""
    if text[:4].lower() == "sep=" and text[5:6] in ("\r", "\n"):  # Excel's own word for it
        delimiter, text = text[4], text[6:].lstrip("\n")
    delimiter = delimiter or _delimiter(text)
    try:
        return _read(text, mime_type, delimiter, csv.QUOTE_MINIMAL)
    except csv.Error:
        # A quote that is never closed makes the rest of the file one cell.
        pass
    try:
        return _read(text, mime_type, delimiter, csv.QUOTE_NONE)
    except csv.Error as error:
        raise UnreadableDocument(
            f"A cell of the table has over {csv.field_size_limit():,} characters ({error}). Is it a table?"
        ) from error


def _read(text: str, mime_type: str, delimiter: str, quoting: Literal[0, 3]) -> ParsedDocument:
    builder = DocumentBuilder(mime_type)
    builder.table(_rows(text, delimiter, quoting))
    return builder.build()


def _rows(text: str, delimiter: str, quoting: Literal[0, 3]) -> Iterator[list[str]]:
    return csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting, skipinitialspace=True
    )


def _delimiter(text: str) -> str:
    """The one that cuts most rows into the same number of cells, more cells before fewer."""
    best, most = ",", (0, 0)
    for delimiter in _DELIMITERS:
        widths: list[int] = []
        try:
            for row in _rows(text[:_SAMPLE], delimiter, csv.QUOTE_MINIMAL):
                widths += [len(row)] * bool(row)
                if len(widths) >= _LOOKED_AT:
                    break
        except csv.Error:
            pass
        width = max((one for one in widths if one > 1), key=widths.count, default=0)
        if (worth := (widths.count(width) * bool(width), width)) > most:
            best, most = delimiter, worth
    return best
