"""Reads a PDF in a process of its own, with a time limit per page and a memory cap.

A page at which the process dies is tried once more with the second reader alone, then given up; the other
pages are read all the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.errors import EncryptedDocument, TooLarge, UnreadableDocument
from ingest.layout.cleaning import whole_lines
from ingest.layout.headings import pdf_headings
from ingest.media_types import PDF
from ingest.pdf import ocr
from ingest.pdf.running_heads import without_running_lines
from ingest.processes.capped_process import Worker
from ingest.processes.ocr_process import read_pictures
from ingest.types import Page, PageStatus, ParsedDocument


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


# What the reading process tells of a page: page, text (its lines), status, reason, picture.
Told = dict[str, Any]


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
    about, told = _told(path, name, password, limits, on_page or (lambda done, total: None))
    pictures = _pictures(told)
    if pictures and limits.ocr_seconds and ocr.installed():
        read = read_pictures(path, password, pictures, seconds=limits.ocr_seconds)
        told = [_better(one, read.get(one["page"], one)) for one in told]
    return _document(about, told)


def _pictures(told: Sequence[Told]) -> list[int]:
    """The pages whose words, if there are any, are in a picture."""
    parts = without_running_lines([(one["page"], one["text"]) for one in told])
    return [
        one["page"]
        for one, part in zip(told, parts, strict=True)
        if one["picture"] and (not part.body or one["status"] == PageStatus.SUSPECT)
    ]


def _better(layer: Told, read: Mapping[str, Any]) -> Told:
    """What OCR read of a page, where that is more than its text layer has."""
    return {**layer, **read} if len(read["text"]) > len(layer["text"]) or not layer["text"] else layer


def _told(
    path: Path, name: str, password: str, limits: PdfLimits, on_page: Callable[[int, int], None]
) -> tuple[dict[str, Any], list[Told]]:
    """What the process tells of the file, and of each page of it."""
    pages: list[Told] = []
    about: dict[str, Any] = {}
    stopped: dict[int, str] = {}
    deaths = characters = 0
    while not about or len(pages) < about["pages"]:
        number = len(pages) + 1
        with _worker(path, password, number, stopped, limits) as worker:
            first = worker.answer()
            if isinstance(first, str):
                if about:
                    pages.append(_lost(number, first))
                    deaths += 1
                    continue
                raise UnreadableDocument(f"The PDF '{name}' cannot be opened: {first}.")
            _refuse(first, name, password)
            about = first
            if about["pages"] > limits.pages:
                raise TooLarge(f"The PDF '{name}' has {about['pages']} pages; the limit is {limits.pages}.")
            while len(pages) < about["pages"]:
                number = len(pages) + 1
                answer = worker.answer()
                if not isinstance(answer, str):
                    pages.append(answer)
                    characters += len(answer["text"])
                elif number not in stopped and deaths < limits.failures:
                    stopped[number] = answer
                    deaths += 1
                    break
                else:
                    before = f"pypdf: {stopped[number]}; pypdfium2: " if number in stopped else ""
                    pages.append(_lost(number, before + answer))
                    deaths += 1
                    break
                if characters > limits.document_characters:
                    raise TooLarge(
                        f"The PDF '{name}' has more than {limits.document_characters} characters of text. "
                        "Split it."
                    )
                on_page(len(pages), about["pages"])
        if deaths > 2 * limits.failures and len(pages) < about["pages"]:
            why = f"given up: reading stopped {deaths} times in this file"
            pages += [_lost(n, why) for n in range(len(pages) + 1, about["pages"] + 1)]
    return about, pages


def _worker(path: Path, password: str, first: int, stopped: dict[int, str], limits: PdfLimits) -> Worker:
    request = {
        "path": str(path.resolve()),
        "password": password,
        "first": first,
        "stopped": stopped,
        "characters": limits.characters,
    }
    return Worker("ingest.processes.pdf_worker", request, memory=limits.memory, seconds=limits.page_seconds)


def _refuse(about: dict[str, Any], name: str, password: str) -> None:
    if about.get("error") == "encrypted":
        if password:
            raise EncryptedDocument(
                f"The PDF '{name}' is encrypted; the password given does not open it. Send the right one."
            )
        raise EncryptedDocument(
            f"The PDF '{name}' is encrypted; a password is needed. Send it with the upload (uploadRagFileConfig."
            "password, or --password of the command line), or save the file without protection."
        )
    if about.get("error"):
        raise UnreadableDocument(f"The PDF '{name}' is damaged and cannot be opened ({about['message']}).")


def _document(about: Mapping[str, Any], told: Sequence[Told]) -> ParsedDocument:
    parts = without_running_lines([(one["page"], one["text"]) for one in told])
    pages = []
    for one, part in zip(told, parts, strict=True):
        status, reason = PageStatus(one["status"]), one["reason"]
        text = whole_lines(part.body)
        if about["xfa"] and status is PageStatus.OK:
            status, reason = PageStatus.SUSPECT, "an XFA form: the page may show only a placeholder of it"
        elif one["text"] and not text:
            status, reason = PageStatus.EMPTY, "nothing but a running head or foot on the page"
            if one["picture"]:
                status, reason = PageStatus.NEEDS_OCR, "a picture without a text layer"
        label = _label(about["labels"], one["page"])
        pages.append(Page(one["page"], text, label, status, reason, part.head, part.foot))
    headings = pdf_headings(pages, [tuple(entry) for entry in about["outline"]])
    return ParsedDocument(tuple(pages), PDF, about["title"], tuple(headings))


def _lost(number: int, reason: str) -> Told:
    return {"page": number, "text": "", "status": PageStatus.FAILED.value, "reason": reason, "picture": False}


def _label(labels: Sequence[str], number: int) -> str:
    return labels[number - 1] if number <= len(labels) else ""
