"""An assertion for promptfoo: ``type: python``, with a file that imports ``get_assert`` from here."""

from functools import cache
from typing import Any

from grounding.check import GroundingChecker
from grounding.pipelines.findings import as_facts, describe, describe_failures, findings
from grounding.pipelines.gate import Gate


@cache
def _checker() -> GroundingChecker:
    return GroundingChecker.load()


def get_assert(output: str, context: dict[str, Any]) -> dict[str, Any]:
    """promptfoo's grading result of ``output`` against the test's variable ``context``; ``config.facts`` names another.

    The variable holds a text or a list of texts. The score is the support score in [0, 1]; ``config.min_support`` is
    the floor, and without one every sentence must be supported. Each sentence is a component result.
    """
    config = context.get("config") or {}
    name = config.get("facts", "context")
    if name not in context.get("vars", {}):
        raise ValueError(
            f"The test has no variable {name!r}: put the facts there, or name another in config.facts."
        )
    report = _checker().check(output, as_facts(context["vars"][name]))
    refusal = Gate(config.get("min_support")).refusal(report)
    return {
        "pass": not refusal,
        "score": report.support_score,
        "reason": f"{refusal}\n{describe_failures(report)}" if refusal else "The answer is grounded.",
        "componentResults": [
            {
                "pass": not finding.fails,
                "score": finding.check.score,
                "reason": describe(report, finding),
            }
            for finding in findings(report)
        ],
    }
