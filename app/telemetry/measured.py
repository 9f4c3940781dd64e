"""The parts whose work is measured: the judge, the checker's verdicts, searches and files taken in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from app.telemetry import metrics
from grounding import GroundingChecker, Report
from grounding.judge.by_language import PairJudge
from ingest.library import Library
from ingest.types import CollectionName, Hit, Receipt, Upload


@dataclass(frozen=True)
class MeasuredJudge:
    """A judge whose time counts."""

    within: PairJudge

    @property
    def name(self) -> str:
        """What is shown as the model."""
        return self.within.name

    def reads(self, language: str) -> bool:
        """Whether verdicts in ``language`` were measured."""
        return self.within.reads(language)

    def judge(self, pairs: Sequence[tuple[str, str]], english: Sequence[bool]) -> npt.NDArray[np.float64]:
        """Probabilities, as those of the judge within."""
        with metrics.timed("judge"):
            return self.within.judge(pairs, english)


@dataclass(frozen=True)
class MeasuredChecker(GroundingChecker):
    """A checker whose verdicts count."""

    within: GroundingChecker

    def check_claims(self, *arguments: Any, **options: Any) -> Report:
        """As that of the checker within."""
        report = self.within.check_claims(*arguments, **options)
        for check in report.claims:
            metrics.claims.labels(check.verdict.value).inc()
        return report


class MeasuredLibrary(Library):
    """A library whose searches and files count."""

    def search_many(
        self, collections: Sequence[CollectionName], queries: Sequence[str], **options: Any
    ) -> list[list[Hit]]:
        """As that of the library itself."""
        with metrics.timed("search"):
            return super().search_many(collections, queries, **options)

    def add_document(self, collection: CollectionName, upload: Upload, **options: Any) -> Receipt:
        """As that of the library itself."""
        try:
            with metrics.timed("ingest"):
                receipt = super().add_document(collection, upload, **options)
        except Exception:
            metrics.documents_taken_in.labels("failed").inc()
            raise
        metrics.documents_taken_in.labels(receipt.outcome.value).inc()
        metrics.pages_taken_in.inc(receipt.document.page_count)
        return receipt


def measured(checker: GroundingChecker) -> GroundingChecker:
    """The same checker, measured."""
    inner = replace(checker, judge=MeasuredJudge(checker.judge))
    return MeasuredChecker(inner.judge, inner)
