"""Reads a PDF in a process of its own, with a time limit per page and a memory cap.

A page at which the process dies is tried once more with the second reader alone, then given up; the other
pages are read all the same.
"""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ingest.errors import EncryptedDocument, NoTextLayer, TooLarge, UnreadableDocument
from ingest.formats import PDF
from ingest.headings import pdf_headings
from ingest.types import Page, PageStatus, ParsedDocument

# Wall time without an answer, on top of the processor time of a page: the machine may be busy.
SILENCE_SECONDS = 60.0


@dataclass(frozen=True)
class PdfLimits:
    """``page_seconds`` of processor time for opening and for each page, ``memory`` in bytes of address space,
    ``failures``: so many pages are tried twice when the process dies at them."""

    page_seconds: float = 10.0
    memory: int = 2 << 30
    failures: int = 4
    pages: int = 20_000


def read_pdf(
    path: Path,
    *,
    name: str,
    password: str = "",
    limits: PdfLimits | None = None,
    on_page: Callable[[int, int], None] | None = None,
) -> ParsedDocument:
    """All pages of a PDF file with how reading each one went.

    ``name`` is for messages; ``on_page(done, total)`` is called after each page. Raises
    :class:`EncryptedDocument`, :class:`NoTextLayer` when no page has text, :class:`UnreadableDocument`
    when the file cannot be opened, :class:`TooLarge` over the page limit.
    """
    limits = limits or PdfLimits()
    pages: list[Page] = []
    about: dict[str, Any] = {}
    stopped: dict[int, str] = {}
    deaths = 0
    while not about or len(pages) < about["pages"]:
        number = len(pages) + 1
        with _Worker(path, password, number, stopped, limits) as worker:
            first = worker.answer()
            if isinstance(first, str):
                if about:
                    pages.append(_lost(about, number, first))
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
                    pages.append(_page(about, answer))
                elif number not in stopped and deaths < limits.failures:
                    stopped[number] = answer
                    deaths += 1
                    break
                else:
                    pages.append(_lost(about, number, answer))
                    deaths += 1
                    break
                if on_page:
                    on_page(len(pages), about["pages"])
        if deaths > 2 * limits.failures and len(pages) < about["pages"]:
            why = f"given up: reading stopped {deaths} times in this file"
            pages += [_lost(about, n, why) for n in range(len(pages) + 1, about["pages"] + 1)]
    return _judged(pages, about, name)


def _refuse(about: dict[str, Any], name: str, password: str) -> None:
    if about.get("error") == "encrypted":
        if password:
            raise EncryptedDocument(
                f"The PDF '{name}' is encrypted; the password given does not open it. Send the right one."
            )
        raise EncryptedDocument(
            f"The PDF '{name}' is encrypted; a password is needed. Send it with the upload (uploadRagFileConfig."
            "password, or `sureground ingest --password`), or save the file without protection."
        )
    if about.get("error"):
        raise UnreadableDocument(f"The PDF '{name}' is damaged and cannot be opened ({about['message']}).")


def _judged(pages: list[Page], about: dict[str, Any], name: str) -> ParsedDocument:
    if not any(page.text for page in pages):
        states = [page.status for page in pages]
        if PageStatus.NEEDS_OCR in states:
            raise NoTextLayer(
                f"The PDF '{name}' has no text layer: {states.count(PageStatus.NEEDS_OCR)} of {len(pages)} "
                "pages are pictures. Run it through OCR (`ocrmypdf in.pdf out.pdf`) and send the result."
            )
        if PageStatus.FAILED in states:
            reason = next(page.reason for page in pages if page.status is PageStatus.FAILED)
            raise UnreadableDocument(f"No page of the PDF '{name}' could be read: {reason}.")
        raise NoTextLayer(f"The PDF '{name}' has no text: its {len(pages)} pages are blank.")
    headings = pdf_headings(pages, [tuple(entry) for entry in about["outline"]])
    return ParsedDocument(tuple(pages), PDF, about["title"], tuple(headings))


def _page(about: dict[str, Any], answer: dict[str, Any]) -> Page:
    status, reason = PageStatus(answer["status"]), answer["reason"]
    if about["xfa"] and status is PageStatus.OK:
        status, reason = PageStatus.SUSPECT, "an XFA form: the page may show only a placeholder of it"
    return Page(answer["page"], answer["text"], _label(about, answer["page"]), status, reason)


def _lost(about: dict[str, Any], number: int, reason: str) -> Page:
    return Page(number, "", _label(about, number), PageStatus.FAILED, reason)


def _label(about: dict[str, Any], number: int) -> str:
    labels: list[str] = about["labels"]
    return labels[number - 1] if number <= len(labels) else ""


class _Worker:
    """One run of :mod:`ingest.pdf_worker`."""

    def __init__(
        self, path: Path, password: str, first: int, stopped: dict[int, str], limits: PdfLimits
    ) -> None:
        root = str(Path(__file__).parent.parent)
        environment = {**os.environ, "PYTHONPATH": root, "PYTHONIOENCODING": "utf-8"}
        self._limits = limits
        self._buffer = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed in __exit__)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ingest.pdf_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            cwd=root,
        )
        request = {
            "path": str(path.resolve()),
            "password": password,
            "first": first,
            "stopped": stopped,
            "memory": limits.memory,
            "page_seconds": limits.page_seconds,
        }
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()

    def answer(self) -> dict[str, Any] | str:
        """The next answer, or in words why there is none."""
        assert self._process.stdout is not None
        output = self._process.stdout.fileno()
        deadline = time.monotonic() + SILENCE_SECONDS + self._limits.page_seconds
        while b"\n" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([output], [], [], left)[0]:
                return "stopped, as nothing more was heard of it"
            piece = os.read(output, 1 << 20)
            if not piece:
                return self._why_ended()
            self._buffer += piece
        line, self._buffer = self._buffer.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _why_ended(self) -> str:
        code = self._process.wait()
        if code == -signal.SIGPROF:
            return f"stopped at the limit of {self._limits.page_seconds:g} seconds"
        self._errors.seek(0)
        if b"MemoryError" in self._errors.read():
            return f"stopped at the memory limit of {self._limits.memory >> 20} MiB"
        return f"the reading process crashed (status {code})"
