"""Ranking, evaluation, models and embeddings through the door, over the small parts of tests/fakes.py."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.app.api.test_discovery import call

RANK = "v1/projects/p/locations/global/rankingConfigs/any:rank"
EVALUATE = "v1/projects/p/locations/l:evaluateInstances"
RECORDS = [
    {"id": "far", "content": "Penguins swim."},
    {"id": "near", "title": "Tower", "content": "the tower is tall"},
    {"id": "same", "content": "Penguins swim."},
]


def rank(client: TestClient, status: int = 200, **changes: Any) -> Any:
    return call(client, "POST", RANK, {"query": "the tower is tall", "records": RECORDS, **changes}, status)


def test_records_come_best_first_and_equal_ones_in_their_order(client: TestClient) -> None:
    ranked = rank(client)["records"]
    assert [one["id"] for one in ranked] == ["near", "far", "same"]
    scores = [one["score"] for one in ranked]
    assert scores == sorted(scores, reverse=True) and all(0 < one <= 1 for one in scores)
    assert (ranked[0]["title"], ranked[0]["content"]) == ("Tower", "the tower is tall")


def test_only_the_first_and_only_their_scores(client: TestClient) -> None:
    (only,) = rank(client, topN=1, ignoreRecordDetailsInResponse=True)["records"]
    assert set(only) == {"id", "score"} and only["id"] == "near"


@pytest.mark.parametrize(
    "change, named",
    [
        ({"query": ""}, "query"),
        ({"records": []}, "records"),
        ({"records": [{"id": "a"}]}, "records[0]"),
        ({"records": [{"content": "x"}] * 201}, "201"),
        ({"model": "other"}, "model"),
    ],
)
def test_what_cannot_be_ranked_is_refused(client: TestClient, change: dict[str, Any], named: str) -> None:
    assert named in rank(client, 400, **change)["message"]


def test_groundedness_is_the_cores_verdict(client: TestClient) -> None:
    instance = {"prediction": "It is red.\nIt is blue.", "context": "It is red.\n\nIt is tall."}
    reply = call(client, "POST", EVALUATE, {"groundednessInput": {"instance": instance}})[
        "groundednessResult"
    ]
    assert reply["score"] == pytest.approx(0.5) and reply["confidence"] == pytest.approx(0.9)
    assert reply["explanation"].endswith("It is blue.")


def test_a_predefined_metric_has_a_verdict_for_each_claim(client: TestClient) -> None:
    body = {
        "metrics": [{"predefinedMetricSpec": {"metricSpecName": "grounding_v1"}}],
        "instance": {
            "response": {"text": "It is red.\nIs it?\nIt is blue."},
            "otherData": {"mapInstance": {"context": {"text": "It is red."}}},
        },
    }
    (result,) = call(client, "POST", EVALUATE, body)["metricResults"]
    assert [one["verdict"] for one in result["rubricVerdicts"]] == [True, False]
    body["metrics"] = [{"predefinedMetricSpec": {"metricSpecName": "safety_v1"}}]
    assert "safety_v1" in call(client, "POST", EVALUATE, body, 400)["message"]


@pytest.mark.parametrize("body", [{}, {"bleuInput": {}}, {"groundednessInput": {}}])
def test_what_is_not_evaluated_is_refused(client: TestClient, body: dict[str, Any]) -> None:
    assert call(client, "POST", EVALUATE, body, 400)["status"] == "INVALID_ARGUMENT"


def test_any_model_name_is_answered_by_the_writer(client: TestClient) -> None:
    assert [one["name"] for one in call(client, "GET", "v1/models")["models"]] == ["models/first-passage"]
    model = call(client, "GET", "v1beta/models/gemini-x")
    assert (model["name"], model["version"]) == ("models/gemini-x", "first-passage")


def test_embeddings_are_those_of_the_stored_passages(client: TestClient) -> None:
    requests = [{"content": {"parts": [{"text": "the tower"}]}}]
    (one,) = call(client, "POST", "v1/models/m:batchEmbedContents", {"requests": requests})["embeddings"]
    assert len(one["values"]) == 64
    requests[0]["outputDimensionality"] = 8  # type: ignore[assignment]
    assert (
        "64" in call(client, "POST", "v1/models/m:batchEmbedContents", {"requests": requests}, 400)["message"]
    )
