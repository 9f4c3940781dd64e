"""The text of structured documents."""

from ingest.formats.structured_data import struct_text


def test_string_fields_are_the_text() -> None:
    data = {
        "title": "Bellini",
        "seats": 40,
        "open": True,
        "owner": {"name": "R. Rossi", "age": 41},
        "tags": ["bar", "Turin", {"note": "quiet"}],
        "blank": " ",
        "none": None,
    }
    assert (
        struct_text(data) == "title: Bellini\nowner.name: R. Rossi\ntags: bar\ntags: Turin\ntags.note: quiet"
    )


def test_no_strings_no_text() -> None:
    assert struct_text({"seats": 40}) == ""
