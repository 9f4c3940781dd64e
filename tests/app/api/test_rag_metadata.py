"""Data schemas and metadata of RAG files, and filters over them, through the door."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.app.api.test_rag_corpora import create, refused
from tests.app.api.test_rag_files import upload


@pytest.fixture
def corpus(client: TestClient) -> str:
    return str(create(client)["response"]["name"])


@pytest.fixture
def file(client: TestClient, corpus: str) -> str:
    return str(upload(client, corpus, '{"ragFile": {"displayName": "tower.txt"}}').json()["ragFile"]["name"])


def declare(client: TestClient, corpus: str, **kinds: str) -> Any:
    schemas = [
        {"ragDataSchema": {"key": key, "schemaDetails": {"type": kind}}} for key, kind in kinds.items()
    ]
    return client.post(f"/v1/{corpus}/ragDataSchemas:batchCreate", json={"requests": schemas})


def give(client: TestClient, file: str, key: str, **value: Any) -> Any:
    body = {"userSpecifiedMetadata": {"key": key, "value": value}}
    return client.post(f"/v1/{file}/ragMetadata", json=body)


def found(client: TestClient, corpus: str, filter: str) -> Any:
    place = corpus.partition("/ragCorpora")[0]
    body = {
        "vertexRagStore": {"ragResources": [{"ragCorpus": corpus}]},
        "query": {"text": "tower", "ragRetrievalConfig": {"filter": {"metadataFilter": filter}}},
    }
    return client.post(f"/v1beta1/{place}:retrieveContexts", json=body)


def test_a_schema_is_named_by_its_key(client: TestClient, corpus: str) -> None:
    operation = declare(client, corpus, year="INTEGER").json()
    (schema,) = operation["response"]["ragDataSchemas"]
    assert schema["name"] == f"{corpus}/ragDataSchemas/year"
    assert schema["schemaDetails"] == {
        "type": "INTEGER",
        "granularity": "GRANULARITY_FILE_LEVEL",
        "searchStrategy": {"searchStrategyType": "EXACT_SEARCH"},
    }
    assert client.get(f"/v1/{schema['name']}").json() == schema
    refused(declare(client, corpus, year="INTEGER"), 409, "ALREADY_EXISTS")
    assert client.delete(f"/v1/{schema['name']}").json() == {}
    refused(client.get(f"/v1/{schema['name']}"), 404, "NOT_FOUND")


def test_a_batch_is_made_whole_or_not_at_all(client: TestClient, corpus: str) -> None:
    refused(declare(client, corpus, fine="STRING", **{"no good": "STRING"}), 400, "INVALID_ARGUMENT")
    assert client.get(f"/v1/{corpus}/ragDataSchemas").json() == {}


def test_values_follow_their_schema(client: TestClient, corpus: str, file: str) -> None:
    declare(client, corpus, year="INTEGER", share="FLOAT", day="DATETIME")
    assert give(client, file, "year", intValue="2024").json()["name"] == f"{file}/ragMetadata/year"
    assert give(client, file, "share", intValue="1").status_code == 200  # an integer is a number, too
    assert give(client, file, "day", datetimeValue="2024").status_code == 200
    refused(give(client, file, "year", intValue="1"), 409, "ALREADY_EXISTS")
    assert "no schema" in refused(give(client, file, "nope", strValue="x"), 400, "INVALID_ARGUMENT")
    assert json.loads(client.get(f"/v1/{file}").json()["userMetadata"]) == {
        "year": 2024,
        "share": 1.0,
        "day": "2024-01-01",
    }
    changed = {"userSpecifiedMetadata": {"key": "year", "value": {"strValue": "x"}}}
    refused(client.patch(f"/v1/{file}/ragMetadata/year", json=changed), 400, "INVALID_ARGUMENT")


def test_filters_see_values_and_schemas(client: TestClient, corpus: str, file: str) -> None:
    declare(client, corpus, year="INTEGER", month="STRING")
    give(client, file, "year", intValue="2024")
    assert found(client, corpus, "year in [2023, 2024] && month != 'May'").json()["contexts"]["contexts"]
    assert found(client, corpus, "!(year == 2024)").json() == {"contexts": {}}
    for wrong in ("yaer == 2024", 'year == "2024"', 'month.startsWith("M")'):
        refused(found(client, corpus, wrong), 400, "INVALID_ARGUMENT")


def test_metadata_comes_along_with_a_file(client: TestClient, corpus: str) -> None:
    def send(source: str, name: str = "a.txt", schemas: str = "") -> Any:
        config = {"inlineMetadataSource": source, "inlineMetadataSchemaSource": schemas}
        told = {"ragFile": {"displayName": name}, "uploadRagFileConfig": {"ragFileMetadataConfig": config}}
        return upload(client, corpus, json.dumps(told))

    schema = json.dumps([{"key": "year", "schema_details": {"type": "INTEGER"}}])
    assert send('[{"key": "year", "value": {"intValue": 2030}}]', schemas=schema).status_code == 200
    assert send('{"year": 2031, "tags": ["a"]}', "b.txt").status_code == 200
    kinds = {one["key"]: one["schemaDetails"]["type"] for one in schemas_in(client, corpus)}
    assert kinds == {"year": "INTEGER", "tags": "LIST"}
    for wrong in ("{not json", '{"year": "x"}', '{"new": {}}', "[1]"):
        refused(send(wrong, "c.txt"), 400, "INVALID_ARGUMENT")
    assert len(client.get(f"/v1/{corpus}/ragFiles").json()["ragFiles"]) == 2


def schemas_in(client: TestClient, corpus: str) -> list[dict[str, Any]]:
    listed = client.get(f"/v1/{corpus}/ragDataSchemas").json()
    return list(listed["ragDataSchemas"])
