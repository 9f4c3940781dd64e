"""PDF pages by pypdfium2: the second opinion, which also opens files that pypdf refuses."""

import pypdfium2 as pdfium
import pypdfium2.raw as raw


class PdfiumReader:
    """An open PDF. Raises ``pypdfium2.PdfiumError`` on input that it cannot open."""

    def __init__(self, path: str, password: str) -> None:
        try:
            self._file = pdfium.PdfDocument(path)
        except pdfium.PdfiumError:
            if not password:
                raise
            self._file = pdfium.PdfDocument(path, password=password)
        self.page_count = len(self._file)

    def text(self, number: int) -> str:
        """The raw text of page ``number`` (from 1)."""
        page = self._file[number - 1]
        try:
            words = page.get_textpage()
            try:
                # A word cut at the end of a line is marked by U+FFFE or U+0002.
                return words.get_text_range().replace("\ufffe", "-\n").replace("\x02", "-\n")
            finally:
                words.close()
        finally:
            page.close()

    def has_picture(self, number: int) -> bool:
        """Whether a picture is drawn on the page; no picture is decoded."""
        page = self._file[number - 1]
        try:
            kinds = [raw.FPDF_PAGEOBJ_IMAGE]
            return any(True for _ in page.get_objects(filter=kinds, max_depth=4))
        finally:
            page.close()
