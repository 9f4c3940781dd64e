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


@pytest.mark.parametrize(
    "marker",
    [
        "(Okafor & Lind, 2021)",
        "(Okafor et al., 2021a; Lind, 2019)",
        "([Okafor, 2021](https://example.org/a))",
        "(see Okafor, 2021, pp. 3–5)",
        "(p. 12)",
        "[page 12]",
        "(pp. 12-14)",
    ],
)
def test_authors_and_pages_are_marks_and_no_numbers_of_sources(marker: str) -> None:
    assert without_markers(f"It seats 600 {marker}.") == "It seats 600."
    assert [mark.numbers for mark in citation_markers(f"It seats 600 {marker}.")] == [()]


@pytest.mark.parametrize("kept", ["(in 1931)", "(61 m, 1931)", "(released 1998)", "(12 pages)"])
def test_what_is_said_in_brackets_stays(kept: str) -> None:
    assert without_markers(f"It fell {kept}.") == f"It fell {kept}."


def test_text_without_markers() -> None:
    assert without_markers("It seats 600 [1]. Good.[2] [3]") == "It seats 600. Good."
