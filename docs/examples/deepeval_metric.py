"""A metric for deepeval that needs no language model: put it beside your evaluations."""

import asyncio
from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

from grounding import GroundingChecker
from grounding.pipelines.findings import as_facts, describe_failures
from grounding.pipelines.gate import Gate


class GroundingMetric(BaseMetric):
    """How well ``actual_output`` follows from ``retrieval_context``, or from ``context`` where there is none.

    ``score`` is the support score in [0, 1]; a test case passes from ``threshold`` on, and with no disputed sentence.
    ``reason`` names the sentences that are not supported.
    """

    def __init__(self, threshold: float = 0.9, checker: GroundingChecker | None = None) -> None:
        self.threshold = threshold
        self.async_mode = True
        self._checker = checker or GroundingChecker.load()

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """The support score. Raises ValueError for a test case without contexts."""
        facts = test_case.retrieval_context or test_case.context
        if not facts:
            raise ValueError("retrieval_context and context are empty: nothing to check the answer against.")
        report = self._checker.check(test_case.actual_output, as_facts(facts))
        refusal = Gate(self.threshold).refusal(report)
        self.score, self.success = report.support_score, not refusal
        self.reason = "\n".join(part for part in (refusal, describe_failures(report)) if part)
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """The same, without holding up the event loop."""
        return await asyncio.to_thread(self.measure, test_case)

    def is_successful(self) -> bool:
        """Whether the last test case passed."""
        return bool(self.success)

    @property
    def __name__(self) -> str:
        return "Grounding"
