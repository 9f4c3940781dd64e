"""CSV and TSV: rows that say what their values are."""

import pytest

from ingest.errors import TooLarge, UnreadableDocument
from ingest.formats.csv import read_csv
from ingest.media_types import CSV, TSV


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("City,Rate\nLondon,25.25\nOslo,\n", "City: London; Rate: 25.25\nCity: Oslo"),
        ("City;Rate\r\nLondon;25,25\r\nOslo;26,00\r\n", "City: London; Rate: 25,25\nCity: Oslo; Rate: 26,00"),
        ("City\tRate\nLondon\t25.25", "City: London; Rate: 25.25"),
        ("City|Rate\nLondon|25.25", "City: London; Rate: 25.25"),
        ("sep=|\nCity|Rate, net\nLondon|1", "City: London; Rate, net: 1"),
        ('Name,Says\nAda,"The lamp, it\nburns ""oil""."', 'Name: Ada; Says: The lamp, it burns "oil".'),
        ("Only\nOne\nTwo", "Only: One\nOnly: Two"),
        # Without names.
        ("Ada,36,London\nBo,41,Oslo\n", "Ada | 36 | London\nBo | 41 | Oslo"),
        ("1,2\n3,4\n", "1 | 2\n3 | 4"),
        # Years are names.
        ("City,2024,2025\nLondon,1,2", "City: London; 2024: 1; 2025: 2"),
        # A title above, a name missing, a value too many.
        (
            "Rates of 2026,,\n\nCity,,Rate\nLondon,x,1,more\n",
            "Rates of 2026\n\nCity: London; x; Rate: 1; more",
        ),
        ("a,b\n,\n1,2", "a: 1; b: 2"),
        ("just one line, with a comma", "just one line | with a comma"),
        # A quote that is never closed.
        ('a,b\n1,"2\n' + "3,4\n" * 50_000, 'a: 1; b: "2\n' + "a: 3; b: 4\n" * 50_000),
    ],
)
def test_rows(content: str, text: str) -> None:
    assert read_csv(content.encode(), CSV).text == text.strip()


def test_tabs_only_in_tsv() -> None:
    assert read_csv(b"a,b\tc\n1,2\t3\n4,5\t6\n", TSV).text == "a,b: 1,2; c: 3\na,b: 4,5; c: 6"


def test_encodings() -> None:
    assert read_csv("Straße,Größe\nA,1".encode("utf-16"), CSV).text == "Straße: A; Größe: 1"
    assert read_csv("Город,Цена\nОсло,1".encode("cp1251"), CSV, "cp1251").text == "Город: Осло; Цена: 1"


def test_a_row_is_a_row_of_a_table() -> None:
    parsed = read_csv(b"Title\n\na,b\n1,2\n3,4", CSV)
    assert [parsed.text[one.start : one.end] for one in parsed.tables] == ["a: 1; b: 2\na: 3; b: 4"]


def test_a_cell_without_end_and_names_without_end() -> None:
    with pytest.raises(UnreadableDocument, match="A cell of the table has over 131,072 characters"):
        read_csv(b"a,b\n1," + b"x" * 200_000, CSV)
    with pytest.raises(TooLarge, match="100,000,000 characters"):
        read_csv(b",".join([b"n" * 80] * 1300) + b"\n" + (b"1," * 1300 + b"\n") * 1000, CSV)
