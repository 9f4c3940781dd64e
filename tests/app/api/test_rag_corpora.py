"""Corpora through the door, in both versions."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

PARENT = "projects/p/locations/l"


def create(client: TestClient, version: str = "v1", **body: Any) -> dict[str, Any]:
    reply = client.post(f"/{version}/{PARENT}/ragCorpora", json={"displayName": "Towers", **body})
    assert reply.status_code == 200, reply.text
    return reply.json()


def refused(reply: Any, code: int, status: str) -> str:
    error = reply.json()["error"]
    assert (reply.status_code, error["code"], error["status"]) == (code, code, status), reply.text
    return str(error["message"])


@pytest.mark.parametrize("version", ["v1", "v1beta1"])
def test_create_answers_with_a_finished_operation_of_the_calls_version(
    client: TestClient, version: str
) -> None:
    operation = create(client, version, description="d")
    corpus, types = operation["response"], f"type.googleapis.com/google.cloud.aiplatform.{version}"
    assert operation["done"] is True
    assert operation["name"].startswith(f"{corpus['name']}/operations/")
    assert corpus["name"].removeprefix(f"{PARENT}/ragCorpora/").isdecimal()
    assert operation["metadata"]["@type"] == f"{types}.CreateRagCorpusOperationMetadata"
    assert corpus["@type"] == f"{types}.RagCorpus"
    assert (corpus["displayName"], corpus["description"]) == ("Towers", "d")
    assert corpus["corpusStatus"] == {"state": "ACTIVE"}
    assert corpus["vectorDbConfig"]["ragManagedDb"] == {}
    assert client.get(f"/{version}/{operation['name']}").json() == operation


def test_both_versions_see_the_same_and_the_type_follows_the_call(client: TestClient) -> None:
    operation = create(client, "v1")
    seen = client.get(f"/v1beta1/{operation['response']['name']}").json()
    assert seen["displayName"] == "Towers"
    assert ".v1beta1.RagCorpus" in client.get(f"/v1beta1/{operation['name']}").json()["response"]["@type"]


def test_what_was_sent_is_kept(client: TestClient) -> None:
    endpoint = f"{PARENT}/publishers/google/models/text-embedding-005"
    config = {
        "ragManagedDb": {"ann": {"treeDepth": 2, "leafCount": 500}},
        "ragEmbeddingModelConfig": {"vertexPredictionEndpoint": {"endpoint": endpoint}},
    }
    assert create(client, vectorDbConfig=config)["response"]["vectorDbConfig"] == config
    assert create(client, "v1beta1", ragVectorDbConfig={})["response"]["ragVectorDbConfig"] == {}


def test_update_changes_only_what_is_there(client: TestClient) -> None:
    name = create(client, description="d", encryptionSpec={"kmsKeyName": "k"})["response"]["name"]
    operation = client.patch(f"/v1/{name}", json={"displayName": "Mills"}).json()
    assert operation["metadata"]["@type"].endswith(".UpdateRagCorpusOperationMetadata")
    corpus = client.get(f"/v1/{name}").json()
    assert (corpus["displayName"], corpus["description"]) == ("Mills", "d")
    assert corpus["encryptionSpec"] == {"kmsKeyName": "k"}
    client.patch(f"/v1/{name}", json={"description": ""})
    assert "description" not in client.get(f"/v1/{name}").json()


def test_pages(client: TestClient) -> None:
    names = [create(client, displayName=str(number))["response"]["name"] for number in range(3)]
    seen, token = [], ""
    for _ in names:
        page = client.get(f"/v1/{PARENT}/ragCorpora", params={"pageSize": 1, "pageToken": token}).json()
        seen += [one["name"] for one in page["ragCorpora"]]
        token = page.get("nextPageToken", "")
    assert (seen, token) == (names, "")
    assert client.get("/v1/projects/other/locations/l/ragCorpora").json() == {}
    refused(client.get(f"/v1/{PARENT}/ragCorpora?pageSize=-1"), 400, "INVALID_ARGUMENT")


@pytest.mark.parametrize("option", ["force", "forceDelete"])
def test_delete_with_files_needs_force(client: TestClient, option: str) -> None:
    name = create(client)["response"]["name"]
    files = {"metadata": (None, "{}"), "file": ("a.txt", b"Hello there.")}
    assert client.post(f"/upload/v1/{name}/ragFiles:upload", files=files).status_code == 200
    assert client.get(f"/v1beta1/{name}").json()["ragFilesCount"] == 1
    refused(client.delete(f"/v1/{name}"), 400, "FAILED_PRECONDITION")
    operation = client.delete(f"/v1beta1/{name}?{option}=true").json()
    assert operation["response"] == {"@type": "type.googleapis.com/google.protobuf.Empty"}
    refused(client.get(f"/v1/{name}"), 404, "NOT_FOUND")
    refused(client.delete(f"/v1/{name}"), 404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"displayName": ""}, "display_name"),
        ({"displayName": "x" * 129}, "129"),
        ({"vectorDbConfig": {"pinecone": {"indexName": "i"}}}, "pinecone"),
        ({"vertexAiSearchConfig": {"servingConfig": "s"}}, "vertex_ai_search_config"),
        ({"vectorDbConfig": {}, "vertexAiSearchConfig": {}}, "oneof"),
        ({"vectorDbConfig": {"ragManagedDb": {}, "pinecone": {}}}, "oneof"),
        ({"noSuchField": 1}, "noSuchField"),
    ],
)
def test_refusals_name_the_field(client: TestClient, body: dict[str, Any], named: str) -> None:
    reply = client.post(f"/v1/{PARENT}/ragCorpora", json={"displayName": "Towers", **body})
    assert named in refused(reply, 400, "INVALID_ARGUMENT")


BASIC = {"spanner": {"basic": {}}, "basic": {}}
SCALED = {"spanner": {"scaled": {}}, "scaled": {}}
SERVERLESS = {"serverless": {}, "basic": {}}


def test_engine_config_is_echoed_with_mode_and_tier(client: TestClient) -> None:
    path = f"/v1/{PARENT}/ragEngineConfig"
    assert client.get(path).json() == {"name": f"{PARENT}/ragEngineConfig", "ragManagedDbConfig": BASIC}
    for sent, echoed in (
        ({"scaled": {}}, SCALED),
        ({"enterprise": {}}, SCALED),
        ({"spanner": {}}, BASIC),
        ({"serverless": {}, "basic": {}}, SERVERLESS),
        ({"spanner": {"scaled": {}}, "basic": {}}, SCALED),
        ({}, BASIC),
    ):
        operation = client.patch(path, json={"ragManagedDbConfig": sent}).json()
        assert operation["response"]["ragManagedDbConfig"] == echoed
        assert operation["name"].startswith(f"{PARENT}/ragEngineConfig/operations/")
        assert client.get(path).json()["ragManagedDbConfig"] == echoed


def test_engine_config_refuses_what_would_delete_or_excludes_itself(client: TestClient) -> None:
    path = f"/v1/{PARENT}/ragEngineConfig"
    for config in ({"unprovisioned": {}}, {"spanner": {"unprovisioned": {}}}):
        refused(client.patch(path, json={"ragManagedDbConfig": config}), 400, "FAILED_PRECONDITION")
    for config in ({"spanner": {}, "serverless": {}}, {"basic": {}, "scaled": {}}, {"cloud": {}}):
        refused(client.patch(path, json={"ragManagedDbConfig": config}), 400, "INVALID_ARGUMENT")
