"""The process that reads pictures of pages: ``python -m ingest.processes.ocr_worker``. One answer for each page."""

from typing import Any

from ingest.layout.cleaning import clean_lines
from ingest.pdf.columns import columns, plain_lines
from ingest.pdf.ocr import OcrReader
from ingest.pdf.pdfium_pages import PdfiumReader
from ingest.processes.capped_process import alarm, begin, write


def read_page(file: PdfiumReader, reader: OcrReader, number: int) -> dict[str, Any]:
    """The lines of page ``number``, column by column, and how sure they are by their letters, in [0, 1]."""
    found = list(reader.lines(file.picture(number)))
    pieces = [piece for piece, _ in found]
    blocks = columns(pieces) or [plain_lines(pieces)]
    letters = sum(len(piece.text) for piece in pieces)
    sure = sum(sure * len(piece.text) for piece, sure in found) / letters if letters else 0.0
    text = clean_lines("\n\n".join("\n".join(block) for block in blocks))
    return {"page": number, "text": text, "sure": sure}


def main() -> None:
    request = begin()
    file, reader = PdfiumReader(request["path"], request["password"]), OcrReader()
    for number in request["pages"]:
        alarm(request)
        write(read_page(file, reader, number))


if __name__ == "__main__":
    main()
