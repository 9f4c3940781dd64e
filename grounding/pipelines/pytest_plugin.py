"""``assert_grounded`` in every test, once the package is installed beside pytest."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from grounding.check import GroundingChecker
    from grounding.pipelines.findings import TextFacts
    from grounding.types import Report


@pytest.fixture(scope="session")
def grounding_checker() -> "GroundingChecker":
    """The checker behind ``assert_grounded``; define a fixture of this name to put another one there."""
    from grounding.check import GroundingChecker

    return GroundingChecker.load()


@pytest.fixture
def assert_grounded(grounding_checker: "GroundingChecker") -> "Callable[..., Report]":
    """``assert_grounded(answer, facts)`` fails the test unless every sentence of the answer follows from the facts.

    ``facts`` are texts or :class:`grounding.Fact`. With ``min_support`` in [0, 1] the support score must reach it
    instead, and no sentence may be disputed. Returns the report.
    """
    from grounding.pipelines.findings import as_facts, describe_failures
    from grounding.pipelines.gate import Gate

    def check(answer: str, facts: "TextFacts", *, min_support: float | None = None) -> "Report":
        __tracebackhide__ = True  # the failure points at the test's own line
        report = grounding_checker.check(answer, as_facts(facts))
        if refusal := Gate(min_support).refusal(report):
            pytest.fail(f"{refusal}\n{describe_failures(report)}")
        return report

    return check
