"""Plain text and Markdown: bytes of any encoding become one page. The only importer of charset-normalizer."""

import codecs
from contextlib import suppress

from charset_normalizer import from_bytes

from ingest.errors import UnreadableDocument
from ingest.layout.cleaning import clean
from ingest.layout.contents_lists import without_contents
from ingest.layout.headings import markdown_headings
from ingest.layout.pipe_tables import barred_rows, markdown_rows
from ingest.layout.reflow import reflow, reflow_markdown
from ingest.media_types import MARKDOWN
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

# What senders call by a name that holds fewer characters than they use, as browsers know.
_WIDER = {
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
}

# A damaged UTF-8 file: at most this share of its other than ASCII characters cannot be read.
_DAMAGE = 0.05

# Enough to tell one encoding from another; detection reads it many times.
_SAMPLE = 256 * 1024


def read_text(content: bytes, mime_type: str, charset: str = "") -> ParsedDocument:
    """The text as one page; ``charset`` is the encoding told with it. Raises :class:`UnreadableDocument` when
    nothing but blanks is there.
    """
    text = without_contents(clean(decode(content, charset)))
    text = reflow_markdown(text) if mime_type == MARKDOWN else reflow(text)
    if not text.strip():
        raise UnreadableDocument("The file holds nothing but blanks. Send a file with text.")
    retold = markdown_rows(text) if mime_type == MARKDOWN else barred_rows(text)
    headings = markdown_headings(retold.text) if mime_type == MARKDOWN else ()
    return ParsedDocument((Page(1, retold.text),), mime_type, headings=tuple(headings), tables=retold.tables)


def decode(content: bytes, charset: str = "") -> str:
    """The characters of a text file: by its byte order mark, by the encoding told with it where every byte
    fits, as UTF-8, or by the most likely encoding.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    if charset:
        label = charset.strip().lower()
        # LookupError: no such encoding; ValueError: other bytes than it has, or no name at all.
        with suppress(LookupError, ValueError):
            return content.decode(_WIDER.get(label, label))
    text = content.decode("utf-8", errors="replace")
    unread = text.count("\ufffd")
    if not unread or unread <= _DAMAGE * sum(not c.isascii() for c in text):
        return text
    guess = from_bytes(content[:_SAMPLE], cp_exclusion=list(_NOT_TRIED)).best()
    # Western European is the one legacy encoding in which every byte means something.
    return content.decode(guess.encoding if guess else "cp1252", errors="replace")
