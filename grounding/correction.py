"""What the facts make of a claim that they deny, and of an answer: wrong words replaced, the rest left out.

A correction is a proposal until the corrected claim has been checked: :class:`grounding.check.GroundingChecker` does.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from grounding.evidence.counterparts import counterparts
from grounding.types import Claim, ClaimCheck, Correction, Counterpart, Fact, Report, Span, Verdict

FAILING = frozenset({Verdict.CONTRADICTED, Verdict.DISPUTED, Verdict.NOT_COVERED})
"""The verdicts on claims that an answer should not hold."""

_EMPTY_LINE = re.compile(r"\s*+(?:[-*+•]|\d++[.)])?+\s*+")


def with_counterparts(check: ClaimCheck, facts: Sequence[Fact]) -> ClaimCheck:
    """``check`` with what the fact that denies the claim most surely says in place of the words it fails by."""
    if not check.anti_citations:
        return check
    fact = check.anti_citations[0].fact
    start = check.claim.span.start
    left = [(Span(p.span.start - start, p.span.end - start), p.kind) for p in check.failed_spans]
    found: list[Counterpart] = []
    for sentence in (part.span for part in check.evidence if part.fact == fact):
        for pair in counterparts(check.claim.text, left, sentence.of(facts[fact].text)):
            own = Span(start + pair.claimed.start, start + pair.claimed.end)
            stated = Span(sentence.start + pair.stated.start, sentence.start + pair.stated.end)
            found.append(Counterpart(own, fact, stated))
            left = [
                (s, kind) for s, kind in left if s.end <= pair.claimed.start or pair.claimed.end <= s.start
            ]
    return replace(check, counterparts=tuple(sorted(found, key=lambda c: c.span.start)))


def proposal(check: ClaimCheck, facts: Sequence[Fact]) -> tuple[Correction, Claim] | None:
    """The correction of a contradicted claim by its counterparts, and the claim that it makes; None without any."""
    if check.verdict is not Verdict.CONTRADICTED or not check.counterparts:
        return None
    start, resolved = check.claim.span.start, check.claim.resolved
    whole = Span(check.counterparts[0].span.start, check.counterparts[-1].span.end)
    text, at = "", whole.start
    for part in check.counterparts:
        wrong = check.claim.text[part.span.start - start : part.span.end - start]
        right = part.stated.of(facts[part.fact].text)
        if resolved.count(wrong) != 1:  # which of them is meant cannot be told
            return None
        resolved = resolved.replace(wrong, right)
        text += check.claim.text[at - start : part.span.start - start] + right
        at = part.span.end
    return Correction(whole, text, check.counterparts[0].fact), replace(check.claim, resolved=resolved)


def corrected_text(report: Report) -> str:
    """The answer with its corrections applied and without the other claims that the facts do not support."""
    text, moved = report.answer, 0
    dropped = []
    for check in report.claims:
        if check.correction:
            span, put = check.correction.span, check.correction.text
            text = text[: span.start + moved] + put + text[span.end + moved :]
            moved += len(put) - (span.end - span.start)
        elif check.verdict in FAILING:
            dropped.append((check.claim.span.start + moved, check.claim.span.end + moved))
    return without(text, dropped)


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """``text`` without the characters of ``spans``, without the blanks and list marks they leave behind."""
    lines, start = [], 0
    for line in text.splitlines(keepends=True):
        end, kept, at = start + len(line), "", start
        touched = [
            (max(first, start), min(last, end)) for first, last in spans if first < end and last > start
        ]
        for first, last in touched:
            kept, at = kept + text[at:first], last
            while at < end and text[at] in " \t":
                at += 1
        kept += text[at:end]
        if touched:
            kept = kept.rstrip() + line[len(line.rstrip("\r\n")) :]
        if not (touched and _EMPTY_LINE.fullmatch(kept)):
            lines.append(kept)
        start = end
    return "".join(lines).rstrip()
