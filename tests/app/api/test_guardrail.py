"""LiteLLM's generic guardrail API, by the shapes that it publishes."""

from typing import Any

import pytest
import yaml
from fastapi.testclient import TestClient

from tests.pages import ROOT, blocks

PATH = "/beta/litellm_basic_guardrail_api"
TRUE, FALSE = "The tower is 61 metres tall.", "It was painted red."
MESSAGES = [{"role": "system", "content": TRUE}, {"role": "user", "content": "How tall?"}]


def request(kind: str, texts: list[str], **changes: Any) -> dict[str, Any]:
    """What LiteLLM sends, nulls included."""
    return {
        "input_type": kind,
        "litellm_call_id": "call-1",
        "litellm_trace_id": "trace-1",
        "structured_messages": None,
        "images": None,
        "tools": None,
        "texts": texts,
        "request_data": {"user_api_key_alias": "team"},
        "additional_provider_specific_params": {},
        **changes,
    }


def test_an_answer_is_blocked_with_the_sentences_that_nothing_supports(client: TestClient) -> None:
    asked = client.post(PATH, json=request("request", ["How tall?"], structured_messages=MESSAGES))
    assert asked.json()["action"] == "NONE"
    reply = client.post(PATH, json=request("response", [f"{TRUE}\n{FALSE}"])).json()
    assert reply["action"] == "BLOCKED"
    assert reply["blocked_reason"].endswith(f"not covered: {FALSE}")
    assert [claim["verdict"] for claim in reply["grounding"][0]["claims"]] == ["supported", "not covered"]


def test_a_supported_answer_goes_through(client: TestClient) -> None:
    reply = client.post(PATH, json=request("response", [TRUE], structured_messages=MESSAGES)).json()
    assert reply["action"] == "NONE" and "texts" not in reply


@pytest.mark.parametrize(
    ("policy", "action"), [("drop", "GUARDRAIL_INTERVENED"), ("annotate", "NONE"), ("refuse", "BLOCKED")]
)
def test_the_configuration_says_what_becomes_of_the_rest(
    client: TestClient, policy: str, action: str
) -> None:
    params = {"unsupported": policy}
    body = request(
        "response",
        [f"{TRUE}\n{FALSE}"],
        structured_messages=MESSAGES,
        additional_provider_specific_params=params,
    )
    reply = client.post(PATH, json=body).json()
    assert reply["action"] == action
    assert reply.get("texts") == ([TRUE] if policy == "drop" else None)


def test_without_anything_to_check_against_nothing_is_supported(client: TestClient) -> None:
    reply = client.post(PATH, json=request("response", [TRUE], litellm_call_id="unknown")).json()
    assert reply["action"] == "BLOCKED"


def test_a_store_that_is_missing_is_told(client: TestClient) -> None:
    params = {"store": "nowhere"}
    reply = client.post(PATH, json=request("response", [TRUE], additional_provider_specific_params=params))
    assert reply.status_code == 404


def test_another_kind_of_input_is_refused(client: TestClient) -> None:
    assert client.post(PATH, json=request("middle", [TRUE])).status_code == 400


def test_the_documented_configuration_works(client: TestClient) -> None:
    [config] = (yaml.safe_load(text) for kind, text in blocks(ROOT / "docs/gateway.md") if kind == "yaml")
    [guardrail] = config["litellm_settings"]["guardrails"]
    params = guardrail["litellm_params"]
    assert (params["guardrail"], params["mode"]) == ("generic_guardrail_api", ["pre_call", "post_call"])
    own = {"additional_provider_specific_params": params["additional_provider_specific_params"]}
    client.post(PATH, json=request("request", ["How tall?"], structured_messages=MESSAGES, **own))
    reply = client.post(PATH, json=request("response", [f"{TRUE}\n{FALSE}"], **own)).json()
    assert (reply["action"], reply["texts"]) == ("GUARDRAIL_INTERVENED", [TRUE])
