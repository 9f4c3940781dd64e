"""Headings of Markdown and of PDF pages."""

import pytest

from ingest.layout.headings import markdown_headings, pdf_headings
from ingest.types import Heading, Page

PAGES = [
    Page(1, "Contents\n1 The tower\n1.1 The lamp"),
    Page(2, "1 The tower\nIt is tall.\n1.1 The  lamp\nIt burns."),
]


def test_markdown() -> None:
    text = "# One #\n\ntext\n```\n# not a heading\n```\n## Two\nThree\n=====\n- item\n---\n#hashtag\n"
    assert markdown_headings(text) == [
        Heading(0, 1, "One"),
        Heading(text.index("## Two"), 2, "Two"),
        Heading(text.index("Three"), 1, "Three"),
    ]


def test_an_outline_is_found_on_its_pages() -> None:
    text = "\n".join(page.text for page in PAGES)
    outline = [
        (2, 1, "The tower"),
        (2, 2, "1.1 The lamp"),
        (2, 1, "Not on the page"),
        (9, 1, "No such page"),
        (1, 1, ""),
    ]
    assert pdf_headings(PAGES, outline) == [
        Heading(text.index("1 The tower\nIt"), 1, "The tower"),
        Heading(text.index("1.1 The  lamp"), 2, "1.1 The lamp"),
    ]


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("3.2 The lamp", 2),
        ("3.2.1 The lamp of the tower", 3),
        ("3.2. The lamp", 2),
        ("3.2 the lamp", 0),
        ("3.2 The lamp is lit.", 0),
        ("3 The lamp", 0),
        ("3.5 4.0 4.5", 0),
        (
            "3.2 The lamp and a very long line that goes on and on and on, as no heading of a text ever does",
            0,
        ),
    ],
)
def test_numbered_lines_without_an_outline(line: str, level: int) -> None:
    found = pdf_headings([Page(1, f"Before.\n{line}\nAfter.")], [])
    assert found == ([Heading(8, level, line)] if level else [])
