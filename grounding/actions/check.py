"""The story of the package: transcript -> sentences that claim something done -> the calls that did it -> verdicts.

A sentence is as good as its worst part: one act without a call and the whole sentence has none.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from grounding.actions.calls import LONGEST, ReadCall, roots
from grounding.actions.outcome import Failure, failure_of
from grounding.actions.sentences import Act, Statement, statement_of
from grounding.actions.transcript import Transcript, read_transcript
from grounding.actions.types import ActionCheck, ActionReport, ActionVerdict
from grounding.actions.values import mismatch
from grounding.actions.verbs import FAILING, RUNNING
from grounding.check import GroundingChecker
from grounding.claims.split import split_claims
from grounding.limits import FACT_CHARACTERS
from grounding.types import Claim, Fact, Verdict

_VERDICT_ORDER = (ActionVerdict.NO_SUCH_CALL, ActionVerdict.CONTRADICTED, ActionVerdict.SUPPORTED)


def check_actions(
    messages: Sequence[Mapping[str, Any]], checker: GroundingChecker, answer: str = ""
) -> ActionReport:
    """The sentences of ``answer`` that claim an action or a measured result, by the tool calls in ``messages``.

    ``messages`` are OpenAI chat messages; ``answer`` is by default the last text of the assistant in them. English is
    read. Raises :class:`grounding.errors.InvalidInput` for what is no transcript.
    """
    return ActionChecker(checker).check(read_transcript(messages), answer)


@dataclass(frozen=True)
class _Finding:
    verdict: ActionVerdict
    calls: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class ActionChecker:
    """Checks what an agent says it did against what it called. Safe to share between threads.

    ``checker`` reads what no rule decides: a result in prose, a call by an unusual name.
    """

    checker: GroundingChecker

    def check(self, transcript: Transcript, answer: str = "") -> ActionReport:
        """The verdicts on ``answer``, by default the last text of the assistant."""
        answer = answer or transcript.answer
        calls = [ReadCall(number, call) for number, call in enumerate(transcript.calls)]
        tools = frozenset(word for call in calls for word in call.name_roots)
        asked = frozenset(word for text in transcript.said for word in roots(text[:LONGEST]))
        before: tuple[int, ...] = ()
        actions = []
        for claim in split_claims(answer):
            statement = statement_of(claim.resolved, tools)
            if statement is None:
                continue
            finding = self._check(claim, statement, calls, asked, before)
            before = finding.calls or before
            actions.append(ActionCheck(claim, finding.verdict, finding.calls, finding.reason))
        return ActionReport(answer, transcript.calls, tuple(actions))

    def _check(
        self,
        claim: Claim,
        statement: Statement,
        calls: Sequence[ReadCall],
        asked: Set[str],
        before: tuple[int, ...],
    ) -> _Finding:
        done = [self._check_act(claim, act, statement, calls, asked, before) for act in statement.acts]
        worst = min(done, key=lambda finding: _VERDICT_ORDER.index(finding.verdict))
        numbers = tuple(dict.fromkeys(number for finding in done for number in finding.calls))
        if worst.verdict != ActionVerdict.SUPPORTED:
            return worst
        if wrong := mismatch(claim.resolved, [calls[number] for number in numbers], calls):
            return _Finding(ActionVerdict.CONTRADICTED, numbers, wrong)
        return _Finding(ActionVerdict.SUPPORTED, numbers, worst.reason)

    def _check_act(
        self,
        claim: Claim,
        act: Act,
        statement: Statement,
        calls: Sequence[ReadCall],
        asked: Set[str],
        before: tuple[int, ...],
    ) -> _Finding:
        able = [call for call in calls if call.can_do(act, asked)]
        if not act.verb or not act.things:  # of the call that was spoken of last, where it is among them
            able = (
                [call for call in able if call.number in before]
                or able
                or [calls[n] for n in before if not act.verb]
            )
        if not act.verb and statement.failing:  # whatever it was that failed
            able = able or [call for call in calls if failure_of(call.call)]
        able = able or list(self._borne_out(claim, act, calls))
        if not able:
            return _Finding(ActionVerdict.NO_SUCH_CALL, (), "no call did this")
        numbers = tuple(call.number for call in able)
        failures = [_failure(call, act) for call in able]
        failed = all(failures)
        if statement.failing and not any(map(_tells_failure, able)):
            return _Finding(ActionVerdict.CONTRADICTED, numbers, "the call did not fail")
        if failed and not statement.failing and not act.attempted:
            reason = next(failure.reason for failure in failures if failure)
            return _Finding(ActionVerdict.CONTRADICTED, numbers, f"the call failed: {reason}")
        succeeded = tuple(call.number for call, failure in zip(able, failures, strict=True) if not failure)
        return _Finding(ActionVerdict.SUPPORTED, succeeded or numbers, "a call did this")

    def _borne_out(self, claim: Claim, act: Act, calls: Sequence[ReadCall]) -> Iterator[ReadCall]:
        """The calls of the kind whose record entails the sentence, though they have none of its words."""
        near = [call for call in calls if call.is_of_kind(act)]
        if not near:
            return
        facts = [
            Fact(f"{call.call.name.replace('_', ' ')}\n{call.record}"[:FACT_CHARACTERS]) for call in near
        ]
        report = self.checker.check_claims(claim.text, [claim], facts)
        (check,) = report.claims
        if check.verdict == Verdict.SUPPORTED:
            yield from (near[citation.fact] for citation in check.citations)


def _tells_failure(call: ReadCall) -> bool:
    return failure_of(call.call) is not None or call.speaks_of(FAILING)


def _failure(call: ReadCall, act: Act) -> Failure | None:
    """How the call failed at ``act``: a program that tells of faults was run all the same."""
    if (told := call.says(act)) is not None:
        return None if told else Failure(f"the result denies it: {act.verb}")
    failure = failure_of(call.call)
    return None if failure and failure.by_program and act.verb in RUNNING | {""} else failure
