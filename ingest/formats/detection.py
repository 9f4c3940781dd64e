"""What a file is, by its bytes: a name and a declared type have to agree with them."""

from ingest.errors import EncryptedDocument, UnknownFormat, UnreadableDocument
from ingest.formats.signatures import ENCRYPTED_OFFICE, FileBytes, text_kind
from ingest.formats.table import BY_MIME_TYPE, FORMATS, KNOWN
from ingest.media_types import CSV, EML, HTML, JSON, JSON_LINES, MARKDOWN, PLAIN, TSV

_BY_TYPE = {name: format.mime_type for format in FORMATS for name in (format.mime_type, *format.also)}
_BY_ENDING = {ending: format.mime_type for format in FORMATS for ending in format.endings}
# What a plain text may be called.
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
    """The MIME type of one of :data:`ingest.formats.table.FORMATS`, decided by the bytes.

    ``name`` is the file's name, ``declared`` its MIME type or empty; they only choose between kinds of text.
    Raises :class:`UnreadableDocument` for an empty file and for one that claims to be what it is not,
    :class:`EncryptedDocument` for a protected Office file, :class:`UnknownFormat` for what no reader knows.
    """
    if not content:
        raise UnreadableDocument(f"The file '{name}' is empty (0 bytes). Send a file with content.")
    file = FileBytes(content)
    kind = next((f.mime_type for f in FORMATS if f.signature and f.signature(file)), "")
    foreign = "" if kind else file.foreign
    if foreign == ENCRYPTED_OFFICE:
        raise EncryptedDocument(
            f"The file '{name}' is {foreign}. Open it with its password, save it without one, and send that."
        )
    claims = _claims(name, declared)
    wrong = [claim for claim in claims if not _fits(claim, kind)]
    if wrong:
        raise UnreadableDocument(
            f"The file '{name}' is named or declared as {_called(wrong[0])}, but its bytes are "
            f"{foreign or _called(kind)}. Send the real one, or give the file its right name and type."
        )
    if not kind:
        raise UnknownFormat(f"The file '{name}' is {foreign}; there is no reader for it. Known are: {KNOWN}.")
    if BY_MIME_TYPE[kind].certain:
        return kind
    return claims[0] if claims else text_kind(content, kind)


def endings_of(declared: str) -> tuple[str, ...]:
    """The endings of files of a declared MIME type, the usual one first; empty for an unknown type."""
    kind = _BY_TYPE.get(declared.split(";")[0].strip().lower(), "")
    return BY_MIME_TYPE[kind].endings if kind else ()


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
    typed = _BY_TYPE.get(declared, declared if _is_picture_or_sound(declared) else "")
    if typed == PLAIN and named:
        typed = ""
    if declared == "application/vnd.ms-excel" and named != CSV:
        typed = ""
    return [claim for claim in dict.fromkeys((typed, named)) if claim]


def _is_picture_or_sound(mime_type: str) -> bool:
    return mime_type.startswith(_PICTURES_AND_SOUND) and mime_type not in _TEXT_ALL_THE_SAME


def _fits(claim: str, kind: str) -> bool:
    """Whether a file of ``kind`` may be called a ``claim``."""
    if not kind:
        return claim not in BY_MIME_TYPE
    if kind == claim:
        return True
    if kind in (JSON, JSON_LINES):
        return claim in (JSON, JSON_LINES, PLAIN, MARKDOWN)
    if kind == EML:
        return claim in (PLAIN, MARKDOWN)
    return kind == PLAIN and claim in _MERELY_TEXT


def _called(mime_type: str) -> str:
    return BY_MIME_TYPE[mime_type].called if mime_type in BY_MIME_TYPE else mime_type
