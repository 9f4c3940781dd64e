"""The story of the room: answer -> claims -> windows of the facts -> entailment -> verdicts -> report."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grounding.claims.split import split_claims
from grounding.correction import FAILING, corrected_text, proposal, with_counterparts
from grounding.errors import InvalidInput
from grounding.evidence.relative_dates import leaves_year_open
from grounding.evidence.selection import join, shortlist
from grounding.evidence.windows import Window, WindowIndex, windows_of
from grounding.helpfulness.score import helpfulness
from grounding.judge.by_language import EmbeddedJudges, PairJudge, english_judge
from grounding.judge.combiner import Calibration, Judge
from grounding.judge.entailment import EntailmentModel
from grounding.limits import (
    ANSWER_TOKENS,
    CONTRADICTION_THRESHOLD,
    FACT_CHARACTERS,
    FACTS,
    SUPPORT_THRESHOLD,
)
from grounding.reader.embedded import embedded_reader
from grounding.reader.reader import Reader
from grounding.text.languages import ENGLISH, language_of
from grounding.types import Claim, ClaimCheck, Fact, Report
from grounding.verdict import JointJudgement, WindowJudgement, check_claim

# Of a claim with a year, where the passage says "last year" and not which: undecided, so not covered.
_UNDATED = 0.5
Facts = Sequence[Fact] | Callable[[Claim], Sequence[Fact]]


def count_answer_tokens(answer: str) -> int:
    """Tokens of an answer as check grounding counts them: words and sentence-ending marks."""
    return len(re.findall(r"[^\s.!?。！？।؟]+|[.!?。！？।؟]", answer))


@dataclass(frozen=True)
class GroundingChecker:
    """Checks every claim of an answer against facts. Safe to share between threads.

    >>> checker = GroundingChecker.load()
    >>> report = checker.check("The tower is 61 metres tall.", [Fact("Brindle tower: height 61 m.")])
    >>> report.claims[0].verdict
    <Verdict.SUPPORTED: 'supported'>
    """

    judge: PairJudge
    # Asked for only where there is a prompt.
    reader: Callable[[], Reader] = field(default=embedded_reader, kw_only=True)

    @classmethod
    def load(cls, folder: Path | None = None, *, fast: bool = False, threads: int = 0) -> "GroundingChecker":
        """Load the embedded models, or an English one of your own from ``folder``.

        ``fast`` leaves out the accurate English one, which takes most of the time of a check.

        Raises :class:`grounding.errors.ModelUnavailable`.
        """
        if folder:
            return cls(english_judge(folder, threads=threads))
        return cls(EmbeddedJudges.load(fast=fast, threads=threads))

    @classmethod
    def around(cls, model: EntailmentModel) -> "GroundingChecker":
        """A checker around another entailment model, whose own probabilities are the scores."""
        return cls(Judge(model, Calibration.plain()))

    def check(
        self,
        answer: str,
        facts: Facts,
        *,
        threshold: float = SUPPORT_THRESHOLD,
        anti_threshold: float = CONTRADICTION_THRESHOLD,
        prompt: str | None = None,
    ) -> Report:
        """Check ``answer`` against ``facts``, or against what ``facts(claim)`` finds for each claim.

        ``threshold`` and ``anti_threshold`` in [0, 1] are the probabilities from which a fact is cited as
        supporting or contradicting. With ``prompt`` the report carries how well the answer serves it, and whether it
        and each claim of it answer it.
        Raises :class:`grounding.errors.InvalidInput` for text, facts or numbers outside the limits.
        """
        _validate(answer, threshold, anti_threshold)
        claims = split_claims(answer)
        report = self.check_claims(answer, claims, facts, threshold=threshold, anti_threshold=anti_threshold)
        return self._served(report, prompt) if prompt else report

    def check_claims(
        self,
        answer: str,
        claims: Sequence[Claim],
        facts: Facts,
        *,
        threshold: float = SUPPORT_THRESHOLD,
        anti_threshold: float = CONTRADICTION_THRESHOLD,
    ) -> Report:
        """Like :meth:`check`, for an ``answer`` that has been split into ``claims`` already."""
        pool, allowed = _gather(facts, claims)
        windows = [w for number, fact in enumerate(pool) for w in windows_of(number, fact, self.judge.reads)]
        readable = {window.fact for window in windows}
        foreign = frozenset(n for n, fact in enumerate(pool) if n not in readable and fact.text.strip())
        index = WindowIndex(windows)
        lists = [
            shortlist(claim.resolved, index, choice) if claim.check_required else []
            for claim, choice in zip(claims, allowed, strict=True)
        ]
        judged = self._judge_windows(claims, lists)
        joint = self._judge_joins(claims, judged, index)
        checks = tuple(
            check_claim(
                claim,
                judged[number],
                joint.get(number),
                threshold,
                anti_threshold,
                measured=self.judge.reads(language_of(claim.resolved)),
                mostly_foreign=_mostly(foreign, allowed[number], len(pool)),
            )
            for number, claim in enumerate(claims)
        )
        return Report(answer, tuple(pool), self._with_corrections(checks, pool, index), threshold)

    def correct(self, report: Report) -> Report | None:
        """What is left of an answer when its corrections are applied and the claims that fail are left out.

        It is checked again against the report's facts, and again without what fails then: every claim of the report
        that comes back is supported or needs no check. None where nothing that can be checked is left.
        """
        checked = report
        while any(check.verdict in FAILING for check in checked.claims):
            text = corrected_text(checked)
            if not text.strip():
                return None
            checked = self.check(text, lambda _: report.facts, threshold=report.threshold)
        return checked if checked.checked else None

    def _with_corrections(
        self, checks: Sequence[ClaimCheck], facts: Sequence[Fact], index: WindowIndex
    ) -> tuple[ClaimCheck, ...]:
        """``checks`` with what the facts say instead; a correction is told only where the corrected claim holds."""
        checks = [with_counterparts(check, facts) for check in checks]
        proposals = {n: made for n, check in enumerate(checks) if (made := proposal(check, facts))}
        pairs = []
        for number, (correction, claim) in proposals.items():
            place = next(part.span for part in checks[number].evidence if part.fact == correction.fact)
            window = next(w for w in index.windows if w.fact == correction.fact and place in w.sentences)
            pairs.append((claim, window.premise, frozenset({window.language})))
        holding = {
            number: replace(checks[number], correction=correction)
            for (number, (correction, _)), (support, against) in zip(
                proposals.items(), self._judge(pairs), strict=True
            )
            if support >= SUPPORT_THRESHOLD and support > against
        }
        return tuple(holding.get(number, check) for number, check in enumerate(checks))

    def _served(self, report: Report, prompt: str) -> Report:
        """The report with what it says of the prompt."""
        claims = [check.claim for check in report.claims]
        readings = self.reader().read(prompt, [report.answer, *(claim.resolved for claim in claims)])
        whole, *parts = (reading.probability for reading in readings)
        return replace(
            report,
            claims=tuple(
                replace(check, relevance=part) for check, part in zip(report.claims, parts, strict=True)
            ),
            helpfulness=helpfulness(prompt, report.answer, claims),
            relevance=whole,
        )

    def _judge_windows(
        self, claims: Sequence[Claim], lists: Sequence[Sequence[Window]]
    ) -> list[list[WindowJudgement]]:
        """Every claim with every window of its list, judged in one go."""
        pairs = [
            (claim, window.premise, frozenset({window.language}))
            for claim, windows in zip(claims, lists, strict=True)
            for window in windows
        ]
        rows = iter(self._judge(pairs))
        return [[WindowJudgement(window, *next(rows)) for window in windows] for windows in lists]

    def _judge_joins(
        self, claims: Sequence[Claim], judged: Sequence[Sequence[WindowJudgement]], index: WindowIndex
    ) -> dict[int, JointJudgement]:
        """By number of a claim: the sentences of several windows that hold most of it, judged together."""
        joins = {
            number: joined
            for number, claim in enumerate(claims)
            if (joined := join(claim.resolved, [j.window for j in judged[number] if j.joinable], index))
        }
        rows = self._judge([(claims[n], j.premise, j.languages) for n, j in joins.items()])
        return {
            n: JointJudgement(j, support) for (n, j), (support, _) in zip(joins.items(), rows, strict=True)
        }

    def _judge(self, pairs: Sequence[tuple[Claim, str, frozenset[str]]]) -> list[list[float]]:
        """Support and contradiction probability of each (claim, premise, languages of the premise)."""
        english = [languages | {language_of(claim.resolved)} == {ENGLISH} for claim, _, languages in pairs]
        rows: list[list[float]] = self.judge.judge(
            [(premise, claim.resolved) for claim, premise, _ in pairs], english
        ).tolist()
        return [
            [min(row[0], _UNDATED), min(row[1], _UNDATED)]
            if leaves_year_open(claim.resolved, premise)
            else row
            for row, (claim, premise, _) in zip(rows, pairs, strict=True)
        ]


def _validate(answer: str, threshold: float, anti_threshold: float) -> None:
    if not answer.strip():
        raise InvalidInput("answer", "The answer is empty; send the text that is to be checked.")
    tokens = count_answer_tokens(answer)
    if tokens > ANSWER_TOKENS:
        raise InvalidInput(
            "answer",
            f"The answer has {tokens} tokens (words and sentence-ending marks); at most {ANSWER_TOKENS} can be "
            "checked at once. Send it in parts.",
        )
    for name, value in (("threshold", threshold), ("anti_threshold", anti_threshold)):
        if not 0 <= value <= 1:
            raise InvalidInput(name, f"{name} is {value}; it must be in [0, 1].")


def _gather(facts: Facts, claims: Sequence[Claim]) -> tuple[list[Fact], list[frozenset[int] | None]]:
    """All facts, and for each claim the indices it may be checked against (None: all of them)."""
    if not callable(facts):
        if len(facts) > FACTS:
            raise InvalidInput(
                "facts",
                f"There are {len(facts)} facts; at most {FACTS} are read. Send the most relevant ones.",
            )
        for number, fact in enumerate(facts):
            if len(fact.text) > FACT_CHARACTERS:
                raise InvalidInput(
                    f"facts[{number}]",
                    f"facts[{number}] has {len(fact.text)} characters; the limit is {FACT_CHARACTERS}. "
                    "Split it into several facts.",
                )
        return list(facts), [None] * len(claims)
    numbers: dict[Fact, int] = {}
    allowed: list[frozenset[int] | None] = []
    for claim in claims:
        own = facts(claim) if claim.check_required else ()
        allowed.append(frozenset(numbers.setdefault(fact, len(numbers)) for fact in own))
    return list(numbers), allowed


def _mostly(foreign: frozenset[int], allowed: frozenset[int] | None, count: int) -> bool:
    """Whether at least half of the facts of a claim are in a language that the model was not measured on."""
    total = count if allowed is None else len(allowed)
    return bool(total) and 2 * len(foreign if allowed is None else foreign & allowed) >= total
