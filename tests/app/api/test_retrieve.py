"""Retrieval through the door; a text's vector is the set of its words (tests/fakes.py)."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.app.api.test_rag_corpora import create, refused
from tests.app.api.test_rag_files import upload

PARENT = "projects/p/locations/l"
TOWER = "The tower of Brindle Cove is 61 metres tall."


@pytest.fixture
def corpus(client: TestClient) -> str:
    name = str(create(client)["response"]["name"])
    for file, text in (("tower.txt", TOWER), ("cats.txt", "Cats sleep in the harbour.")):
        upload(client, name, f'{{"ragFile": {{"displayName": "{file}"}}}}', text.encode())
    return name


def retrieve(
    client: TestClient, corpus: str, path: str = f"/v1/{PARENT}:retrieveContexts", **query: Any
) -> Any:
    body = {
        "vertexRagStore": {"ragResources": [{"ragCorpus": corpus}]},
        "query": {"text": "How tall is the tower?", **query},
    }
    return client.post(path, json=body)


def texts(reply: Any) -> list[str]:
    assert reply.status_code == 200, reply.text
    return [one["text"] for one in reply.json()["contexts"].get("contexts", [])]


def test_a_context_with_everything_about_it(client: TestClient, corpus: str) -> None:
    first = retrieve(client, corpus).json()["contexts"]["contexts"][0]
    assert first["sourceUri"] == first["sourceDisplayName"] == "tower.txt"
    assert first["text"] == first["chunk"]["text"] == TOWER
    assert first["chunk"]["pageSpan"] == {"firstPage": 1, "lastPage": 1}
    assert (
        client.get(f"/v1/{corpus}/ragFiles/{first['chunk']['fileId']}").json()["displayName"] == "tower.txt"
    )
    assert 0 <= first["score"] <= 2


def test_an_exact_hit_has_a_score_even_at_distance_zero(client: TestClient, corpus: str) -> None:
    first = retrieve(client, corpus, text=TOWER).json()["contexts"]["contexts"][0]
    assert first["score"] == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(
    "path", [f"/v1beta1/{PARENT}/:retrieveContexts", f"/v1beta1/{PARENT}:retrieveContexts"]
)
def test_both_spellings_of_the_path(client: TestClient, corpus: str, path: str) -> None:
    assert texts(retrieve(client, corpus, path))[0] == TOWER


@pytest.mark.parametrize(
    ("config", "count"),
    [
        ({}, 2),
        ({"topK": "1"}, 1),
        ({"topK": 0}, 2),
        ({"filter": {}, "hybridSearch": {}, "ranking": {"rankService": {"modelName": "m"}}}, 2),
        ({"filter": {"vectorDistanceThreshold": 1e-6}}, 0),
        ({"filter": {"vectorSimilarityThreshold": 0.999999}}, 0),
        ({"filter": {"vectorDistanceThreshold": 0}}, 0),
        ({"filter": {"vector_distance_threshold": 2}}, 2),
        ({"hybridSearch": {"alpha": 1}}, 2),
    ],
)
def test_configuration(client: TestClient, corpus: str, config: dict[str, Any], count: int) -> None:
    assert len(texts(retrieve(client, corpus, ragRetrievalConfig=config))) == count


def test_without_hybrid_search_the_order_is_the_distance(client: TestClient, corpus: str) -> None:
    reply = retrieve(client, corpus, ragRetrievalConfig={"hybridSearch": {"alpha": 1}})
    scores = [one["score"] for one in reply.json()["contexts"]["contexts"]]
    assert scores == sorted(scores)


def test_files_of_a_corpus(client: TestClient, corpus: str) -> None:
    files = client.get(f"/v1/{corpus}/ragFiles").json()["ragFiles"]
    cats = next(one["name"].split("/")[-1] for one in files if one["displayName"] == "cats.txt")
    for ids, count in (([cats], 1), (["1"], 0)):
        resource = {"ragCorpus": corpus, "ragFileIds": ids}
        body = {"vertexRagStore": {"ragResources": [resource]}, "query": {"text": "tower"}}
        assert len(texts(client.post(f"/v1/{PARENT}:retrieveContexts", json=body))) == count


def test_deprecated_fields(client: TestClient, corpus: str) -> None:
    store = {"ragCorpora": [corpus], "vectorDistanceThreshold": 1e-6}
    body = {
        "vertexRagStore": store,
        "query": {"text": "tower", "similarityTopK": 1, "ranking": {"alpha": 0.5}},
    }
    assert texts(client.post(f"/v1beta1/{PARENT}:retrieveContexts", json=body)) == []
    del store["vectorDistanceThreshold"]
    assert len(texts(client.post(f"/v1beta1/{PARENT}:retrieveContexts", json=body))) == 1


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ({"text": " "}, "query.text"),
        ({"ragRetrievalConfig": {"topK": -1}}, "top_k"),
        ({"ragRetrievalConfig": {"topK": 201}}, "201"),
        ({"ragRetrievalConfig": {"topK": 5.5}}, "5.5"),
        (
            {
                "ragRetrievalConfig": {
                    "filter": {"vectorDistanceThreshold": 1, "vectorSimilarityThreshold": 1}
                }
            },
            "oneof",
        ),
        ({"ragRetrievalConfig": {"filter": {"vectorDistanceThreshold": "NaN"}}}, "vector_distance_threshold"),
        ({"ragRetrievalConfig": {"filter": {"metadataFilter": "year ="}}}, "year"),
        ({"ragRetrievalConfig": {"hybridSearch": {"alpha": 1.5}}}, "alpha"),
    ],
)
def test_refusals(client: TestClient, corpus: str, query: dict[str, Any], named: str) -> None:
    assert named in refused(retrieve(client, corpus, **query), 400, "INVALID_ARGUMENT")


def test_unknown_and_unreadable_corpora(client: TestClient) -> None:
    refused(retrieve(client, f"{PARENT}/ragCorpora/999"), 404, "NOT_FOUND")
    refused(retrieve(client, "7"), 400, "INVALID_ARGUMENT")
    refused(
        client.post(f"/v1/{PARENT}:retrieveContexts", json={"query": {"text": "x"}}), 400, "INVALID_ARGUMENT"
    )


def tool(corpus: str) -> list[dict[str, Any]]:
    return [
        {"retrieval": {"vertexRagStore": {"ragResources": [{"ragCorpus": corpus}], "ragRetrievalConfig": {}}}}
    ]


def test_ask_contexts(client: TestClient, corpus: str) -> None:
    body = {
        "query": {"text": "How tall is the tower?", "ragRetrievalConfig": {"topK": 1}},
        "tools": tool(corpus),
    }
    reply = client.post(f"/v1/{PARENT}:askContexts", json=body)
    assert reply.json()["response"] == TOWER
    assert texts(reply) == [TOWER]
    operation = client.post(f"/v1/{PARENT}:asyncRetrieveContexts", json=body).json()
    assert operation["response"]["@type"].endswith(".v1.AsyncRetrieveContextsResponse")
    assert operation["response"]["contexts"] == reply.json()["contexts"]
    refused(client.post(f"/v1/{PARENT}:askContexts", json={**body, "tools": []}), 400, "INVALID_ARGUMENT")


def test_augment_prompt(client: TestClient, corpus: str) -> None:
    store = {"ragResources": [{"ragCorpus": corpus}], "ragRetrievalConfig": {"topK": 1}}
    contents = [{"role": "user", "parts": [{"text": "How tall is the tower?"}]}]
    reply = client.post(
        f"/v1/{PARENT}:augmentPrompt", json={"contents": contents, "vertexRagStore": store}
    ).json()
    [fact] = reply["facts"]
    assert (fact["summary"], fact["title"], fact["query"]) == (TOWER, "tower", "How tall is the tower?")
    [augmented] = reply["augmentedPrompt"]
    text = augmented["parts"][0]["text"]
    assert TOWER in text
    assert text.endswith("How tall is the tower?")


def test_corroborate_content(client: TestClient) -> None:
    text = "Le café opened.\nIt has 900 rooms.\nOr not?"
    body = {
        "content": {"role": "user", "parts": [{"text": text}]},
        "facts": [{"summary": "Cats sleep."}, {"summary": "Ah: Le café opened."}],
        "parameters": {"citationThreshold": 0.5},
    }
    reply = client.post(f"/v1/{PARENT}:corroborateContent", json=body).json()
    assert reply == {
        "corroborationScore": 0.5,
        "claims": [
            {"startIndex": 0, "endIndex": 16, "factIndexes": [1], "score": 0.9},
            {"startIndex": 17, "endIndex": 34, "score": 0.1},
            {"startIndex": 35, "endIndex": 42},
        ],
    }
    refused(client.post(f"/v1/{PARENT}:corroborateContent", json={}), 400, "INVALID_ARGUMENT")
    refused(
        client.post(f"/v1/{PARENT}:corroborateContent", json={**body, "facts": [{}]}), 400, "INVALID_ARGUMENT"
    )
