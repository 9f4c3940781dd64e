"""The process that opens a PDF, so that no file can take the server down: ``python -m ingest.pdf_worker``.

It reads one request as a JSON line and answers in JSON lines: one about the file, then one per page. It may be
killed at any moment; the parent starts another one at the page where this one stopped.
"""

import contextlib
import json
import resource
import sys
from typing import Any

from ingest.cleaning import clean_page
from ingest.disorder import SUSPICIOUS, disorder
from ingest.pdf import PypdfReader, WrongPassword
from ingest.pdf_second import PdfiumReader
from ingest.types import PageStatus


class PageReader:
    """Two readers over one file; the second is opened when it is first needed."""

    def __init__(self, path: str, password: str) -> None:
        self._path, self._password = path, password
        self._second: PdfiumReader | None = None
        self._first: PypdfReader | None = None
        self.complaint = ""
        try:
            self._first = PypdfReader(path, password)
            self.page_count = self._first.page_count
        except WrongPassword:
            raise
        except Exception as error:  # damaged input makes pypdf raise almost anything
            self.complaint = _short(error)
        if not self._first or not self.page_count:
            self.page_count = self.second.page_count

    @property
    def second(self) -> PdfiumReader:
        if self._second is None:
            self._second = PdfiumReader(self._path, self._password)
        return self._second

    def about(self) -> dict[str, Any]:
        first = self._first
        return {
            "pages": self.page_count,
            "labels": first.labels() if first else [],
            "title": first.title() if first else "",
            "xfa": first.is_xfa() if first else False,
        }

    def page(self, number: int, *, second_only: bool) -> dict[str, Any]:
        """The better of the two readings, and how it went."""
        reason = ""
        try:
            if second_only or self._first is None:
                raise RuntimeError(self.complaint or "the first reader was stopped at its limit")
            raw = self._first.text(number)
            wrong, sign = disorder(raw)
            reason = sign if wrong >= SUSPICIOUS else "" if raw.strip() else "no text by the first reader"
        except Exception as error:  # as above
            raw, wrong, reason = "", float("inf"), _short(error)
        if not reason:
            return _answer(number, raw, PageStatus.OK, "")
        try:
            other = self.second.text(number)
        except Exception as error:
            if not raw.strip() and wrong == float("inf"):
                return _answer(number, "", PageStatus.FAILED, f"{reason}; second reader: {_short(error)}")
            other = ""
        again, sign = disorder(other)
        if other.strip() and (not raw.strip() or again < wrong):
            raw, wrong = other, again
            if wrong < SUSPICIOUS:
                return _answer(number, raw, PageStatus.REPAIRED, f"read by the second reader: {reason}")
            reason = sign
        if not raw.strip():
            return self._without_text(number)
        return _answer(number, raw, PageStatus.SUSPECT, f"the text layer looks wrong: {reason}")

    def _without_text(self, number: int) -> dict[str, Any]:
        picture = False
        for reader in (self._first, self.second):
            with contextlib.suppress(Exception):
                picture = picture or bool(reader and reader.has_picture(number))
        if picture:
            return _answer(number, "", PageStatus.NEEDS_OCR, "a picture without a text layer")
        return _answer(number, "", PageStatus.EMPTY, "no text on the page")


def _answer(number: int, raw: str, status: PageStatus, reason: str) -> dict[str, Any]:
    text = clean_page(raw)
    if raw.strip() and not text:
        status, reason = PageStatus.EMPTY, "only control characters on the page"
    return {"page": number, "text": text, "status": status.value, "reason": reason}


def _short(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).splitlines()[0][:200] if str(error) else ''}".rstrip(": ")


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    request = json.loads(sys.stdin.readline())
    limit = request["memory"]
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        reader = PageReader(request["path"], request["password"])
    except WrongPassword:
        _write({"error": "encrypted", "message": ""})
        return
    except Exception as error:
        _write({"error": "unreadable", "message": _short(error)})
        return
    _write(reader.about())
    for number in range(request["first"], reader.page_count + 1):
        _write(reader.page(number, second_only=number in request["second_only"]))


if __name__ == "__main__":
    main()
