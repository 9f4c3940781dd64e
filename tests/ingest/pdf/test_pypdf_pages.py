"""PDF files: honest ones are read, and no file takes the reader down, hangs it or is silently empty.

The files are made here, by reportlab and pypdf, or written byte by byte.
"""

import io
import zlib
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from PIL import Image
from pypdf.annotations import FreeText
from pypdf.generic import EncodedStreamObject, NameObject
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from ingest.errors import EncryptedDocument, NoTextLayer, TooLarge, UnreadableDocument
from ingest.layout.page_report import require_text
from ingest.processes.pdf_process import PdfLimits, read_pdf
from ingest.types import PageStatus, ParsedDocument

LINE = "The harbour lamp is lit at dusk and burns until the morning comes."


def drawn(*pages: Callable[[Canvas], None] | str) -> bytes:
    """A PDF whose pages are drawn by functions, or hold one line."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 400))
    for page in pages:
        if isinstance(page, str):
            canvas.drawString(20, 300, page)
        else:
            page(canvas)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def picture(canvas: Canvas) -> None:
    canvas.drawImage(ImageReader(Image.new("RGB", (60, 60), "navy")), 0, 0, 400, 400)


def blank(canvas: Canvas) -> None:
    canvas.setTitle("Blank")


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., ParsedDocument]:
    def read(content: bytes, password: str = "", limits: PdfLimits | None = None) -> ParsedDocument:
        path = tmp_path / "file.pdf"
        path.write_bytes(content)
        limits = limits or PdfLimits(ocr_seconds=0)
        return require_text(read_pdf(path, name="file.pdf", password=password, limits=limits), "file.pdf")

    return read


def test_pages_in_order(read: Callable[..., ParsedDocument]) -> None:
    parsed = read(drawn(LINE, "Second page."))
    assert [(page.number, page.text, page.status) for page in parsed.pages] == [
        (1, LINE, PageStatus.OK),
        (2, "Second page.", PageStatus.OK),
    ]
    assert parsed.text == f"{LINE}\nSecond page."
    assert parsed.mime_type == "application/pdf"


def test_progress_is_told_page_by_page(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(drawn("One.", "Two.", "Three."))
    steps: list[tuple[int, int]] = []
    read_pdf(path, name="file.pdf", on_page=lambda done, total: steps.append((done, total)))
    assert steps == [(1, 3), (2, 3), (3, 3)]


def test_blank_and_picture_pages_keep_the_numbers_right(read: Callable[..., ParsedDocument]) -> None:
    parsed = read(drawn("One.", blank, picture, "Four."))
    assert [(page.number, page.status) for page in parsed.pages] == [
        (1, PageStatus.OK),
        (2, PageStatus.EMPTY),
        (3, PageStatus.NEEDS_OCR),
        (4, PageStatus.OK),
    ]
    assert parsed.pages[2].reason


def test_pictures_alone_are_no_text(read: Callable[..., ParsedDocument]) -> None:
    with pytest.raises(NoTextLayer, match=r"2 of 2 pages are pictures.*ocrmypdf"):
        read(drawn(picture, picture))


def test_a_picture_with_a_stamp_is_suspect(read: Callable[..., ParsedDocument]) -> None:
    def stamped(canvas: Canvas) -> None:
        picture(canvas)
        canvas.drawString(20, 20, "Copy 3")

    [page] = read(drawn(stamped)).pages
    assert (page.text, page.status) == ("Copy 3", PageStatus.SUSPECT)
    assert "picture" in page.reason


def test_blank_pages_alone_are_no_text(read: Callable[..., ParsedDocument]) -> None:
    with pytest.raises(NoTextLayer, match="blank"):
        read(drawn(blank))


def encrypted(user: str, owner: str = "owner", algorithm: str = "AES-256") -> bytes:
    writer = pypdf.PdfWriter(io.BytesIO(drawn(LINE)))
    writer.encrypt(user, owner, algorithm=algorithm)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"])
def test_encrypted(read: Callable[..., ParsedDocument], algorithm: str) -> None:
    content = encrypted("sesame", algorithm=algorithm)
    assert read(content, password="sesame").text == LINE
    assert read(content, password="owner").text == LINE
    with pytest.raises(EncryptedDocument, match="a password is needed"):
        read(content)
    with pytest.raises(EncryptedDocument, match="does not open it"):
        read(content, password="open")


def test_the_empty_password_opens_without_asking(read: Callable[..., ParsedDocument]) -> None:
    content = encrypted("")
    assert read(content).text == LINE
    assert read(content, password="whatever").text == LINE


def test_words_written_on_a_page_are_read(read: Callable[..., ParsedDocument]) -> None:
    writer = pypdf.PdfWriter(io.BytesIO(drawn(blank, LINE)))
    writer.add_annotation(0, FreeText(text="Left blank on purpose.", rect=(20, 20, 200, 60)))
    file = io.BytesIO()
    writer.write(file)
    assert [page.text for page in read(file.getvalue()).pages] == ["Left blank on purpose.", LINE]


def test_page_labels(read: Callable[..., ParsedDocument]) -> None:
    writer = pypdf.PdfWriter(io.BytesIO(drawn("Preface.", "One.", "Two.")))
    writer.set_page_label(0, 0, style="/r")
    writer.set_page_label(1, 2, style="/D")
    file = io.BytesIO()
    writer.write(file)
    assert [page.label for page in read(file.getvalue()).pages] == ["i", "1", "2"]


@pytest.mark.parametrize(
    "content",
    [b"%PDF-1.7\n%%EOF", b"%PDF-1.7\n" + bytes(1000), drawn(LINE)[:300], b"%PDF-1.4 " + b"<<" * 20_000],
)
def test_broken_files_are_refused(read: Callable[..., ParsedDocument], content: bytes) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        read(content)
    assert "file.pdf" in str(caught.value)
    assert "Traceback" not in str(caught.value)
    assert "/tmp" not in str(caught.value)


def test_a_damaged_table_of_contents_is_repaired(read: Callable[..., ParsedDocument]) -> None:
    assert read(drawn(LINE).replace(b"startxref", b"startxxxx")).text == LINE


def with_content(*contents: bytes) -> bytes:
    """A page with a line, then a page for each content stream, then another page with a line."""
    writer = pypdf.PdfWriter(io.BytesIO(drawn("One.", *("x" for _ in contents), "Last.")))
    for page, content in zip(writer.pages[1:-1], contents, strict=True):
        stream = EncodedStreamObject()
        stream._data = zlib.compress(content, 6)
        stream[NameObject("/Filter")] = NameObject("/FlateDecode")
        page[NameObject("/Contents")] = writer._add_object(stream)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def words(count: int) -> bytes:
    """A content stream that draws so many words."""
    return b"BT /F1 12 Tf 20 300 Td 1 TL " + b" ".join(b"(word %d) Tj T*" % n for n in range(count)) + b" ET"


def test_a_page_too_long_for_one_reader_is_read_by_the_other(read: Callable[..., ParsedDocument]) -> None:
    parsed = read(with_content(words(60_000)), limits=PdfLimits(page_seconds=1))
    assert [page.text for page in parsed.pages][::2] == ["One.", "Last."]
    assert parsed.pages[1].status is PageStatus.REPAIRED
    assert "limit of 1 seconds" in parsed.pages[1].reason


def test_a_page_too_long_for_both_readers_is_given_up_and_the_others_are_read(
    read: Callable[..., ParsedDocument],
) -> None:
    parsed = read(with_content(words(400_000)), limits=PdfLimits(page_seconds=0.6))
    assert [page.text for page in parsed.pages] == ["One.", "", "Last."]
    assert parsed.pages[1].status is PageStatus.FAILED
    assert "limit of 0.6 seconds" in parsed.pages[1].reason


def test_a_page_that_unpacks_without_end_is_given_up_and_the_others_are_read(
    read: Callable[..., ParsedDocument],
) -> None:
    content = with_content(b" " * 300_000_000)
    assert len(content) < 1_000_000
    parsed = read(content, limits=PdfLimits(memory=250 << 20))
    assert [page.text for page in parsed.pages] == ["One.", "", "Last."]
    assert parsed.pages[1].status in (PageStatus.FAILED, PageStatus.EMPTY)
    assert parsed.pages[1].reason


def written(objects: dict[int, bytes], packed: dict[int, bytes], padding: int) -> bytes:
    """A PDF of these objects, the ``packed`` ones in an object stream that ends in so many MiB of blanks."""
    file, places = io.BytesIO(b"%PDF-1.5\n"), dict[int, int]()
    file.seek(0, io.SEEK_END)
    bodies, offsets = b" ".join(packed.values()), list[bytes]()
    for number, body in packed.items():
        offsets.append(b"%d %d" % (number, bodies.index(body)))
    head = b" ".join(offsets) + b" "
    deflate = zlib.compressobj(9)
    stream = deflate.compress(head + bodies)
    stream += b"".join(deflate.compress(b" " * (1 << 20)) for _ in range(padding)) + deflate.flush()
    last = max([*objects, *packed]) + 1
    holder = b"<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (
        len(packed),
        len(head),
        len(stream),
        stream,
    )
    for number, body in {**objects, last: holder}.items():
        places[number] = file.tell()
        file.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    start = file.tell()
    rows = [b"\0" * 7]
    for number in range(1, last + 1):
        place = places.get(number)
        row = (1, place, 0) if place else (2, last, list(packed).index(number))
        rows.append(bytes([row[0]]) + row[1].to_bytes(4, "big") + row[2].to_bytes(2, "big"))
    index = b"".join(rows)
    file.write(
        b"%d 0 obj\n<</Type/XRef/Root 1 0 R/Size %d/W[1 4 2]/Length %d>>stream\n%b\nendstream\nendobj\n"
        b"startxref\n%d\n%%%%EOF" % (last + 1, last + 1, len(index), index, start)
    )
    return file.getvalue()


def three_pages(middle: bytes, more: dict[int, bytes]) -> dict[int, bytes]:
    """The objects of a file of three pages: a line, what the content stream ``middle`` draws, a line."""

    def stream(content: bytes) -> bytes:
        return b"<</Length %d>>stream\n%b\nendstream" % (len(content), content)

    def line(text: bytes) -> bytes:
        return stream(b"BT /F 12 Tf 20 300 Td (%b) Tj ET" % text)

    def page(contents: int) -> bytes:
        return (
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents %d 0 R"
            b"/Resources<</Font<</F 9 0 R>>/XObject<</X 10 0 R>>>>>>" % contents
        )

    return {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>",
        **{3: page(6), 4: page(7), 5: page(8)},
        **{6: line(b"One."), 7: stream(middle), 8: line(b"Last.")},
        9: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        **more,
    }


def forms(depth: int, width: int) -> dict[int, bytes]:
    """Forms that each draw the next one so many times; the last one draws itself."""
    content = b"/X Do " * width
    return {
        number: b"<</Type/XObject/Subtype/Form/BBox[0 0 400 400]/Resources<</XObject<</X %d 0 R>>>>/Length %d>>"
        b"stream\n%b\nendstream" % (min(number + 1, 9 + depth), len(content), content)
        for number in range(10, 10 + depth)
    }


def test_an_object_stream_that_unpacks_without_end(read: Callable[..., ParsedDocument]) -> None:
    objects = three_pages(b"", {10: b"null"})
    packed = {4: objects.pop(4)}
    assert [page.text for page in read(written(objects, packed, padding=0)).pages] == ["One.", "", "Last."]
    bomb = written(objects, packed, padding=600)
    assert len(bomb) < 1_000_000
    parsed = read(bomb)
    assert [page.text for page in parsed.pages] == ["One.", "", "Last."]
    assert parsed.pages[1].status is PageStatus.FAILED
    assert parsed.pages[1].reason


def test_a_page_that_draws_itself_again_and_again(read: Callable[..., ParsedDocument]) -> None:
    content = written(three_pages(b"/X Do", forms(12, 10)), {}, padding=0)
    limits = PdfLimits(page_seconds=1, memory=400 << 20, ocr_seconds=0)
    parsed = read(content, limits=limits)
    assert [page.text for page in parsed.pages] == ["One.", "", "Last."]
    assert parsed.pages[1].status is PageStatus.FAILED
    assert "limit" in parsed.pages[1].reason


def test_text_without_end_is_a_page_over_its_limit(read: Callable[..., ParsedDocument]) -> None:
    limits = PdfLimits(characters=5000, ocr_seconds=0)
    parsed = read(with_content(words(2000)), limits=limits)
    assert [page.text for page in parsed.pages] == ["One.", "", "Last."]
    assert parsed.pages[1].reason == "over the limit of 5000 characters on a page"
    with pytest.raises(TooLarge, match="more than 5000 characters of text"):
        read(with_content(words(2000)), limits=PdfLimits(document_characters=5000, ocr_seconds=0))


def test_a_file_of_nothing_but_bad_pages_ends(read: Callable[..., ParsedDocument]) -> None:
    limits = PdfLimits(page_seconds=0.5, failures=1)
    parsed = read(with_content(*[words(400_000)] * 5), limits=limits)
    assert parsed.pages[0].text == "One."
    assert [page.status for page in parsed.pages[1:]] == [PageStatus.FAILED] * 6
    assert "given up" in parsed.pages[-1].reason


def test_too_many_pages(read: Callable[..., ParsedDocument]) -> None:
    with pytest.raises(TooLarge, match="has 3 pages; the limit is 2"):
        read(drawn("One.", "Two.", "Three."), limits=PdfLimits(pages=2))


LYING_MAP = b"""%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 60>> stream
BT /F 12 Tf 20 300 Td (The keeper con\\002rms the \\003ame.) Tj ET      
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
"""


def test_control_characters_never_reach_the_text(read: Callable[..., ParsedDocument]) -> None:
    [page] = read(LYING_MAP).pages
    assert page.status is not PageStatus.OK
    assert page.reason
    assert not any(c < " " and c != "\n" for c in page.text)
    assert "The keeper" in page.text


def test_columns_drawn_line_by_line_are_read_column_by_column(read: Callable[..., ParsedDocument]) -> None:
    left = [f"left line number {n} of this column" for n in range(9)]
    right = [f"right line number {n} of that column" for n in range(9)]

    def across(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 9)
        for n in range(9):
            canvas.drawString(20, 350 - 11 * n, left[n])
            canvas.drawString(210, 350 - 11 * n, right[n])

    [page] = read(drawn(across)).pages
    assert page.text.split("\n") == [" ".join(left), "", " ".join(right)]
    assert page.status is PageStatus.REPAIRED
    assert "columns" in page.reason


def test_the_outline_gives_the_headings(read: Callable[..., ParsedDocument]) -> None:
    writer = pypdf.PdfWriter(io.BytesIO(drawn("The tower", "The lamp")))
    tower = writer.add_outline_item(title="The tower", page_number=0)
    writer.add_outline_item(title="The lamp", page_number=1, parent=tower)
    file = io.BytesIO()
    writer.write(file)
    parsed = read(file.getvalue())
    assert [(h.start, h.level, h.title) for h in parsed.headings] == [
        (0, 1, "The tower"),
        (10, 2, "The lamp"),
    ]
