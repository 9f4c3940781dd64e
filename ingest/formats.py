"""What a file is, by its bytes: a name or a declared type only has to agree."""

import re

from ingest.errors import UnknownFormat, UnreadableDocument

PDF, MARKDOWN, PLAIN = "application/pdf", "text/markdown", "text/plain"

# What is read, by the name that people know it by, with its usual endings. Text may have any other, too.
ENDINGS = {
    "PDF": (".pdf",),
    "Markdown": (".md", ".markdown", ".mdown", ".mkd"),
    "plain text": (".txt", ".text", ".log"),
}
KNOWN = ", ".join(ENDINGS)

# First bytes of what people send by mistake, with the name we call it by.
_SIGNATURES = (
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"BM", "a BMP picture"),
    (b"PK\x03\x04", "a ZIP archive or an Office document"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
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
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_HTML = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)

# The header may follow some junk, as readers allow (ISO 32000-1, annex H.3.4.1).
_PDF_HEADER_WITHIN = 1024


def detect_format(content: bytes, name: str, declared: str = "") -> str:
    """One of :data:`PDF`, :data:`MARKDOWN`, :data:`PLAIN`.

    ``name`` is the file's name, ``declared`` its MIME type or empty. Raises :class:`UnreadableDocument`
    for an empty file and for a file that claims to be a PDF and is not, :class:`UnknownFormat` for
    everything else that no reader knows.
    """
    if not content:
        raise UnreadableDocument(f"The file '{name}' is empty (0 bytes). Send a file with content.")
    declared = declared.split(";")[0].strip().lower()
    ending = "." + name.lower().rsplit(".", 1)[-1] if "." in name else ""
    if b"%PDF-" in content[:_PDF_HEADER_WITHIN]:
        return PDF
    what = _describe(content)
    if declared == PDF or ending == ".pdf":
        raise UnreadableDocument(
            f"The file '{name}' is named or declared as a PDF, but its bytes are {what or 'plain text'}. "
            "Send the real PDF, or give the file its right name and type."
        )
    if what:
        raise UnknownFormat(f"The file '{name}' is {what}; there is no reader for it. Known are: {KNOWN}.")
    if declared == MARKDOWN or declared == "text/x-markdown" or ending in ENDINGS["Markdown"]:
        return MARKDOWN
    return PLAIN


def _describe(content: bytes) -> str:
    """What the bytes are, in words; empty for text."""
    for signature, what in _SIGNATURES:
        if content.startswith(signature) and (len(signature) > 2 or _binary(content)):
            return what
    if _HTML.match(content[:4096]):
        return "an HTML page"
    if not content.startswith(_UTF16) and _binary(content):
        return "binary data of an unknown kind"
    return ""


def _binary(content: bytes) -> bool:
    """Whether the first bytes hold more control characters than any text does."""
    head = content[:8192]
    control = sum(byte < 9 or (13 < byte < 32 and byte != 27) for byte in head)
    return control > 0.02 * len(head) and not _looks_like_utf16(head)


def _looks_like_utf16(head: bytes) -> bool:
    """Text without a byte order mark: every other byte is zero."""
    even, odd = head[0::2], head[1::2]
    if len(odd) < 2:
        return False
    zeros = (even.count(0) / len(even), odd.count(0) / len(odd))
    return max(zeros) > 0.7 and min(zeros) < 0.1
