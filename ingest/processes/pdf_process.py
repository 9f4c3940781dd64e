"""Reads a PDF in a process of its own, with a time limit per page and a memory cap.

A page at which the process dies is tried once more with the second reader alone, then given up; the other
pages are read all the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.errors import EncryptedDocument, TooLarge, UnreadableDocument
from ingest.layout.cleaning import whole_lines
from ingest.layout.contents_lists import split_contents
from ingest.layout.headings import pdf_headings
from ingest.layout.pipe_tables import barred_rows
from ingest.layout.table_heads import Row
from ingest.media_types import PDF
from ingest.pdf import ocr
from ingest.pdf.running_heads import Parts, without_running_lines
from ingest.processes.capped_process import Worker
from ingest.processes.messages import Message, PageText, PdfOpened, Refusal, Stopped
from ingest.processes.ocr_process import read_pictures
from ingest.types import Page, PageStatus, ParsedDocument, Table


@dataclass(frozen=True)
class PdfLimits:
    """``page_seconds`` of processor time for opening and for each page, ``memory`` in bytes of address space,
    ``failures``: so many pages are tried twice when the process dies at them, ``characters`` on a page and
    ``document_characters`` on all of them, ``ocr_seconds`` of processor time for a page that is a picture: 0
    leaves it unread, as where OCR is not installed.
    """

    page_seconds: float = 10.0
    memory: int = 2 << 30
    failures: int = 4
    pages: int = 20_000
    characters: int = 2_000_000
    document_characters: int = 100_000_000
    ocr_seconds: float = 60.0


def read_pdf(
    path: Path,
    *,
    name: str,
    password: str = "",
    limits: PdfLimits | None = None,
    on_page: Callable[[int, int], None] | None = None,
) -> ParsedDocument:
    """All pages of a PDF file with how reading each one went, also where none has text.

    ``name`` is for messages; ``on_page(done, total)`` is called after each page. Raises
    :class:`EncryptedDocument`, :class:`UnreadableDocument` when the file cannot be opened, :class:`TooLarge`
    over a limit of the whole file.
    """
    limits = limits or PdfLimits()
    opened, pages = _read_pages(path, name, password, limits, on_page or (lambda done, total: None))
    parts = without_running_lines([(page.number, page.text) for page in pages])
    pictures = [page.number for page, part in zip(pages, parts, strict=True) if _is_picture(page, part)]
    if pictures and limits.ocr_seconds and ocr.installed():
        seen = read_pictures(path, password, pictures, seconds=limits.ocr_seconds)
        pages = [_better(page, seen.get(page.number, page)) for page in pages]
        # Only now are the running lines of scanned pages there.
        parts = without_running_lines([(page.number, page.text) for page in pages])
    return _document(opened, pages, parts)


def _is_picture(page: PageText, parts: Parts) -> bool:
    """Whether the words of a page, if there are any, are in a picture."""
    return page.picture and (not parts.body or page.status is PageStatus.SUSPECT)


def _better(layer: PageText, seen: PageText) -> PageText:
    """What OCR read of a page, where that is more than its text layer has."""
    return seen if len(seen.text) > len(layer.text) or not layer.text else layer


def _read_pages(
    path: Path, name: str, password: str, limits: PdfLimits, on_page: Callable[[int, int], None]
) -> tuple[PdfOpened, list[PageText]]:
    """The file, and each page of it as its text layer says it."""
    pages: list[PageText] = []
    opened: PdfOpened | None = None
    stopped: dict[int, str] = {}
    deaths = characters = 0
    while opened is None or len(pages) < opened.page_count:
        number = len(pages) + 1
        with _worker(path, password, number, stopped, limits) as worker:
            first = worker.answer()
            if isinstance(first, Stopped):
                if opened:
                    pages.append(_lost(number, first.reason))
                    deaths += 1
                    continue
                raise UnreadableDocument(f"The PDF '{name}' cannot be opened: {first.reason}.")
            opened = _opened(first, name, password)
            if opened.page_count > limits.pages:
                raise TooLarge(
                    f"The PDF '{name}' has {opened.page_count} pages; the limit is {limits.pages}."
                )
            while len(pages) < opened.page_count:
                number = len(pages) + 1
                answer = worker.answer()
                if isinstance(answer, PageText):
                    pages.append(answer)
                    characters += len(answer.text)
                else:
                    assert isinstance(answer, Stopped)
                    deaths += 1
                    if number not in stopped and deaths <= limits.failures:
                        stopped[number] = answer.reason
                    else:
                        before = f"pypdf: {stopped[number]}; pypdfium2: " if number in stopped else ""
                        pages.append(_lost(number, before + answer.reason))
                    break
                if characters > limits.document_characters:
                    raise TooLarge(
                        f"The PDF '{name}' has more than {limits.document_characters} characters of text. "
                        "Split it."
                    )
                on_page(len(pages), opened.page_count)
        if deaths > 2 * limits.failures and len(pages) < opened.page_count:
            why = f"given up: reading stopped {deaths} times in this file"
            pages += [_lost(n, why) for n in range(len(pages) + 1, opened.page_count + 1)]
    return opened, pages


def _worker(path: Path, password: str, first: int, stopped: dict[int, str], limits: PdfLimits) -> Worker:
    request = {
        "path": str(path.resolve()),
        "password": password,
        "first": first,
        "stopped": stopped,
        "characters": limits.characters,
    }
    return Worker("ingest.processes.pdf_worker", request, memory=limits.memory, seconds=limits.page_seconds)


def _opened(answer: Message, name: str, password: str) -> PdfOpened:
    """The file, where it could be opened."""
    if isinstance(answer, PdfOpened):
        return answer
    assert isinstance(answer, Refusal)
    if answer.error != EncryptedDocument.__name__:
        raise UnreadableDocument(f"The PDF '{name}' is damaged and cannot be opened ({answer.message}).")
    if password:
        raise EncryptedDocument(
            f"The PDF '{name}' is encrypted; the password given does not open it. Send the right one."
        )
    raise EncryptedDocument(
        f"The PDF '{name}' is encrypted; a password is needed. Send it with the upload (uploadRagFileConfig."
        "password, or --password of the command line), or save the file without protection."
    )


def _document(opened: PdfOpened, texts: Sequence[PageText], parts: Sequence[Parts]) -> ParsedDocument:
    pages: list[Page] = []
    tables: list[Table] = []
    before = 0
    head: tuple[Row, ...] = ()
    for page, part in zip(texts, parts, strict=True):
        status, reason = page.status, page.reason
        body, contents = split_contents(part.body)
        retold = barred_rows(whole_lines(body), head)
        text, head = retold.text, retold.head
        tables += [Table(before + one.start, before + one.end, one.caption) for one in retold.tables]
        before += len(text) + 1
        if opened.xfa and status is PageStatus.OK:
            status, reason = PageStatus.SUSPECT, "an XFA form: the page may show only a placeholder of it"
        elif page.text and not text:
            status, reason = PageStatus.EMPTY, "nothing but a running head or foot on the page"
            if contents:
                reason = "nothing but a table of contents on the page"
            if page.picture:
                status, reason = PageStatus.NEEDS_OCR, "a picture without a text layer"
        label = opened.labels[page.number - 1] if page.number <= len(opened.labels) else ""
        foot = "\n".join(lines for lines in (contents, part.foot) if lines)
        pages.append(Page(page.number, text, label, status, reason, part.head, foot))
    headings = pdf_headings(pages, opened.outline)
    return ParsedDocument(tuple(pages), PDF, opened.title, tuple(headings), tuple(tables))


def _lost(number: int, reason: str) -> PageText:
    return PageText(number, "", PageStatus.FAILED, reason)
