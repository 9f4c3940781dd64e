"""PDF pages by pypdfium2: the second opinion, which also opens files that pypdf refuses."""

import re
from collections.abc import Iterator
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from ingest.pdf.columns import Piece, upright

PICTURE_SHARE = 0.7

# A page is drawn with so many dots per inch, and no edge of it longer than so many pixels.
DOTS, MOST_PIXELS = 200, 2000

MANY_SHAPES = 200

_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff]")

# Of the height of a line; blanks between words are narrower.
WIDE_GAP = 0.9


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
                text = words.get_text_range().replace("\ufffe", "-\n").replace("\x02", "-\n")
                blocks = upright(list(_pieces(words))) if _EAST_ASIAN.search(text) else None
                return "\n\n".join("\n".join(block) for block in blocks) if blocks else text
            finally:
                words.close()
        finally:
            page.close()

    def pieces(self, number: int) -> list[Piece]:
        """The page's text in pieces without a wide gap in them, with their places."""
        page = self._file[number - 1]
        try:
            words = page.get_textpage()
            try:
                return list(_pieces(words))
            finally:
                words.close()
        finally:
            page.close()

    def picture(self, number: int) -> Any:
        """The page drawn, ``(height, width, 3)`` bytes in BGR, for eyes that need no more."""
        page = self._file[number - 1]
        try:
            scale = min(DOTS / 72, MOST_PIXELS / max(page.get_size()))
            return page.render(scale=scale).to_numpy()
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

    def drawing(self, number: int) -> str:
        """What most of the page is drawn with, where that is not text; else empty."""
        page = self._file[number - 1]
        try:
            width, height = page.get_size()
            shapes = 0
            for item in page.get_objects(max_depth=4):
                if item.type == raw.FPDF_PAGEOBJ_IMAGE:
                    left, bottom, right, top = item.get_bounds()
                    if (right - left) * (top - bottom) > PICTURE_SHARE * width * height:
                        return "a picture as large as the page"
                elif item.type == raw.FPDF_PAGEOBJ_PATH:
                    shapes += 1
            return "a page of drawn shapes" if shapes > MANY_SHAPES else ""
        finally:
            page.close()


def _pieces(words: pdfium.PdfTextPage) -> Iterator[Piece]:
    text = ""
    left = bottom = right = top = 0.0
    for index in range(words.count_chars()):
        character = chr(raw.FPDFText_GetUnicode(words, index))
        box = words.get_charbox(index, loose=True)
        height = box[3] - box[1]
        goes_on = (
            text
            and character not in "\r\n"
            and abs((box[1] + box[3]) - (bottom + top)) < height
            and -height < box[0] - right < WIDE_GAP * height
        )
        if goes_on:
            text += character
            bottom, right, top = min(bottom, box[1]), max(right, box[2]), max(top, box[3])
            continue
        if text.strip():
            yield Piece(text.strip(), left, bottom, right, top)
        text = ""
        if not character.isspace() and box[2] > box[0]:
            text, (left, bottom, right, top) = character, box
    if text.strip():
        yield Piece(text.strip(), left, bottom, right, top)
