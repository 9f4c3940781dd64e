"""Checked answers as SARIF 2.1.0, which code hosts show beside the lines: a result for each sentence that fails."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from app.cli.checking.run import CheckedRow
from grounding.pipelines.findings import Finding, describe, findings
from grounding.types import Report, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# Rule -> level and meaning. An accusation is an error; that nothing is known of a sentence, a warning.
RULES = {
    "contradicted": ("error", "A passage contradicts the sentence."),
    "disputed": ("error", "A passage supports the sentence, another one contradicts it."),
    "not-covered": ("warning", "No passage supports the sentence."),
}


def sarif_log(checked: Sequence[CheckedRow]) -> str:
    """The log, with paths as they were given: run from the root of the repository for a code host to find them."""
    rules = [
        {"id": rule, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}
        for rule, (level, text) in RULES.items()
    ]
    refused = [
        {"level": "error", "message": {"text": one.error}, "locations": [_location(one, None)]}
        for one in checked
        if one.error
    ]
    driver = {"name": "Sureground", "version": version("sureground"), "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not refused, "toolExecutionNotifications": refused}],
        "results": [result for one in checked for result in _results(one)],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _results(one: CheckedRow) -> Iterator[dict[str, Any]]:
    if one.report is not None:
        for finding in findings(one.report):
            if finding.fails:
                yield _result(one, one.report, finding)


def _result(one: CheckedRow, report: Report, finding: Finding) -> dict[str, Any]:
    rule = finding.check.verdict.replace(" ", "-")
    told = hashlib.sha256(f"{one.row.id}\0{finding.check.claim.text}".encode())
    return {
        "ruleId": rule,
        "level": RULES[rule][0],
        "message": {"text": describe(report, finding)},
        "locations": [_location(one, finding.check.claim.span)],
        # What stays the same when lines move, so that a host knows an old result again.
        "partialFingerprints": {"sentence/v1": told.hexdigest()[:32]},
        "properties": {"score": finding.check.score, "answer": one.row.id},
    }


def _location(one: CheckedRow, span: Span | None) -> dict[str, Any]:
    """The sentence in a file that is one answer; of a file of many, the answer's line."""
    region: dict[str, int] = {"startLine": max(one.row.line, 1)}
    if span and not one.row.line:
        first, last = _place(one.row.answer, span.start), _place(one.row.answer, span.end)
        region = {
            "startLine": first[0],
            "startColumn": first[1],
            "endLine": last[0],
            "endColumn": last[1],
        }
    uri = quote(Path(one.row.file).as_posix())
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


def _place(text: str, position: int) -> tuple[int, int]:
    """Line and column of a character, both from 1."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
