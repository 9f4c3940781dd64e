"""JSON: fields under their key paths."""

import pytest

from ingest.errors import UnreadableDocument
from ingest.formats.json import read_json_file
from ingest.media_types import JSON, JSON_LINES
from ingest.types import PageStatus


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (
            '{"city": "London", "rate": 25.20, "open": true, "none": null}',
            "city: London\nrate: 25.20\nopen: true",
        ),
        ('{"a": {"b": {"c": "deep"}}}', "a.b.c: deep"),
        ('[{"a": 1}, {"a": 2, "b": "x\\ny"}]', "a: 1\n\na: 2\nb: x\ny"),
        (
            '{"tags": ["red", 3, false], "parts": [{"n": "oil"}, {"n": "wick"}]}',
            "tags: red, 3, false\nparts.n: oil\nparts.n: wick",
        ),
        ('["one", "two", 1e5]', "one\n\ntwo\n\n1e5"),
        (
            '{"n": 123456789012345678901234567890.10, "t": "\\ud83dx \\u0000"}',
            "n: 123456789012345678901234567890.10\nt: x",
        ),
        ("\ufeff[NaN, {}, []]", "NaN"),
        ('{"a": 1}\n{"a": 2}\n', "a: 1\n\na: 2"),
    ],
)
def test_fields(content: str, text: str) -> None:
    assert read_json_file(content.encode(), JSON).text == text


def test_lines_that_are_no_json_are_told() -> None:
    parsed = read_json_file(b'{"a": 1}\n\n{"a": \n{"a": 3}\r\n', JSON_LINES)
    [page] = parsed.pages
    assert page.text == "a: 1\n\na: 3"
    assert page.status is PageStatus.SUSPECT
    assert page.reason.startswith("lines left out as no JSON: 1, the first line 3: Expecting value")


@pytest.mark.parametrize(
    ("content", "kind", "says"),
    [
        (b'{"a": [1, 2', JSON, "no JSON: Expecting ',' delimiter: line 1"),
        (b"[" * 100_000, JSON, "nested deeper than 100 levels"),
        (b"[" * 150 + b"1" + b"]" * 150, JSON, "nested deeper than 100 levels"),
        (b'{"a":' * 150 + b"1" + b"}" * 150, JSON, "nested deeper than 100 levels"),
        (b"[" * 100_000, JSON_LINES, "No line of the file is JSON (line 1: "),
        (b"{\n[", JSON_LINES, "No line of the file is JSON (line 1: Expecting property name"),
    ],
)
def test_what_cannot_be_read(content: bytes, kind: str, says: str) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        read_json_file(content, kind)
    assert says in str(caught.value)
