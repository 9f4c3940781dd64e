"""Checked answers as one HTML page that needs nothing else: every verdict beside its evidence."""

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from app.cli.checking.run import CheckedRow
from app.cli.checking.xml_text import xml_text
from grounding.pipelines.findings import findings, source_of
from grounding.types import ClaimCheck, Evidence, Report, Span

CONTEXT = 200  # characters of a passage before and after the words that count
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin-bottom: 2rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem; border-top: 1px solid #8886; overflow-wrap: anywhere; }
th:nth-child(2), td:nth-child(2) { width: 9rem; }
td { white-space: pre-line; }
mark { background: #fd06; color: inherit; }
.supported { border-left: .4rem solid #2a7; } .contradicted { border-left: .4rem solid #d33; }
.disputed { border-left: .4rem solid #a4c; } .not-covered { border-left: .4rem solid #d90; }
.source, .muted { opacity: .75; } .stopped { color: #d33; }
"""


def html_report(checked: Sequence[CheckedRow]) -> str:
    """The page."""
    root = ET.Element("html", {"lang": "en"})
    head = ET.SubElement(root, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    ET.SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    _text(head, "title", "Checked answers")
    _text(head, "style", STYLE)
    body = ET.SubElement(root, "body")
    _text(body, "h1", "Checked answers")
    scores = [one.report.support_score for one in checked if one.report is not None]
    stopped = sum(bool(one.refusal) for one in checked)
    mean = f", mean support score {sum(scores) / len(scores):.2f}" if scores else ""
    _text(body, "p", f"{len(checked)} checked, {len(checked) - stopped} passed, {stopped} stopped{mean}")
    for one in checked:
        _section(body, one)
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def _section(body: ET.Element, one: CheckedRow) -> None:
    section = ET.SubElement(body, "section")
    _text(section, "h2", one.row.id)
    if one.row.prompt:
        _text(section, "p", one.row.prompt, "muted")
    if one.refusal:
        _text(section, "p", one.refusal, "stopped")
    if one.report is None:
        _text(section, "p", one.row.answer)
        return
    _text(section, "p", f"support score {one.report.support_score:.2f}", "muted")
    table = ET.SubElement(section, "table")
    heads = ET.SubElement(ET.SubElement(table, "thead"), "tr")
    for head in ("sentence", "verdict", "evidence"):
        _text(heads, "th", head)
    rows = ET.SubElement(table, "tbody")
    quotes = {finding.check: finding.quotes for finding in findings(one.report)}
    for check in one.report.claims:
        _row(rows, one.report, check, quotes.get(check, ()))


def _row(rows: ET.Element, report: Report, check: ClaimCheck, quotes: Sequence[Evidence]) -> None:
    row = ET.SubElement(rows, "tr", {"class": check.verdict.replace(" ", "-")})
    _marked(
        ET.SubElement(row, "td"), report.answer, check.claim.span, [part.span for part in check.failed_spans]
    )
    score = "" if check.score is None else f"\n{check.score:.2f}"
    _text(row, "td", f"{check.verdict}{score}")
    cell = ET.SubElement(row, "td")
    if check.score is not None and not quotes:
        _text(cell, "span", "no passage comes near", "muted")
    for number, fact in enumerate(dict.fromkeys(quote.fact for quote in quotes)):
        if number:
            ET.SubElement(cell, "hr")
        spans = [quote.span for quote in quotes if quote.fact == fact]
        label = "" if check.evidence else "nearest: "
        _text(cell, "div", label + source_of(report, fact), "source")
        text = report.facts[fact].text
        first, last = min(span.start for span in spans), max(span.end for span in spans)
        shown = Span(max(0, first - CONTEXT), min(len(text), last + CONTEXT))
        _marked(ET.SubElement(cell, "div"), text, shown, spans)


def _marked(cell: ET.Element, text: str, shown: Span, spans: Sequence[Span]) -> None:
    """The ``shown`` part of ``text``, with ``spans`` of it marked."""
    last, at = None, shown.start
    for span in _apart(spans, shown):
        plain = xml_text(text[at : span.start])
        if last is None:
            cell.text = plain
        else:
            last.tail = plain
        last, at = _text(cell, "mark", span.of(text)), span.end
    rest = xml_text(text[at : shown.end])
    if last is None:
        cell.text = rest
    else:
        last.tail = rest


def _apart(spans: Sequence[Span], inside: Span) -> Iterator[Span]:
    """The spans in order, cut so that none overlaps another or leaves ``inside``."""
    at = inside.start
    for span in sorted(spans, key=lambda span: span.start):
        start, end = max(at, span.start), min(span.end, inside.end)
        if start < end:
            yield Span(start, end)
            at = end


def _text(parent: ET.Element, tag: str, text: str, kind: str = "") -> ET.Element:
    element = ET.SubElement(parent, tag, {"class": kind} if kind else {})
    element.text = xml_text(text)
    return element
