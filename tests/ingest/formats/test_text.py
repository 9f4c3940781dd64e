"""Plain text of any encoding, and the headings of Markdown."""

import pytest

from ingest.errors import UnreadableDocument
from ingest.formats.text import decode, read_text
from ingest.media_types import MARKDOWN, PLAIN

# Real sentences: repeated ones tell the detection nothing about the language.
GERMAN = "Die Wärterin überprüfte täglich die Größe der Flamme. Später schloss sie müde die Türen. " * 3
RUSSIAN = (
    "Смотритель маяка зажёг лампу в сумерках, и она горела до самого рассвета. Корабли видели её издалека. "
)
JAPANESE = (
    "灯台守は夕暮れにランプを灯した。それは夜明けまで燃え続けた。船は遠くからその光を見ることができる。"
    "彼女は昼間に眠り、夜は海を見ている。冬になると風が強くなり、波が塔の窓まで届くこともあった。"
)
CHINESE = (
    "灯塔看守人在黄昏时点亮了灯，它一直燃烧到黎明。远处的船只都能看到灯光。冬天风很大，海浪有时会打到窗户上。"
)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-32"),
        (GERMAN, "cp1252"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (CHINESE, "gb18030"),
        (CHINESE, "utf-8"),
    ],
)
def test_encodings(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


def test_a_file_cut_inside_a_character_is_read_all_the_same() -> None:
    cut = decode((GERMAN * 50).encode()[:-200] + b"\xc3")
    assert "Größe" in cut


def test_one_page() -> None:
    parsed = read_text(b"one\r\ntwo\x00", PLAIN)
    assert [page.text for page in parsed.pages] == ["one\ntwo"]
    assert parsed.pages[0].number == 1
    assert parsed.mime_type == PLAIN


def test_blanks_are_no_document() -> None:
    with pytest.raises(UnreadableDocument, match="nothing but blanks"):
        read_text(b" \n\t\x00", MARKDOWN)
