"""EPUB books: a chapter is a page."""

import pytest

from ingest.errors import EncryptedDocument, UnreadableDocument
from ingest.formats.epub import read_epub
from ingest.types import PageStatus
from tests.ingest.made_files import book, chapter, packed, with_members


def test_chapters_are_pages_in_reading_order() -> None:
    content = book(
        {
            "b.xhtml": chapter("<h1>The lamp</h1><p>It burns.</p><h2>Oil</h2><p>Of whales.</p>"),
            "a.xhtml": chapter('<p id="top">No heading here.</p>'),
            "blank.xhtml": chapter("<p> </p>"),
        },
        {"b.xhtml": "Chapter 1", "a.xhtml": "Chapter <b>2</b>"},
    )
    parsed = read_epub(content, "a.epub")
    assert parsed.title == "The Lighthouse"
    assert [page.text for page in parsed.pages] == [
        "The lamp\n\nIt burns.\n\nOil\n\nOf whales.",
        "No heading here.",
        "",
    ]
    assert parsed.pages[2].status is PageStatus.EMPTY
    assert [(one.level, one.title) for one in parsed.headings] == [
        (1, "The lamp"),
        (2, "Oil"),
        (1, "Chapter 2"),
    ]
    assert parsed.headings[2].start == len(parsed.pages[0].text) + 1


def test_titles_of_the_older_version() -> None:
    content = book({"a.xhtml": chapter("<p>Words.</p>")})
    package = (
        '<package><manifest><item id="c0" href="text/a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>'
        '<spine toc="n"><itemref idref="c0"/></spine></package>'
    )
    contents = (
        '<ncx><navMap><navPoint><navLabel><text>Part one</text></navLabel><content src="text/a.xhtml#x"/>'
        '<navPoint><navLabel><text>A part of it</text></navLabel><content src="text/a.xhtml#y"/></navPoint>'
        "</navPoint></navMap></ncx>"
    )
    content = with_members(content, {"OEBPS/book.opf": package, "OEBPS/toc.ncx": contents})
    assert [one.title for one in read_epub(content, "a.epub").headings] == ["Part one"]


def test_a_locked_book_says_so() -> None:
    content = book({"a.xhtml": chapter("<p>Words.</p>")})
    lock = (
        '<encryption><EncryptedData><CipherData><CipherReference URI="{}"/>'
        "</CipherData></EncryptedData></encryption>"
    )
    locked = with_members(content, {"META-INF/encryption.xml": lock.format("OEBPS/text/a.xhtml")})
    with pytest.raises(EncryptedDocument, match="digital rights"):
        read_epub(locked, "a.epub")
    fonts = with_members(content, {"META-INF/encryption.xml": lock.format("OEBPS/fonts/a.ttf")})
    assert read_epub(fonts, "a.epub").text == "Words."


def test_a_chapter_that_is_missing_does_not_lose_the_others() -> None:
    content = book({"a.xhtml": chapter("<p>Words.</p>"), "b.xhtml": chapter("<p>More.</p>")})
    pages = read_epub(with_members(content, {"OEBPS/text/a.xhtml": None}), "a.epub").pages
    assert [page.status for page in pages] == [PageStatus.FAILED, PageStatus.OK]
    assert "'OEBPS/text/a.xhtml' is not in the file" in pages[0].reason


def test_a_book_without_chapters() -> None:
    with pytest.raises(UnreadableDocument, match="names no chapters"):
        read_epub(book({}), "a.epub")
    with pytest.raises(KeyError):  # told as damage by the process that reads
        read_epub(packed({"mimetype": "application/epub+zip"}), "a.epub")
