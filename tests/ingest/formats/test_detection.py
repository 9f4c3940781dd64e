"""What a file is, by its bytes."""

import pytest

from ingest.errors import EncryptedDocument, UnknownFormat, UnreadableDocument
from ingest.formats.detection import declared_charset, detect_format
from ingest.formats.table import FORMATS, KNOWN
from ingest.media_types import (
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
from tests.ingest.made_files import every_format, packed

PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)
OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
MAIL = b"Received: from a\n by b\nSubject: x\nX-Other: y\n\nHello.\n"
MADE = every_format()
KINDS = {
    "a.txt": PLAIN,
    "a.md": MARKDOWN,
    "a.html": HTML,
    "a.docx": DOCX,
    "a.pptx": PPTX,
    "a.xlsx": XLSX,
    "a.epub": EPUB,
    "a.csv": CSV,
    "a.tsv": TSV,
    "a.json": JSON,
    "a.jsonl": JSON_LINES,
    "a.eml": EML,
}


@pytest.mark.parametrize("name", MADE)
def test_every_format_under_its_name_its_type_and_both(name: str) -> None:
    kind = KINDS[name]
    assert detect_format(MADE[name], name) == kind
    assert detect_format(MADE[name], "upload", kind) == kind
    assert detect_format(MADE[name], name, kind) == kind
    assert detect_format(MADE[name], name, "application/octet-stream") == kind


@pytest.mark.parametrize("name", [name for name in MADE if name not in ("a.md", "a.csv", "a.tsv")])
def test_the_bytes_alone_tell(name: str) -> None:
    assert detect_format(MADE[name], "upload") == KINDS[name]


def test_every_known_format_is_made() -> None:
    assert {one.mime_type for one in FORMATS} == {*KINDS.values(), PDF}


@pytest.mark.parametrize(
    ("content", "name", "declared", "kind"),
    [
        (b"%PDF-1.7\n...", "a.pdf", "", PDF),
        (b"junk before\n%PDF-1.4\n1 0 obj endobj", "a.pdf", "application/pdf", PDF),
        (b"%PDF-1.7\n...", "a.pdf", "text/plain", PDF),
        (b"A header says %PDF-1.7, this text says.", "a.txt", "", PLAIN),
        (b"# Title\n", "a.MARKDOWN", "application/octet-stream", MARKDOWN),
        (b"# Title\n", "a", "text/markdown; charset=utf-8", MARKDOWN),
        (b"# Title\n", "a.txt", "", PLAIN),
        ("Grüße".encode("latin-1"), "a.txt", "text/plain", PLAIN),
        ("Grüße an alle".encode("utf-16"), "a.txt", "", PLAIN),
        ("Grüße an alle".encode("utf-16-le"), "a.txt", "", PLAIN),
        ("<html><p>Grüße".encode("utf-16"), "a.html", "", HTML),
        (b"BM is how this sentence begins.", "a.txt", "", PLAIN),
        (b"PK is how this sentence begins.", "a.txt", "", PLAIN),
        (b"a;b\n1;2\n", "a.csv", "application/vnd.ms-excel", CSV),
        (b"a,b\n1,2\n", "a.csv", "text/plain", CSV),
        (b"a,b\n1,2\n", "a", "text/csv", CSV),
        (b"<p>no frame</p>", "a.html", "", HTML),
        (b"<p>no frame</p>", "a", "text/html", HTML),
        (b'\xef\xbb\xbf<?xml version="1.0"?><!-- x --><HTML>', "a", "application/xhtml+xml", HTML),
        (b'{"a": 1}', "a.txt", "", PLAIN),
        (b'{"a": 1', "a.json", "", JSON),
        (b'{"a": 1}\n{"a": 2}\n', "a", "", JSON_LINES),
        (b"[1] Linden, A. The lamp.", "a", "", PLAIN),
        (b"[link](http://x)", "a", "", PLAIN),
        (MAIL, "a.eml", "", EML),
        (MAIL, "a", "message/rfc822", EML),
        (MAIL.replace(b"\n", b"\r\n"), "a", "", EML),
        (MAIL, "a.txt", "", PLAIN),
        (b"Note: this\nis no letter.\n", "a", "", PLAIN),
        (b"def f(): ...", "a.py", "text/x-python", PLAIN),
        (b"const lamp: string", "a.ts", "video/mp2t", PLAIN),
        (b"<svg><text>x</text></svg>", "a.svg", "image/svg+xml", PLAIN),
    ],
)
def test_known(content: bytes, name: str, declared: str, kind: str) -> None:
    assert detect_format(content, name, declared) == kind
    assert detect_format(content, name, kind) == kind


@pytest.mark.parametrize(
    ("content", "name", "declared", "what"),
    [
        (b"", "empty.pdf", "application/pdf", "empty (0 bytes)"),
        (b"", "empty.txt", "", "empty (0 bytes)"),
        (b"just text", "a.pdf", "", "plain text"),
        (b"just text", "a", "application/pdf", "plain text"),
        (b"%PDF-1.7\n...", "wrong.txt", "", "a PDF"),
        (b"%PDF-1.7\n...", "wrong.docx", "", "a PDF"),
        (b"%PDF-1.7\n...", "wrong", "text/plain", "a PDF"),
        (b"%PDF-1.7\n...", "photo.png", "", "a PDF"),
        (b"just text", "photo", "image/jpeg", "plain text"),
        (b"\xff\xd8\xff\xe0" + bytes(50), "photo.pdf", "", "a JPEG picture"),
        (b"<!DOCTYPE html><html>", "page.pdf", "", "an HTML page"),
        (b"<!DOCTYPE html><html>", "table.csv", "", "an HTML page"),
        (b"<!DOCTYPE html><html>", "data.json", "application/json", "an HTML page"),
        (b'[{"a": 1}]', "table.csv", "", "JSON"),
        (b"just text", "data.json", "", "plain text"),
        (b"just text", "mail.eml", "", "plain text"),
        (MADE["a.docx"], "a.xlsx", "", "a Word document"),
        (MADE["a.xlsx"], "a.docx", "", "an Excel workbook"),
        (MADE["a.pptx"], "a.pdf", "application/pdf", "a PowerPoint presentation"),
        (MADE["a.epub"], "a.docx", "", "an EPUB book"),
        (MADE["a.docx"], "a.txt", "text/plain", "a Word document"),
        (MADE["a.docx"][:2000], "a.docx", "", "an empty, damaged or cut-off ZIP archive"),
        (OLD_OFFICE, "a.docx", "", "an old Office document"),
    ],
)
def test_a_lie_is_named(content: bytes, name: str, declared: str, what: str) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        detect_format(content, name, declared)
    assert what in str(caught.value)
    assert name in str(caught.value)


@pytest.mark.parametrize(
    ("content", "name", "what"),
    [
        (PNG, "thing", "a PNG picture"),
        (PNG, "photo.png", "a PNG picture"),
        (b"PK\x03\x04" + bytes(50), "thing.zip", "an empty, damaged or cut-off ZIP archive"),
        (packed({"a.txt": "words"}), "thing.zip", "a ZIP archive"),
        (packed({"mimetype": "application/vnd.oasis.opendocument.text"}), "a.odt", "an OpenDocument file"),
        (
            packed({"[Content_Types].xml": "<x ContentType='application/vnd.visio'/>"}),
            "a.vsdx",
            "another kind",
        ),
        (OLD_OFFICE, "a.doc", "an old Office document"),
        (bytes(range(256)) * 4, "thing", "binary data of an unknown kind"),
        (b"{\\rtf1 words}", "a.rtf", "an RTF document"),
    ],
)
def test_the_unknown_is_named_with_what_is_known(content: bytes, name: str, what: str) -> None:
    with pytest.raises(UnknownFormat) as caught:
        detect_format(content, name)
    assert what in str(caught.value)
    assert KNOWN in str(caught.value)


def test_a_protected_office_file_says_so() -> None:
    locked = OLD_OFFICE + "EncryptedPackage".encode("utf-16-le")
    with pytest.raises(EncryptedDocument, match=r"'a\.docx' is an encrypted Office document.*password"):
        detect_format(locked, "a.docx")


@pytest.mark.parametrize(
    ("declared", "charset"),
    [
        ("text/html; charset=latin-1", "latin-1"),
        ('text/html;Charset="koi8-r" ; x=y', "koi8-r"),
        ("text/html", ""),
        ("", ""),
    ],
)
def test_the_declared_encoding(declared: str, charset: str) -> None:
    assert declared_charset(declared) == charset
