"""Wrapped lines become whole, and what stands on its own line stays there."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ingest.layout.reflow
from ingest.layout.reflow import reflow, reflow_markdown

PARAGRAPH = """The lamp on the tower is lit at dusk and burns
until the morning, when the keeper goes to bed
and sleeps.
A new paragraph begins after a short line, and
this one goes on."""


def test_a_wrapped_paragraph_is_one_line() -> None:
    assert reflow(PARAGRAPH).split("\n") == [
        "The lamp on the tower is lit at dusk and burns until the morning, when the keeper goes to bed and sleeps.",
        "A new paragraph begins after a short line, and this one goes on.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Short lines\nof a poem\nstay as they are",
        "A heading\n" + "The first line of the text below it is as long as this one is.",
        "• a point that fills the whole width of this page\n• and another one that fills the whole width too",
        "1. a step that fills the whole width of the page\n2. and another one that fills the whole width too",
        "North 12.5 13.1 14.0 15.2 16.8 17.9 18.3 19.9\nSouth 9.2 9.9 10.3 11.5 12.0 12.8 13.1 13.9 14.2",
        "Total . . . . . . . . . . . . 11,062 1,540 9,522\nViolent crime . . . . . . . . 467 69 398 382 57",
        "| a cell in a row of a table | another cell |\n| a cell in a row of a table | another cell |",
        "one paragraph of text that fills the whole width\n\nanother one that fills the whole width of it",
        "",
        "\n\n",
    ],
)
def test_what_is_not_wrapped_stays(text: str) -> None:
    assert reflow(text) == text


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("die Arbeits-\nschritte", "die Arbeitsschritte"),
        ("die Ar -\nbeitsschritte", "die Arbeitsschritte"),
        ("Nord-\nSüd", "Nord-Süd"),
        ("in the years 1990-\n1995", "in the years 1990-\n1995"),
        (
            "灯台守は夕暮れにランプを灯した。それは夜明けまで燃え続け、船は\n遠くから見た。",
            "灯台守は夕暮れにランプを灯した。それは夜明けまで燃え続け、船は遠くから見た。",
        ),
    ],
)
def test_cut_words_are_made_whole(text: str, whole: str) -> None:
    assert reflow(text) == whole


def test_a_paragraph_as_long_as_its_file() -> None:
    """Every line is looked at once: with the paragraph before it, this would take hours."""
    assert reflow("a-\n" * 300_000 + "b") == "a" * 300_000 + "b"
    assert reflow_markdown("a b\n" * 300_000 + "c") == "a b " * 300_000 + "c"


MARKDOWN = """# A heading
that has text below it
which is soft wrapped

- an item that
  goes on
- another
1. a step
   with more

A line with a hard break  
stays. So does \\
this one.

| a | table |
|---|-------|
| 1 | 2     |

```
code is
left alone
```

Title
=====
    indented
    code
> a quote
<div>
last
"""

WHOLE = """# A heading
that has text below it which is soft wrapped

- an item that goes on
- another
1. a step with more

A line with a hard break  
stays. So does \\
this one.

| a | table |
|---|-------|
| 1 | 2     |

```
code is
left alone
```

Title
=====
    indented
    code
> a quote
<div>
last
"""


def test_markdown() -> None:
    assert reflow_markdown(MARKDOWN) == WHOLE


@given(st.text(alphabet="ab- .\n|#`1灯", max_size=200))
def test_nothing_is_lost(text: str) -> None:
    def letters(some: str) -> str:
        return "".join(some.replace("-", "").split())

    assert letters(reflow(text)) == letters(text)
    assert letters(reflow_markdown(text)) == letters(text)


def test_the_example_of_the_docstring() -> None:
    assert doctest.testmod(ingest.layout.reflow).failed == 0
