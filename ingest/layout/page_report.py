"""What the pages of a document come to: one status for all of it, or a refusal where there is no text."""

from collections.abc import Sequence
from enum import StrEnum

from ingest.errors import NoTextLayer, UnreadableDocument
from ingest.media_types import PDF
from ingest.types import Page, PageStatus, ParsedDocument

# A document is suspect when at least this share of its pages with text is.
SUSPECT_SHARE = 0.5


class DocumentStatus(StrEnum):
    """What reading a document came to; the pages tell where it went otherwise."""

    OK = "ok"
    EMPTY = "empty"
    NEEDS_OCR = "needs_ocr"
    SUSPECT = "suspect"
    ERROR = "error"


def status_of(pages: Sequence[Page]) -> DocumentStatus:
    """``ok`` where there is text and less than half of the pages with text are suspect, else ``suspect``.

    Without any text: ``needs_ocr`` when a page is a picture, else ``error`` when a page failed, else ``empty``.
    """
    with_text = [page for page in pages if page.whole_text]
    if with_text:
        suspect = sum(page.status is PageStatus.SUSPECT for page in with_text)
        return DocumentStatus.SUSPECT if suspect >= SUSPECT_SHARE * len(with_text) else DocumentStatus.OK
    states = {page.status for page in pages}
    if PageStatus.NEEDS_OCR in states:
        return DocumentStatus.NEEDS_OCR
    return DocumentStatus.ERROR if PageStatus.FAILED in states else DocumentStatus.EMPTY


def require_text(parsed: ParsedDocument, name: str) -> ParsedDocument:
    """``parsed`` itself. Raises :class:`NoTextLayer` or :class:`UnreadableDocument` where no page has text.

    ``name`` is the file's, for the message.
    """
    pages, what = parsed.pages, "PDF" if parsed.mime_type == PDF else "file"
    match status_of(pages):
        case DocumentStatus.NEEDS_OCR:
            pictures = sum(page.status is PageStatus.NEEDS_OCR for page in pages)
            if what != "PDF":
                raise NoTextLayer(
                    f"The file '{name}' has no text: {pictures} of {len(pages)} pages are pictures. Save it as a "
                    "PDF, run that through OCR (`ocrmypdf in.pdf out.pdf`) and send the result."
                )
            raise NoTextLayer(
                f"The PDF '{name}' has no text layer: {pictures} of {len(pages)} pages are pictures. Install the "
                "extra that reads them (`pip install 'sureground[ocr]'`), or run the file through OCR "
                "(`ocrmypdf in.pdf out.pdf`) and send the result."
            )
        case DocumentStatus.ERROR:
            reason = next(page.reason for page in pages if page.status is PageStatus.FAILED)
            raise UnreadableDocument(f"No page of the {what} '{name}' could be read: {reason}.")
        case DocumentStatus.EMPTY:
            if what != "PDF":
                raise NoTextLayer(f"The file '{name}' has no text. Send a file with text.")
            raise NoTextLayer(f"The PDF '{name}' has no text: its {len(pages)} pages are blank.")
    return parsed
