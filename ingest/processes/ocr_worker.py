"""The process that reads pictures of pages: a copy of the fork server. One answer for each page."""

import sys
from collections.abc import Mapping
from typing import Any

from ingest.layout.cleaning import clean_lines
from ingest.pdf.columns import columns, plain_lines
from ingest.pdf.ocr import OcrReader
from ingest.pdf.pdfium_pages import PdfiumReader
from ingest.processes.capped_process import alarm, write
from ingest.processes.messages import OcrText


def read_page(file: PdfiumReader, reader: OcrReader, number: int) -> OcrText:
    """The lines of page ``number``, column by column, and how sure they are by their letters, in [0, 1]."""
    lines = list(reader.lines(file.picture(number)))
    pieces = [piece for piece, _ in lines]
    blocks = columns(pieces) or [plain_lines(pieces)]
    letters = sum(len(piece.text) for piece in pieces)
    sure = sum(sure * len(piece.text) for piece, sure in lines) / letters if letters else 0.0
    text = clean_lines("\n\n".join("\n".join(block) for block in blocks))
    return OcrText(number, text, sure)


def main(request: Mapping[str, Any]) -> None:
    """Answer the request."""
    # OpenVINO's telemetry would look for a file of the user's, which this process may not open, and send.
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    file, reader = PdfiumReader(request["path"], request["password"]), OcrReader()
    for number in request["pages"]:
        alarm(request)
        write(read_page(file, reader, number))
