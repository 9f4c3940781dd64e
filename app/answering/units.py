"""What of a passage can be quoted: its sentences, the rows of its tables, the items of its lists, in order.

Headings and questions are what the lines below them are about: they stand among the units, as such, since the title
of a paper may be an answer too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from grounding import Span
from grounding.claims.markdown import Block, Kind, blocks
from grounding.text.records import record_fields
from grounding.text.sentences import sentence_spans

# A line end inside a sentence: the next line goes on in lower case, or this one is long and does not end a
# sentence.
_WRAP = re.compile(r"(?<![.!?:;。！？\n])\n(?=[a-zß-ÿ(])|(?<=[^\n]{50}[\w,’'-])\n(?=[^\W_])")
_SENTENCE_END = re.compile(r"[.!?:;。！？।؟…][\"'”’)\]*_]*$")
_QUESTION = re.compile(r"[?？؟][\"'”’)\]*_]*$")
# "3.1", "12.", "(b)", "§ 4": the number of a clause, which says nothing. Before a small letter "1.3" is a figure.
_NUMBER = re.compile(
    r"(?:§\s?\d{1,4}|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})\))(?:\s+|$)"
    r"|\d{1,3}(?:\.\d{1,3}){0,4}(?:\.|(?<=\.\d)|(?<=\.\d\d)|(?<=\.\d\d\d))(?:\s+(?=[^\W\da-z_])|$)"
)
_LONGEST_HEADING_WORDS = 10
_LEAST_WORDS = 0.5  # share of letters and digits among what stands in a line
# "Q.", "MS. PRELOGAR:", "3.1": so many words and a mark belong to the sentence behind them.
_LONGEST_LABEL_WORDS = 5


class UnitKind(StrEnum):
    """What a unit is."""

    SENTENCE = "sentence"
    ITEM = "item"
    ROW = "row"
    LINE = "line"  # short and without an end mark: often a heading
    HEADING = "heading"  # marked as one, a question, or a line of a list of contents


_LISTED = (UnitKind.ITEM, UnitKind.ROW)


@dataclass(frozen=True)
class Unit:
    """``span`` counts characters of the passage; neighbouring items or rows have one ``group``."""

    span: Span
    kind: UnitKind
    group: int

    def quoted(self, passage: str) -> str:
        """What stands there on one line, without a number in front."""
        text = " ".join(self.span.of(passage).split())
        return text[number.end() :] if (number := _NUMBER.match(text)) and number.end() < len(text) else text


def units_of(passage: str) -> list[Unit]:
    """The units of ``passage`` in order; spans do not overlap."""
    text = _WRAP.sub(lambda match: match[0] if _between_rows(match) else " ", passage)
    units: list[Unit] = []
    group, before = 0, None
    for block in blocks(text):
        for span, kind in _of_block(text, block):
            group += not (kind is before and kind in _LISTED)
            units.append(Unit(span, kind, group))
            before = kind
    return units


def _of_block(text: str, block: Block) -> Iterator[tuple[Span, UnitKind]]:
    start, end = block.lines[0].start, block.lines[-1].end
    if block.kind is Kind.HEADING:
        yield Span(start, end), UnitKind.HEADING
    elif block.kind in (Kind.TABLE_ROW, Kind.CODE):
        # A row without its outer bars.
        if row := re.search(r"[^\s|].*[^\s|]|[^\s|]", text[start:end], re.DOTALL):
            yield Span(start + row.start(), start + row.end()), UnitKind.ROW
    elif block.kind is not Kind.TABLE_HEAD:
        spans = (Span(start + local.start, start + local.end) for local in sentence_spans(text[start:end]))
        for span in _with_labels(text, spans):
            yield span, _kind_of(span.of(text), block.kind)


def _with_labels(text: str, spans: Iterator[Span]) -> Iterator[Span]:
    """Sentences, each with the label or clause number in front of it."""
    label: Span | None = None
    for span in spans:
        if label is not None:
            span = Span(label.start, span.end)
        label = span if _is_label(span.of(text)) else None
        if label is None:
            yield span
    if label is not None:
        yield label


def _is_label(text: str) -> bool:
    if record_fields(text):
        return False
    number = _NUMBER.match(text)
    return bool(number and number.end() == len(text)) or (
        text.endswith(":") and len(text.split()) <= _LONGEST_LABEL_WORDS
    )


def _kind_of(text: str, block: Kind) -> UnitKind:
    if record_fields(text):
        return UnitKind.ROW
    if _QUESTION.search(text) or _is_mostly_marks(text):
        return UnitKind.HEADING
    if block is Kind.ITEM:
        return UnitKind.ITEM
    short = len(text.split()) <= _LONGEST_HEADING_WORDS and not _SENTENCE_END.search(text)
    return UnitKind.LINE if short else UnitKind.SENTENCE


def _is_mostly_marks(text: str) -> bool:
    """Rows of dots, and rules."""
    marks = "".join(text.split())
    return sum(char.isalnum() for char in marks) < _LEAST_WORDS * len(marks)


def _between_rows(line_end: re.Match[str]) -> bool:
    """Whether a line end stands above or below a row."""
    text = line_end.string
    above = text[text.rfind("\n", 0, line_end.start()) + 1 : line_end.start()]
    return bool(record_fields(above) or record_fields(text[line_end.end() :].partition("\n")[0]))
