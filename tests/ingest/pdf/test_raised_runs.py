"""Exponents, indices and marks of notes on drawn pages, by size and baseline."""

import io

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate

from ingest.layout.raised_text import resolved
from ingest.pdf.raised_runs import Run, with_marks
from ingest.pipeline import parse
from ingest.types import Upload


def read(*markup: str) -> str:
    """A page of paragraphs in reportlab's markup, as it is read."""
    file = io.BytesIO()
    style = getSampleStyleSheet()["Normal"]
    SimpleDocTemplate(file, pagesize=A4).build([Paragraph(one, style) for one in markup])
    return parse(Upload(file.getvalue(), "page.pdf")).text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("It holds 10<super>6</super> litres.", "It holds 10⁶ litres."),
        ("A hall of 300 m<super>2</super>.", "A hall of 300 m²."),
        ("The speed is 12 m s<super>-1</super>.", "The speed is 12 m s⁻¹."),
        ("Use 3 x 10<super>12</super> cells.", "Use 3 x 10¹² cells."),
        ("CO<sub>2</sub> and H<sub>2</sub>S rise.", "CO₂ and H₂S rise."),
        ("Some <super>14</super>C and Ca<super>2+</super>.", "Some ¹⁴C and Ca²⁺."),
        ("There are 1,204<super>3</super> homes.", "There are 1,204 homes."),
        ("In 2019<super>[5]</super> it closed.", "In 2019 it closed."),
        ("Wells<super>4,5</super> are deep.", "Wells are deep."),
        ("Of 45,210<super>a</super> people.", "Of 45,210 people."),
        ("The 1<super>st</super> of May, Acme<super>TM</super>.", "The 1st of May, AcmeTM."),
        ("Rate 4.5<super>*</super> holds.", "Rate 4.5 holds."),
    ],
)
def test_a_figure_keeps_its_meaning(markup: str, text: str) -> None:
    assert read(markup) == text


def test_the_number_of_a_note_stands_apart_from_the_note() -> None:
    assert read("Of 1,204<super>3</super> homes.", "<super>3</super>20 of them are empty.") == (
        "Of 1,204 homes.\n3 20 of them are empty."
    )


def test_a_mark_in_a_table_is_not_part_of_its_cell() -> None:
    rows = [
        ("Town", "Homes", "Wells"),
        ("Ashby", "1,204^3", "7"),
        ("Birk", "998", "12"),
        ("Corn", "431^a", "9"),
    ]
    file = io.BytesIO()
    canvas = Canvas(file)
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            words = canvas.beginText(72 + 120 * column, 700 - 18 * row)
            figure, _, mark = cell.partition("^")
            words.setFont("Helvetica", 11)
            words.textOut(figure)
            words.setFont("Helvetica", 7)
            words.setRise(4)
            words.textOut(mark)
            words.setRise(0)
            canvas.drawText(words)
    canvas.save()
    assert parse(Upload(file.getvalue(), "table.pdf")).text.split("\n") == [
        "Town: Ashby; Homes: 1,204; Wells: 7",
        "Town: Birk; Homes: 998; Wells: 12",
        "Town: Corn; Homes: 431; Wells: 9",
    ]


def test_large_first_letters_and_small_capitals_are_no_superscripts() -> None:
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.setFont("Times-Roman", 30)
    canvas.drawString(72, 700, "T")
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(91, 712, "he 2 towers stand by the 12 gates of the town since 1604.")
    canvas.drawString(72, 650, "Opened in ")
    canvas.setFont("Times-Roman", 7)
    canvas.drawString(117, 650, "AD 1604")
    canvas.save()
    text = parse(Upload(file.getvalue(), "drop.pdf")).text
    assert "he 2 towers stand by the 12 gates of the town since 1604." in text
    assert "AD 1604" in text


def test_an_exponent_drawn_by_a_rise_in_the_same_size() -> None:
    file = io.BytesIO()
    canvas = Canvas(file)
    words = canvas.beginText(72, 700)
    words.textOut("The lake holds 10")
    words.setRise(5)
    words.textOut("9")
    words.setRise(0)
    words.textOut(" litres.")
    canvas.drawText(words)
    canvas.save()
    assert parse(Upload(file.getvalue(), "rise.pdf")).text == "The lake holds 10⁹ litres."


@pytest.mark.parametrize("text", ["H2S at 106 litres", "H\n2\nS at 10\n6\n litres", "H2 S at 106litres"])
def test_blanks_of_a_reading_are_those_of_the_page(text: str) -> None:
    runs = [Run("2", False, "H", "Sat106l", "", ""), Run("6", True, "H2Sat10", "litres", "", " ")]
    assert resolved(with_marks(text, runs)) == "H₂S at 10⁶ litres"


def test_a_run_that_a_reading_does_not_have_changes_nothing() -> None:
    text = "Ten litres of 106 oil"
    assert with_marks(text, [Run("6", True, "water10", "cups", "", " ")]) == text


def test_a_reading_may_take_its_columns_in_another_order() -> None:
    runs = [Run("6", True, "about10", "litres", "", " "), Run("2", True, "300m", "large", "", " ")]
    text = "The hall is 300 m2 large.\nIt holds about 106 litres."
    assert resolved(with_marks(text, runs)) == "The hall is 300 m² large.\nIt holds about 10⁶ litres."


def test_a_fraction_is_no_figure() -> None:
    assert read("The rate is 48<super>1</super>/2 cents.") == "The rate is 48 1/2 cents."
