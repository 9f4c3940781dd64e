"""What the tools return: typed, so that a client knows each field before it calls. Positions count characters."""

from pydantic import BaseModel, Field

from grounding.actions import ActionReport
from grounding.client.types import Answer, Document, Passage
from grounding.pipelines.findings import Finding, findings, source_of
from grounding.types import Report


class Quote(BaseModel):
    """Words of a source."""

    source: str = Field(description="Title and pages, or the number of the fact, from 1.")
    text: str


class Sentence(BaseModel):
    """A sentence of the answer that needs a check."""

    text: str
    start: int
    end: int
    verdict: str = Field(description="supported, contradicted, disputed or not covered.")
    score: float = Field(description="Probability in [0, 1] that the facts entail the whole sentence.")
    missing: list[str] = Field(description="Words of the sentence that the facts do not bear out.")
    evidence: list[Quote] = Field(description="What carries the verdict, else the nearest passage.")


class CheckResult(BaseModel):
    """The verdicts on an answer."""

    support_score: float = Field(
        description="Mean over the sentences, in [0, 1]; 1 where none needs a check."
    )
    grounded: bool = Field(description="Whether every sentence that needs a check is supported.")
    sentences: list[Sentence]

    @classmethod
    def of(cls, report: Report) -> "CheckResult":
        """Made of a report."""
        sentences = [_sentence(report, finding) for finding in findings(report)]
        return cls(
            support_score=report.support_score,
            grounded=not any(finding.fails for finding in findings(report)),
            sentences=sentences,
        )


class Action(BaseModel):
    """A sentence that claims an action or a measured result."""

    text: str
    start: int
    end: int
    verdict: str = Field(description="supported, contradicted (a tool said otherwise) or no such call.")
    reason: str
    tools: list[str] = Field(description="Names of the tools whose calls decide.")


class ActionsResult(BaseModel):
    """What an agent says it did, by what it called; sentences that claim nothing done are left out."""

    borne_out: bool = Field(description="Whether a call bears out every action that is claimed.")
    actions: list[Action]

    @classmethod
    def of(cls, report: ActionReport) -> "ActionsResult":
        """Made of a report on actions."""
        actions = [
            Action(
                text=action.claim.text,
                start=action.claim.span.start,
                end=action.claim.span.end,
                verdict=action.verdict.value,
                reason=action.reason,
                tools=[report.calls[number].name for number in action.calls],
            )
            for action in report.actions
        ]
        return cls(borne_out=not report.false, actions=actions)


class FoundPassage(BaseModel):
    """A stored passage; pages count from 1, 0 is a document without pages."""

    text: str
    title: str
    document: str
    first_page: int
    last_page: int
    distance: float | None = Field(description="Cosine distance to the query; lower is closer.")

    @classmethod
    def of(cls, passage: Passage) -> "FoundPassage":
        """Made of a client's passage."""
        return cls(
            text=passage.text,
            title=passage.title,
            document=passage.document,
            first_page=passage.first_page,
            last_page=passage.last_page,
            distance=passage.distance,
        )


class SearchResult(BaseModel):
    """The passages that fit a query, the best first."""

    passages: list[FoundPassage]


class SupportedSentence(BaseModel):
    """A sentence of an answer with the numbers of the passages that support it, from 0."""

    text: str
    passages: list[int]
    scores: list[float]


class AskResult(BaseModel):
    """An answer from a store, with what stands behind each of its sentences."""

    answer: str
    supported: list[SupportedSentence]
    passages: list[FoundPassage]

    @classmethod
    def of(cls, answer: Answer) -> "AskResult":
        """Made of a client's answer."""
        supported = [
            SupportedSentence(
                text=support.span.of(answer.text),
                passages=[citation.fact for citation in support.citations],
                scores=[citation.score for citation in support.citations],
            )
            for support in answer.supports
        ]
        return cls(
            answer=answer.text, supported=supported, passages=[FoundPassage.of(p) for p in answer.passages]
        )


class IngestResult(BaseModel):
    """A document that is in a store now, searchable."""

    document: str
    name: str
    pages: int
    chunks: int

    @classmethod
    def of(cls, document: Document) -> "IngestResult":
        """Made of a client's document."""
        return cls(document=document.id, name=document.name, pages=document.pages, chunks=document.chunks)


def _sentence(report: Report, finding: Finding) -> Sentence:
    claim = finding.check.claim
    return Sentence(
        text=claim.text,
        start=claim.span.start,
        end=claim.span.end,
        verdict=finding.check.verdict.value,
        score=finding.check.score or 0.0,
        missing=list(finding.missing),
        evidence=[
            Quote(source=source_of(report, quote.fact), text=quote.span.of(report.facts[quote.fact].text))
            for quote in finding.quotes
        ],
    )
