"""OpenAI's own client against the door: stored documents, and a language model's server behind it."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import openai
import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.services import Services
from app.settings import Settings
from tests.app.chat_model import ChatModel, chat_model

TRUE, FALSE = "The tower is 61 metres tall.", "It was painted red."
STORE = "/v1/projects/local/locations/global"
FACTS = [
    {"role": "system", "content": f"Be brief.\n\n{TRUE}"},
    {"role": "user", "content": "How tall is it?"},
]
Build = Callable[[Settings], Services]


@pytest.fixture
def model() -> Iterator[ChatModel]:
    with chat_model(f"{TRUE}\n{FALSE}") as server:
        yield server


@pytest.fixture
def door(settings: Settings, small_parts: Build, model: ChatModel) -> Iterator[TestClient]:
    with_model = settings.model_copy(update={"llm_base_url": model.address, "llm_model": "small"})
    app = create_app(with_model, small_parts)
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def client(door: TestClient) -> openai.OpenAI:
    return openai.OpenAI(base_url="http://127.0.0.1/v1", api_key="none", http_client=door, max_retries=0)


def grounding(choice: Any) -> dict[str, Any]:
    told: dict[str, Any] = choice.model_extra["grounding"]
    return told


def verdicts(choice: Any) -> list[str]:
    return [claim["verdict"] for claim in grounding(choice)["claims"]]


def ask(client: openai.OpenAI, messages: Any = FACTS, **options: Any) -> Any:
    return client.chat.completions.create(model="small", messages=messages, **options)


def test_a_reply_of_the_server_carries_verdicts(client: openai.OpenAI, model: ChatModel) -> None:
    choice = ask(client, temperature=0.2).choices[0]
    assert choice.message.content == f"{TRUE}\n{FALSE}"
    assert verdicts(choice) == ["supported", "not covered"]
    first = grounding(choice)["claims"][0]
    assert first["supported_by"] == [{"source": "messages[0]", "score": 0.9}]
    assert model.bodies == [{"model": "small", "messages": FACTS, "temperature": 0.2}]


@pytest.mark.parametrize(
    ("policy", "shown"),
    [
        ("annotate", f"{TRUE}\n{FALSE}"),
        ("drop", TRUE),
        ("refuse", "The sources do not support an answer to this."),
    ],
)
@pytest.mark.parametrize("by_header", [True, False])
@pytest.mark.parametrize("stream", [True, False])
def test_unsupported_sentences_are_told_dropped_or_the_reply_refused(
    client: openai.OpenAI, model: ChatModel, policy: str, shown: str, by_header: bool, stream: bool
) -> None:
    options: dict[str, Any] = (
        {"extra_headers": {"X-Grounding-Unsupported": policy}}
        if by_header
        else {"extra_body": {"grounding": {"unsupported": policy}}}
    )
    if stream:
        choices = [chunk.choices[0] for chunk in ask(client, stream=True, **options)]
        assert "".join(choice.delta.content or "" for choice in choices) == shown
        assert (len(choices) > 3) and choices[-1].finish_reason == "stop"
        last = choices[-1]
    else:
        last = ask(client, **options).choices[0]
        assert last.message.content == shown
    assert verdicts(last) == ["supported", "not covered"]
    assert "grounding" not in model.bodies[0]


def test_tool_results_are_facts_and_actions_are_held_against_the_calls(
    client: openai.OpenAI, model: ChatModel
) -> None:
    model.text = "I ran the tests.\nI emailed Ana.\npassed: 48; failed: 0\nI ran 52 tests."
    call = {"id": "a", "type": "function", "function": {"name": "run_tests", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "Run the tests."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": '{"passed": 48, "failed": 0}'},
    ]
    choice = ask(client, messages).choices[0]
    claims = {claim["text"]: claim for claim in grounding(choice)["claims"]}
    assert {text: claim["verdict"] for text, claim in claims.items()} == {
        "I ran the tests.": "supported",
        "I emailed Ana.": "no such call",
        "passed: 48; failed: 0": "supported",
        "I ran 52 tests.": "contradicted",
    }
    assert claims["I ran 52 tests."]["action"]["reason"] == "the figure 52 is in no result"


@pytest.mark.parametrize("how", ["name", "field"])
def test_context_is_a_fact(client: openai.OpenAI, how: str) -> None:
    user = {"role": "user", "content": "How tall?"}
    if how == "name":
        choice = ask(client, [{"role": "user", "name": "context", "content": TRUE}, user]).choices[0]
    else:
        choice = ask(client, [user], extra_body={"grounding": {"context": [TRUE]}}).choices[0]
    assert verdicts(choice) == ["supported", "not covered"]


def test_what_the_user_says_is_no_fact(client: openai.OpenAI) -> None:
    choice = ask(client, [{"role": "user", "content": TRUE}]).choices[0]
    assert verdicts(choice) == ["not covered", "not covered"]


def test_a_store_answers_with_citations(client: openai.OpenAI, door: TestClient) -> None:
    take_in(door)
    reply = client.chat.completions.create(
        model="store/museum", messages=[{"role": "user", "content": "How tall is the tower?"}]
    )
    [choice] = reply.choices
    assert (choice.message.content, verdicts(choice)) == (TRUE, ["supported"])
    assert choice.message.annotations
    cited = choice.message.annotations[0].url_citation
    assert TRUE[cited.start_index : cited.end_index] == TRUE
    assert cited.title == "guide" or cited.title == "guide.txt"
    assert door.get(cited.url.removeprefix("http://127.0.0.1")).text == TRUE
    assert reply.usage and reply.usage.completion_tokens == 6


def test_a_store_streams_and_is_named_by_the_field_too(client: openai.OpenAI, door: TestClient) -> None:
    take_in(door)
    chunks = list(
        client.chat.completions.create(
            model="any",
            messages=[{"role": "user", "content": "How tall is the tower?"}],
            stream=True,
            extra_body={"grounding": {"store": "museum"}},
        )
    )
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == TRUE
    assert verdicts(chunks[-1].choices[0]) == ["supported"]


def take_in(door: TestClient) -> None:
    made = door.post(
        f"{STORE}/collections/default_collection/dataStores?dataStoreId=museum", json={"displayName": "m"}
    )
    assert made.status_code == 200, made.text
    meta = json.dumps({"ragFile": {"displayName": "guide.txt"}})
    files = {"metadata": (None, meta, "application/json"), "file": ("guide.txt", TRUE, "text/plain")}
    sent = door.post(f"/upload{STORE}/ragCorpora/museum/ragFiles:upload", files=files)
    assert sent.status_code == 200, sent.text


def test_models_are_listed_for_both_kinds_of_clients(client: openai.OpenAI, door: TestClient) -> None:
    take_in(door)
    assert [model.id for model in client.models.list()] == ["first-passage", "store/museum"]
    assert door.get("/v1/models").json()["models"][0]["name"] == "models/first-passage"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"model": "small"}, "messages must be a list"),
        ({"messages": FACTS}, "model is missing"),
        ({"model": "small", "messages": FACTS, "grounding": {"unsupported": "x"}}, "annotate, drop, refuse"),
        ({"model": "small", "messages": FACTS, "grounding": {"nope": 1}}, "grounding"),
        ({"model": "store/a/b", "messages": FACTS}, "PROJECT/LOCATION/ID"),
        ({"model": "store/museum", "messages": FACTS, "n": 2}, "n is not served with a store"),
        ({"model": "store/museum", "messages": FACTS[:1]}, "last of messages must be a user message"),
    ],
)
def test_bad_requests_name_the_field(door: TestClient, body: dict[str, Any], words: str) -> None:
    reply = door.post("/v1/chat/completions", json=body)
    assert reply.status_code == 400 and words in reply.json()["error"]["message"]


def test_a_missing_store_and_a_server_that_fails_have_their_errors(
    client: openai.OpenAI, model: ChatModel
) -> None:
    with pytest.raises(openai.NotFoundError):
        client.chat.completions.create(model="store/none", messages=[{"role": "user", "content": "x"}])
    model.status = 500
    with pytest.raises(openai.InternalServerError) as failed:
        ask(client)
    assert failed.value.status_code == 502
    with pytest.raises(openai.InternalServerError):
        list(ask(client, stream=True))


def test_without_a_server_only_stores_are_served(settings: Settings, small_parts: Build) -> None:
    with TestClient(create_app(settings, small_parts), base_url="http://127.0.0.1") as door:
        reply = door.post("/v1/chat/completions", json={"model": "small", "messages": FACTS})
    assert reply.status_code == 400 and "SUREGROUND_LLM_BASE_URL" in reply.json()["error"]["message"]
