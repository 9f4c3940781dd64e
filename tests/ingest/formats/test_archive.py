"""ZIP containers that are made to harm."""

import io
import struct
import zipfile
from collections.abc import Callable

import pytest

from ingest.errors import EncryptedDocument, TooLarge, UnreadableDocument
from ingest.formats import archive
from ingest.formats.archive import open_archive, peek
from ingest.formats.docx import read_docx
from ingest.formats.epub import read_epub
from ingest.formats.xlsx import read_xlsx
from ingest.pipeline import read
from ingest.types import Upload
from tests.ingest.made_files import book, chapter, packed, saved, with_members, word, workbook

WORD = saved(word("Main text."))


def test_what_unpacks_to_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = with_members(WORD, {"word/media/image1.png": bytes(3 << 20)})
    assert read_docx(bomb, "a.docx").text == "Main text."
    monkeypatch.setattr(archive, "MAX_UNPACKED", 2 << 20)
    with pytest.raises(TooLarge, match=r"'a\.docx' unpacks to 3 MiB; the limit is 2 MiB"):
        read_docx(bomb, "a.docx")


def test_what_says_less_than_it_unpacks_to() -> None:
    """Reading stops at the size that is said, and the check sum then is wrong."""
    text = "word/document.xml"
    bomb = with_members(WORD, {text: b"<w:document>" + b" " * 5_000_000})
    said = (5_000_000 + len("<w:document>")).to_bytes(4, "little")
    with pytest.raises(UnreadableDocument, match="damaged"):
        read(Upload(bomb.replace(said, (1000).to_bytes(4, "little")), "a.docx"))


def test_too_many_members(monkeypatch: pytest.MonkeyPatch) -> None:
    many = packed({f"{i}.txt": "" for i in range(archive.MAX_MEMBERS + 1)})
    with pytest.raises(TooLarge, match="20001 members; the limit is 20000"):
        open_archive(many, "a.docx")
    monkeypatch.setattr(archive, "_MAX_DIRECTORY", 1000)
    with pytest.raises(TooLarge, match="list of members"):
        open_archive(many, "a.docx")
    assert peek(many) == ([], b"")


def test_encrypted_members() -> None:
    stream = io.BytesIO(WORD)
    with zipfile.ZipFile(stream) as opened:
        place = opened.start_dir
    content = bytearray(WORD)
    content[place + 8] |= 1
    with pytest.raises(EncryptedDocument, match=r"'a\.docx' is encrypted"):
        open_archive(bytes(content), "a.docx")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_that_grow(encoding: str) -> None:
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    with pytest.raises(UnreadableDocument, match=r"document type in 'word/document\.xml'"):
        read_docx(
            with_members(WORD, {"word/document.xml": f"{entities}<x>&b;</x>".encode(encoding)}), "a.docx"
        )
    rates = workbook({"S": [["a", "b"], [1, 2]]})
    with pytest.raises(UnreadableDocument, match=r"document type in 'xl/sharedStrings\.xml'"):
        read_xlsx(
            with_members(rates, {"xl/sharedStrings.xml": f"{entities}<x>&b;</x>".encode(encoding)}), "a.xlsx"
        )


def test_entities_in_a_book() -> None:
    content = book({"a.xhtml": chapter("<p>Words.</p>")})
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        package = opened.read("OEBPS/book.opf").decode()
    bomb = f'<!DOCTYPE package [<!ENTITY a "aaaa">]>{package.replace("The Lighthouse", "&a;")}'
    with pytest.raises(UnreadableDocument, match=r"'a\.epub' is damaged.*EntitiesForbidden"):
        read(Upload(with_members(content, {"OEBPS/book.opf": bomb}), "a.epub"))
    # Of a chapter the browser's own entities count, and no others.
    text = chapter("<p>A &amp; B &own; C</p>").replace("<html", '<!DOCTYPE html [<!ENTITY own "x">]><html')
    assert "A & B &own; C" in read_epub(book({"a.xhtml": text}), "a.epub").text


def test_a_sheet_that_claims_to_be_gigantic() -> None:
    rates = workbook({"S": [["a", "b"], [1, 2]]})
    with zipfile.ZipFile(io.BytesIO(rates)) as opened:
        sheet = opened.read("xl/worksheets/sheet1.xml").replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"')
    assert b"XFD1048576" in sheet
    assert (
        read_xlsx(with_members(rates, {"xl/worksheets/sheet1.xml": sheet}), "a.xlsx").text
        == "S\n\na: 1; b: 2"
    )


def end_of(content: bytes) -> int:
    """Where the end record of an archive begins."""
    return content.rindex(b"PK\x05\x06")


def long_list(members: int) -> bytes:
    return packed({f"{number}.txt": "" for number in range(members)})


def with_zip64_end(content: bytes) -> bytes:
    """The length of the list is told in the record for large archives; the usual one says 0xFFFFFFFF or less."""
    place = end_of(content)
    end = content[place:]
    size, offset = (int.from_bytes(end[at : at + 4], "little") for at in (12, 16))
    count = int.from_bytes(end[10:12], "little")
    large = (
        b"PK\x06\x06"
        + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, size, offset)
        + b"PK\x06\x07"
        + struct.pack("<IQI", 0, place, 1)
    )
    said = b"PK\x05\x06" + bytes(8) + (10).to_bytes(4, "little") + b"\xff\xff\xff\xff" + b"\0\0"
    return content[:place] + large + said


@pytest.mark.parametrize("craft", [with_zip64_end, lambda content: content])
def test_the_list_of_members_is_measured_as_it_is_read(
    craft: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the end records say: what the reader would read counts, and the rest is no archive."""
    many = craft(long_list(500))
    monkeypatch.setattr(archive, "_MAX_DIRECTORY", 1000)
    with pytest.raises((TooLarge, UnreadableDocument)):
        open_archive(many, "a.docx")
    assert peek(many) == ([], b"")


def test_a_row_that_no_sheet_has() -> None:
    rates = workbook({"S": [["a", "b"], [1, 2]]})
    with zipfile.ZipFile(io.BytesIO(rates)) as opened:
        sheet = opened.read("xl/worksheets/sheet1.xml").replace(b'r="2"', b'r="999999999999"')
    assert b"999999999999" in sheet
    far = with_members(rates, {"xl/worksheets/sheet1.xml": sheet})
    with pytest.raises(UnreadableDocument, match="'S' has a row below 1,048,576"):
        read_xlsx(far, "a.xlsx")
