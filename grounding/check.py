"""The story of the room: answer -> claims -> windows of the facts -> entailment -> verdicts -> report."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grounding.claims.split import split_claims
from grounding.errors import InvalidInput
from grounding.evidence.failed_spans import failed_spans
from grounding.evidence.selection import Join, evidence_in, join, shortlist
from grounding.evidence.windows import Window, WindowIndex, windows_of
from grounding.helpfulness.score import helpfulness
from grounding.judge.by_language import EmbeddedJudges, PairJudge, english_judge
from grounding.judge.combiner import Calibration, Judge
from grounding.judge.entailment import EntailmentModel
from grounding.judge.verdicts import FactScore, verdict_of
from grounding.text.languages import ENGLISH, language_of
from grounding.types import Claim, ClaimCheck, Evidence, Fact, Report

ANSWER_TOKENS = 4096
FACTS = 200
FACT_CHARACTERS = 10_000
CONTRADICTING = 0.9

Facts = Sequence[Fact] | Callable[[Claim], Sequence[Fact]]


def count_answer_tokens(answer: str) -> int:
    """Tokens of an answer as check grounding counts them: words and sentence-ending marks."""
    return len(re.findall(r"[^\s.!?。！？।؟]+|[.!?。！？।؟]", answer))


@dataclass(frozen=True, slots=True)
class Reading:
    """What one window says about a claim: probabilities in [0, 1] that it supports, and contradicts, it."""

    window: Window
    support: float
    contradiction: float

    @property
    def agrees(self) -> bool:
        """Whether others may be read together for the claim: what one passage refutes, two do not bear out."""
        return self.contradiction < CONTRADICTING


@dataclass(frozen=True)
class GroundingChecker:
    """Checks every claim of an answer against facts. Safe to share between threads.

    >>> checker = GroundingChecker.load()
    >>> report = checker.check("The tower is 61 metres tall.", [Fact("Brindle tower: height 61 m.")])
    >>> report.claims[0].verdict
    <Verdict.SUPPORTED: 'supported'>
    """

    judge: PairJudge

    @classmethod
    def load(cls, folder: Path | None = None, *, threads: int = 0) -> "GroundingChecker":
        """Load the embedded models, or an English one of your own from ``folder``.

        Raises :class:`grounding.errors.ModelUnavailable`.
        """
        return cls(english_judge(folder, threads=threads) if folder else EmbeddedJudges.load(threads=threads))

    @classmethod
    def around(cls, model: EntailmentModel) -> "GroundingChecker":
        """A checker around another entailment model, whose own probabilities are the scores."""
        return cls(Judge(model, Calibration.plain()))

    def check(
        self,
        answer: str,
        facts: Facts,
        *,
        threshold: float = 0.6,
        anti_threshold: float = 0.8,
        prompt: str | None = None,
    ) -> Report:
        """Check ``answer`` against ``facts``, or against what ``facts(claim)`` finds for each claim.

        ``threshold`` and ``anti_threshold`` in [0, 1] are the probabilities from which a fact is cited as
        supporting or contradicting. With ``prompt`` the report carries how well the answer serves it.
        Raises :class:`grounding.errors.InvalidInput` for text, facts or numbers outside the limits.
        """
        _validate(answer, threshold, anti_threshold)
        claims = split_claims(answer)
        report = self.check_claims(answer, claims, facts, threshold=threshold, anti_threshold=anti_threshold)
        return replace(report, helpfulness=helpfulness(prompt, answer, claims)) if prompt else report

    def check_claims(
        self,
        answer: str,
        claims: Sequence[Claim],
        facts: Facts,
        *,
        threshold: float = 0.6,
        anti_threshold: float = 0.8,
    ) -> Report:
        """Like :meth:`check`, for an ``answer`` that has been split into ``claims`` already."""
        pool, allowed = _gather(facts, claims)
        windows = [w for number, fact in enumerate(pool) for w in windows_of(number, fact, self.judge.reads)]
        read = {window.fact for window in windows}
        foreign = frozenset(n for n, fact in enumerate(pool) if n not in read and fact.text.strip())
        index = WindowIndex(windows)

        lists = [
            shortlist(claim.resolved, index, choice) if claim.check_required else []
            for claim, choice in zip(claims, allowed, strict=True)
        ]
        readings = self._read(claims, lists)
        joins = {
            number: joined
            for number, (claim, read) in enumerate(zip(claims, readings, strict=True))
            if (joined := join(claim.resolved, [r.window for r in read if r.agrees], index))
        }
        together = self._judge([(claims[n], j.premise, j.languages) for n, j in joins.items()])
        joint = dict(zip(joins, together, strict=True))
        checks = tuple(
            _check_of(
                claim,
                read,
                joins.get(number),
                joint.get(number),
                threshold,
                anti_threshold,
                self.judge.reads(language_of(claim.resolved)),
            )
            for number, (claim, read) in enumerate(zip(claims, readings, strict=True))
        )
        checks = tuple(
            replace(check, unmeasured_language=True)
            if check.score is not None and not check.citations and _mostly(foreign, choice, len(pool))
            else check
            for check, choice in zip(checks, allowed, strict=True)
        )
        return Report(answer, tuple(pool), checks, threshold)

    def _read(self, claims: Sequence[Claim], lists: Sequence[Sequence[Window]]) -> list[list[Reading]]:
        """Every claim with every window of its list, judged in one go."""
        pairs = [
            (claim, window.premise, frozenset({window.language}))
            for claim, windows in zip(claims, lists, strict=True)
            for window in windows
        ]
        judged = iter(self._judge(pairs))
        return [[Reading(window, *next(judged)) for window in windows] for windows in lists]

    def _judge(self, pairs: Sequence[tuple[Claim, str, frozenset[str]]]) -> list[tuple[float, float]]:
        """Support and contradiction probability of each (claim, premise, languages of the premise)."""
        english = [languages | {language_of(claim.resolved)} == {ENGLISH} for claim, _, languages in pairs]
        judged = self.judge.judge([(premise, claim.resolved) for claim, premise, _ in pairs], english)
        return [(float(row[0]), float(row[1])) for row in judged]


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
        found = facts(claim) if claim.check_required else ()
        allowed.append(frozenset(numbers.setdefault(fact, len(numbers)) for fact in found))
    return list(numbers), allowed


def _mostly(foreign: frozenset[int], allowed: frozenset[int] | None, count: int) -> bool:
    """Whether at least half of the facts of a claim are in a language that the model was not measured on."""
    total = count if allowed is None else len(allowed)
    return bool(total) and 2 * len(foreign if allowed is None else foreign & allowed) >= total


def _check_of(
    claim: Claim,
    read: Sequence[Reading],
    joined: Join | None,
    joint: tuple[float, float] | None,
    threshold: float,
    anti_threshold: float,
    measured: bool,
) -> ClaimCheck:
    """Everything the read windows, and their join, say about one claim."""
    best: dict[int, Reading] = {}
    worst: dict[int, Reading] = {}
    for one in read:
        fact = one.window.fact
        best[fact] = max(best.get(fact, one), one, key=lambda r: r.support)
        worst[fact] = max(worst.get(fact, one), one, key=lambda r: r.contradiction)
    single = {fact: FactScore(best[fact].support, worst[fact].contradiction) for fact in best}
    together = (joined.facts, joint[0]) if joined and joint else None
    verdict = verdict_of(claim, single, together, threshold, anti_threshold, measured)
    if not claim.check_required:
        return verdict
    evidence: tuple[Evidence, ...] = ()
    for citation in verdict.citations:
        if single[citation.fact].support >= threshold:
            evidence += evidence_in(claim.resolved, best[citation.fact].window)
        elif joined:
            evidence += tuple(e for e in joined.evidence if e.fact == citation.fact)
    shown = {part.fact for part in evidence}
    for citation in verdict.anti_citations:
        if citation.fact not in shown:
            evidence += evidence_in(claim.resolved, worst[citation.fact].window)
    shown = {citation.fact for citation in (*verdict.citations, *verdict.anti_citations)}
    near: tuple[Evidence, ...] = ()
    for looked in verdict.fact_scores:
        if looked.fact in shown:
            continue
        if joined and looked.fact in verdict.joint:
            near += tuple(e for e in joined.evidence if e.fact == looked.fact)
        else:
            near += evidence_in(claim.resolved, best[looked.fact].window)
    premises = [one.window.premise for one in read]
    failed = () if verdict.citations else failed_spans(claim, premises, bool(verdict.anti_citations))
    return verdict.with_evidence(evidence, failed, near)
