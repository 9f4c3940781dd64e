"""An answer in a chat, checked against what stands in it: its facts, its tool calls, and what becomes of the rest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.answering.facts import facts_of
from grounding import ClaimCheck, Fact, GroundingChecker, InvalidInput, Report
from grounding.actions import ActionChecker, ActionReport, read_transcript
from grounding.actions.transcript import json_or_text, text_of
from grounding.check import Facts
from grounding.limits import FACT_CHARACTERS, FACTS
from grounding.policy import REFUSAL, Policy
from grounding.text.records import record_rows

CONTEXT = "context"
"""A message of this ``name`` is a fact, whatever its role."""

_INSTRUCTING = ("system", "developer")
_TOOLS = ("tool", "function")


@dataclass(frozen=True)
class Verified:
    """``verdicts`` are ready for JSON, ``text`` is what the policy leaves of the answer."""

    verdicts: dict[str, Any]
    text: str


@dataclass(frozen=True)
class ChatVerifier:
    """Checks answers in one conversation; ``facts`` are those of its messages, or a retriever's."""

    checker: GroundingChecker
    messages: Sequence[Mapping[str, Any]]
    facts: Facts
    policy: Policy

    def verify(self, answer: str) -> Verified | None:
        """The answer with its verdicts; ``None`` for an empty one, as beside tool calls.

        One that is too long to be checked is told so, and kept only where the policy leaves every text.
        """
        if not answer.strip():
            return None
        try:
            report = self.checker.check(answer, self.facts)
        except InvalidInput as error:
            if error.field != "answer":
                raise
            kept = answer if self.policy is Policy.ANNOTATE else REFUSAL
            return Verified({"answer": answer, "claims": [], "not_checked": str(error)}, kept)
        transcript = read_transcript(self.messages)
        actions = ActionChecker(self.checker).check(transcript, answer) if transcript.calls else None
        verdicts = verdicts_of(report, actions)
        return Verified(verdicts, self.policy.apply(verdicts))


def verdicts_of(report: Report, actions: ActionReport | None = None) -> dict[str, Any]:
    """A report ready for JSON; positions count characters of ``answer``.

    A sentence that claims an action has the verdict of the tool calls, with their reason; that of the facts stands
    beside it.
    """
    done = {action.claim.span: action for action in (actions.actions if actions else ())}
    claims = []
    for check in report.claims:
        claim = _claim(check, report)
        if action := done.get(check.claim.span):
            told = {"reason": action.reason, "calls": list(action.calls), "facts": claim["verdict"]}
            claim |= {"verdict": action.verdict.value, "action": told}
        claims.append(claim)
    return {
        "answer": report.answer,
        "support_score": report.support_score,
        "contradiction_score": report.contradiction_score,
        "threshold": report.threshold,
        "claims": claims,
    }


def facts_in(messages: Sequence[Mapping[str, Any]], context: Sequence[str] = ()) -> list[Fact]:
    """The facts of a conversation: its system, tool and context messages, and the texts of ``context``.

    JSON of tools is read as rows of values behind their names. ``id`` names the message. Raises InvalidInput.
    """
    facts = []
    for number, message in enumerate(messages):
        place = f"messages[{number}]"
        if message.get("role") in _TOOLS:
            value = json_or_text(text_of(message.get("content"), place))
            text = value if isinstance(value, str) else "\n".join(record_rows(value))
        elif message.get("role") in _INSTRUCTING or message.get("name") == CONTEXT:
            text = text_of(message.get("content"), place)
        else:
            continue
        facts += [replace(fact, id=place) for fact in facts_of(text)]
    facts += [
        replace(fact, id=f"context[{number}]")
        for number, text in enumerate(context)
        for fact in facts_of(text)
    ]
    return _fitting(facts)


def _fitting(facts: Sequence[Fact]) -> list[Fact]:
    """The same texts in as many facts as may be sent: long ones cut, and, of too many, neighbours joined."""
    pieces = [replace(fact, text=piece) for fact in facts for piece in _pieces(fact.text)]
    if len(pieces) <= FACTS:
        return pieces
    joined = pieces[:1]
    for piece in pieces[1:]:
        last = joined[-1]
        if last.id == piece.id and len(last.text) + len(piece.text) + 2 <= FACT_CHARACTERS:
            joined[-1] = replace(last, text=f"{last.text}\n\n{piece.text}")
        else:
            joined.append(piece)
    return joined


def _pieces(text: str) -> Iterator[str]:
    while len(text) > FACT_CHARACTERS:
        ends = (text.rfind(mark, FACT_CHARACTERS // 2, FACT_CHARACTERS) for mark in ("\n", ". ", " "))
        cut = next((end + 1 for end in ends if end > 0), FACT_CHARACTERS)
        yield text[:cut]
        text = text[cut:]
    yield text


def _claim(check: ClaimCheck, report: Report) -> dict[str, Any]:
    span = check.claim.span
    facts = report.facts
    return {
        "text": check.claim.text,
        "start": span.start,
        "end": span.end,
        "verdict": check.verdict.value,
        "score": check.score,
        "contradiction": check.contradiction,
        "supported_by": [{"source": facts[c.fact].id, "score": c.score} for c in check.citations],
        "contradicted_by": [{"source": facts[c.fact].id, "score": c.score} for c in check.anti_citations],
        "evidence": [
            {"source": facts[part.fact].id, "text": part.span.of(facts[part.fact].text)}
            for part in check.evidence
        ],
        "unborne": [
            {"start": failed.span.start, "end": failed.span.end, "kind": failed.kind}
            for failed in check.failed_spans
        ],
    }
