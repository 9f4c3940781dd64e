"""Rows checked one after the other, here or by a server, going on where an earlier run ended."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.cli.checking.results import Results, key_of
from app.cli.checking.rows import Row
from app.cli.options import read_settings
from app.cli.server.connection import Connection, Refused
from grounding.pipelines.gate import Gate
from grounding.types import Report

Body = dict[str, Any]
Check = Callable[[Body], Body]
OUTSIDE_LIMITS = {400, 413}
"""Status of a row that no further try would help: its answer or its facts are not what a check takes."""


@dataclass(frozen=True)
class CheckedRow:
    """A row with the answer of ``:check`` on it, or with the ``error`` that it was refused with."""

    row: Row
    body: Body
    error: str
    threshold: float
    gate: Gate | None

    @cached_property
    def report(self) -> Report | None:
        """The verdicts; None where the row was refused."""
        from grounding.client.report_reader import read_report

        return None if self.error else read_report(self.body, self.row.answer, self.threshold)

    @cached_property
    def refusal(self) -> str:
        """Why the gate does not let the answer pass, or why it was not checked; empty when all is well."""
        if self.report is None:
            return self.error
        return self.gate.refusal(self.report) if self.gate else ""


@dataclass(frozen=True)
class Run:
    """How rows are checked. ``check`` takes a request of the wire; ``model`` names what judges, so that kept results
    of another one count for nothing.
    """

    check: Check
    threshold: float
    gate: Gate | None
    results: Results
    all_scores: bool
    correct: bool = False
    store: str | None = None  # its data store's resource name
    model: str = ""

    def checked(self, rows: Iterable[Row]) -> Iterator[CheckedRow]:
        """Every row with its verdicts, which are kept as soon as they are there."""
        for row in rows:
            request = self._request(row)
            key = key_of(request, self.model)
            kept = self.results.get(key)
            if kept is None:
                kept = self._outcome(request)
                self.results.keep(key, row, kept)
            yield CheckedRow(row, kept.get("check", {}), kept.get("error", ""), self.threshold, self.gate)

    def _outcome(self, request: Body) -> Body:
        try:
            return {"check": self.check(request)}
        except Refused as error:
            if error.status not in OUTSIDE_LIMITS:
                raise  # no such store, no key: nothing that the row is to blame for
            return {"error": error.message}

    def _request(self, row: Row) -> Body:
        request: Body = {
            "answerCandidate": row.answer,
            "groundingSpec": {
                "citationThreshold": self.threshold,
                "enableClaimLevelScore": True,
                "enableAntiCitations": True,
                "returnAllScores": self.all_scores,
                "enableHelpfulnessScore": bool(row.prompt),
                "enableCorrectedAnswer": self.correct,
            },
            "prompt": row.prompt,
        }
        if row.facts is not None:
            return request | {"facts": row.facts}
        config = f"{self.store}/servingConfigs/default_search"
        return request | {"groundingSource": {"searchSource": config}}


def check_by(connection: Connection) -> Check:
    """Checks by a server."""
    path = f"/v1/{connection.parent}/groundingConfigs/default_grounding_config:check"
    return lambda request: connection.call("POST", path, json=request)


def check_here() -> Check:
    """The same answers without a server: the core, and the server's conversion to the wire."""
    from pydantic import ValidationError

    from app.services import load_checker
    from app.wire.conversions.check_response import Wanted, check_response, corrected_answer, inline_chunk
    from app.wire.schemas.check import CheckGroundingRequest
    from app.wire.violations import violations
    from grounding import Fact, InvalidInput

    checker = load_checker(read_settings())

    def check(request: Body) -> Body:
        try:
            asked = CheckGroundingRequest.model_validate(request)
        except ValidationError as error:
            message = "\n".join(violation["description"] for violation in violations(error.errors()))
            raise Refused(message, 400) from error
        spec = request["groundingSpec"]
        try:
            report = checker.check(
                asked.answer_candidate,
                [Fact(fact.fact_text, fact.attributes) for fact in asked.facts],
                threshold=spec["citationThreshold"],
                prompt=asked.prompt or None,
            )
        except InvalidInput as error:
            raise Refused(str(error), 400) from error
        wanted = Wanted(claim_scores=True, anti_citations=True, all_scores=spec["returnAllScores"])
        corrected = corrected_answer(checker, report) if spec["enableCorrectedAnswer"] else None
        return check_response(report, inline_chunk, wanted, corrected=corrected).to_wire()

    return check
