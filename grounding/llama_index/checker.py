"""A response with its source nodes in, the same response with verdicts in its metadata out."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from llama_index.core.base.response.schema import AsyncStreamingResponse, Response, StreamingResponse
from llama_index.core.schema import MetadataMode, NodeWithScore

from grounding.check import GroundingChecker
from grounding.limits import CONTRADICTION_THRESHOLD, FACT_CHARACTERS, SUPPORT_THRESHOLD
from grounding.types import ClaimCheck, Fact, Report

KEY = "grounding"
"""Where in a response's metadata the verdicts are."""

# Metadata that tells where a text is from, and so counts as evidence.
ATTRIBUTES = ("author", "date", "file_name", "source", "title", "url")


class ResponseChecker:
    """Checks every sentence of an answer against the nodes it was written from.

    ``threshold`` is the probability in [0, 1] from which a node supports a sentence, ``anti_threshold`` the
    one from which it contradicts it.
    """

    def __init__(
        self,
        checker: GroundingChecker,
        *,
        threshold: float = SUPPORT_THRESHOLD,
        anti_threshold: float = CONTRADICTION_THRESHOLD,
    ) -> None:
        self._checker = checker
        self._threshold, self._anti_threshold = threshold, anti_threshold

    def check(self, response: Response | StreamingResponse) -> Response:
        """The response with verdicts; one that streams is read to its end.

        Raises InvalidInput for an answer or sources beyond the checker's limits.
        """
        whole = response.get_response() if isinstance(response, StreamingResponse) else response
        return self.check_answer(whole.response or "", whole.source_nodes, whole.metadata)

    async def acheck(self, response: Response | StreamingResponse | AsyncStreamingResponse) -> Response:
        """The same, without holding up the event loop."""
        if isinstance(response, AsyncStreamingResponse):
            response = await response.get_response()
        return await asyncio.to_thread(self.check, response)

    def check_answer(
        self, answer: str, source_nodes: Sequence[NodeWithScore], metadata: dict[str, Any] | None = None
    ) -> Response:
        """A response made of an answer from anywhere and the nodes it is to be checked against."""
        shown = {**(metadata or {}), KEY: self.verdicts(answer, source_nodes)}
        return Response(answer, list(source_nodes), shown)

    def verdicts(self, answer: str, source_nodes: Sequence[NodeWithScore]) -> dict[str, Any]:
        """What is put under ``metadata["grounding"]``, ready for JSON; positions count its characters.

        An empty answer has no claims, and no score either.
        """
        if not answer.strip():
            return {"answer": answer, "support_score": None, "contradiction_score": None, "claims": []}
        report = self.report(answer, [fact for node in source_nodes for fact in facts_of(node)])
        return {
            "answer": answer,
            "support_score": report.support_score,
            "contradiction_score": report.contradiction_score,
            "threshold": report.threshold,
            "claims": [_claim(check, report) for check in report.claims],
        }

    def report(self, answer: str, facts: Sequence[Fact]) -> Report:
        """The core's report on an answer that is not empty."""
        return self._checker.check(
            answer, facts, threshold=self._threshold, anti_threshold=self._anti_threshold
        )


def facts_of(source: NodeWithScore) -> list[Fact]:
    """A node as facts with the node's id: one, or several where its text is longer than a fact may be."""
    text = source.node.get_content(metadata_mode=MetadataMode.NONE)
    attributes = {
        name: str(source.node.metadata[name]) for name in ATTRIBUTES if source.node.metadata.get(name)
    }
    whole = Fact(text, attributes, source.node.node_id)
    return [replace(whole, text=part) for part in _parts(text)]


def _parts(text: str) -> list[str]:
    parts = []
    while len(text) > FACT_CHARACTERS:
        # At the end of a paragraph, a sentence or a word, whichever comes first from behind.
        ends = (text.rfind(mark, FACT_CHARACTERS // 2, FACT_CHARACTERS) for mark in ("\n\n", ". ", " "))
        cut = next((end + 1 for end in ends if end > 0), FACT_CHARACTERS)
        parts.append(text[:cut])
        text = text[cut:]
    return [part for part in [*parts, text] if part.strip()]


def _claim(check: ClaimCheck, report: Report) -> dict[str, Any]:
    span = check.claim.span
    return {
        "text": check.claim.text,
        "start": span.start,
        "end": span.end,
        "verdict": check.verdict.value,
        "score": check.score,
        "contradiction": check.contradiction,
        "supported_by": [
            {"node_id": report.facts[cited.fact].id, "score": cited.score} for cited in check.citations
        ],
        "contradicted_by": [
            {"node_id": report.facts[cited.fact].id, "score": cited.score} for cited in check.anti_citations
        ],
        "evidence": [
            {"node_id": report.facts[part.fact].id, "text": part.span.of(report.facts[part.fact].text)}
            for part in check.evidence
        ],
        "unborne": [
            {"start": failed.span.start, "end": failed.span.end, "kind": failed.kind}
            for failed in check.failed_spans
        ],
    }
