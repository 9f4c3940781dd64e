"""What the reading processes tell the server: typed messages, and the one place in which they become JSON."""

import base64
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ingest.formats.eml import Attachment
from ingest.layout.headings import OutlineEntry
from ingest.types import Heading, Page, PageStatus, ParsedDocument, Table


@dataclass(frozen=True)
class PdfOpened:
    """A PDF file was opened. ``labels`` are its printed page numbers, if it has any; ``xfa``: a form that lives in
    XFA, of which the pages show only a placeholder.
    """

    page_count: int
    labels: tuple[str, ...] = ()
    title: str = ""
    outline: tuple[OutlineEntry, ...] = ()
    xfa: bool = False


@dataclass(frozen=True)
class PageText:
    """A page of a PDF, by number from 1: its lines, and how reading them went; ``picture``: there is little text
    and a picture on the page.
    """

    number: int
    text: str
    status: PageStatus
    reason: str = ""
    picture: bool = False


@dataclass(frozen=True)
class OcrText:
    """What OCR makes of the page ``number``, and how sure it is, in [0, 1]."""

    number: int
    text: str
    confidence: float


@dataclass(frozen=True)
class ReadFile:
    """A file that is no PDF, read whole."""

    parsed: ParsedDocument


@dataclass(frozen=True)
class ReadMail:
    """An e-mail: the message itself as a document, and its attachments, which are not read yet."""

    message: ParsedDocument
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class FileKind:
    """What a file is by its bytes."""

    mime_type: str


@dataclass(frozen=True)
class Refusal:
    """The file is not read: ``error`` is the name of a class of :mod:`ingest.errors`."""

    error: str
    message: str


@dataclass(frozen=True)
class Stopped:
    """No message came: why, in words. Said by the server's side of a process, never sent."""

    reason: str


Message = PdfOpened | PageText | OcrText | ReadFile | ReadMail | FileKind | Refusal


def to_json(message: Message) -> dict[str, Any]:
    """The message as JSON can hold it, under its name."""
    fields = asdict(message)
    for attachment in fields.get("attachments", ()):
        attachment["content"] = base64.b64encode(attachment["content"]).decode()
    return {type(message).__name__: fields}


def from_json(sent: Mapping[str, Any]) -> Message:
    """The message that :func:`to_json` wrote."""
    [(name, fields)] = sent.items()
    return _READ[name](**fields)


def _opened(**fields: Any) -> PdfOpened:
    outline = tuple((page, level, title) for page, level, title in fields.pop("outline"))
    return PdfOpened(outline=outline, labels=tuple(fields.pop("labels")), **fields)


def _page_text(*, status: str, **fields: Any) -> PageText:
    return PageText(status=PageStatus(status), **fields)


def _read_file(parsed: Mapping[str, Any]) -> ReadFile:
    return ReadFile(_parsed(parsed))


def _read_mail(message: Mapping[str, Any], attachments: list[dict[str, Any]]) -> ReadMail:
    attached = (Attachment(**{**one, "content": base64.b64decode(one["content"])}) for one in attachments)
    return ReadMail(_parsed(message), tuple(attached))


def _parsed(parsed: Mapping[str, Any]) -> ParsedDocument:
    pages = (Page(**{**page, "status": PageStatus(page["status"])}) for page in parsed["pages"])
    headings = (Heading(**heading) for heading in parsed["headings"])
    tables = (Table(**table) for table in parsed["tables"])
    return ParsedDocument(tuple(pages), parsed["mime_type"], parsed["title"], tuple(headings), tuple(tables))


_READ: dict[str, Callable[..., Message]] = {
    "PdfOpened": _opened,
    "PageText": _page_text,
    "OcrText": OcrText,
    "ReadFile": _read_file,
    "ReadMail": _read_mail,
    "FileKind": FileKind,
    "Refusal": Refusal,
}
