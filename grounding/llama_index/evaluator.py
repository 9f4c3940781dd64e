"""Faithfulness of an answer to its contexts, measured without a language model."""

import asyncio
from collections.abc import Sequence
from typing import Any

from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.schema import NodeWithScore, TextNode

from grounding.correction import FAILING
from grounding.llama_index.checker import ResponseChecker


class GroundingEvaluator(BaseEvaluator):
    """In place of llama-index's ``FaithfulnessEvaluator``.

    ``score`` is the mean probability in [0, 1] that a sentence follows from the contexts; the answer passes
    when every sentence that needs a check is supported. ``feedback`` names those that are not.
    """

    def __init__(self, checker: ResponseChecker) -> None:
        self._checker = checker

    def _get_prompts(self) -> dict[str, Any]:
        return {}

    def _update_prompts(self, prompts_dict: PromptDictType) -> None:
        """There are none."""

    def evaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """Evaluate ``response`` against ``contexts``; ``query`` is only handed back.

        Raises ValueError when one of the two is missing.
        """
        if response is None or contexts is None:
            raise ValueError(
                "response and contexts must be given: the answer, and the texts it is checked against."
            )
        nodes = [
            NodeWithScore(node=TextNode(text=text, id_=str(number))) for number, text in enumerate(contexts)
        ]
        verdicts = self._checker.verdicts(response, nodes)
        failing = [claim for claim in verdicts["claims"] if claim["verdict"] in FAILING]
        empty = not verdicts["claims"]
        return EvaluationResult(
            query=query,
            response=response,
            contexts=list(contexts),
            passing=not failing and not empty,
            score=verdicts["support_score"],
            feedback="\n".join(f"{claim['verdict']}: {claim['text']}" for claim in failing),
            invalid_result=empty,
            invalid_reason="The answer is empty." if empty else None,
        )

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """The same, without holding up the event loop."""
        return await asyncio.to_thread(self.evaluate, query, response, contexts, **kwargs)
