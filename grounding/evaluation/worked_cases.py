"""Worked cases: answers and facts with the expected label, citations and spans of every claim."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grounding.check import GroundingChecker
from grounding.claims.split import split_claims
from grounding.errors import InvalidInput
from grounding.types import ClaimCheck, Fact, Verdict

LABELS = {
    Verdict.SUPPORTED: "supported",
    Verdict.CONTRADICTED: "contradicted",
    Verdict.DISPUTED: "disputed",
    Verdict.NOT_COVERED: "unsupported",
    Verdict.NO_CHECK_NEEDED: "no-check-needed",
}
# A list mark before, or a citation marker after, may be in or out of a span.
_EDGE = re.compile(
    r"^\s*+(?:[-*+•]|\d++[.)])\s++|(?:(?<!\s)\s++)?+(?:\[[\d,\s]{1,80}\]){1,20}+\s*+(?=[.!?]?$)"
)


@dataclass(frozen=True)
class CaseResults:
    """Shares in [0, 1]: labels and citations of claims (each case weighs the same), spans of splitting cases.

    ``contradictions_found`` is the recall on claims labelled contradicted.
    """

    claims: int
    labels_right: float
    citations_right: float
    spans_right: float
    contradictions_found: float
    misses: tuple[str, ...]


def judge_cases(
    checker: GroundingChecker,
    rows: Sequence[Mapping[str, Any]],
    threshold: float,
    on_progress: Callable[[int, int], None],
) -> CaseResults:
    """Run the grounding (``answerCandidate``, ``facts``) and splitting (``text``) cases among ``rows``."""
    labels: list[float] = []
    citations: list[float] = []
    spans: list[bool] = []
    contradictions: list[bool] = []
    misses: list[str] = []
    claims = 0
    for number, row in enumerate(rows, start=1):
        given, expected = row["input"], row["expected"]
        if "answerCandidate" in given and "facts" in given:
            outcome = _judge_answer(checker, row, threshold, misses, contradictions)
            claims += len(outcome)
            if outcome:
                labels.append(sum(label for label, _ in outcome) / len(outcome))
                citations.append(sum(cited for _, cited in outcome) / len(outcome))
        elif "sentences" in expected:
            spans.append(_spans_match(given["text"], expected))
            if not spans[-1]:
                texts = [claim.text for claim in split_claims(given["text"])]
                misses.append(f"{row['id']} spans: {texts}")
        on_progress(number, len(rows))
    return CaseResults(
        claims, _mean(labels), _mean(citations), _mean(spans), _mean(contradictions), tuple(misses)
    )


def _judge_answer(
    checker: GroundingChecker,
    row: Mapping[str, Any],
    threshold: float,
    misses: list[str],
    contradictions: list[bool],
) -> list[tuple[bool, bool]]:
    """(label right, citations right) per expected claim."""
    answer, wanted = row["input"]["answerCandidate"], row["expected"].get("claims", [])
    facts = [
        Fact(f) if isinstance(f, str) else Fact(f["factText"], f.get("attributes", {}))
        for f in row["input"]["facts"]
    ]
    try:
        checks = checker.check(answer, facts, threshold=threshold).claims
    except InvalidInput:
        return [(bool(row["expected"].get("accept_http")), True) for _ in wanted]
    outcome = []
    for want in wanted:
        check = next((c for c in checks if _bare(c.claim.text) == _bare(want["claimText"])), None)
        label = LABELS[check.verdict] if check else "no such claim"
        cited = sorted(c.fact for c in check.citations) if check else []
        label_right = label in (want["label"], *want.get("acceptLabels", ()))
        citation_right = cited == sorted(want.get("citationIndices", [])) or (
            label_right and label != want["label"]
        )
        outcome.append((label_right, citation_right))
        if want["label"] == "contradicted":
            contradictions.append(bool(check and check.anti_citations))
        if not (label_right and citation_right):
            misses.append(
                f"{row['id']} {want['label']} {want.get('citationIndices', [])}, said {label} {cited} "
                f"{_figures(check)}: {want['claimText']}"
            )
    return outcome


def _figures(check: ClaimCheck | None) -> str:
    if check is None or check.score is None or check.contradiction is None:
        return ""
    return f"(support {check.score:.2f}, contradiction {check.contradiction:.2f})"


def _spans_match(text: str, expected: Mapping[str, Any]) -> bool:
    texts = [_bare(claim.text) for claim in split_claims(text)]
    accepted = [expected["sentences"], *expected.get("acceptAlternatives", [])]
    encoded = text.encode()
    return any(
        texts
        == [_bare(encoded[sentence["startPos"] : sentence["endPos"]].decode()) for sentence in sentences]
        for sentences in accepted
    )


def _bare(text: str) -> str:
    return _EDGE.sub("", text).strip()


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
