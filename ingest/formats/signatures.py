"""What bytes are: a document that a reader knows, or something else with a name."""

import codecs
import json
import re

from ingest.formats.archive import peek
from ingest.formats.media_types import DOCX, EML, EPUB, HTML, JSON, JSON_LINES, PDF, PLAIN, PPTX, XLSX

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

# Of an Office file, its main part's type says what it is; macros and templates have types of their own.
_OFFICE = (
    (
        rb"(?:wordprocessingml\.(?:document|template)|ms-word\.(?:document|template)\.macroEnabled)\.main\+xml",
        DOCX,
    ),
    (
        rb"(?:presentationml\.(?:presentation|slideshow|template)"
        rb"|ms-powerpoint\.(?:presentation|slideshow|template)\.macroEnabled)\.main\+xml",
        PPTX,
    ),
    (rb"(?:spreadsheetml\.(?:sheet|template)|ms-excel\.(?:sheet|template)\.macroEnabled)\.main\+xml", XLSX),
)
_CONTENT_TYPES, _MIMETYPE = "[Content_Types].xml", "mimetype"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED_OFFICE = "an encrypted Office document"

# The header may follow some junk, as readers allow (ISO 32000-1, annex H.3.4.1).
_PDF_HEADER, _PDF_HEADER_WITHIN = b"%PDF-", 1024

_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*(?:[\[{"\]]|(?:-?\d[\d.eE+-]*|true|false|null)\s*[,\]]))')
_HEADER = re.compile(r"([!-9;-~]+):")
_MAIL_HEADERS = frozenset(
    "from to subject date received message-id mime-version return-path delivered-to".split()
)
_HEAD_BYTES = 8192
# A text that nobody says is JSON is tried as such up to here.
_MOST_TRIED = 1 << 20


def content_kind(content: bytes) -> tuple[str, str]:
    """The MIME type that the bytes are of, and a name for them; the type is empty for what is not read.

    Text that might be JSON or an e-mail is called that; whether it is, its reader will tell.
    """
    if content.startswith(_PDF_HEADER) or (
        _PDF_HEADER in content[:_PDF_HEADER_WITHIN] and (b"endobj" in content or b"startxref" in content)
    ):
        return PDF, ""
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive_kind(content)
    if content.startswith(_OLE):
        encrypted = "EncryptedPackage".encode("utf-16-le") in content
        return "", ENCRYPTED_OFFICE if encrypted else "an old Office document (.doc, .xls or .ppt)"
    for signature, what in _SIGNATURES:
        if content.startswith(signature) and (len(signature) > 2 or _is_binary(content)):
            return "", what
    if not content.startswith(_MARKS) and _is_binary(content):
        return "", "binary data of an unknown kind"
    head = _characters(content[:_HEAD_BYTES])
    if _HTML.match(head):
        return HTML, ""
    if _JSON.match(head):
        return JSON, ""
    return (EML if _is_mail(head) else PLAIN), ""


def text_kind(content: bytes, kind: str) -> str:
    """``kind``, or plain text where it only looks like JSON."""
    if kind != JSON or len(content) > _MOST_TRIED:
        return kind
    text = _characters(content)
    for found, texts in ((JSON, [text]), (JSON_LINES, [line for line in text.split("\n") if line.strip()])):
        try:
            for one in texts:
                json.loads(one)
        except (ValueError, RecursionError):
            continue
        return found
    return PLAIN


def _archive_kind(content: bytes) -> tuple[str, str]:
    names, types = peek(content, _CONTENT_TYPES)
    if not names:
        return "", "an empty, damaged or cut-off ZIP archive"
    for pattern, kind in _OFFICE:
        if re.search(pattern, types):
            return kind, ""
    if types:
        return "", "an Office document of another kind"
    declared = peek(content, _MIMETYPE)[1].strip()
    if declared == EPUB.encode() or "META-INF/container.xml" in names:
        return EPUB, ""
    if declared.startswith(b"application/vnd.oasis.opendocument"):
        return "", "an OpenDocument file (.odt, .ods or .odp)"
    return "", "a ZIP archive"


def _is_mail(head: str) -> bool:
    """Whether a text begins with at least two header lines, one of them of a letter."""
    found: set[str] = set()
    lines = head.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip("\r"):
            break
        header = _HEADER.match(line)
        if header:
            found.add(header[1].lower())
        elif not line.startswith((" ", "\t") if found else "From ") and number < len(lines):
            return False
    return len(found) > 1 and bool(found & _MAIL_HEADERS)


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
