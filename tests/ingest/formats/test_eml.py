"""E-mails: headers, text, attachments."""

import pytest

from ingest.errors import TooLarge, UnreadableDocument
from ingest.formats.eml import MAX_PARTS
from ingest.pipeline import read
from ingest.types import PageStatus, ParsedDocument, Upload
from tests.ingest.made_files import RATES, letter, saved, word

HEAD = (
    "Subject: Über die Lampe\nFrom: Ada Linden <ada@example.org>\nTo: bo@example.org\n"
    "Date: Mon, 02 Nov 2026 10:00:00 +0000"
)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)


def parsed(content: bytes) -> ParsedDocument:
    return read(Upload(content, "a.eml"))


def test_headers_and_text() -> None:
    found = parsed(letter().as_bytes())
    assert found.text == f"{HEAD}\n\nThe plain lamp burns.\n"
    assert [(one.start, one.title) for one in found.headings] == [(0, "Über die Lampe")]
    assert found.title == "Über die Lampe"


def test_html_is_the_better_version_and_is_not_run() -> None:
    html = "<h1>Lamp</h1><p>The <b>bright</b> lamp.</p><script>no()</script><table><tr><th>a<th>b<tr><td>1<td>2</table>"
    found = parsed(letter(html=html).as_bytes())
    assert found.text == f"{HEAD}\n\nLamp\n\nThe bright lamp.\n\na: 1; b: 2"
    [table] = found.tables
    assert found.text[table.start : table.end] == "a: 1; b: 2"
    assert [found.text[one.start :][:4] for one in found.headings[1:]] == ["Lamp"]


def test_html_without_words_leaves_the_text() -> None:
    assert parsed(letter(html="<p> </p>").as_bytes()).text == f"{HEAD}\n\nThe plain lamp burns.\n"


def test_attachments_are_pages_or_named() -> None:
    message = letter()
    for content, name in (
        (saved(word("Attached.", RATES)), "päper.docx"),
        (PNG, "photo.png"),
        (b"%PDF-cut", "a.pdf"),
    ):
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    message.add_attachment(letter("A letter within."))
    found = parsed(message.as_bytes())
    assert [(page.label, page.status) for page in found.pages] == [
        ("", PageStatus.OK),
        ("päper.docx", PageStatus.OK),
        ("a.pdf", PageStatus.FAILED),
        ("message", PageStatus.OK),
    ]
    assert "Attachment: photo.png (application/octet-stream)" in found.pages[0].text
    assert found.pages[1].text == "Attached.\n\nName: East; Rate: 26.19\nName: London; Rate: 25.25"
    assert "damaged" in found.pages[2].reason
    assert found.pages[3].text == f"{HEAD}\n\nA letter within.\n"
    [table] = found.tables
    assert found.text[table.start : table.end].startswith("Name: East; Rate: 26.19\n")


def test_letters_in_letters_are_read_so_deep() -> None:
    message = letter("innermost")
    for _ in range(5):
        outer = letter("outer")
        outer.add_attachment(message)
        message = outer
    found = parsed(message.as_bytes())
    assert len(found.pages) == 4
    assert "innermost" not in found.text
    assert found.text.count("Attachment: message (message/rfc822)") == 4


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nFrom: a\n\nx", "Subject: Grüße\nFrom: a\n\nx"),
        ("Subject: Grüße roh\nFrom: a\n\nx".encode(), "Subject: Grüße roh\nFrom: a\n\nx"),
        (b"Subject: =?no-such?q?x?=\nFrom: a\n\nx", "Subject: =?no-such?q?x?=\nFrom: a\n\nx"),
        (b"From: a\nSubject: two\n  lines\n\nx", "Subject: two lines\nFrom: a\n\nx"),
        (
            b"From: a\nTo: b\nContent-Type: text/plain; charset=koi8-r\n\n\xec\xc1\xcd\xd0\xc1",
            "From: a\nTo: b\n\nЛампа",
        ),
        (b"From: a\nTo: b\nContent-Type: text/plain; charset=nonsense\n\nx", "From: a\nTo: b\n\nx"),
        (b"From: a\nTo: b\nContent-Type: multipart/mixed\n\nno boundary", "From: a\nTo: b"),
    ],
)
def test_odd_letters(raw: bytes, shown: str) -> None:
    assert parsed(raw).text == shown


def test_letters_that_only_harm() -> None:
    with pytest.raises(UnreadableDocument, match="no header of an e-mail"):
        read(Upload(b"Date-Of: x\nReceived: y\n\nz", "a.eml"))
    nested = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\nFrom: a\n\n--b%d\n" % (i, i) for i in range(5000)
    )
    with pytest.raises(UnreadableDocument, match="without end"):
        read(Upload(nested, "a.eml"))
    many = b"From: a\nTo: b\nContent-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\npart\n" * (
        MAX_PARTS + 1
    )
    with pytest.raises(TooLarge, match=f"over {MAX_PARTS} parts"):
        read(Upload(many, "a.eml"))
