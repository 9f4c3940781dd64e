"""LlamaIndex's own index and engine, a model that writes one true and one false sentence, our verdicts."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from llama_index.core import MockEmbedding, VectorStoreIndex
from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import PydanticResponse, Response
from llama_index.core.evaluation import BatchEvalRunner
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata
from llama_index.core.llms.callbacks import llm_completion_callback
from llama_index.core.schema import NodeWithScore, TextNode

from grounding import GroundingChecker, InvalidInput
from grounding.llama_index import (
    AnswerRelevanceEvaluator,
    CheckedQueryEngine,
    GroundingEvaluator,
    Policy,
    ResponseChecker,
)
from grounding.llama_index.checker import facts_of
from grounding.policy import REFUSAL

TRUE = "The tower of Brindle Cove is 61 metres tall."
FALSE = "It was built by Marie Curie."
ANSWER = f"{TRUE} {FALSE}"
PASSAGES = {
    "tower": "The tower of Brindle Cove is 61 metres tall. It was built by Ada Linden in 1931.",
    "harbour": "The harbour of Brindle Cove holds forty boats.",
}
QUESTION = "How tall is the tower of Brindle Cove, and who built it?"


class ScriptedModel(CustomLLM):
    """Writes the same answer to every prompt, word by word where it streams."""

    answer: str = ANSWER

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="scripted")

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        return CompletionResponse(text=self.answer)

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        def pieces() -> Iterator[CompletionResponse]:
            text = ""
            for word in self.answer.split(" "):
                delta = f" {word}" if text else word
                text += delta
                yield CompletionResponse(text=text, delta=delta)

        return pieces()


@pytest.fixture(scope="module")
def index() -> VectorStoreIndex:
    nodes = [TextNode(text=text, id_=name) for name, text in PASSAGES.items()]
    return VectorStoreIndex(nodes, embed_model=MockEmbedding(embed_dim=4))


@pytest.fixture(scope="module")
def checker() -> ResponseChecker:
    return ResponseChecker(GroundingChecker.load())


def engine_of(index: VectorStoreIndex, *, streaming: bool = False, answer: str = ANSWER) -> BaseQueryEngine:
    return index.as_query_engine(llm=ScriptedModel(answer=answer), streaming=streaming)


def verdicts_of(response: Any) -> list[str]:
    return [claim["verdict"] for claim in response.metadata["grounding"]["claims"]]


def assert_caught(response: Any) -> None:
    """The true sentence is supported by the tower's passage, the false one is not."""
    told = response.metadata["grounding"]
    true, false = told["claims"]
    assert ANSWER[true["start"] : true["end"]] == true["text"] == TRUE
    assert true["verdict"] == "supported"
    assert [one["node_id"] for one in true["supported_by"]] == ["tower"]
    assert true["evidence"][0]["text"] == TRUE
    assert false["text"] == FALSE
    assert false["verdict"] in ("contradicted", "not covered")
    assert not false["supported_by"]
    assert false["score"] < 0.6 < true["score"]
    assert json.loads(json.dumps(told)) == told


def test_a_response_gets_verdicts(index: VectorStoreIndex, checker: ResponseChecker) -> None:
    answered = engine_of(index).query(QUESTION)
    checked = checker.check(answered)
    assert_caught(checked)
    assert checked.response == ANSWER
    assert checked.source_nodes == answered.source_nodes
    assert answered.metadata.items() < checked.metadata.items(), "what the engine told is kept"


def test_an_answer_from_anywhere_is_checked_against_nodes(checker: ResponseChecker) -> None:
    nodes = [NodeWithScore(node=TextNode(text=text, id_=name)) for name, text in PASSAGES.items()]
    assert_caught(checker.check_answer(ANSWER, nodes))
    assert_caught(asyncio.run(checker.acheck(Response(ANSWER, nodes))))


def test_a_stream_is_read_to_its_end(index: VectorStoreIndex, checker: ResponseChecker) -> None:
    assert_caught(checker.check(engine_of(index, streaming=True).query(QUESTION)))

    async def ask() -> Response:
        return await checker.acheck(await engine_of(index, streaming=True).aquery(QUESTION))

    assert_caught(asyncio.run(ask()))


SHOWN = {Policy.ANNOTATE: ANSWER, Policy.DROP: TRUE, Policy.REFUSE: REFUSAL}


@pytest.mark.parametrize("policy", Policy)
def test_an_engine_follows_its_policy(
    index: VectorStoreIndex, checker: ResponseChecker, policy: Policy
) -> None:
    engine = CheckedQueryEngine(engine_of(index), checker, policy)
    answered = engine.query(QUESTION)
    assert answered.response == SHOWN[policy]
    assert_caught(answered)
    later = asyncio.run(engine.aquery(QUESTION))
    assert later.response == SHOWN[policy]
    assert later.metadata["grounding"] == answered.metadata["grounding"]


@pytest.mark.parametrize("policy", Policy)
def test_an_engine_that_streams_follows_it_too(
    index: VectorStoreIndex, checker: ResponseChecker, policy: Policy
) -> None:
    engine = CheckedQueryEngine(engine_of(index, streaming=True), checker, policy)
    answered = engine.query(QUESTION)
    pieces = list(answered.response_gen)
    assert "".join(pieces) == SHOWN[policy]
    assert (len(pieces) > 5) == (policy is Policy.ANNOTATE)
    assert_caught(answered)

    async def ask() -> Any:
        response = await engine.aquery(QUESTION)
        return response, "".join([piece async for piece in response.async_response_gen()])

    later, text = asyncio.run(ask())
    assert text == SHOWN[policy]
    assert_caught(later)


def test_an_answer_that_stands_passes_every_policy(index: VectorStoreIndex, checker: ResponseChecker) -> None:
    for policy in Policy:
        engine = CheckedQueryEngine(engine_of(index, answer=TRUE), checker, policy)
        assert engine.query(QUESTION).response == TRUE


def test_an_answer_of_which_nothing_stands_is_refused(
    index: VectorStoreIndex, checker: ResponseChecker
) -> None:
    engine = CheckedQueryEngine(engine_of(index, answer=FALSE), checker, Policy.DROP, refusal="No.")
    assert engine.query(QUESTION).response == "No."


def test_retrieving_and_writing_apart_are_checked_too(
    index: VectorStoreIndex, checker: ResponseChecker
) -> None:
    from llama_index.core.schema import QueryBundle

    engine = CheckedQueryEngine(engine_of(index), checker)
    nodes = engine.retrieve(QueryBundle(QUESTION))
    assert {one.node.node_id for one in nodes} == set(PASSAGES)
    assert_caught(engine.synthesize(QueryBundle(QUESTION), nodes))
    assert_caught(asyncio.run(engine.asynthesize(QueryBundle(QUESTION), nodes)))


def claims(answer: str, *failing: str) -> dict[str, Any]:
    """Verdicts under which every line's sentences are supported but those that are ``failing``."""
    told = [{"start": 0, "end": 0, "verdict": "supported"}]
    for text in failing:
        start = answer.index(text)
        told.append({"start": start, "end": start + len(text), "verdict": "not covered"})
    return {"answer": answer, "claims": told}


def test_what_is_dropped_leaves_no_blanks_and_no_list_marks() -> None:
    answer = "One. Two. Three.\n\n- Four.\n- Five. Six.\n1. Seven.\n\nEight.\nNine."
    drop = Policy.DROP.apply
    assert drop(claims(answer, "Two.")).startswith("One. Three.\n\n- Four.")
    assert drop(claims(answer, "Three.", "Four.", "Five.")).startswith("One. Two.\n\n- Six.\n1. Seven.")
    assert drop(claims(answer, "Seven.", "Nine.")).endswith("- Five. Six.\n\nEight.")
    assert drop(claims(answer, "Eight.\nNine.")).endswith("1. Seven.")
    assert drop(claims(answer)) == answer


def test_the_evaluator_measures_faithfulness_with_no_model(
    index: VectorStoreIndex, checker: ResponseChecker
) -> None:
    evaluator = GroundingEvaluator(checker)
    texts = list(PASSAGES.values())
    half = evaluator.evaluate(query=QUESTION, response=ANSWER, contexts=texts)
    assert half.passing is False
    assert half.score is not None and 0.3 < half.score < 0.7
    assert half.feedback is not None and half.feedback.endswith(FALSE) and TRUE not in half.feedback
    whole = evaluator.evaluate_response(QUESTION, engine_of(index, answer=TRUE).query(QUESTION))
    assert whole.passing and whole.score is not None and whole.score > 0.6
    assert whole.query == QUESTION and whole.contexts is not None and set(whole.contexts) == set(texts)
    nothing = evaluator.evaluate(response=" ", contexts=texts)
    assert nothing.invalid_result and not nothing.passing and nothing.score is None
    with pytest.raises(ValueError, match="contexts"):
        evaluator.evaluate(response=ANSWER)
    runner = BatchEvalRunner({"grounding": evaluator})
    batch = asyncio.run(
        runner.aevaluate_response_strs([QUESTION], [ANSWER], [texts])  # LlamaIndex's own way to run many
    )
    assert batch["grounding"][0].score == half.score


def test_long_nodes_and_structured_answers(checker: ResponseChecker, index: VectorStoreIndex) -> None:
    long = "Word by word. " * 2000
    node = NodeWithScore(node=TextNode(text=long, id_="long", metadata={"author": "R. Rossi", "size": 3}))
    facts = facts_of(node)
    assert "".join(fact.text for fact in facts) == long
    assert max(len(fact.text) for fact in facts) <= 10_000
    assert {(fact.id, fact.attributes["author"]) for fact in facts} == {("long", "R. Rossi")}
    assert all("size" not in fact.attributes for fact in facts)
    with pytest.raises(InvalidInput, match="200"):
        checker.check_answer(TRUE, [node] * 90)
    assert checker.check_answer("", [node]).metadata["grounding"]["support_score"] is None

    class Structured(BaseQueryEngine):
        def _query(self, query_bundle: Any) -> Any:
            return PydanticResponse(None)

        async def _aquery(self, query_bundle: Any) -> Any:
            return PydanticResponse(None)

        def _get_prompt_modules(self) -> dict[str, Any]:
            return {}

    with pytest.raises(TypeError, match="output_cls"):
        CheckedQueryEngine(Structured(None), checker).query(QUESTION)


def test_the_relevance_evaluator_tells_whether_the_question_is_answered() -> None:
    evaluator = AnswerRelevanceEvaluator()
    question = "How tall is the tower?"
    answered = evaluator.evaluate(query=question, response="The tower is 61 metres tall.")
    beside = evaluator.evaluate(query=question, response="Cats sleep in the harbour.", contexts=["Cats."])
    assert answered.passing and not beside.passing
    assert answered.score > beside.score
    assert beside.contexts == ["Cats."]
    nothing = evaluator.evaluate(query=question, response=" ")
    assert nothing.invalid_result and nothing.score is None
    with pytest.raises(ValueError, match="query and response"):
        evaluator.evaluate(response="61 metres")
