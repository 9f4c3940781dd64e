"""Pages that are pictures, read by the extra ``ocr`` where it is installed."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from ingest.layout.page_report import DocumentStatus, status_of
from ingest.pdf import ocr
from ingest.processes.pdf_process import PdfLimits, read_pdf
from ingest.types import Page, PageStatus

needs_ocr = pytest.mark.skipif(not ocr.installed(), reason="the extra 'ocr' is not installed")

SCAN = "The harbour lamp is lit at dusk.\nIt burns for 12 hours, then it goes out."


def scan(words: str) -> Image.Image:
    """A page of words as a picture, as a scanner would give it."""
    page = Image.new("L", (1240, 1240), 255)
    font = ImageFont.load_default(size=40)
    ImageDraw.Draw(page).multiline_text((100, 150), words, fill=20, font=font, spacing=20)
    return page


def pdf(*pages: Image.Image | str) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 400))
    for page in pages:
        if isinstance(page, str):
            canvas.drawString(20, 300, page)
        else:
            canvas.drawImage(ImageReader(page), 0, 0, 400, 400)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def pages(tmp_path: Path, content: bytes, limits: PdfLimits | None = None) -> tuple[Page, ...]:
    path = tmp_path / "file.pdf"
    path.write_bytes(content)
    return read_pdf(path, name="file.pdf", limits=limits).pages


@needs_ocr
def test_a_scan_is_read(tmp_path: Path) -> None:
    text, read, blank = pages(tmp_path, pdf("One.", scan(SCAN), Image.new("L", (200, 200), 128)))
    assert (text.text, text.status) == ("One.", PageStatus.OK)
    assert read.text.split() == SCAN.split()
    assert read.status is PageStatus.REPAIRED
    assert read.reason.startswith("read by OCR, ")
    assert (blank.text, blank.status) == ("", PageStatus.EMPTY)
    assert blank.reason == "a picture, in which OCR finds no words"


@needs_ocr
def test_a_stamp_on_a_scan_does_not_hide_what_is_in_it(tmp_path: Path) -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 400))
    canvas.drawImage(ImageReader(scan(SCAN)), 0, 0, 400, 400)
    canvas.drawString(20, 20, "Copy 3")
    canvas.save()
    [page] = pages(tmp_path, file.getvalue())
    assert page.status is PageStatus.REPAIRED
    assert page.text.split() == [*SCAN.split(), "Copy", "3"]


@needs_ocr
def test_a_page_over_the_time_limit_keeps_the_others(tmp_path: Path) -> None:
    text, picture = pages(tmp_path, pdf("One.", scan(SCAN)), PdfLimits(ocr_seconds=0.01))
    assert text.text == "One."
    assert picture.status is PageStatus.NEEDS_OCR
    assert picture.reason == "a picture; OCR stopped at the limit of 0.01 seconds"


def test_without_it_the_page_says_so_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ocr, "installed", lambda: False)
    found = pages(tmp_path, pdf("One.", scan(SCAN), "Three."))
    assert [page.status for page in found] == [PageStatus.OK, PageStatus.NEEDS_OCR, PageStatus.OK]
    assert [page.text for page in found] == ["One.", "", "Three."]
    assert found[1].reason == "a picture without a text layer"
    assert status_of(found) is DocumentStatus.OK
