"""What a report says of each sentence, as a person reads it: what is missing, and the nearest passage."""

from collections.abc import Sequence
from dataclasses import dataclass

from grounding.types import ClaimCheck, Evidence, Fact, Report, Verdict

TextFacts = str | Fact | Sequence[str | Fact]
WORDS_SHOWN = 300


@dataclass(frozen=True)
class Finding:
    """A sentence that needs a check, beside what was found for it.

    ``missing`` are the words of the sentence that the facts do not bear out. ``quotes`` are the places that carry the
    verdict; where there are none, the one place that comes nearest.
    """

    check: ClaimCheck
    missing: tuple[str, ...]
    quotes: tuple[Evidence, ...]

    @property
    def fails(self) -> bool:
        """Whether the facts do not support the sentence, or disagree about it."""
        return self.check.verdict is not Verdict.SUPPORTED


def findings(report: Report) -> tuple[Finding, ...]:
    """One finding for each sentence that needs a check, in the order of the answer."""
    return tuple(
        Finding(
            check,
            tuple(part.span.of(report.answer) for part in check.failed_spans),
            check.evidence or _nearest(check),
        )
        for check in report.checked
    )


def _nearest(check: ClaimCheck) -> tuple[Evidence, ...]:
    scores = {citation.fact: citation.score for citation in check.fact_scores}
    return tuple(sorted(check.near_evidence, key=lambda part: -scores.get(part.fact, 0.0))[:1])


def source_of(report: Report, fact: int) -> str:
    """Where a fact is from: its title and pages, else its number, from 1."""
    attributes = report.facts[fact].attributes
    pages = attributes.get("pages", "")
    label = f"{'pages' if '–' in pages else 'page'} {pages}" if pages else ""
    return ", ".join(part for part in (attributes.get("title", ""), label) if part) or f"fact {fact + 1}"


def describe(report: Report, finding: Finding) -> str:
    """A finding in a few lines: the sentence, its verdict, what is missing, and the passages."""
    check = finding.check
    lines = [f"“{check.claim.text}”", f"  {check.verdict}, score {check.score or 0:.2f}"]
    if finding.missing:
        lines.append(f"  missing: {', '.join(finding.missing)}")
    if check.correction:
        old = check.correction.span.of(report.answer)
        lines.append(f"  correct: {check.correction.text} in place of {old}")
    label = "passage" if check.evidence else "nearest"
    for quote in finding.quotes:
        words = " ".join(quote.span.of(report.facts[quote.fact].text).split())
        shown = words if len(words) <= WORDS_SHOWN else words[:WORDS_SHOWN].rstrip() + "…"
        lines.append(f"  {label}: {source_of(report, quote.fact)}: “{shown}”")
    if not finding.quotes:
        lines.append("  nearest: no passage comes near")
    return "\n".join(lines)


def describe_failures(report: Report) -> str:
    """All failing sentences, one after the other; empty where there is none."""
    return "\n".join(describe(report, finding) for finding in findings(report) if finding.fails)


def as_facts(facts: TextFacts) -> list[Fact]:
    """Facts from plain texts, such as other programs' contexts; one alone is a list of one."""
    several = [facts] if isinstance(facts, str | Fact) else facts
    return [fact if isinstance(fact, Fact) else Fact(fact) for fact in several]
