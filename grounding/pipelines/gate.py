"""Whether an answer may pass, and why not."""

from dataclasses import dataclass

from grounding.pipelines.findings import findings
from grounding.types import Report, Verdict


@dataclass(frozen=True)
class Gate:
    """Lets answers pass whose support score reaches ``min_support`` in [0, 1]; None: every sentence must be supported.

    A disputed sentence fails at any floor: a passage supports it, so that the score alone would let it through, and
    another one contradicts it. An answer of which nothing needs a check passes.
    """

    min_support: float | None = None

    def refusal(self, report: Report) -> str:
        """Why the answer does not pass, in a line; empty when it does."""
        failing = [finding for finding in findings(report) if finding.fails]
        disputed = [finding for finding in failing if finding.check.verdict is Verdict.DISPUTED]
        reasons = []
        if self.min_support is None:
            if failing:
                verb = "is" if len(failing) == 1 else "are"
                reasons.append(f"{len(failing)} of {len(report.checked)} statements {verb} not supported.")
        else:
            if report.support_score < self.min_support:
                reasons.append(
                    f"The support score {report.support_score:.2f} is below {self.min_support:.2f}."
                )
            reasons += [f"Passages disagree on “{finding.check.claim.text}”." for finding in disputed]
        return " ".join(reasons)
