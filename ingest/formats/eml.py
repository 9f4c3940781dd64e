"""E-mails: the headers that matter, the text, and what is attached.

The parser is used in its older way, in which a header stays the bytes it is: the newer one follows the grammar
of addresses, which a hostile header can make take for ever.
"""

import email
import email.errors
import email.header
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message

from ingest.errors import IngestError, NoTextLayer, TooLarge, UnknownFormat, UnreadableDocument
from ingest.formats.html import read_html
from ingest.formats.text import read_text
from ingest.layout.document_builder import DocumentBuilder
from ingest.layout.page_report import require_text
from ingest.media_types import EML, HTML, PLAIN
from ingest.names import base_name
from ingest.types import PageStatus, ParsedDocument, Upload

_SHOWN = ("Subject", "From", "To", "Cc", "Date")
MAX_PARTS = 200
MAX_HEADER = 10_000

Read = Callable[[Upload], ParsedDocument]


@dataclass(frozen=True)
class Attachment:
    """A file in an e-mail: its name, the MIME type it is sent as, and its bytes."""

    name: str
    mime_type: str
    content: bytes


def read_message(content: bytes, name: str = "file") -> tuple[ParsedDocument, tuple[Attachment, ...]]:
    """The message as one page, and what is attached to it.

    Raises :class:`UnreadableDocument` for what is no e-mail, :class:`TooLarge` for one of too many parts.
    """
    try:
        return _read(email.message_from_bytes(content))
    except RecursionError:
        raise UnreadableDocument(f"The e-mail '{name}' holds parts in parts without end.") from None


def with_attachments(
    message: ParsedDocument, attachments: Sequence[Attachment], read: Read
) -> ParsedDocument:
    """The message, then the pages of its attachments under their names.

    ``read`` reads an attachment. What it knows but cannot read is told in the page report; what it does not know is
    left out.
    """
    builder = DocumentBuilder.after(message)
    for attachment in attachments:
        _attach(builder, attachment, read)
    return builder.build()


def _read(message: Message) -> tuple[ParsedDocument, tuple[Attachment, ...]]:
    headers = _headers(message)
    if not headers:
        raise UnreadableDocument("The file has no header of an e-mail, such as From or Subject.")
    builder = DocumentBuilder(EML, headers.get("Subject", ""))
    builder.above(0, builder.title)
    builder.paragraph("\n".join(f"{name}: {text}" for name, text in headers.items()))
    bodies, attached = _sorted(message)
    for versions in bodies:
        if body := _body(versions):
            builder.insert(body)
    names = [f"Attachment: {_name(part)} ({part.get_content_type()})" for part in attached]
    builder.paragraph("\n".join(names))
    builder.end_page()
    return builder.build(), tuple(Attachment(_name(part), _kind(part), _bytes(part)) for part in attached)


def _kind(part: Message) -> str:
    return EML if part.get_content_maintype() == "message" else part.get_content_type()


def _headers(message: Message) -> dict[str, str]:
    found = {}
    for name, value in message.raw_items():
        shown = name.title()
        if shown in _SHOWN and shown not in found and (text := _decoded(str(value))):
            found[shown] = text
    return {name: found[name] for name in _SHOWN if name in found}


def _decoded(value: str) -> str:
    """A header as it is read; one with raw bytes in it is taken for UTF-8."""
    text = value[:MAX_HEADER].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    with suppress(LookupError, ValueError, email.errors.HeaderParseError):
        text = str(email.header.make_header(email.header.decode_header(text)))
    return " ".join(text.split())


def _sorted(message: Message) -> tuple[list[list[Message]], list[Message]]:
    """The bodies, each in all its versions, and what is attached."""
    bodies: list[list[Message]] = []
    attached: list[Message] = []
    waiting = [message]
    parts = 0
    while waiting:
        part = waiting.pop(0)
        parts += 1
        if parts > MAX_PARTS:
            raise TooLarge(f"The e-mail has over {MAX_PARTS} parts. Send its attachments as files.")
        kind = part.get_content_type()
        if kind == "multipart/alternative":
            versions = [leaf for leaf in part.walk() if leaf.get_content_type() in (PLAIN, HTML)]
            bodies.append(versions)
            attached += [leaf for leaf in part.walk() if not leaf.is_multipart() and leaf.get_filename()]
        elif part.get_content_maintype() == "multipart":
            waiting[:0] = _subparts(part)
        elif kind in (PLAIN, HTML) and part.get_content_disposition() != "attachment":
            bodies.append([part])
        elif not (part.get("Content-ID") and part.get_content_maintype() == "image"):  # drawn in the text
            attached.append(part)
    return bodies, attached


def _subparts(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def _body(versions: list[Message]) -> ParsedDocument | None:
    """The last version that can be read: the best one, as senders order them (RFC 2046, 5.1.4)."""
    for part in reversed(versions):
        content, charset = _bytes(part), str(part.get_content_charset() or "")
        with suppress(IngestError):
            if part.get_content_type() == HTML:
                return require_text(read_html(content, charset), "body")
            return read_text(content, PLAIN, charset)
    return None


def _attach(builder: DocumentBuilder, attachment: Attachment, read: Read) -> None:
    name = attachment.name
    try:
        builder.append(read(Upload(attachment.content, name, mime_type=attachment.mime_type)), name)
    except UnknownFormat:
        return
    except NoTextLayer as error:
        builder.end_page(name, PageStatus.NEEDS_OCR, str(error))
    except IngestError as error:
        builder.end_page(name, PageStatus.FAILED, str(error))


def _bytes(part: Message) -> bytes:
    payload = part.get_payload()
    if isinstance(payload, list):  # a message within
        return b"\n".join(inner.as_bytes() for inner in payload if isinstance(inner, Message))
    decoded = part.get_payload(decode=True)
    return decoded if isinstance(decoded, bytes) else b""


def _name(part: Message) -> str:
    with suppress(IngestError):
        return base_name(_decoded(str(part.get_filename() or "")))
    return "message" if part.get_content_maintype() == "message" else "without a name"
