"""Tables of contents with leaders are told from forms and price lists."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from ingest.layout.contents_lists import split_contents, without_contents
from ingest.pipeline import parse
from ingest.types import PageStatus, Upload


def test_contents_with_leaders_go_and_one_such_line_stays() -> None:
    text = "Contents\nLamp ..... 3\n\nTower . . . . 7\nFood …… 12\nThe lamp burns oil.\nName ..... 5"
    assert without_contents(text) == "Contents\nThe lamp burns oil.\nName ..... 5"


def test_a_long_title_may_take_two_lines() -> None:
    lines = [
        "Preface .... iv",
        "Lamps of the northern",
        "coast ..... 3",
        "Oil ..... 9",
        "Birds _____ 11",
        "Ice ..... 12",
    ]
    assert split_contents("\n".join([*lines, "The end."])) == ("The end.", "\n".join(lines))


@pytest.mark.parametrize(
    "text",
    [
        "Tea ..... 12\nCoffee ..... 3\nCake ..... 7\nSoup ..... 8\nBread ..... 2\nWine ..... 9",
        "Tea ..... 3\nCake ..... 7\nSoup ..... 8",
        "Name ........\nTown ........\nDate ........",
    ],
)
def test_price_lists_and_forms_stay(text: str) -> None:
    assert without_contents(text) == text


@pytest.mark.parametrize("column", [0, 400])
def test_a_page_of_a_pdf_shows_its_contents_and_no_passage_has_them(column: int) -> None:
    """The page numbers stand behind the dots, or in a column of their own."""
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.drawString(72, 780, "Contents")
    for place, (title, number) in enumerate([("The lamp", 2), ("The tower", 4), ("Food", 9), ("Ice", 10)]):
        if column:
            canvas.drawString(72, 750 - 20 * place, f"{title} {'. ' * 30}")
            canvas.drawString(column, 750 - 20 * place, str(number))
        else:
            canvas.drawString(72, 750 - 20 * place, f"{title} {'.' * 60} {number}")
    canvas.drawString(72, 600, "This guide was printed in 1961.")
    canvas.save()
    [page] = parse(Upload(file.getvalue(), "guide.pdf")).pages
    assert page.text == "Contents\nThis guide was printed in 1961."
    assert page.status is PageStatus.OK
    assert all(title in page.whole_text for title in ("The lamp", "The tower", "Food", "Ice"))
