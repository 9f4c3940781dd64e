"""Word documents: what a reader of the printed page sees, in order."""

import docx
import pytest

from ingest.formats.docx import read_docx
from ingest.types import Heading
from tests.ingest.made_files import RATES, add_table, saved, word, word_xml


def text_of(content: bytes) -> str:
    return read_docx(content, "a.docx").text


def test_headings_paragraphs_and_tables() -> None:
    parsed = read_docx(
        saved(
            word(
                ("Title", "Guide"),
                ("Heading 1", "Tower"),
                "It is tall.",
                ("Heading 2", "Rates"),
                RATES,
                "End.",
            )
        ),
        "a.docx",
    )
    assert parsed.text == (
        "Guide\n\nTower\n\nIt is tall.\n\nRates\n\nName: East; Rate: 26.19\nName: London; Rate: 25.25\n\nEnd."
    )
    assert [(one.level, one.title) for one in parsed.headings] == [(0, "Guide"), (1, "Tower"), (2, "Rates")]
    assert all(parsed.text[one.start :].startswith(one.title) for one in parsed.headings)
    assert [one.caption for one in parsed.tables] == ["Rates"]


def test_only_a_table() -> None:
    assert text_of(saved(word(RATES))) == "Name: East; Rate: 26.19\nName: London; Rate: 25.25"


def test_page_headers_are_left_out() -> None:
    document = word("Main text.")
    header = document.sections[0].header
    header.paragraphs[0].text = "Rev. 7"
    header.add_table(1, 2, docx.shared.Inches(4)).cell(0, 0).text = "Company"
    document.sections[0].footer.paragraphs[0].text = "Page 1"
    assert text_of(saved(document)) == "Main text."


def test_merged_cells_and_tables_within() -> None:
    document = word()
    table = add_table(document, [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]])
    table.cell(0, 0).merge(table.cell(0, 1)).text = "wide"
    table.cell(1, 0).merge(table.cell(2, 0)).text = "tall"
    add_table(table.cell(1, 1), [["x", "y"]])
    assert text_of(saved(document)) == "wide: tall; wide: e; c: f\nwide: tall; wide: h; c: i\n\nx | y"


def test_a_table_of_one_cell_is_a_frame() -> None:
    document = word()
    cell = add_table(document, [["First."]]).cell(0, 0)
    cell.add_paragraph("Second.")
    assert text_of(saved(document)) == "First.\n\nSecond."


RUN = "<w:r><w:t xml:space='preserve'>{}</w:t></w:r>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        # Tracked changes: as if they were accepted.
        (
            f"{RUN.format('It is ')}<w:del><w:r><w:delText>short</w:delText></w:r></w:del>"
            f"<w:ins>{RUN.format('tall')}</w:ins>",
            "It is tall",
        ),
        (f"<w:moveFrom>{RUN.format('gone')}</w:moveFrom><w:moveTo>{RUN.format('here')}</w:moveTo>", "here"),
        (f"<w:hyperlink>{RUN.format('a link')}</w:hyperlink>", "a link"),
        (f"<w:sdt><w:sdtContent>{RUN.format('a control')}</w:sdtContent></w:sdt>", "a control"),
        ("<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>" + RUN.format("seen"), "seen"),
        ("<w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>seen</w:t></w:r>", "seen"),
        (
            "<w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/>"
            "<w:t>three</w:t><w:noBreakHyphen/><w:t>four</w:t></w:r>",
            "one two\nthree-four",
        ),
        ("<w:r><w:instrText>PAGE</w:instrText></w:r>" + RUN.format("7"), "7"),
    ],
)
def test_runs(body: str, text: str) -> None:
    assert text_of(word_xml(f"<w:p>{body}</w:p>")) == text


def test_blocks_in_wrappers() -> None:
    xml = (
        f"<w:sdt><w:sdtContent><w:p>{RUN.format('In a control.')}</w:p></w:sdtContent></w:sdt>"
        f"<w:p><w:r><w:pict><w:txbxContent><w:p>{RUN.format('In a box.')}</w:p></w:txbxContent></w:pict></w:r>"
        f"{RUN.format('Beside it.')}</w:p><w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p>{RUN.format('deleted row')}"
        f"</w:p></w:tc></w:tr><w:tr><w:sdt><w:sdtContent><w:tc><w:p>{RUN.format('kept')}</w:p></w:tc></w:sdtContent>"
        f"</w:sdt><w:tc><w:p>{RUN.format('row')}</w:p></w:tc></w:tr></w:tbl>"
    )
    assert text_of(word_xml(xml)) == "In a control.\n\nBeside it.\n\nIn a box.\n\nkept | row"


def test_lists_have_their_marks_and_contents_are_left_out() -> None:
    document = word(
        ("List Bullet", "oil"), ("List Number", "first"), ("List Number", "second"), ("Normal", "End.")
    )
    document.styles.add_style("toc 1", docx.enum.style.WD_STYLE_TYPE.PARAGRAPH)
    document.add_paragraph("Tower .... 3", style="toc 1")
    assert text_of(saved(document)) == "- oil\n1. first\n2. second\n\nEnd."


def test_headings_by_outline_level_and_their_numbers() -> None:
    document = word("One", "Two", "Three")
    numbering = document.part.numbering_part.element
    numbering.insert(
        0,
        docx.oxml.parse_xml(
            f"<w:abstractNum {docx.oxml.ns.nsdecls('w')} w:abstractNumId='90'>"
            "<w:lvl w:ilvl='0'><w:start w:val='2'/><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl>"
            "<w:lvl w:ilvl='1'><w:start w:val='1'/><w:numFmt w:val='lowerRoman'/><w:lvlText w:val='%1.%2)'/></w:lvl>"
            "</w:abstractNum>"
        ),
    )
    numbering.append(
        docx.oxml.parse_xml(
            f"<w:num {docx.oxml.ns.nsdecls('w')} w:numId='90'><w:abstractNumId w:val='90'/></w:num>"
        )
    )
    for paragraph, level in zip(document.paragraphs, (0, 1, 1), strict=True):
        paragraph._p.get_or_add_pPr().append(
            docx.oxml.parse_xml(
                f"<w:numPr {docx.oxml.ns.nsdecls('w')}><w:ilvl w:val='{level}'/><w:numId w:val='90'/></w:numPr>"
            )
        )
        paragraph._p.get_or_add_pPr().append(
            docx.oxml.parse_xml(f"<w:outlineLvl {docx.oxml.ns.nsdecls('w')} w:val='{level}'/>")
        )
    parsed = read_docx(saved(document), "a.docx")
    assert parsed.text == "2. One\n\n2.i) Two\n\n2.ii) Three"
    assert parsed.headings[1] == Heading(8, 2, "2.i) Two")


def test_footnotes_follow_their_paragraph() -> None:
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    document = word("The lamp burns.", "It is red.")
    notes = (
        f"<w:footnotes {docx.oxml.ns.nsdecls('w')}><w:footnote w:id='1'><w:p>{RUN.format('Whale oil.')}</w:p>"
        "</w:footnote></w:footnotes>"
    )
    part = Part(PackURI("/word/footnotes.xml"), "application/xml", notes.encode(), document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    reference = f"<w:r {docx.oxml.ns.nsdecls('w')}><w:footnoteReference w:id='1'/></w:r>"
    document.paragraphs[0]._p.append(docx.oxml.parse_xml(reference))
    assert text_of(saved(document)) == "The lamp burns.\n\n[1] Whale oil.\n\nIt is red."


def test_macros_and_templates_are_read_as_well() -> None:
    for kind in (
        "vnd.ms-word.document.macroEnabled",
        "vnd.openxmlformats-officedocument.wordprocessingml.template",
    ):
        document = word("Main text.")
        document.part._content_type = f"application/{kind}.main+xml"
        assert text_of(saved(document)) == "Main text."
