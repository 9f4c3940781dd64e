"""A query engine around another one, whose answers have been checked."""

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import (
    RESPONSE_TYPE,
    AsyncStreamingResponse,
    PydanticResponse,
    Response,
    StreamingResponse,
)
from llama_index.core.prompts.mixin import PromptMixinType
from llama_index.core.schema import NodeWithScore, QueryBundle

from grounding.llama_index.checker import KEY, ResponseChecker
from grounding.policy import REFUSAL, Policy


class CheckedQueryEngine(BaseQueryEngine):
    """Checks what ``engine`` answers against the nodes it found, and then follows ``policy``.

    A stream stays one. With ANNOTATE it passes piece by piece, and the verdicts are in the response's
    ``metadata["grounding"]`` once it has ended; with the other policies it begins when the answer is checked.
    """

    def __init__(
        self,
        engine: BaseQueryEngine,
        checker: ResponseChecker,
        policy: Policy = Policy.ANNOTATE,
        refusal: str = REFUSAL,
    ) -> None:
        self._engine, self._checker = engine, checker
        self._policy, self._refusal = policy, refusal
        super().__init__(engine.callback_manager)

    def _get_prompt_modules(self) -> PromptMixinType:
        return {"engine": self._engine}

    def retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """What the engine inside finds."""
        return self._engine.retrieve(query_bundle)

    def synthesize(
        self,
        query_bundle: QueryBundle,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> RESPONSE_TYPE:
        """What the engine inside makes of ``nodes``, checked."""
        return self._checked(self._engine.synthesize(query_bundle, nodes, additional_source_nodes))

    async def asynthesize(
        self,
        query_bundle: QueryBundle,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> RESPONSE_TYPE:
        """The same, asynchronously."""
        return await self._achecked(
            await self._engine.asynthesize(query_bundle, nodes, additional_source_nodes)
        )

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        return self._checked(self._engine.query(query_bundle))

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        return await self._achecked(await self._engine.aquery(query_bundle))

    def _checked(self, response: RESPONSE_TYPE) -> RESPONSE_TYPE:
        if isinstance(response, StreamingResponse):
            metadata = dict(response.metadata or {})
            pieces = self._stream(response, metadata)
            return StreamingResponse(pieces, response.source_nodes, metadata)
        return self._decided(self._checker.check(_text(response)))

    async def _achecked(self, response: RESPONSE_TYPE) -> RESPONSE_TYPE:
        if isinstance(response, AsyncStreamingResponse):
            metadata = dict(response.metadata or {})
            return AsyncStreamingResponse(self._astream(response, metadata), response.source_nodes, metadata)
        if isinstance(response, StreamingResponse):
            return self._checked(response)
        return self._decided(await self._checker.acheck(_text(response)))

    def _decided(self, checked: Response) -> Response:
        assert checked.metadata is not None
        checked.response = self._policy.apply(checked.metadata[KEY], self._refusal)
        return checked

    def _stream(self, response: StreamingResponse, metadata: dict[str, Any]) -> Generator[str, None, None]:
        answer = ""
        for piece in response.response_gen:
            answer += piece
            if self._policy is Policy.ANNOTATE:
                yield piece
        metadata[KEY] = self._checker.verdicts(answer, response.source_nodes)
        if self._policy is not Policy.ANNOTATE:
            yield self._policy.apply(metadata[KEY], self._refusal)

    async def _astream(
        self, response: AsyncStreamingResponse, metadata: dict[str, Any]
    ) -> AsyncGenerator[str, None]:
        answer = ""
        async for piece in response.async_response_gen():
            answer += piece
            if self._policy is Policy.ANNOTATE:
                yield piece
        metadata[KEY] = await asyncio.to_thread(self._checker.verdicts, answer, response.source_nodes)
        if self._policy is not Policy.ANNOTATE:
            yield self._policy.apply(metadata[KEY], self._refusal)


def _text(response: RESPONSE_TYPE) -> Response:
    if isinstance(response, PydanticResponse):
        raise TypeError(
            "The engine answers with a structured object; only text has sentences to check. "
            "Make the engine without output_cls."
        )
    assert isinstance(response, Response)
    return response
