"""What bytes are: a document that a reader knows, or something else with a name."""

import codecs
import json
import re
from collections.abc import Callable
from functools import cached_property

from ingest.formats.archive import peek
from ingest.media_types import EPUB, JSON, JSON_LINES, PLAIN

# First bytes of what people send by mistake, with the name we call it by.
_SIGNATURES = (
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"BM", "a BMP picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a Windows program"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript document"),
    (b"RIFF", "a RIFF file (sound, video or WebP)"),
    (b"ID3", "an MP3 sound file"),
    (b"OggS", "an Ogg sound or video file"),
    (b"SQLite format 3\x00", "a SQLite database"),
)

_CONTENT_TYPES, _MIMETYPE = "[Content_Types].xml", "mimetype"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED_OFFICE = "an encrypted Office document"

# The header may follow some junk, as readers allow (ISO 32000-1, annex H.3.4.1).
_PDF_HEADER, _PDF_HEADER_WITHIN = b"%PDF-", 1024

_HTML = re.compile(
    r"\s*+(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?>.*?-->)\s*+)*+<(?:!doctype\s++html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
_JSON = re.compile(r'\s*+(?:\{\s*+["}]|\[\s*+(?:[\[{"\]]|(?:-?\d[\d.eE+-]*+|true|false|null)\s*+[,\]]))')
_HEADER = re.compile(r"([!-9;-~]+):")
_MAIL_HEADERS = frozenset(
    "from to subject date received message-id mime-version return-path delivered-to".split()
)
_HEAD_BYTES = 8192
# A text that nobody says is JSON is tried as such up to here.
_MOST_TRIED = 1 << 20


class FileBytes:
    """The bytes of a file with what formats are told by, each looked up once."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.is_archive = is_archive(content)

    @cached_property
    def head(self) -> str:
        """The first characters of a text; empty for what is none."""
        return "" if self.is_archive or self.foreign else _characters(self.content[:_HEAD_BYTES])

    @cached_property
    def members(self) -> tuple[list[str], bytes]:
        """The names in an archive, and its list of the types of an Office file's parts."""
        return peek(self.content, _CONTENT_TYPES) if self.is_archive else ([], b"")

    @cached_property
    def declared(self) -> bytes:
        """The type that an EPUB book or OpenDocument file names in itself; empty of an Office file."""
        names, parts = self.members
        return peek(self.content, _MIMETYPE)[1].strip() if names and not parts else b""

    @cached_property
    def foreign(self) -> str:
        """A name for what no reader knows; empty for text, and for what a reader may know."""
        if self.is_archive:
            return self._foreign_archive()
        if self.content.startswith(_OLE):
            encrypted = "EncryptedPackage".encode("utf-16-le") in self.content
            return ENCRYPTED_OFFICE if encrypted else "an old Office document (.doc, .xls or .ppt)"
        for signature, what in _SIGNATURES:
            if self.content.startswith(signature) and (len(signature) > 2 or _is_binary(self.content)):
                return what
        binary = not self.content.startswith(_MARKS) and _is_binary(self.content)
        return "binary data of an unknown kind" if binary else ""

    def _foreign_archive(self) -> str:
        names, parts = self.members
        if not names:
            return "an empty, damaged or cut-off ZIP archive"
        if parts:
            return "an Office document of another kind"
        if self.declared.startswith(b"application/vnd.oasis.opendocument"):
            return "an OpenDocument file (.odt, .ods or .odp)"
        return "a ZIP archive"


def is_archive(content: bytes) -> bool:
    """Whether the bytes begin as a ZIP archive does, full or empty."""
    return content.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def is_pdf(file: FileBytes) -> bool:
    """A PDF header at the begin, or after some junk in what goes on like a PDF."""
    return file.content.startswith(_PDF_HEADER) or (
        _PDF_HEADER in file.content[:_PDF_HEADER_WITHIN]
        and (b"endobj" in file.content or b"startxref" in file.content)
    )


def office(markup: str, program: str, *parts: str) -> Callable[[FileBytes], bool]:
    """The signature of an Office format: its main part's type says what it is. One of ``parts``, in ``markup``, or
    with macros of ``program``.
    """
    choice = "|".join(parts)
    main = rf"(?:{markup}\.(?:{choice})|{program}\.(?:{choice})\.macroEnabled)\.main\+xml"
    pattern = re.compile(main.encode())
    return lambda file: bool(pattern.search(file.members[1]))


def is_epub(file: FileBytes) -> bool:
    """An archive that declares an EPUB book or holds a book's container."""
    names, parts = file.members
    return not parts and (file.declared == EPUB.encode() or "META-INF/container.xml" in names)


def is_html(file: FileBytes) -> bool:
    """A text that begins with a document type or element of HTML."""
    return bool(_HTML.match(file.head))


def is_json(file: FileBytes) -> bool:
    """A text that begins as JSON does; whether it is, its reader will tell."""
    return bool(_JSON.match(file.head))


def is_mail(file: FileBytes) -> bool:
    """A text that begins with at least two header lines, one of them of a letter."""
    fields: set[str] = set()
    lines = file.head.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip("\r"):
            break
        header = _HEADER.match(line)
        if header:
            fields.add(header[1].lower())
        elif not line.startswith((" ", "\t") if fields else "From ") and number < len(lines):
            return False
    return len(fields) > 1 and bool(fields & _MAIL_HEADERS)


def is_text(file: FileBytes) -> bool:
    """Whatever is neither an archive nor binary data."""
    return not file.is_archive and not file.foreign


def text_kind(content: bytes, kind: str) -> str:
    """``kind``, or plain text where it only looks like JSON."""
    if kind != JSON or len(content) > _MOST_TRIED:
        return kind
    text = _characters(content)
    lines = [line for line in text.split("\n") if line.strip()]
    for mime_type, values in ((JSON, [text]), (JSON_LINES, lines)):
        try:
            for value in values:
                json.loads(value)
        except (ValueError, RecursionError):
            continue
        return mime_type
    return PLAIN


_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


def _characters(content: bytes) -> str:
    """Enough of a decoding to see what a text begins with."""
    if content.startswith(_MARKS) or _looks_like_utf16(content[:_HEAD_BYTES]):
        content = content.replace(b"\x00", b"").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    return content.decode("utf-8-sig", errors="replace")


def _is_binary(content: bytes) -> bool:
    """Whether the first bytes hold more control characters than any text does."""
    head = content[:_HEAD_BYTES]
    control = sum(byte < 9 or (13 < byte < 32 and byte != 27) for byte in head)
    return control > 0.02 * len(head) and not _looks_like_utf16(head)


def _looks_like_utf16(head: bytes) -> bool:
    """Text without a byte order mark: every other byte is zero."""
    even, odd = head[0::2], head[1::2]
    if len(odd) < 2:
        return False
    zeros = (even.count(0) / len(even), odd.count(0) / len(odd))
    return max(zeros) > 0.7 and min(zeros) < 0.1
