"""What a file is, by its bytes: a name and a declared type have to agree with them."""

from dataclasses import dataclass

from ingest.errors import EncryptedDocument, UnknownFormat, UnreadableDocument
from ingest.formats.media_types import (
    CSV,
    DOCX,
    EML,
    EPUB,
    HTML,
    JSON,
    JSON_LINES,
    MARKDOWN,
    PDF,
    PLAIN,
    PPTX,
    TSV,
    XLSX,
)
from ingest.formats.signatures import ENCRYPTED_OFFICE, content_kind, text_kind


@dataclass(frozen=True)
class Format:
    """A type of file that is read: its name, what one such file is called, and by which endings and types it
    is declared.
    """

    mime_type: str
    name: str
    called: str
    endings: tuple[str, ...]
    also: tuple[str, ...] = ()


FORMATS = (
    Format(PDF, "PDF", "a PDF", (".pdf",), ("application/x-pdf",)),
    Format(DOCX, "Word", "a Word document", (".docx", ".docm", ".dotx")),
    Format(PPTX, "PowerPoint", "a PowerPoint presentation", (".pptx", ".pptm", ".ppsx", ".potx")),
    Format(XLSX, "Excel", "an Excel workbook", (".xlsx", ".xlsm", ".xltx")),
    Format(EPUB, "EPUB", "an EPUB book", (".epub",)),
    Format(HTML, "HTML", "an HTML page", (".html", ".htm", ".xhtml"), ("application/xhtml+xml",)),
    Format(MARKDOWN, "Markdown", "Markdown", (".md", ".markdown", ".mdown", ".mkd"), ("text/x-markdown",)),
    Format(CSV, "CSV", "CSV", (".csv",), ("application/csv", "text/x-csv", "application/vnd.ms-excel")),
    Format(TSV, "TSV", "TSV", (".tsv", ".tab")),
    Format(JSON, "JSON", "JSON", (".json", ".geojson"), ("text/json",)),
    Format(
        JSON_LINES,
        "JSON lines",
        "JSON lines",
        (".jsonl", ".ndjson"),
        ("application/x-ndjson", "application/x-jsonlines", "application/jsonlines", "application/ndjson"),
    ),
    Format(EML, "e-mail", "an e-mail", (".eml",)),
    Format(PLAIN, "plain text", "plain text", (".txt", ".text", ".log")),
)
# What is read, by its name, with its usual endings. Text may have any other, too.
ENDINGS = {one.name: one.endings for one in FORMATS}
KNOWN = ", ".join(f"{one.name} ({one.endings[0]})" for one in FORMATS)

_CALLED = {one.mime_type: one.called for one in FORMATS}
_BY_TYPE = {name: one.mime_type for one in FORMATS for name in (one.mime_type, *one.also)}
_BY_ENDING = {ending: one.mime_type for one in FORMATS for ending in one.endings}
# Each is nothing else; what is merely text may be any of the kinds below.
_STRONG = (PDF, DOCX, PPTX, XLSX, EPUB, HTML)
_MERELY_TEXT = (PLAIN, MARKDOWN, CSV, TSV, HTML)
# What is certainly no text; the endings that programmers use for text as well (.ts, .xpm) are not among them.
_PICTURES_AND_SOUND = ("image/", "audio/", "video/", "font/")
_TEXT_ALL_THE_SAME = ("image/svg+xml", "image/x-xpixmap", "image/x-xbitmap", "audio/x-mpegurl", "video/mp2t")
_NO_TEXT = {
    f".{ending}": f"{kind}/{ending}"
    for kind, endings in (
        ("image", "png jpg jpeg gif bmp tif tiff webp heic"),
        ("audio", "mp3 wav flac ogg m4a"),
        ("video", "mp4 mov avi mkv webm"),
    )
    for ending in endings.split()
}


def detect_format(content: bytes, name: str, declared: str = "") -> str:
    """The MIME type of one of :data:`FORMATS`, decided by the bytes.

    ``name`` is the file's name, ``declared`` its MIME type or empty; they only choose between kinds of text.
    Raises :class:`UnreadableDocument` for an empty file and for one that claims to be what it is not,
    :class:`EncryptedDocument` for a protected Office file, :class:`UnknownFormat` for what no reader knows.
    """
    if not content:
        raise UnreadableDocument(f"The file '{name}' is empty (0 bytes). Send a file with content.")
    kind, called = content_kind(content)
    if called == ENCRYPTED_OFFICE:
        raise EncryptedDocument(
            f"The file '{name}' is {called}. Open it with its password, save it without one, and send that."
        )
    claims = _claims(name, declared)
    wrong = [claim for claim in claims if not _fits(claim, kind)]
    if wrong:
        raise UnreadableDocument(
            f"The file '{name}' is named or declared as {_called(wrong[0])}, but its bytes are "
            f"{called or _called(kind)}. Send the real one, or give the file its right name and type."
        )
    if not kind:
        raise UnknownFormat(f"The file '{name}' is {called}; there is no reader for it. Known are: {KNOWN}.")
    if kind in _STRONG:
        return kind
    return claims[0] if claims else text_kind(content, kind)


def endings_of(declared: str) -> tuple[str, ...]:
    """The endings of files of a declared MIME type, the usual one first; empty for an unknown type."""
    kind = _BY_TYPE.get(declared.split(";")[0].strip().lower(), "")
    return next((one.endings for one in FORMATS if one.mime_type == kind), ())


def declared_charset(declared: str) -> str:
    """The encoding that a MIME type names.

    >>> declared_charset('text/html; charset="windows-1251"')
    'windows-1251'
    """
    for parameter in declared.split(";")[1:]:
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "charset":
            return value.strip().strip("\"'")
    return ""


def _claims(name: str, declared: str) -> list[str]:
    """What a file is said to be, the more telling first; nothing where neither says anything known."""
    declared = declared.split(";")[0].strip().lower()
    ending = "." + name.lower().rsplit(".", 1)[-1] if "." in name else ""
    named = _BY_ENDING.get(ending, "") or _NO_TEXT.get(ending, "")
    told = _BY_TYPE.get(declared, declared if _is_picture_or_sound(declared) else "")
    if told == PLAIN and named:
        told = ""
    if declared == "application/vnd.ms-excel" and named != CSV:
        told = ""
    return [claim for claim in dict.fromkeys((told, named)) if claim]


def _is_picture_or_sound(mime_type: str) -> bool:
    return mime_type.startswith(_PICTURES_AND_SOUND) and mime_type not in _TEXT_ALL_THE_SAME


def _fits(claim: str, kind: str) -> bool:
    """Whether a file of ``kind`` may be called a ``claim``."""
    if not kind:
        return claim not in _CALLED
    if kind == claim:
        return True
    if kind in (JSON, JSON_LINES):
        return claim in (JSON, JSON_LINES, PLAIN, MARKDOWN)
    if kind == EML:
        return claim in (PLAIN, MARKDOWN)
    return kind == PLAIN and claim in _MERELY_TEXT


def _called(mime_type: str) -> str:
    return _CALLED.get(mime_type, mime_type)
