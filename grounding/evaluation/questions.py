"""Measures the reader on rows of questions: with a ``context`` to answer from, or a ``history`` and a ``rewrite``.

A row of the first sort has ``question``, ``context``, ``answers`` (``text`` and ``start``, none where the context does
not answer) and may have ``kind`` (``table``, ``yesno``) and ``level`` (of answers longer than a short one:
``sentence``, ``clause``, ``passage``); ``shared/data/qa/README.md`` has the whole format.
"""

import re
import string
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from grounding.evaluation.follow_ups import FollowUp, is_follow_up, measure_follow_ups, needed_of, turns_of
from grounding.evaluation.metrics import area_under_curve
from grounding.reader.reader import Reader, Reading
from grounding.text.sentences import sentence_spans
from grounding.text.words import words
from grounding.types import Span

Row = Mapping[str, Any]

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_LINE = re.compile(r"[^\n]+")


@dataclass(frozen=True)
class QuestionMetrics:
    """The figures of one file; in [0, 1] but ``rows`` and ``seconds_per_row``, NaN where no row has that part.

    ``f1`` and ``exact_match``: the short answer, as in SQuAD, over the answerable rows that have one. ``sentence_hit``
    and ``sentence_mrr``: the sentence (of a table, the row) with the highest score holds an answer; the mean of 1 by
    the place of the first that does. ``cell_hit``: the short answer lies in a cell that answers. ``answerable_auc``:
    the probability tells answerable rows from the others. ``yes_no_accuracy``: of yes and no, the likelier is right.
    ``needed_precision``, ``needed_recall``, ``left_alone``: :class:`grounding.evaluation.follow_ups.FollowUpMetrics`.
    """

    rows: int
    f1: float
    exact_match: float
    sentence_hit: float
    sentence_mrr: float
    cell_hit: float
    answerable_auc: float
    yes_no_accuracy: float
    needed_precision: float
    needed_recall: float
    left_alone: float
    seconds_per_row: float


@dataclass
class _Seen:
    """What the rows of a file gave so far."""

    f1: list[float] = field(default_factory=list)
    exact_match: list[bool] = field(default_factory=list)
    sentence_hit: list[bool] = field(default_factory=list)
    sentence_mrr: list[float] = field(default_factory=list)
    cell_hit: list[bool] = field(default_factory=list)
    yes_no_accuracy: list[bool] = field(default_factory=list)
    probabilities: list[float] = field(default_factory=list)
    answerable: list[bool] = field(default_factory=list)
    follow_ups: list[FollowUp] = field(default_factory=list)


def is_question(row: Row) -> bool:
    """Whether a row is of the format that this module reads."""
    return "question" in row and bool(row.get("context") or "rewrite" in row)


def measure_questions(
    reader: Reader, rows: Sequence[Row], on_progress: Callable[[int, int], None]
) -> QuestionMetrics:
    """Read every row; ``on_progress(rows done, rows in all)`` is called after each."""
    seen = _Seen()
    start = time.perf_counter()
    for number, row in enumerate(rows, start=1):
        if row.get("context"):
            (reading,) = reader.read(row["question"], [row["context"]])
            _count(seen, row, reading)
        elif is_follow_up(row):
            given = reader.needed_words(row["question"], turns_of(row))
            seen.follow_ups.append(FollowUp(needed_of(row), {w for phrase in given for w in words(phrase)}))
        on_progress(number, len(rows))
    seconds = time.perf_counter() - start
    follow_ups = measure_follow_ups(seen.follow_ups)
    means = {
        name: float(np.mean(values)) if (values := getattr(seen, name)) else float("nan")
        for name in {f.name for f in fields(QuestionMetrics)} & {f.name for f in fields(_Seen)}
    }
    return QuestionMetrics(
        rows=len(rows), **means,
        answerable_auc=area_under_curve(np.array(seen.probabilities), np.array(seen.answerable, bool)),
        needed_precision=follow_ups.precision, needed_recall=follow_ups.recall, left_alone=follow_ups.left_alone,
        seconds_per_row=seconds / max(1, len(rows)),
    )  # fmt: skip


def _count(seen: _Seen, row: Row, reading: Reading) -> None:
    seen.probabilities.append(reading.probability)
    seen.answerable.append(bool(row.get("answers")))
    if not row.get("answers"):
        return
    texts = [answer["text"] for answer in row["answers"]]
    if row.get("kind") == "yesno":
        if texts[0] in ("yes", "no"):
            seen.yes_no_accuracy.append((reading.yes >= reading.no) == (texts[0] == "yes"))
        return
    context, table = row["context"], row.get("kind") == "table"
    spans = [Span(answer["start"], answer["start"] + len(answer["text"])) for answer in row["answers"]]
    if row.get("level") in (None, "cells"):
        short = reading.span.of(context) if reading.span else ""
        seen.f1.append(max(f1_of(short, text) for text in texts))
        seen.exact_match.append(any(_plain(short) == _plain(text) for text in texts))
    if table:
        seen.cell_hit.append(reading.span is not None and any(_meet(reading.span, span) for span in spans))
    parts = [Span(*line.span()) for line in _LINE.finditer(context)] if table else sentence_spans(context)
    scores = np.array([reading.score_of(part) for part in parts])
    holds = [any(_meet(parts[i], span) for span in spans) for i in np.argsort(-scores, kind="stable")]
    if any(holds):
        seen.sentence_hit.append(holds[0])
        seen.sentence_mrr.append(1 / (1 + holds.index(True)))


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def f1_of(given: str, wanted: str) -> float:
    """Overlap of words, in [0, 1], as SQuAD's script counts it: without case, punctuation and articles.

    >>> f1_of("the Great Tide Clock", "Tide Clock.")
    0.8
    """
    one, other = _plain(given).split(), _plain(wanted).split()
    shared = sum((Counter(one) & Counter(other)).values())
    if not one or not other:
        return float(one == other)
    return 2 * shared / (len(one) + len(other))


def _plain(text: str) -> str:
    return " ".join(_ARTICLE.sub(" ", text.lower().translate(_PUNCTUATION)).split())
