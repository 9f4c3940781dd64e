"""Citation markers are found wherever writers put them, and nothing else is taken for one."""

import pytest

from grounding.text.citation_marks import citation_markers, without_markers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It is old [1].", [(1,)]),
        ("It is old.[2][3]", [(2,), (3,)]),
        ("It is old [1, 3–4].", [(1, 3, 4)]),
        ("It is old 【4】.", [(4,)]),
        ("It is old [^5] and ^6^ grey.", [(5,), (6,)]),
        ("It is old [7](https://x.org/8).", [(7,)]),
        ("It is old [source 9].", [(9,)]),
        ("It is old <sup>10</sup>.", [(10,)]),
        ("An array[i], [sic], (1), m², [2021] and [x](y).", []),
    ],
)
def test_markers_and_their_numbers(text: str, numbers: list[tuple[int, ...]]) -> None:
    assert [marker.numbers for marker in citation_markers(text)] == numbers


def test_spans_are_exact() -> None:
    text = "É 👍 [1] x [2, 3]"
    assert [marker.span.of(text) for marker in citation_markers(text)] == ["[1]", "[2, 3]"]


def test_text_without_markers() -> None:
    assert without_markers("It seats 600 [1]. Good.[2] [3]") == "It seats 600. Good."
