"""Measures the checker through its front door on labelled rows and on worked cases, and the reader on questions.

Sets: ``NAME.jsonl[.gz]`` with ``premise``, ``hypothesis``, ``label`` (``entailment`` or anything else). Cases: a file
whose rows have ``input`` and ``expected``. Questions: rows as :mod:`grounding.evaluation.questions` reads them. Every
claim of a set is checked, whether it seems to need it or not.
"""

import gzip
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from grounding.check import GroundingChecker
from grounding.claims.split import split_claims
from grounding.errors import InvalidInput
from grounding.evaluation.metrics import SetMetrics, measure
from grounding.evaluation.questions import QuestionMetrics, is_question, measure_questions
from grounding.evaluation.worked_cases import CaseResults, judge_cases
from grounding.limits import FACT_CHARACTERS, SUPPORT_THRESHOLD
from grounding.reader.reader import Reader
from grounding.types import Fact, Report

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Evaluation:
    """Figures per set, per file of questions and, where a cases file was given, over its cases."""

    threshold: float
    sets: Mapping[str, SetMetrics]
    cases: CaseResults | None
    questions: Mapping[str, QuestionMetrics]

    def as_json(self) -> dict[str, Any]:
        """The object that ``sureground eval --json`` prints."""
        sets = {name: asdict(figures) for name, figures in self.sets.items()}
        return {
            "threshold": self.threshold,
            "sets": sets,
            "mean": mean_of(list(sets.values())),
            "cases": asdict(self.cases) if self.cases else None,
            "questions": {name: asdict(figures) for name, figures in self.questions.items()},
        }


def mean_of(figures: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Mean of every figure over the sets that have it; ``rows`` is the sum."""
    if not figures:
        return {}
    means = {key: float(np.nanmean([of_set[key] for of_set in figures])) for key in figures[0]}
    return means | {"rows": sum(of_set["rows"] for of_set in figures)}


def evaluate(
    paths: Sequence[Path],
    *,
    threshold: float = SUPPORT_THRESHOLD,
    on_progress: Callable[[str, int, int], None] = lambda name, done, total: None,
) -> Evaluation:
    """Run every file of ``paths`` (folders are searched for ``*.jsonl`` and ``*.jsonl.gz``), with the shipped models.

    ``on_progress(name, rows done, rows in all)`` is called after every row. Raises
    :class:`grounding.errors.InvalidInput` for a file that is neither a set, cases nor questions.
    """
    checker, reader = cache(GroundingChecker.load), cache(Reader.load)  # what no file needs is not read
    sets: dict[str, SetMetrics] = {}
    questions: dict[str, QuestionMetrics] = {}
    cases: CaseResults | None = None
    for path in _files(paths):
        rows, name = read_rows(path), path.name.split(".jsonl")[0]
        progress = partial(on_progress, name)
        if rows and "expected" in rows[0]:
            cases = judge_cases(checker(), rows, threshold, progress)
        elif rows and {"premise", "hypothesis", "label"} <= rows[0].keys():
            sets[name] = _evaluate_set(checker(), rows, threshold, progress)
        elif rows and is_question(rows[0]):
            questions[name] = measure_questions(reader(), rows, progress)
        else:
            raise InvalidInput(
                "path",
                f"{path} has rows without premise, hypothesis and label, input and expected, question and context, "
                "or history and rewrite.",
            )
    return Evaluation(threshold, sets, cases, questions)


def check_row(checker: GroundingChecker, premise: str, hypothesis: str) -> Report:
    """Check every claim of ``hypothesis`` against ``premise``, cut into facts of legal length."""
    claims = [replace(claim, check_required=True) for claim in split_claims(hypothesis)]
    return checker.check_claims(hypothesis, claims, list(facts_of(premise)))


def row_score(report: Report) -> float:
    """The lowest claim score: a row is supported when all of its claims are."""
    return min((check.score or 0.0 for check in report.claims), default=0.0)


def facts_of(premise: str) -> Iterator[Fact]:
    """``premise`` as facts of at most 10,000 characters, cut at white space."""
    while len(premise) > FACT_CHARACTERS:
        cut = max(premise.rfind(mark, FACT_CHARACTERS // 2, FACT_CHARACTERS) for mark in ("\n", " "))
        cut = cut if cut > 0 else FACT_CHARACTERS
        yield Fact(premise[:cut])
        premise = premise[cut:]
    yield Fact(premise)


def read_rows(path: Path) -> Rows:
    """The JSON objects of a ``.jsonl`` or ``.jsonl.gz`` file."""
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8") as lines
    ):
        return [json.loads(line) for line in lines if line.strip()]


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.iterdir() if p.name.endswith((".jsonl", ".jsonl.gz")))
        elif path.is_file():
            yield path
        else:
            raise InvalidInput("path", f"{path} does not exist; name a .jsonl[.gz] file or a folder of them.")


def _evaluate_set(
    checker: GroundingChecker, rows: Rows, threshold: float, on_progress: Callable[[int, int], None]
) -> SetMetrics:
    scores = []
    start = time.perf_counter()
    for number, row in enumerate(rows, start=1):
        scores.append(row_score(check_row(checker, row["premise"], row["hypothesis"])))
        on_progress(number, len(rows))
    seconds = time.perf_counter() - start
    supported = np.array([row["label"] == "entailment" for row in rows])
    return measure(np.array(scores), supported, threshold, seconds)
