"""Make the two PDFs of ``app/samples``: an annual report and a product manual, both invented.

    python tests/data/samples/make_samples.py [FOLDER]

The files are reproducible: the same reportlab writes the same bytes (``invariant``), which a test checks.
"""

import sys
from pathlib import Path

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    ListFlowable,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

SAMPLES = Path(__file__).parents[3] / "app" / "samples"

_styles = getSampleStyleSheet()
TITLE = ParagraphStyle("title", parent=_styles["Title"], alignment=0, textColor=colors.HexColor("#1d3557"))
HEADING = ParagraphStyle("heading", parent=_styles["Heading2"], textColor=colors.HexColor("#1d3557"))
BODY = ParagraphStyle("body", parent=_styles["BodyText"], fontSize=10.5, leading=15, spaceAfter=6)


def text(*paragraphs: str) -> list[Flowable]:
    return [Paragraph(paragraph, BODY) for paragraph in paragraphs]


def heading(words: str) -> Flowable:
    return Paragraph(words, HEADING)


def bullets(*items: str) -> Flowable:
    return ListFlowable([Paragraph(item, BODY) for item in items], bulletType="bullet", start="•")


def table(*rows: tuple[str, ...], widths: tuple[int, ...]) -> Flowable:
    cells = [[Paragraph(cell, BODY) for cell in row] for row in rows]
    grid = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, colors.grey),
        ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#e9eef5")),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    return Table(cells, colWidths=[width * mm for width in widths], style=grid, hAlign="LEFT")


REPORT = [
    Paragraph("Harrowmere Clock Museum<br/>Annual Report 2025", TITLE),
    heading("The year in brief"),
    *text(
        "The museum welcomed 41,280 visitors in 2025, 12 percent more than the 36,857 visitors of 2024. "
        "Forty-one school classes took part in the workshop programme, against twenty-eight the year before.",
        "The special exhibition <i>Salt and Brass</i> opened on 4 April and closed on 28 September. It "
        "showed 73 marine chronometers, nine of them lent by the Maritime Collection in Gdynia. It was the "
        "best attended exhibition since the museum opened in 1931.",
        "Ms Ottilie Brandt became director of the museum on 1 March. She follows Dr Henry Vale, who retired "
        "after nineteen years in office. Dr Vale remains an adviser to the collection committee.",
    ),
    heading("Message from the director"),
    *text(
        "A clock museum is a noisy place, and I would not have it otherwise. This year we set ourselves "
        "one task above all: that more of our clocks should run. At the end of December, 212 of the 640 "
        "clocks on display were going, compared with 164 a year earlier.",
        "None of this would be possible without our 58 volunteers, who gave 6,900 hours of their time. I "
        "thank each of them.",
    ),
    PageBreak(),
    heading("Finances"),
    *text(
        "Total income was £684,000 and total spending was £652,000, which leaves a surplus of £32,000. The "
        "surplus goes to the restoration fund. Ticket sales brought in more than any other source for the "
        "first time since 2016."
    ),
    table(
        ("Income", "2024", "2025"),
        ("Ticket sales", "£231,000", "£268,000"),
        ("Town council grant", "£240,000", "£240,000"),
        ("Shop and café", "£88,000", "£97,000"),
        ("Donations and legacies", "£61,000", "£79,000"),
        widths=(70, 35, 35),
    ),
    Spacer(1, 6 * mm),
    table(
        ("Spending", "2024", "2025"),
        ("Staff", "£338,000", "£351,000"),
        ("Building and energy", "£142,000", "£128,000"),
        ("Restoration", "£74,000", "£96,000"),
        ("Exhibitions and education", "£69,000", "£77,000"),
        widths=(70, 35, 35),
    ),
    Spacer(1, 6 * mm),
    *text(
        "The cost of energy fell by a fifth after the lamps in all eleven galleries were replaced by LEDs in "
        "February. The town council has confirmed its grant of £240,000 a year until 2028."
    ),
    heading("Staff"),
    *text(
        "The museum employs fourteen people, nine of them part time. Two conservators work in the "
        "restoration workshop. A post for a third conservator has been advertised."
    ),
    PageBreak(),
    heading("Restoration"),
    *text(
        "The restoration of the Great Tide Clock was completed on 17 October after fourteen months. The "
        "clock was built by Josiah Penhallow in 1784 and shows the time of high water at Harrowmere "
        "harbour. The work cost £57,400, of which £40,000 came from the Lindqvist Foundation.",
        "During the work the conservators found a signature inside the case: the dial was painted by "
        "Margaret Penhallow, the clockmaker's sister. Until then the dial had been attributed to an unknown "
        "painter from Bristol.",
        "Thirty-three smaller clocks and watches were repaired. One repair failed: the musical movement of "
        "the Vienna bracket clock still stops after the second tune.",
    ),
    heading("Collection"),
    *text(
        "Seventeen objects were acquired, twelve of them as gifts. The most important is a pocket "
        "chronometer by Adelheid Kessler, dated 1851, bought for £11,200. No object was sold or given away.",
    ),
    heading("Plans for 2026"),
    bullets(
        "The Enamel Room will close from January to March 2026 while new low-light lamps are installed.",
        "A lift to the bell loft is being studied. No decision has been made.",
        "The exhibition <i>Women at the Workbench</i> will open on 8 May 2026.",
        "The catalogue will be put online with photographs of all 3,900 objects in the collection.",
    ),
]

MANUAL = [
    Paragraph("Brindle TC-4 Tide Clock<br/>Owner's Manual", TITLE),
    heading("Before you start"),
    *text(
        "Thank you for choosing the Brindle TC-4. The clock shows the time of day and the state of the "
        "tide. It is made for indoor use on a dry wall. Do not hang it in a bathroom, a kitchen or a boat.",
    ),
    bullets(
        "The clock weighs 1.3 kg. Use a screw that carries at least 4 kg.",
        "Use two AA alkaline batteries. Rechargeable batteries must not be used, since their voltage is "
        "too low.",
        "The batteries last about 18 months. A small red dot appears on the dial when they need changing.",
        "Keep the packing for the time of the warranty.",
    ),
    heading("What is in the box"),
    *text(
        "One tide clock, one wall screw with plug, one setting key and this manual. Batteries are not "
        "included."
    ),
    heading("Setting the tide hand"),
    *text(
        "The tide hand goes round once in 12 hours and 25 minutes, the mean time between two high waters. "
        "Look up the next high water of your harbour in a tide table. At that moment, put the setting key "
        "into the hole at the back and turn it to the right until the tide hand points straight up. Never "
        "turn it to the left: this can strip the small gear behind the dial.",
        "Set the hand on a day of full moon or new moon if you can. The tides are most regular then, and the "
        "clock will stay within 30 minutes of the tide table for about a month.",
    ),
    PageBreak(),
    heading("Technical data"),
    table(
        ("Property", "Value"),
        ("Diameter", "240 mm"),
        ("Depth", "46 mm"),
        ("Weight without batteries", "1.3 kg"),
        ("Batteries", "2 × AA alkaline, 1.5 V"),
        ("Accuracy of the time of day", "± 15 seconds a month"),
        ("Operating temperature", "5 °C to 40 °C"),
        ("Case", "Ash wood, oiled"),
        widths=(75, 70),
    ),
    Spacer(1, 6 * mm),
    heading("When something is wrong"),
    table(
        ("What you see", "What to do"),
        ("The clock stops after a battery change", "Press the reset button at the back for five seconds."),
        ("The tide hand trembles", "The clock hangs at an angle. Hang it upright."),
        ("The red dot stays on", "Both batteries must be new and of the same make."),
        ("The tide is early or late by more than an hour", "Set the tide hand again at the next full moon."),
        widths=(75, 85),
    ),
    Spacer(1, 6 * mm),
    heading("Cleaning"),
    *text(
        "Wipe the case with a dry cloth. Do not use water, polish or solvent. Once a year a few drops of "
        "linseed oil keep the ash wood from drying out.",
    ),
    PageBreak(),
    heading("Warranty"),
    *text(
        "Brindle gives a warranty of three years from the date of purchase. The warranty covers faults of "
        "material and workmanship. It does not cover damage from leaking batteries, from moisture, or from "
        "turning the tide hand to the left.",
        "To make a claim, send the clock in its packing together with the receipt. Repairs take about two "
        "weeks. Brindle pays for the return of a repaired clock within the country.",
    ),
    heading("Where the tide clock does not work"),
    *text(
        "The TC-4 is built for coasts with two high waters a day, such as those of the North Atlantic. It "
        "does not show the tide correctly in the Gulf of Mexico, in the Baltic Sea or on other coasts with "
        "one high water a day.",
    ),
    heading("Disposal"),
    *text(
        "Take out the batteries before you dispose of the clock, and hand them in at a collection point. The "
        "case may be composted once all metal parts have been removed.",
    ),
]


def write(story: list[Flowable], path: Path, title: str, author: str) -> None:
    """Lay ``story`` out on A4 pages with a running foot and write it to ``path``."""

    def foot(canvas: Canvas, document: BaseDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(22 * mm, 14 * mm, title)
        canvas.drawRightString(A4[0] - 22 * mm, 14 * mm, f"Page {document.page}")

    document = BaseDocTemplate(str(path), pagesize=A4, title=title, author=author, invariant=1)
    frame = Frame(22 * mm, 22 * mm, A4[0] - 44 * mm, A4[1] - 44 * mm, id="page")
    document.addPageTemplates(PageTemplate(id="page", frames=[frame], onPage=foot))
    document.build(list(story))


def main(folder: Path = SAMPLES) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write(REPORT, folder / "museum-annual-report.pdf", "Annual Report 2025", "Harrowmere Clock Museum")
    write(MANUAL, folder / "tide-clock-manual.pdf", "Brindle TC-4 Owner's Manual", "Brindle Instruments")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
