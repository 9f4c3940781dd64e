"""Whether an answer answers the question, measured without a language model; whether it is true is another matter."""

import asyncio
from collections.abc import Sequence
from typing import Any

from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
from llama_index.core.prompts.mixin import PromptDictType

from grounding.reader.embedded import embedded_reader
from grounding.reader.reader import Reader


class AnswerRelevanceEvaluator(BaseEvaluator):
    """In place of llama-index's ``AnswerRelevancyEvaluator``.

    ``score`` is the probability in [0, 1] that the response answers the query; it passes from ``threshold`` on.
    """

    def __init__(self, reader: Reader | None = None, *, threshold: float = 0.5) -> None:
        self._reader = reader or embedded_reader()
        self._threshold = threshold

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
        """Evaluate ``response`` to ``query``; ``contexts`` are only handed back.

        Raises ValueError when one of the two is missing.
        """
        if query is None or response is None:
            raise ValueError("query and response must be given: the question, and the answer to it.")
        empty = not response.strip()
        [reading] = self._reader.read(query, [response])
        return EvaluationResult(
            query=query,
            response=response,
            contexts=list(contexts) if contexts is not None else None,
            passing=not empty and reading.probability >= self._threshold,
            score=None if empty else reading.probability,
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
