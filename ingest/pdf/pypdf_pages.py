"""PDF pages by pypdf, its only importer. Runs in the worker process (:mod:`ingest.processes.pdf_worker`)."""

import logging
from collections.abc import Iterator
from typing import Any

import pypdf
from pypdf.errors import PyPdfError

from ingest.pdf.form_fields import Field, fields_of

# The reader tells of every repair; what matters is in the page report.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)


MAX_OUTLINE = 5000


class WrongPassword(Exception):
    """The file is encrypted and neither the password given nor the empty one opens it."""


class PypdfReader:
    """An open PDF. Whatever pypdf raises on damaged input is left to the caller."""

    def __init__(self, path: str, password: str) -> None:
        self._reader = pypdf.PdfReader(path, strict=False)
        if self._reader.is_encrypted and not (
            self._reader.decrypt("") or (password and self._reader.decrypt(password))
        ):
            raise WrongPassword
        self.page_count = len(self._reader.pages)

    def labels(self) -> list[str]:
        """The printed page numbers; empty where the file has none."""
        try:
            if "/PageLabels" not in self._reader.root_object:
                return []
            return [str(label) for label in self._reader.page_labels]
        except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return []

    def title(self) -> str:
        try:
            information = self._reader.metadata
            return str(information.title or "").strip() if information else ""
        except (PyPdfError, ValueError, TypeError, KeyError, AttributeError):
            return ""

    def outline(self) -> list[tuple[int, int, str]]:
        """The entries of the outline: page from 1, level from 1, title."""
        try:
            return list(self._entries(self._reader.outline, 1))[:MAX_OUTLINE]
        except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return []

    def _entries(self, items: Any, level: int) -> Iterator[tuple[int, int, str]]:
        for item in items:
            if isinstance(item, list):
                yield from self._entries(item, level + 1)
            else:
                number = self._reader.get_destination_page_number(item)
                if number is not None and item.title:
                    yield number + 1, level, str(item.title)

    def is_xfa(self) -> bool:
        """Whether the form lives in XFA, of which the pages show only a placeholder."""
        try:
            form: Any = self._reader.root_object.get("/AcroForm")
            return bool(form and "/XFA" in form.get_object())
        except (PyPdfError, ValueError, TypeError, KeyError, AttributeError):
            return False

    def text(self, number: int) -> str:
        """The raw text of page ``number`` (from 1), the text written on it by hand last."""
        page = self._reader.pages[number - 1]
        return "\n".join([page.extract_text(), *_written_on(page)])

    def fields(self, number: int) -> list[Field]:
        """What is filled in on the page."""
        return list(fields_of(self._reader.pages[number - 1].annotations or ()))

    def has_picture(self, number: int) -> bool:
        """Whether a picture is drawn on the page; no picture is decoded."""
        page = self._reader.pages[number - 1]
        return any(True for _ in _pictures(page.get("/Resources"), 0))


def _written_on(page: Any) -> Iterator[str]:
    """The words of free-text annotations, which are seen on the page like its own."""
    for item in page.annotations or ():
        note = item.get_object()
        if note.get("/Subtype") == "/FreeText" and note.get("/Contents"):
            yield str(note["/Contents"])


def _pictures(resources: Any, depth: int) -> Iterator[Any]:
    if resources is None or depth > 5:
        return
    objects = resources.get_object().get("/XObject")
    for name in objects.get_object() if objects else ():
        item = objects.get_object()[name].get_object()
        if item.get("/Subtype") == "/Image":
            yield item
        elif item.get("/Subtype") == "/Form":
            yield from _pictures(item.get("/Resources"), depth + 1)
