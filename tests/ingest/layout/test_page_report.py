"""What the pages of a document come to."""

import pytest

from ingest.errors import NoTextLayer, UnreadableDocument
from ingest.layout.page_report import DocumentStatus, require_text, status_of
from ingest.types import Page, PageStatus, ParsedDocument

LETTERS = {
    "o": Page(1, "text", status=PageStatus.OK),
    "r": Page(1, "text", status=PageStatus.REPAIRED, reason="why"),
    "s": Page(1, "text", status=PageStatus.SUSPECT, reason="why"),
    "n": Page(1, "", status=PageStatus.NEEDS_OCR, reason="why"),
    "e": Page(1, "", status=PageStatus.EMPTY, reason="why"),
    "f": Page(1, "", status=PageStatus.FAILED, reason="why"),
}


@pytest.mark.parametrize(
    ("pages", "status"),
    [
        ("ooo", "ok"),
        ("rne", "ok"),
        ("ofn", "ok"),
        ("oos", "ok"),
        ("os", "suspect"),
        ("seee", "suspect"),
        ("nee", "needs_ocr"),
        ("nf", "needs_ocr"),
        ("ef", "error"),
        ("ee", "empty"),
        ("", "empty"),
    ],
)
def test_the_status_of_the_document(pages: str, status: str) -> None:
    assert status_of([LETTERS[letter] for letter in pages]) is DocumentStatus(status)


def test_text_is_required() -> None:
    def parsed(pages: str) -> ParsedDocument:
        return ParsedDocument(tuple(LETTERS[letter] for letter in pages), "application/pdf")

    assert require_text(parsed("oe"), "a.pdf") == parsed("oe")
    with pytest.raises(NoTextLayer, match=r"'a.pdf' has no text layer: 1 of 2 pages"):
        require_text(parsed("ne"), "a.pdf")
    with pytest.raises(NoTextLayer, match=r"its 1 pages are blank"):
        require_text(parsed("e"), "a.pdf")
    with pytest.raises(UnreadableDocument, match=r"No page of the PDF 'a.pdf' could be read: why"):
        require_text(parsed("f"), "a.pdf")
