"""Verdicts as OpenTelemetry events, ``gen_ai.evaluation.result`` of the semantic conventions for generative AI.

The conventions are in development; https://github.com/open-telemetry/semantic-conventions-genai has the names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Self

from opentelemetry._logs import Logger, LoggerProvider, get_logger

from grounding.check import Facts, GroundingChecker
from grounding.limits import CONTRADICTION_THRESHOLD, SUPPORT_THRESHOLD
from grounding.pipelines.findings import describe, describe_failures, findings
from grounding.pipelines.gate import Gate
from grounding.types import Claim, Report

EVENT = "gen_ai.evaluation.result"
ANSWER, SENTENCE = "Groundedness", "SentenceGroundedness"


@dataclass(frozen=True)
class EvaluationEvents:
    """Emits an event for an answer, and one for each sentence that needs a check.

    They belong to the span that is current. ``texts``: the explanation quotes the answer and its passages; without it
    no text of theirs leaves the process.
    """

    logger: Logger
    texts: bool = False

    @classmethod
    def of(cls, provider: LoggerProvider | None = None, *, texts: bool = False) -> Self:
        """Events for ``provider``, or for the one that the program has set globally."""
        return cls(get_logger("sureground", version("sureground"), provider), texts)

    def emit(self, report: Report, response_id: str = "") -> None:
        """Emit what ``report`` says; ``response_id`` is the ``gen_ai.response.id`` of the answer, where one is known.

        Of an answer the label is ``grounded`` or ``not grounded``, of a sentence its verdict; scores in [0, 1].
        """
        refusal = Gate().refusal(report)
        told = f"{refusal}\n{describe_failures(report)}" if self.texts and refusal else refusal
        label = "not grounded" if refusal else "grounded"
        self._emit(ANSWER, report.support_score, label, told, response_id)
        for finding in findings(report):
            told = describe(report, finding) if self.texts else ""
            self._emit(SENTENCE, finding.check.score or 0.0, finding.check.verdict.value, told, response_id)

    def _emit(self, name: str, score: float, label: str, explanation: str, response_id: str) -> None:
        attributes: dict[str, str | float] = {
            "gen_ai.evaluation.name": name,
            "gen_ai.evaluation.score.value": score,
            "gen_ai.evaluation.score.label": label,
        }
        if explanation:
            attributes["gen_ai.evaluation.explanation"] = explanation
        if response_id:
            attributes["gen_ai.response.id"] = response_id
        self.logger.emit(event_name=EVENT, attributes=attributes)


@dataclass(frozen=True)
class RecordingChecker(GroundingChecker):
    """A checker that emits the events of every report it makes."""

    events: EvaluationEvents

    def check_claims(
        self,
        answer: str,
        claims: Sequence[Claim],
        facts: Facts,
        *,
        threshold: float = SUPPORT_THRESHOLD,
        anti_threshold: float = CONTRADICTION_THRESHOLD,
    ) -> Report:
        """As the checker's own, which :meth:`check` goes through, too."""
        report = super().check_claims(
            answer, claims, facts, threshold=threshold, anti_threshold=anti_threshold
        )
        self.events.emit(report)
        return report

    def correct(self, report: Report) -> Report | None:
        """As the checker's own. The trials of a correction are no answers, and emit nothing."""
        return GroundingChecker(self.judge).correct(report)
