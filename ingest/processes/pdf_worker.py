"""The process that opens a PDF, so that no file can take the server down: a copy of the fork server.

It reads one request as a JSON line and answers in JSON lines: one about the file, then one per page. It
may be killed at any moment; the parent starts another one at the page where this one stopped.
"""

import contextlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ingest.errors import EncryptedDocument, UnreadableDocument
from ingest.layout.cleaning import clean_lines
from ingest.layout.raised_text import resolved
from ingest.pdf.columns import Piece, columns, mixed
from ingest.pdf.disorder import SUSPICIOUS, disorder
from ingest.pdf.form_fields import with_fields
from ingest.pdf.page_tables import same_letters, with_tables
from ingest.pdf.pdfium_pages import PdfiumReader
from ingest.pdf.pypdf_pages import PypdfReader, WrongPassword
from ingest.pdf.raised_runs import with_marks
from ingest.pdf.right_to_left import is_mixed
from ingest.pdf.torn_words import torn_or_glued
from ingest.processes.capped_process import alarm, in_short, write
from ingest.processes.messages import PageText, PdfOpened, Refusal
from ingest.types import PageStatus

# Fewer characters than these are looked at twice: what is seen on the page may be a picture.
LITTLE_TEXT = 100
SOME_TEXT = 300

# Characters of a page up to which its superscripts are looked for, which takes a second for some hundred thousand; the
# fullest pages of books have a tenth of these.
LAID_OUT = 100_000

# Forms of Arabic letters at the begin, in the middle and at the end of a word, several on end.
DRAWN_ARABIC = re.compile("[\ufb50-\ufdcf\ufe70-\ufefc]{2}")


def _same_words(text: str, other: str) -> bool:
    """Whether most words of ``text`` are in ``other``; there the letters of a word may run backwards."""
    words, others = (set(re.findall(r"\w{3,}", unicodedata.normalize("NFKC", t))) for t in (text, other))
    return 2 * len(words & others) >= len(words)


class PageReader:
    """Two readers over one file; the second is opened when it is first needed."""

    def __init__(self, path: str, password: str, characters: int) -> None:
        self._path, self._password, self._characters = path, password, characters
        self._second: PdfiumReader | None = None
        self._first: PypdfReader | None = None
        self._complaint = ""
        try:
            self._first = PypdfReader(path, password)
            self.page_count = self._first.page_count
        except WrongPassword:
            raise
        except Exception as error:  # damaged input makes pypdf raise almost anything
            self._complaint = in_short(error)
        if not self._first or not self.page_count:
            self.page_count = self.second.page_count

    @property
    def second(self) -> PdfiumReader:
        if self._second is None:
            self._second = PdfiumReader(self._path, self._password)
        return self._second

    def about(self) -> PdfOpened:
        """What is known of the whole file."""
        if self._first is None:
            return PdfOpened(self.page_count)
        first = self._first
        return PdfOpened(
            self.page_count, tuple(first.labels()), first.title(), tuple(first.outline()), first.is_xfa()
        )

    def page(self, number: int, stopped: str = "") -> PageText:
        """The better of the two readings with what is filled in, and how it went; ``stopped`` tells why not to
        try the first.
        """
        read = self._read(number, stopped)
        if self._first is None or stopped:
            return read
        with contextlib.suppress(Exception):  # the printed text at hand is good enough
            if fields := self._first.fields(number):
                text = clean_lines(with_fields(read.text, fields, self._pieces(number)))
                if len(text) <= self._characters:
                    filled_in = read.status is PageStatus.EMPTY
                    return replace(
                        read,
                        text=text,
                        status=PageStatus.OK if filled_in else read.status,
                        reason="" if filled_in else read.reason,
                    )
        return read

    def _pieces(self, number: int) -> tuple[Piece, ...]:
        with contextlib.suppress(Exception):
            return self.second.layout(number).pieces
        return ()

    def _read(self, number: int, stopped: str) -> PageText:
        first = _failed(f"pypdf: {stopped or self._complaint}")
        if self._first is not None and not stopped:
            first = _extraction(self._first, number, "pypdf")
        if first.text and not first.wrong:
            better, why = self._better(number, first.text)
            if better:
                status = PageStatus.REPAIRED if why else PageStatus.OK
                return self._settled(number, better, status, f"read by pypdfium2: {why}" if why else "")
            return self._settled(number, first, PageStatus.OK, "")
        second = _extraction(self.second, number, "pypdfium2")
        if not first.text and not second.text:
            return self._without_text(number, first, second)
        if not second.text or (first.text and first.disorder <= second.disorder):
            return self._settled(number, first, PageStatus.SUSPECT, f"the text looks wrong: {first.sign}")
        if second.wrong:
            return self._settled(number, second, PageStatus.SUSPECT, f"the text looks wrong: {second.sign}")
        if len(second.text) < len(first.text) / 2:
            share = f"{len(second.text)} of {len(first.text)} characters"
            return self._settled(number, second, PageStatus.SUSPECT, f"only {share} could be read")
        why = first.sign or "no text found by pypdf"
        return self._settled(number, second, PageStatus.REPAIRED, f"read by pypdfium2: {why}")

    def _settled(self, number: int, extraction: "Extraction", status: PageStatus, reason: str) -> PageText:
        text = clean_lines(self._with_raised(number, extraction.text))
        picture = len(text) < SOME_TEXT and self._has_picture(number)
        if not text:
            status, reason = PageStatus.EMPTY, "only control characters on the page"
        elif len(text) > self._characters:
            status, reason = PageStatus.FAILED, f"over the limit of {self._characters} characters on a page"
            text = ""
        elif status is not PageStatus.SUSPECT and len(text) < LITTLE_TEXT:
            with contextlib.suppress(Exception):  # a bonus: the text itself is there
                drawn = self.second.drawing(number)
                if drawn:
                    status, reason = PageStatus.SUSPECT, f"only {len(text)} characters of text on {drawn}"
        return PageText(number, text, status, reason, picture=picture)

    def _with_raised(self, number: int, text: str) -> str:
        """The text with exponents and indices written as such, and the marks of notes taken out."""
        if len(text) <= LAID_OUT:
            with contextlib.suppress(Exception):  # a page that the second reader cannot open
                return resolved(with_marks(text, self.second.layout(number).runs))
        return text

    def _better(self, number: int, text: str) -> tuple["Extraction | None", str]:
        """The page in its right order and why, where ``text`` is in another; else ``None``."""
        with contextlib.suppress(Exception):  # the text at hand is good enough
            if DRAWN_ARABIC.search(text) or is_mixed(text):
                second = _extraction(self.second, number, "pypdfium2")
                drawn = second.wrong or DRAWN_ARABIC.search(second.text)
                if not drawn and _same_words(text, second.text):
                    return second, "the words stood in the order in which they are drawn"
            layout = self.second.layout(number)
            torn = torn_or_glued(text, layout.text)
            text = layout.text.strip() if torn else text
            blocks = columns(layout.pieces)
            if blocks and mixed(text, blocks):
                ordered = "\n\n".join("\n".join(block) for block in blocks)
                return Extraction(ordered, *disorder(ordered)), "the columns were mixed"
            whole = None if blocks else with_tables(text, layout.pieces)
            if whole and same_letters(text, whole.text):
                why = "the rows of a table were torn" if whole.torn else torn
                return Extraction(whole.text, *disorder(whole.text)), why
            if torn:
                return Extraction(text, *disorder(text)), torn
        return None, ""

    def _has_picture(self, number: int) -> bool:
        with contextlib.suppress(Exception):
            if self._first and self._first.has_picture(number):
                return True
        with contextlib.suppress(Exception):
            return self.second.has_picture(number)
        return False

    def _without_text(self, number: int, first: "Extraction", second: "Extraction") -> PageText:
        if self._has_picture(number):
            return PageText(number, "", PageStatus.NEEDS_OCR, "a picture without a text layer", picture=True)
        if first.failed:
            why = second.sign if second.failed else "pypdfium2: no text on the page"
            return PageText(number, "", PageStatus.FAILED, f"{first.sign}; {why}")
        return PageText(number, "", PageStatus.EMPTY, "no text on the page")


@dataclass(frozen=True)
class Extraction:
    """What one reader made of a page; ``sign`` says what is wrong with it, ``disorder`` how much."""

    text: str
    disorder: float
    sign: str
    failed: bool = False

    @property
    def wrong(self) -> bool:
        return self.disorder >= SUSPICIOUS


def _extraction(reader: PypdfReader | PdfiumReader, number: int, name: str) -> Extraction:
    try:
        raw = reader.text(number)
    except Exception as error:  # as above
        return _failed(f"{name}: {in_short(error)}")
    return Extraction(raw.strip(), *disorder(raw))


def _failed(why: str) -> Extraction:
    return Extraction("", float("inf"), why, failed=True)


def main(request: Mapping[str, Any]) -> None:
    """Answer the request."""
    try:
        reader = PageReader(request["path"], request["password"], request["characters"])
    except WrongPassword:
        write(Refusal(EncryptedDocument.__name__, ""))
        return
    except Exception as error:
        write(Refusal(UnreadableDocument.__name__, in_short(error)))
        return
    write(reader.about())
    for number in range(request["first"], reader.page_count + 1):
        alarm(request)
        write(reader.page(number, request["stopped"].get(str(number), "")))
