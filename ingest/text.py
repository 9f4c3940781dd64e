"""Plain text and Markdown: bytes of any encoding become one page. The only importer of charset-normalizer."""

import codecs

from charset_normalizer import from_bytes

from ingest.cleaning import clean
from ingest.errors import UnreadableDocument
from ingest.formats import MARKDOWN
from ingest.headings import markdown_headings
from ingest.reflow import reflow, reflow_markdown
from ingest.types import Page, ParsedDocument

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# Mainframe and old Macintosh encodings, which no file in use has, but which explain any bytes.
_NOT_TRIED = (
    *("cp037", "cp273", "cp424", "cp500", "cp875", "cp1026", "cp1140", "utf_7", "hz"),
    *("mac_roman", "mac_cyrillic", "mac_greek", "mac_iceland", "mac_latin2", "mac_turkish"),
)

# A damaged UTF-8 file: at most this share of its other than ASCII characters cannot be read.
_DAMAGE = 0.05

# Enough to tell one encoding from another; detection reads it many times.
_SAMPLE = 256 * 1024


def read_text(content: bytes, mime_type: str) -> ParsedDocument:
    """The text as one page. Raises :class:`UnreadableDocument` when nothing but blanks is there."""
    text = clean(decode(content))
    text = reflow_markdown(text) if mime_type == MARKDOWN else reflow(text)
    if not text.strip():
        raise UnreadableDocument("The file holds nothing but blanks. Send a file with text.")
    headings = markdown_headings(text) if mime_type == MARKDOWN else ()
    return ParsedDocument((Page(1, text),), mime_type, headings=tuple(headings))


def decode(content: bytes) -> str:
    """The characters of a text file: its byte order mark, else UTF-8, else the most likely encoding."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    text = content.decode("utf-8", errors="replace")
    strange = sum(not c.isascii() for c in text)
    if text.count("\ufffd") <= _DAMAGE * strange:
        return text
    guess = from_bytes(content[:_SAMPLE], cp_exclusion=list(_NOT_TRIED)).best()
    # Western European is the one legacy encoding in which every byte means something.
    return content.decode(guess.encoding if guess else "cp1252", errors="replace")
