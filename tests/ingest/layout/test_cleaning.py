"""Characters made safe and words made whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.cleaning import clean, clean_page


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("a\x00b\x07c\ud83dd\ufffee", "abcde"),
        ("one\r\ntwo\rthree\x0cfour", "one\ntwo\nthree\nfour"),
        ("tab\tstays", "tab\tstays"),
        (
            "con\ufb01rm the \ufb02uid o\ufb00er, e\ufb03cient ba\ufb04e",
            "confirm the fluid offer, efficient baffle",
        ),
        ("co\u00adoperate, co\u00ad\noperate", "cooperate, cooperate"),
        (
            "\ufedf\ufecc\ufeae\ufe91\ufef4\ufe94 and \ufb30",
            "\u0644\u0639\u0631\u0628\u064a\u0629 and \u05d0\u05bc",
        ),
        ("½ ² ℃ and 全角 stay", "½ ² ℃ and 全角 stay"),
    ],
)
def test_clean(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("die Arbeits-\nschritte", "die Arbeitsschritte"),
        ("die Ar -\nbeitsschritte", "die Arbeitsschritte"),
        ("Nord-\nSüd", "Nord-Süd"),
        ("1990-\n1995", "1990-\n1995"),
        ("- a point\n- another", "- a point\n- another"),
        ("blanks   in\u00a0a line  ", "blanks in a line"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("e\u0301", "é"),
    ],
)
def test_clean_page(raw: str, cleaned: str) -> None:
    assert clean_page(raw) == cleaned


@given(st.text(alphabet=st.characters()))
def test_clean_text_can_be_written_anywhere(raw: str) -> None:
    text = clean(raw)
    text.encode()
    assert not any(c < " " and c not in "\t\n" for c in text)
    assert clean(text) == text
