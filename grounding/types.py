"""The values that pass through the grounding core: frozen, with units.

All spans here are half-open and count characters (Python ``str`` indices). The door converts them to
UTF-8 bytes; nothing else does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open character range: ``text[start:end]``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of ``text`` that this span covers."""
        return text[self.start : self.end]


@dataclass(frozen=True)
class Fact:
    """A text that may support or contradict a claim.

    ``attributes`` (author, title, source, …) count as evidence: with ``author=Wikipedia``, the claim
    "Wikipedia says X" is supported by a fact that says X. ``id`` names the stored chunk it came from,
    where there is one; the core only hands it back.
    """

    text: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    id: str = ""

    def __hash__(self) -> int:
        return hash((self.id, self.text))


@dataclass(frozen=True)
class Claim:
    """One sentence, list item or table row of an answer.

    ``text == answer[span.start:span.end]`` always. ``resolved`` is the same claim made to stand alone:
    Markdown marks and citation markers removed, a leading pronoun replaced by what it refers to. Models read
    ``resolved``; people see ``text``. ``check_required`` is false for text that asserts nothing about the
    world (greetings, headings, questions, offers).
    """

    span: Span
    text: str
    resolved: str
    check_required: bool


class Verdict(StrEnum):
    """What the facts say about a claim. Disputed: one fact supports it, another contradicts it."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    DISPUTED = "disputed"
    NOT_COVERED = "not covered"
    NO_CHECK_NEEDED = "no check needed"


@dataclass(frozen=True, slots=True)
class Citation:
    """A fact (index into ``Report.facts``) with a probability in [0, 1]; higher is more certain."""

    fact: int
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sentence(s) of a cited fact that carry the verdict; ``span`` counts characters of its text."""

    fact: int
    span: Span


@dataclass(frozen=True, slots=True)
class FailedSpan:
    """A part of the answer (characters) that the facts do not bear out; of a disputed claim, those that deny it.

    ``kind``: ``not_found``, ``contradicted``, ``number`` or ``name``; more may come.
    """

    span: Span
    kind: str


@dataclass(frozen=True, slots=True)
class Counterpart:
    """Words of the answer (``span``, characters) and what a fact that denies the claim says in their place.

    ``stated`` counts characters of the text of ``fact``: a figure for a figure, a name for a name, a cell for a cell.
    """

    span: Span
    fact: int
    stated: Span


@dataclass(frozen=True, slots=True)
class Correction:
    """``text`` put in the place of ``span`` (characters of the answer) makes a claim that ``fact`` supports."""

    span: Span
    text: str
    fact: int


@dataclass(frozen=True)
class ClaimCheck:
    """A claim with everything the facts say about it.

    ``score`` is the calibrated probability in [0, 1] that the facts entail the whole claim, ``contradiction``
    that they contradict it; both ``None`` when no check is required. ``citations`` is non-empty exactly when
    ``score`` reaches the report's threshold. ``fact_scores`` holds, for every fact that was looked at, its own
    support probability, ``fact_contradictions`` its contradiction probability; ``near_evidence`` is the closest
    place in each of those facts that neither supports nor contradicts. ``joint`` are the facts that support the
    claim more surely when read together than any of them alone: ``score`` is theirs then. ``counterparts`` pair words
    of a claim that a fact denies with that fact's own; ``correction`` is what they make of a contradicted claim, where
    the claim so corrected was checked and is supported.
    ``relevance`` is the probability in [0, 1] that the claim answers the prompt; ``None`` without one.
    """

    claim: Claim
    score: float | None
    contradiction: float | None
    verdict: Verdict
    citations: tuple[Citation, ...] = ()
    anti_citations: tuple[Citation, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    failed_spans: tuple[FailedSpan, ...] = ()
    fact_scores: tuple[Citation, ...] = ()
    fact_contradictions: tuple[Citation, ...] = ()
    unmeasured_language: bool = False
    near_evidence: tuple[Evidence, ...] = ()
    joint: tuple[int, ...] = ()
    counterparts: tuple[Counterpart, ...] = ()
    correction: Correction | None = None
    relevance: float | None = None

    @property
    def support(self) -> float | None:
        """``score`` as it counts for the answer: of a disputed claim, at most what its contradiction leaves."""
        if self.verdict is not Verdict.DISPUTED or self.score is None or self.contradiction is None:
            return self.score
        return min(self.score, 1 - self.contradiction)


@dataclass(frozen=True)
class Report:
    """The verdicts on one answer. ``facts`` is the list that all fact indices refer to.

    With a prompt, ``helpfulness`` in [0, 1] is how well the answer serves it, and ``relevance`` the probability that it
    answers it.
    """

    answer: str
    facts: tuple[Fact, ...]
    claims: tuple[ClaimCheck, ...]
    threshold: float
    helpfulness: float | None = None
    relevance: float | None = None

    @property
    def checked(self) -> tuple[ClaimCheck, ...]:
        """The claims that need a check."""
        return tuple(c for c in self.claims if c.score is not None)

    @property
    def support_score(self) -> float:
        """Mean claim support over the checked claims in [0, 1]; 1 where no claim needs a check."""
        scores = [c.support for c in self.claims if c.support is not None]
        return sum(scores) / len(scores) if scores else 1.0

    @property
    def contradiction_score(self) -> float:
        """Mean contradiction probability over the checked claims in [0, 1]; 0 where none needs a check."""
        scores = [c.contradiction for c in self.claims if c.contradiction is not None]
        return sum(scores) / len(scores) if scores else 0.0
