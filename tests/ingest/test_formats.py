"""What a file is, by its bytes."""

import pytest

from ingest.errors import UnknownFormat, UnreadableDocument
from ingest.formats import MARKDOWN, PDF, PLAIN, detect_format

PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)


@pytest.mark.parametrize(
    ("content", "name", "declared", "kind"),
    [
        (b"%PDF-1.7\n...", "a.pdf", "", PDF),
        (b"junk before\n%PDF-1.4\n...", "a.pdf", "application/pdf", PDF),
        (b"%PDF-1.7\n...", "named-wrong.txt", "text/plain", PDF),
        (b"# Title\n", "a.md", "", MARKDOWN),
        (b"# Title\n", "a.MARKDOWN", "application/octet-stream", MARKDOWN),
        (b"# Title\n", "a", "text/markdown; charset=utf-8", MARKDOWN),
        (b"# Title\n", "a.txt", "", PLAIN),
        ("Grüße".encode("latin-1"), "a.txt", "text/plain", PLAIN),
        ("Grüße an alle".encode("utf-16"), "a.txt", "", PLAIN),
        ("Grüße an alle".encode("utf-16-le"), "a.txt", "", PLAIN),
        (b"BM is how this sentence begins.", "a.txt", "", PLAIN),
        (b"key,value\n1,2\n", "table.csv", "text/csv", PLAIN),
    ],
)
def test_known(content: bytes, name: str, declared: str, kind: str) -> None:
    assert detect_format(content, name, declared) == kind


@pytest.mark.parametrize(
    ("content", "name", "declared", "what"),
    [
        (b"", "empty.pdf", "application/pdf", "empty (0 bytes)"),
        (b"", "empty.txt", "", "empty (0 bytes)"),
        (b"just text", "a.pdf", "", "plain text"),
        (b"just text", "a", "application/pdf", "plain text"),
        (b"\xff\xd8\xff\xe0" + bytes(50), "photo.pdf", "", "a JPEG picture"),
        (b"<!DOCTYPE html><html>", "page.pdf", "", "an HTML page"),
    ],
)
def test_a_lie_is_named(content: bytes, name: str, declared: str, what: str) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        detect_format(content, name, declared)
    assert what in str(caught.value)
    assert name in str(caught.value)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (PNG, "a PNG picture"),
        (b"PK\x03\x04" + bytes(50), "a ZIP archive or an Office document"),
        (b"  <!-- hello -->\n<HTML lang=en>", "an HTML page"),
        (bytes(range(256)) * 4, "binary data of an unknown kind"),
    ],
)
def test_the_unknown_is_named_with_what_is_known(content: bytes, what: str) -> None:
    with pytest.raises(UnknownFormat) as caught:
        detect_format(content, "thing")
    assert what in str(caught.value)
    assert "PDF, Markdown, plain text" in str(caught.value)
