"""Presentations: a slide is a page."""

import pptx
from pptx.util import Inches

from ingest.formats.pptx import read_pptx
from ingest.types import PageStatus
from tests.ingest.made_files import saved, slides


def test_slides_are_pages_under_their_titles() -> None:
    parsed = read_pptx(slides(), "a.pptx")
    assert [page.text for page in parsed.pages] == [
        "The lamp\n\nIt burns whale oil.\nShips see it from afar.\n\nNotes: Tell the story of the keeper.",
        "Rates\n\nName: East; Rate: 26.19\nName: London; Rate: 25.25\n\nSpring; Visitors: 120\nAutumn; Visitors: 80.5",
        "",
    ]
    assert [page.number for page in parsed.pages] == [1, 2, 3]
    assert parsed.pages[2].status is PageStatus.EMPTY
    assert [(one.level, one.title) for one in parsed.headings] == [(1, "The lamp"), (1, "Rates")]
    assert all(parsed.text[one.start :].startswith(one.title) for one in parsed.headings)
    assert [parsed.text[one.start : one.end] for one in parsed.tables] == [
        "Name: East; Rate: 26.19\nName: London; Rate: 25.25",
        "Spring; Visitors: 120\nAutumn; Visitors: 80.5",
    ]


def test_groups_hidden_slides_and_pictures() -> None:
    from PIL import Image

    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[6])
    group = first.shapes.add_group_shape().shapes.add_group_shape()
    group.shapes.add_textbox(*[Inches(1)] * 4).text_frame.text = "In a group.\vNext line."
    first.element.set("show", "0")
    second = deck.slides.add_slide(deck.slide_layouts[6])
    import io

    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    picture.seek(0)
    second.shapes.add_picture(picture, 0, 0)
    pages = read_pptx(saved(deck), "a.pptx").pages
    assert (pages[0].text, pages[0].reason) == ("In a group. Next line.", "a hidden slide")
    assert (pages[1].status, pages[1].reason) == (PageStatus.NEEDS_OCR, "a picture without text")
