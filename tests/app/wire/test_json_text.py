"""Reading bodies: strict JSON, the lenient second reading, and what is refused in both."""

import json

import pytest

from app.wire.json_text import MalformedJson, read_json


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        (" \n", {}),
        ("\ufeff{}", {}),
        ('{"a": [1, 2.5, "x", true, null]}', {"a": [1, 2.5, "x", True, None]}),
        # trailing commas, as in Google's documented samples
        ('{"a": [1, 2, ], "b": {"c": 1,},\n}', {"a": [1, 2], "b": {"c": 1}}),
        # str(dict), as one SDK sends its upload metadata
        (
            "{'a': \"it's\", 'b': True, 'c': None, 'd': 'say \"hi\"'}",
            {"a": "it's", "b": True, "c": None, "d": 'say "hi"'},
        ),
        (r"{'a': '\x41\u00e9\U0001f600\n\\'}", {"a": "Aé😀\n\\"}),
        # what looks like a slip inside a string is text
        ('{"a": "1,]", "b": "True", "c": "\'",}', {"a": "1,]", "b": "True", "c": "'"}),
    ],
)
def test_reads(text: str, value: object) -> None:
    assert read_json(text.encode()) == value


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"answerCandidate": ', "Unable to parse"),
        (b"{a: 1}", "Unable to parse"),
        (b"[1,,]", "Unable to parse"),
        (b"{'a': __import__('os')}", "Unable to parse"),
        (b"{'a': 1 + 1}", "Unable to parse"),
        (b'{"a": "' + b'\\"' * 1000, "Unable to parse"),
        (b'{"a": 1, "a": 1}', "Duplicate key 'a'"),
        (b"{'a': 1, 'a': 1,}", "Duplicate key 'a'"),
        (b'{"a": "\\ud800"}', "lone surrogate"),
        (b'{"\\udc00": 1}', "lone surrogate"),
        (b"[NaN]", "NaN"),
        (b"[-Infinity]", "Infinity"),
        (b"[1e999]", "too large"),
        (b"[" + b"9" * 5000 + b"]", "too many digits"),
        (b"\xff{}", "UTF-8"),
        (b"[" * 101 + b"]" * 101, "deeper than 100"),
        (b"[" * 100_000, "deeper than 100"),
    ],
)
def test_refuses(body: bytes, reason: str) -> None:
    with pytest.raises(MalformedJson, match=reason.replace("(", "\\(")):
        read_json(body)


@pytest.mark.parametrize(
    "body",
    [
        b'{"facts": [' + b"{}," * 100_000 + b"{}]}",
        b"[" + b'"",' * 100_000 + b'""]',
        b"{'a': '\"', 'facts': [" + b"{}," * 100_000 + b"{}], 'b': '\"'}",
        b'["\\\\",' + b"0," * 100_000 + b'"\\""]',
    ],
)
def test_values_are_counted_before_they_are_made(body: bytes) -> None:
    with pytest.raises(MalformedJson, match="more than 100000 values"):
        read_json(body)


@pytest.mark.parametrize("cut", range(6))
def test_marks_inside_of_strings_are_no_values(cut: int) -> None:
    text = "x" * (65_530 + cut) + '\\"' + ",[{" * 100_000
    assert read_json(json.dumps([text, "\\"]).encode()) == [text, "\\"]


def test_a_hundred_levels_are_read() -> None:
    assert read_json(b"[" * 100 + b"]" * 100)


def test_long_hostile_text_is_read_in_one_pass() -> None:
    # A scan that started again at every quote would take hours here.
    for body in (b'{"a": "' + b'\\"' * 500_000, b"'" * 500_001, b"," * 500_000, b'"\\' * 300_000):
        with pytest.raises(MalformedJson):
            read_json(body)
