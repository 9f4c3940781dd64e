"""The process behind render_process.py, and the only drawer of pages: reads an order and a PDF, writes a picture.

Standard input is one line of JSON and the file's bytes; standard output one line of JSON and the PNG.
"""

import io
import json
import resource
import sys
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image, ImageChops, ImageDraw

from ingest.processes.render_process import MAX_PIXELS, MEMORY_LIMIT_BYTES, TIME_LIMIT_S, Box, locate
from ingest.processes.sandbox import forbid_files_but, forbid_network_and_programs

# paper tint and line under the words; the line's form differs too, so that colour is not the only sign
TONES = {
    "for": ((255, 232, 140), (128, 96, 0)),
    "against": ((255, 205, 198), (160, 30, 30)),
    "near": ((224, 232, 240), (80, 100, 120)),
}


def main() -> None:
    """Serve one order."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT_BYTES, MEMORY_LIMIT_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT_S, TIME_LIMIT_S))
    forbid_network_and_programs()
    forbid_files_but()
    order = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read()
    try:
        reply, png = draw(content, **order)
    except pdfium.PdfiumError as error:
        locked = getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD
        text = "The file needs a password, so its pages cannot be drawn." if locked else f"PDFium: {error}"
        reply, png = {"error": text, "kind": "password" if locked else "broken"}, b""
    sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n" + png)


def draw(
    content: bytes, number: int, page_text: str, spans: list[list[int]], side: str, width: int
) -> tuple[dict[str, Any], bytes]:
    """The reply line and the PNG."""
    document = pdfium.PdfDocument(content)
    if not 1 <= number <= len(document):
        return {"error": f"There is no page {number}; the file has {len(document)}.", "kind": "page"}, b""
    document.init_forms()
    page = document[number - 1]
    page_width, page_height = page.get_size()
    scale = min(width / page_width, (MAX_PIXELS / (page_width * page_height)) ** 0.5)
    bitmap = page.render(scale=scale)
    image = bitmap.to_pil().convert("RGB")
    place = bitmap.get_posconv(page)
    boxes: list[Box] = []
    if spans:
        text_page = page.get_textpage()
        drawn = [chr(raw.FPDFText_GetUnicode(text_page, i)) for i in range(text_page.count_chars())]
        for start, end in spans:
            for found_start, found_end in locate(page_text, start, end, drawn):
                boxes += _lines([_box(text_page, place, i) for i in range(found_start, found_end)])
    boxes = [box for box in boxes if _is_visible(box, image)]
    for box in boxes:
        _mark(image, box, side)
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=4)
    size = (image.width, image.height) * 2
    marks = [[round(edge / side_, 5) for edge, side_ in zip(box, size, strict=True)] for box in boxes]
    return {"width": image.width, "height": image.height, "marks": marks}, file.getvalue()


def _box(text_page: pdfium.PdfTextPage, place: Any, index: int) -> Box:
    """A character's box in pixels: its font's full height where that is sane, else what the glyph covers."""
    left, bottom, right, top = text_page.get_charbox(index)
    wide = text_page.get_charbox(index, loose=True)
    size = raw.FPDFText_GetFontSize(text_page, index)
    if top - bottom <= wide[3] - wide[1] <= max(1.6 * size, 1.5 * (top - bottom)):
        left, bottom, right, top = wide
    corners = place.to_bitmap(left, bottom), place.to_bitmap(right, top)
    (x0, x1), (y0, y1) = (sorted(values) for values in zip(*corners, strict=True))
    return x0, y0, x1, y1


def _lines(boxes: list[Box]) -> list[Box]:
    """Boxes of characters in reading order, those that stand side by side on a line made one."""
    lines: list[Box] = []
    for box in boxes:
        if box[2] <= box[0] or box[3] <= box[1]:
            continue  # a blank that the reader made up
        if lines and _side_by_side(lines[-1], box):
            last = lines[-1]
            box = (min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3]))
            lines[-1] = box
        else:
            lines.append(box)
    return lines


def _side_by_side(line: Box, box: Box) -> bool:
    overlap = min(line[3], box[3]) - max(line[1], box[1])
    height = min(line[3] - line[1], box[3] - box[1])
    gap = max(box[0] - line[2], line[0] - box[2])
    return overlap > 0.5 * height and gap < 2 * (line[3] - line[1])


def _is_visible(box: Box, image: Image.Image) -> bool:
    """Whether any of it stands on the page that people see; text may stand beside it."""
    return box[0] < image.width and box[2] > 0 and box[1] < image.height and box[3] > 0


def _mark(image: Image.Image, box: Box, side: str) -> None:
    paper, line = TONES[side]
    left, top, right, bottom = (int(edge) for edge in box)
    area = (max(left - 1, 0), max(top, 0), min(right + 1, image.width), min(bottom, image.height))
    below = image.crop(area)
    image.paste(ImageChops.multiply(below, Image.new("RGB", below.size, paper)), area)
    pen = ImageDraw.Draw(image)
    thick = max(1, image.width // 600)
    pen.line((area[0], bottom, area[2], bottom), fill=line, width=thick)
    if side == "against":  # a double line
        pen.line((area[0], bottom + 2 * thick, area[2], bottom + 2 * thick), fill=line, width=thick)


if __name__ == "__main__":
    main()
