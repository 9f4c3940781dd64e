"""PDF pages by pypdfium2: the second opinion, which also opens files that pypdf refuses."""

import re
from collections.abc import Iterable, Iterator
from ctypes import c_double
from dataclasses import dataclass
from functools import partial
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from ingest.pdf.columns import Piece, upright
from ingest.pdf.raised_runs import SMALL, TOUCHING, Character, Run, runs_of
from ingest.pdf.right_to_left import is_mixed, ordered_lines

PICTURE_SHARE = 0.7

# A page is drawn with so many dots per inch, and no edge of it longer than so many pixels.
DOTS, MOST_PIXELS = 200, 2000

MANY_SHAPES = 200

_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff]")

# Of the height of a line; blanks between words are narrower.
WIDE_GAP = 0.9


@dataclass(frozen=True)
class Layout:
    """The text of a page and where it stands: in pieces without a wide gap in them, and its superscripts and
    subscripts.
    """

    number: int
    text: str
    pieces: tuple[Piece, ...]
    runs: tuple[Run, ...]


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
        self._layout: Layout | None = None

    def text(self, number: int) -> str:
        """The raw text of page ``number`` (from 1)."""
        page = self._file[number - 1]
        try:
            words = page.get_textpage()
            try:
                text = _with_hyphens(words.get_text_range())
                blocks = upright(list(_pieces(_characters(words)))) if _EAST_ASIAN.search(text) else None
                if blocks:
                    return "\n\n".join("\n".join(block) for block in blocks)
                if is_mixed(text):
                    return _with_hyphens("\n".join(ordered_lines(_characters(words))))
                return text
            finally:
                words.close()
        finally:
            page.close()

    def layout(self, number: int) -> Layout:
        """Where the text of the page stands; of the page asked for last it is known already."""
        if self._layout is None or self._layout.number != number:
            page = self._file[number - 1]
            try:
                words = page.get_textpage()
                try:
                    characters = _characters(words)
                    runs = runs_of(characters, partial(_baseline, words))
                    text = _with_hyphens("".join(character.text for character in characters))
                    self._layout = Layout(number, text, tuple(_pieces(characters)), tuple(runs))
                finally:
                    words.close()
            finally:
                page.close()
        return self._layout

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


def _with_hyphens(text: str) -> str:
    """A word cut at the end of a line is marked by U+FFFE or U+0002."""
    return text.replace("\ufffe", "-\n").replace("\x02", "-\n")


def _characters(words: pdfium.PdfTextPage) -> list[Character]:
    return [
        Character(chr(raw.FPDFText_GetUnicode(words, index)), *words.get_charbox(index, loose=True))
        for index in range(words.count_chars())
    ]


def _baseline(words: pdfium.PdfTextPage, index: int) -> float:
    x, y = c_double(), c_double()
    raw.FPDFText_GetCharOrigin(words, index, x, y)
    return y.value


def _pieces(characters: Iterable[Character]) -> Iterator[Piece]:
    text = ""
    left = bottom = right = top = 0.0
    raised = ended = False  # the last character, and the reader's line
    for character in characters:
        if text and character.text in "\r\n":
            ended = True
            continue
        height = character.height
        small = height <= SMALL * (top - bottom)
        goes_on = (
            text
            # Before a superscript and behind it a reader ends its line.
            and (not ended or small or raised)
            # It may stand beside the middle of its line.
            and abs((character.bottom + character.top) - (bottom + top)) < (top - bottom if small else height)
            and -height < character.left - right < WIDE_GAP * height
        )
        if goes_on:
            text += " " * (ended and character.left - right > TOUCHING * height) + character.text
            bottom, top = min(bottom, character.bottom), max(top, character.top)
            right = max(right, character.right)
            raised, ended = small, False
            continue
        if text.strip():
            yield Piece(text.strip(), left, bottom, right, top)
        text, raised, ended = "", False, False
        if not character.text.isspace() and character.right > character.left:
            text, left, bottom = character.text, character.left, character.bottom
            right, top = character.right, character.top
    if text.strip():
        yield Piece(text.strip(), left, bottom, right, top)
