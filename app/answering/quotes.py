"""From a reading to what is said of it: the short answer, and the sentence, the row or the lines that hold it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.answering.terms import weights
from app.answering.units import Unit, UnitKind, units_of
from grounding import Span
from grounding.claims.pronouns import Statement, stand_alone
from grounding.reader.reader import Reading
from grounding.text.records import record_fields
from grounding.text.words import STOP_WORDS, stem, words

SENTENCE = UnitKind.SENTENCE
MOST_SENTENCES = 3
MOST_LINES = 8  # of a list or table
# A sentence beside the best one is quoted with it where it holds this much of the best one's share.
BESIDE = 0.6
# This much of the answer is most of it.
MOST = 0.7
# What a line of a table counts that the question does not name, beside 1 for one that it names in full. Chosen on
# 118 questions of judge-dev's wtq.
UNNAMED = 0.05
# A short answer has at most so many words, and this share of its sentence's: else the sentence says it as well.
SHORT_WORDS = 12
SHORT_SHARE = 0.6
# Below this probability that it starts and ends just there, the sentence is said alone: too many are wrong.
SURE_OF_SPAN = 0.3
# From this share of yes or no on, the answer begins with it.
SURE_OF_VERDICT = 0.75
# A row of more fields is said in those that are asked about.
MOST_FIELDS = 4
_FIGURE = re.compile(r"[£$€¥]?\d++(?:[.,:]\d++)*+%?")
LONGEST_FIGURE = 30  # characters
LONGEST = 400  # characters of a sentence that are quoted; around the answer


@dataclass(frozen=True)
class Line:
    """A line of an answer.

    ``relevance`` is the probability in [0, 1] that the passage answers, and that the answer lies in what is said of it.
    ``short`` is where in the line the short answer stands, if there is one.
    """

    text: str
    relevance: float
    short: Span | None = None

    @property
    def answer(self) -> str:
        """The short answer, or ""."""
        return self.short.of(self.text) if self.short else ""


def lines_of(question: str, passage: str, reading: Reading) -> list[Line]:
    """What answers ``question`` in the ``passage`` that was read: a line, those of a list, or none.

    A sentence stands in quotation marks behind its short answer; a row and an item hold it themselves.
    """
    reading = replace(reading, span=_with_whole_figures(passage, reading.span))
    units = units_of(passage)
    chosen = _chosen(passage, units, reading)
    if not chosen:
        return []
    first = units[chosen[0]]
    if first.kind in (UnitKind.ROW, UnitKind.ITEM) and len(chosen) == 1:
        listed, relevance = _listed(question, passage, units, chosen[0], reading)
        if len(listed) > 1 or first.kind is UnitKind.ROW:
            return [_listed_line(question, passage, units[i], reading, relevance) for i in listed]
    if items := _introduced(passage, units, chosen[-1]):
        relevance = _share(reading, [units[i] for i in (chosen[-1], *items)])
        return [_listed_line(question, passage, units[i], reading, relevance) for i in items]
    relevance = _share(reading, [units[i] for i in chosen])
    short = _short(passage, units, chosen, reading)
    chosen = _with_referent(passage, units, chosen)
    quoted = " ".join(_shortened(passage, units[i], reading.span) for i in chosen)
    if short:
        return [Line(f"{short} – “{quoted}”", relevance, Span(0, len(short)))]
    return [Line(f"“{quoted}”", relevance)]


def _with_whole_figures(passage: str, span: Span | None) -> Span | None:
    """The span with the whole of the figures at its ends: "41,280" of "280"."""
    if span is None:
        return None
    start, end = max(0, span.start - LONGEST_FIGURE), min(len(passage), span.end + LONGEST_FIGURE)
    for figure in _FIGURE.finditer(passage, start, end):
        if figure.start() < span.end and figure.end() > span.start:
            span = Span(min(span.start, figure.start()), max(span.end, figure.end()))
    return span


def _share(reading: Reading, units: Sequence[Unit]) -> float:
    return min(1.0, sum(reading.score_of(unit.span) for unit in units))


def _chosen(passage: str, units: Sequence[Unit], reading: Reading) -> list[int]:
    """The unit that holds most of the answer, with those that the span stretches over where it is among them.

    And the sentences beside it that hold nearly as much.
    """
    sayable = [i for i, unit in enumerate(units) if unit.kind is not UnitKind.HEADING]
    if not sayable:
        return []
    best = max(sayable, key=lambda i: reading.score_of(units[i].span))
    span = reading.span
    held = [i for i in sayable if span and units[i].span.start < span.end and units[i].span.end > span.start]
    chosen = held[:MOST_SENTENCES] if best in held[:MOST_SENTENCES] else [best]
    least = BESIDE * reading.score_of(units[best].span)
    for beside in (chosen[0] - 1, chosen[-1] + 1):
        if (
            len(chosen) < MOST_SENTENCES
            and beside in sayable
            and units[best].kind is units[beside].kind is SENTENCE
        ):
            chosen += [beside] if reading.score_of(units[beside].span) >= least else []
    return sorted(chosen)


def _short(passage: str, units: Sequence[Unit], chosen: Sequence[int], reading: Reading) -> str:
    if max(reading.yes, reading.no) >= SURE_OF_VERDICT:
        return "Yes" if reading.yes > reading.no else "No"
    span = reading.span
    if span is None or reading.span_probability < SURE_OF_SPAN:
        return ""
    unit = max((units[i] for i in chosen), key=lambda unit: reading.score_of(unit.span))
    if span.start < unit.span.start or span.end > unit.span.end:
        return ""
    short = " ".join(span.of(passage).split()).strip(" .,;:")
    count = len(short.split())
    whole = len(unit.span.of(passage).split())
    return short if count <= SHORT_WORDS and count <= SHORT_SHARE * whole else ""


def _listed(
    question: str, passage: str, units: Sequence[Unit], best: int, reading: Reading
) -> tuple[list[int], float]:
    """Of the list or table with the best line: the lines that the question names, else all of a short one, else that.

    All, where it names none, since each is about something else that is asked about alike ("What does a ticket cost?"),
    and most of the answer, but not most of it in one line, lies among them. With their relevance: named lines have that
    of the whole table, as far as they are named.
    """
    group = [i for i, unit in enumerate(units) if unit.group == units[best].group]
    scores = [reading.score_of(units[i].span) for i in group]
    whole = min(1.0, sum(scores))
    naming = _naming(question, [units[i].span.of(passage) for i in group])
    if most := max(naming):
        chosen = max(zip(scores, naming, group, strict=True), key=lambda one: one[0] * (UNNAMED + one[1]))
        named = [i for i, share in zip(group, naming, strict=True) if share == most]
        lines = named if chosen[2] in named and len(named) <= MOST_LINES else [chosen[2]]
        return lines, max(chosen[0], whole * chosen[1])
    spread = max(scores) < MOST * reading.probability <= whole
    return (group, whole) if spread and len(group) <= MOST_LINES else ([best], max(scores))


def _naming(question: str, lines: Sequence[str]) -> list[float]:
    """How much of what the question says stands in each line and not in all: shares in [0, 1], rare words first."""
    weighed, held = weights(question, lines)
    telling = {term for term in weighed if 0 < sum(term in line for line in held) < len(held)}
    total = sum(weighed[term] for term in telling) or 1.0
    return [sum(weighed[term] for term in telling & line) / total for line in held]


def _introduced(passage: str, units: Sequence[Unit], number: int) -> list[int]:
    """The items below a line that ends with a colon."""
    if not units[number].span.of(passage).rstrip().endswith(":") or number + 1 == len(units):
        return []
    below = units[number + 1]
    if below.kind not in (UnitKind.ITEM, UnitKind.ROW):
        return []
    return [i for i in range(number + 1, len(units)) if units[i].group == below.group][:MOST_LINES]


def _with_referent(passage: str, units: Sequence[Unit], chosen: Sequence[int]) -> list[int]:
    """The sentences, behind the one before them where they begin with a pronoun that stands for something in it."""
    first = chosen[0]
    if len(chosen) == MOST_SENTENCES or not first or units[first - 1].kind is not UnitKind.SENTENCE:
        return list(chosen)
    before, own = units[first - 1].quoted(passage), units[first].quoted(passage)
    leans = stand_alone(own, [Statement(before)]).text != own
    return [first - 1, *chosen] if leans else list(chosen)


def _listed_line(question: str, passage: str, unit: Unit, reading: Reading, relevance: float) -> Line:
    """A row as "name: value" of what names it, what is asked about and what answers; an item as it stands."""
    text, span = unit.quoted(passage), reading.span
    held = span if span and span.start >= unit.span.start and span.end <= unit.span.end else None
    fields = record_fields(unit.span.of(passage))
    if len(fields) > MOST_FIELDS:
        text = _fields_asked_about(question, fields, unit.span.start, held)
    answer = " ".join(held.of(passage).split()) if held and reading.span_probability >= SURE_OF_SPAN else ""
    at = text.find(answer) if answer and answer != text else -1
    return Line(text, relevance, Span(at, at + len(answer)) if at >= 0 else None)


def _fields_asked_about(
    question: str, fields: Sequence[tuple[str, str]], start: int, held: Span | None
) -> str:
    """Of a row that begins at ``start``: the first field, those with words of the question, those of the answer."""
    asked = {stem(word) for word in words(question) if word not in STOP_WORDS}
    kept = []
    for number, (name, value) in enumerate(fields):
        field = f"{name}: {value}" if name else value
        answers = held is not None and held.start < start + len(field) and held.end > start
        if not number or answers or asked & {stem(word) for word in words(value)}:
            kept.append(" ".join(field.split()))
        start += len(field) + len("; ")
    return "; ".join(kept)


def _shortened(passage: str, unit: Unit, span: Span | None) -> str:
    """The sentence; of a very long one the words around the answer."""
    if unit.span.end - unit.span.start <= LONGEST:
        return unit.quoted(passage)
    middle = (span.start + span.end) // 2 if span else unit.span.start
    start = max(unit.span.start, min(middle - LONGEST // 2, unit.span.end - LONGEST))
    end = min(unit.span.end, start + LONGEST)
    cut_before, cut_after = start > unit.span.start, end < unit.span.end
    shown = passage[start:end].split()
    shown = shown[cut_before : len(shown) - cut_after]
    return ("… " if cut_before else "") + " ".join(shown) + (" …" if cut_after else "")
