"""Pages are drawn with the right words marked: compared with where PDFium's own text search finds them."""

import doctest
import io

import pypdf
import pypdfium2 as pdfium
import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

import ingest.processes.render_process
from ingest.errors import EncryptedDocument, NotFound, UnreadableDocument
from ingest.processes.render_process import draw_page, locate

LINES = ["The harbour lamp is lit at dusk.", "It burns whale oil.", "The harbour lamp is lit at dusk."]
TEXT = "\n".join(LINES)


def lamp_book() -> bytes:
    """Two pages; the first with three lines, the first and the last of them the same."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    for number, line in enumerate(LINES):
        canvas.drawString(72, 700 - 40 * number, line)
    canvas.showPage()
    canvas.drawString(72, 700, "The end.")
    canvas.save()
    return file.getvalue()


def searched(content: bytes, words: str, occurrence: int = 0) -> tuple[float, float, float, float]:
    """Where PDFium's search finds ``words`` on page 1: left, top, right, bottom in fractions of the page."""
    page = pdfium.PdfDocument(content)[0]
    text = page.get_textpage()
    search = text.search(words)
    place = None
    for _ in range(occurrence + 1):
        place = search.get_next()
    assert place is not None
    boxes = [text.get_charbox(index) for index in range(place[0], place[0] + place[1])]
    width, height = page.get_size()
    left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return left / width, 1 - top / height, right / width, 1 - bottom / height


def test_the_doctest_of_locate() -> None:
    assert doctest.testmod(ingest.processes.render_process).failed == 0


@pytest.mark.parametrize(
    ("start", "occurrence"), [(0, 0), (TEXT.rindex("The harbour"), 1)], ids=["first", "last"]
)
def test_a_repeated_sentence_is_marked_where_it_was_cited(start: int, occurrence: int) -> None:
    content = lamp_book()
    picture = draw_page(content, 1, page_text=TEXT, spans=[(start, start + len(LINES[0]))])
    (mark,) = picture.marks
    words = searched(content, LINES[0], occurrence)
    assert mark[0] <= words[0] and mark[2] >= words[2], "the mark covers the words from left to right"
    assert mark[1] <= words[1] and mark[3] >= words[3], "and from top to bottom"
    assert mark[3] - mark[1] < 2.5 * (words[3] - words[1]), "and no other line"
    assert mark == pytest.approx(words, abs=0.01)


def test_the_mark_is_paint_on_the_page() -> None:
    start = TEXT.index("whale oil")
    picture = draw_page(lamp_book(), 1, page_text=TEXT, spans=[(start, start + 9)])
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    assert image.size == (picture.width, picture.height) == (900, image.height)
    left, top, right, bottom = (
        round(edge * side) for edge, side in zip(picture.marks[0], image.size * 2, strict=True)
    )
    assert image.getpixel((left, top + 1)) == (255, 232, 140)
    assert image.getpixel((left - 20, top + 1)) == (255, 255, 255), "the words before it are left alone"
    assert image.getpixel((right + 20, top + 1)) == (255, 255, 255)
    assert image.getpixel((left, bottom)) == (128, 96, 0), "a line below, for eyes that do not see the tint"


def test_contradicting_words_look_different_in_form_too() -> None:
    spans = [(0, 11)]
    support = draw_page(lamp_book(), 1, page_text=TEXT, spans=spans, side="for")
    against = draw_page(lamp_book(), 1, page_text=TEXT, spans=spans, side="against")
    assert support.marks == against.marks
    grey = [Image.open(io.BytesIO(picture.png)).convert("L") for picture in (support, against)]
    left, _, _, bottom = support.marks[0]
    x, y = round(left * 900) + 20, round(bottom * support.height)
    dark = [[image.getpixel((x, y + step)) < 160 for step in range(5)] for image in grey]
    assert dark[0].count(True) == 1 and dark[1].count(True) == 2, "one line under the words, and two"


def test_a_turned_page_is_marked_where_it_stands() -> None:
    start = TEXT.index("whale oil")
    turning = pypdf.PdfWriter(clone_from=io.BytesIO(lamp_book()))
    turning.pages[0].rotate(90)
    file = io.BytesIO()
    turning.write(file)
    picture = draw_page(file.getvalue(), 1, page_text=TEXT, spans=[(start, start + 9)])
    assert picture.width > picture.height
    upright = searched(lamp_book(), "whale oil")
    (mark,) = [tuple(box) for box in merged(picture.marks)]
    # Turned by 90 degrees clockwise: what was left is now above, what was above is now right.
    turned = (1 - upright[3], upright[0], 1 - upright[1], upright[2])
    assert mark == pytest.approx(turned, abs=0.012)


def merged(marks: tuple[tuple[float, ...], ...]) -> list[tuple[float, ...]]:
    """Letters of turned text stand below each other; together they cover the words."""
    edges = list(zip(*marks, strict=True))
    return [(min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3]))]


def test_words_read_in_another_way_are_found() -> None:
    ours = "A co-\noperative\u00a0office \ufb01led the \u200fcase."
    theirs = list("A cooperative office filed the case.")
    start, end = ours.index("co-"), ours.index(" the")
    ((first, last),) = locate(ours, start, end, theirs)
    assert "".join(theirs[first:last]) == "cooperative office filed"


def test_words_from_right_to_left_are_found_in_either_order_of_their_letters() -> None:
    ours = "The bridge: افتتح جسر أورلين in 1911."
    theirs = list("The bridge: حتتفا رسج نيلروأ in 1911.")
    start, end = ours.index("جسر"), ours.index(" in 1911")
    ((first, last),) = locate(ours, start, end, theirs)
    assert "".join(theirs[first:last]) == "رسج نيلروأ"


def test_words_that_are_not_there_leave_no_mark() -> None:
    assert locate("Bananas are yellow fruit.", 0, 25, list("The harbour lamp is lit at dusk.")) == []
    assert draw_page(lamp_book(), 2, page_text=TEXT, spans=[(0, len(LINES[0]))]).marks == ()


def test_words_that_differ_in_places_are_found_around_them() -> None:
    theirs = list("The harbour lamp (Fig. 3) is lit at dusk.")
    ranges = locate(TEXT, 0, len(LINES[0]), theirs)
    assert ["".join(theirs[first:last]) for first, last in ranges] == ["The harbour lamp", "is lit at dusk."]


def test_words_outside_the_visible_page_leave_no_mark() -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    canvas.drawString(72, -50, LINES[0])
    canvas.drawString(72, 700, LINES[1])
    canvas.save()
    marks = draw_page(file.getvalue(), 1, page_text=TEXT, spans=[(0, len(LINES[0]))]).marks
    assert marks == ()


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(NotFound, match=r"no page 3; the file has 2"):
        draw_page(lamp_book(), 3)
    with pytest.raises(UnreadableDocument, match="PDFium"):
        draw_page(b"%PDF-1.7 nothing more", 1)


def test_a_locked_file_is_said_to_be_locked() -> None:
    file = io.BytesIO()
    canvas = Canvas(file, encrypt="sesame")
    canvas.drawString(72, 700, "Treasure.")
    canvas.save()
    with pytest.raises(EncryptedDocument, match="password"):
        draw_page(file.getvalue(), 1)


def test_a_poster_is_drawn_smaller() -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(20, 14000))
    canvas.drawString(1, 700, "tall")
    canvas.save()
    picture = draw_page(file.getvalue(), 1, width=2400)
    assert picture.width * picture.height <= 12_100_000
