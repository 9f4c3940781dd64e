"""Files of every format, made by the libraries that write them or by hand, small enough to check by eye."""

import io
import json
import zipfile
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any

import docx
import openpyxl
import pptx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

RATES = [["Name", "Rate"], ["East", "26.19"], ["London", "25.25"]]


def saved(document: Any) -> bytes:
    """The bytes of a document, workbook or presentation."""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def word(*blocks: str | tuple[str, str] | list[list[str]]) -> Any:
    """A Word document: a text, (style, text), or the rows of a table each."""
    document = docx.Document()
    for block in blocks:
        if isinstance(block, str):
            document.add_paragraph(block)
        elif isinstance(block, tuple):
            document.add_paragraph(block[1], style=block[0])
        else:
            add_table(document, block)
    return document


def add_table(document: Any, rows: list[list[str]]) -> Any:
    table = document.add_table(rows=len(rows), cols=len(rows[0]))
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            table.cell(i, j).text = text
    return table


def word_xml(xml: str) -> bytes:
    """A Word document whose body is the XML."""
    document = docx.Document()
    for element in list(document.element.body):
        document.element.body.remove(element)
    for element in parse_xml(f"<w:body {nsdecls('w')}>{xml}</w:body>"):
        document.element.body.append(element)
    return saved(document)


def slides() -> bytes:
    """Three slides: a text with notes, a table and a chart, nothing."""
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "The lamp"
    first.placeholders[1].text = "It burns whale oil.\nShips see it from afar."
    first.notes_slide.notes_text_frame.text = "Tell the story of the keeper."
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Rates"
    size = (Inches(1), Inches(1), Inches(4), Inches(2))
    table = second.shapes.add_table(3, 2, *size).table
    for i, row in enumerate(RATES):
        for j, text in enumerate(row):
            table.cell(i, j).text = text
    data = CategoryChartData()
    data.categories = ["Spring", "Autumn"]
    data.add_series("Visitors", (120, 80.5))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *size, data)
    deck.slides.add_slide(deck.slide_layouts[6])
    return saved(deck)


def workbook(sheets: Mapping[str, list[list[Any]]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return saved(book)


def packed(members: Mapping[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def with_members(content: bytes, members: Mapping[str, str | bytes | None]) -> bytes:
    """The archive with other members, ``None`` for one that is gone."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        held: dict[str, Any] = {name: archive.read(name) for name in archive.namelist()}
    return packed({name: text for name, text in {**held, **members}.items() if text is not None})


def book(chapters: Mapping[str, str], contents: Mapping[str, str] | None = None) -> bytes:
    """An EPUB of chapters by file name; ``contents`` are titles by file name."""
    items = "".join(
        f'<item id="c{i}" href="text/{name}" media-type="application/xhtml+xml"/>'
        for i, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{i}"/>' for i in range(len(chapters)))
    links = "".join(
        f'<li><a href="text/{name}#top">{title}</a></li>' for name, title in (contents or {}).items()
    )
    return packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
            "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Lighthouse</dc:title></metadata><manifest>'
            f'<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}'
            f'</manifest><spine><itemref idref="nav"/>{spine}</spine></package>',
            "OEBPS/nav.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol>'
            f"{links}</ol></nav></body></html>",
            **{f"OEBPS/text/{name}": text for name, text in chapters.items()},
        }
    )


def chapter(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title/>'
        f"</head><body>{body}</body></html>"
    )


def letter(text: str = "The plain lamp burns.", html: str = "") -> EmailMessage:
    """A letter as text, and as HTML where there is one."""
    message = EmailMessage()
    message["Subject"] = "Über die Lampe"
    message["From"] = "Ada Linden <ada@example.org>"
    message["To"] = "bo@example.org"
    message["Date"] = "Mon, 02 Nov 2026 10:00:00 +0000"
    message["X-Mailer"] = "hidden from readers"
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    return message


def every_format() -> dict[str, bytes]:
    """A small file of every format but PDF, by file name; each says that the lamp burns whale oil."""
    said = "The lamp burns whale oil."
    records = [{"what": "lamp", "says": said, "height": 61}, {"what": "door", "says": "It is red."}]
    return {
        "a.txt": said.encode(),
        "a.md": f"# Lamp\n\n{said}\n".encode(),
        "a.html": f"<!DOCTYPE html><title>T</title><h1>Lamp</h1><p>{said}</p>".encode(),
        "a.docx": saved(word(("Heading 1", "Lamp"), said, RATES)),
        "a.pptx": slides(),
        "a.xlsx": workbook({"Lamp": [["what", "says"], ["lamp", said]]}),
        "a.epub": book({"one.xhtml": chapter(f"<h1>Lamp</h1><p>{said}</p>")}),
        "a.csv": f"what,says\nlamp,{said}\ndoor,It is red.\n".encode(),
        "a.tsv": f"what\tsays\nlamp\t{said}\n".encode(),
        "a.json": json.dumps(records).encode(),
        "a.jsonl": "\n".join(json.dumps(one) for one in records).encode(),
        "a.eml": letter(said).as_bytes(),
    }
