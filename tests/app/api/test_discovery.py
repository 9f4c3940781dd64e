"""Data stores, documents, engines, search and files, over the real library."""

import base64
import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

PARENT = "projects/p/locations/global/collections/default_collection"
STORE = f"{PARENT}/dataStores/ds"
BRANCH = f"{STORE}/branches/default_branch"
TYPES = "type.googleapis.com/google.cloud.discoveryengine"


def call(client: TestClient, method: str, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
    reply = client.request(method, f"/{path}", json=body)
    assert reply.status_code == status, reply.text
    if status != 200:
        return reply.json()["error"]
    return reply.json()


@pytest.fixture
def store(client: TestClient) -> TestClient:
    """A door behind which the data store ``ds`` exists."""
    call(client, "POST", f"v1/{PARENT}/dataStores?dataStoreId=ds", {"displayName": "Texts"})
    return client


def add(client: TestClient, identifier: str, body: dict[str, Any], status: int = 200) -> dict[str, Any]:
    return call(client, "POST", f"v1/{BRANCH}/documents?documentId={identifier}", body, status)


def ids(client: TestClient, query: str = "") -> list[str]:
    return [one["id"] for one in call(client, "GET", f"v1/{BRANCH}/documents{query}").get("documents", [])]


# Data stores.


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_create_answers_with_an_operation_of_the_calls_version(client: TestClient, version: str) -> None:
    body = {"displayName": "t", "industryVertical": 1, "solutionTypes": [2], "contentConfig": "2"}
    operation = call(client, "POST", f"{version}/{PARENT}/dataStores?dataStoreId=ds", body)
    assert operation["done"] is True
    assert operation["metadata"] == {"@type": f"{TYPES}.{version}.CreateDataStoreMetadata"}
    made = operation["response"]
    assert made.pop("@type") == f"{TYPES}.{version}.DataStore"
    assert made.pop("createTime").endswith("Z")
    assert made == {
        "name": STORE,
        "displayName": "t",
        "industryVertical": "GENERIC",
        "solutionTypes": ["SOLUTION_TYPE_SEARCH"],
        "contentConfig": "CONTENT_REQUIRED",
        "defaultSchemaId": "default_schema",
    }
    assert call(client, "GET", f"{version}/{STORE}")["contentConfig"] == "CONTENT_REQUIRED"
    again = call(client, "GET", f"v1beta/{operation['name']}")
    assert again["response"]["@type"] == f"{TYPES}.v1beta.DataStore"


def test_names_without_the_collection_and_parameters_in_snake_case(client: TestClient) -> None:
    short = "v1/projects/p/locations/global/dataStores"
    made = call(client, "POST", f"{short}?data_store_id=a%2Db&%24alt=json%3Benum-encoding%3Dint", {})
    assert made["response"]["name"] == f"{PARENT}/dataStores/a-b"
    assert call(client, "GET", f"{short}/a-b")["name"] == f"{PARENT}/dataStores/a-b"


def test_list_pages(client: TestClient) -> None:
    for number in range(5):
        call(client, "POST", f"v1/{PARENT}/dataStores?dataStoreId=d{number}", {})
    first = call(client, "GET", f"v1/{PARENT}/dataStores?pageSize=3")
    rest = call(client, "GET", f"v1/{PARENT}/dataStores?pageSize=3&pageToken={first['nextPageToken']}")
    assert [one["name"][-2:] for one in first["dataStores"] + rest["dataStores"]] == [
        "d0",
        "d1",
        "d2",
        "d3",
        "d4",
    ]
    assert "nextPageToken" not in rest
    assert call(client, "GET", "v1/projects/p/locations/elsewhere/dataStores") == {}
    assert "-1" in call(client, "GET", f"v1/{PARENT}/dataStores?pageSize=-1", status=400)["message"]
    assert (
        call(client, "GET", f"v1/{PARENT}/dataStores?pageSize=x", status=400)["status"] == "INVALID_ARGUMENT"
    )
    assert (
        call(client, "GET", f"v1/{PARENT}/dataStores?pageToken=x", status=400)["status"] == "INVALID_ARGUMENT"
    )


def test_update_changes_what_is_sent(store: TestClient) -> None:
    call(store, "PATCH", f"v1/{STORE}?updateMask=contentConfig", {"contentConfig": "NO_CONTENT"})
    shown = call(store, "GET", f"v1/{STORE}")
    assert (shown["displayName"], shown["contentConfig"]) == ("Texts", "NO_CONTENT")
    call(store, "PATCH", f"v1/{STORE}", {"displayName": "New"})
    shown = call(store, "GET", f"v1/{STORE}")
    assert (shown["displayName"], shown["contentConfig"]) == ("New", "NO_CONTENT")


def test_what_goes_wrong_with_stores(store: TestClient) -> None:
    assert (
        call(store, "POST", f"v1/{PARENT}/dataStores?dataStoreId=ds", {}, 409)["status"] == "ALREADY_EXISTS"
    )
    assert "dataStoreId" in call(store, "POST", f"v1/{PARENT}/dataStores", {}, 400)["message"]
    assert "a/b" in call(store, "POST", f"v1/{PARENT}/dataStores?dataStoreId=a/b", {}, 400)["message"]
    assert call(store, "GET", f"v1/{PARENT}/dataStores/none", status=404)["status"] == "NOT_FOUND"
    assert call(store, "DELETE", f"v1/{PARENT}/dataStores/none", status=404)["status"] == "NOT_FOUND"


def test_delete_removes_the_store_with_its_documents(store: TestClient) -> None:
    add(store, "d1", {"structData": {"text": "Some words."}})
    operation = call(store, "DELETE", f"v1/{STORE}")
    assert operation["response"] == {"@type": "type.googleapis.com/google.protobuf.Empty"}
    call(store, "GET", f"v1/{STORE}", status=404)
    call(store, "GET", f"v1/{BRANCH}/documents", status=404)
    call(store, "GET", "files/p/global/ds/d1", status=404)


# Documents.


def test_struct_data_comes_back_as_it_was_sent(store: TestClient) -> None:
    data = {"title": "Bellini", "n": 1.0, "text": "It opened in 1962.", "a_b": {"c_d": [None, True, "é"]}}
    made = add(store, "d1", {"struct_data": data})
    assert (made["name"], made["id"], made["structData"]) == (f"{BRANCH}/documents/d1", "d1", data)
    assert made["indexStatus"]["indexTime"] == made["indexTime"]
    assert call(store, "GET", f"v1/{BRANCH}/documents/d1") == made
    other = call(store, "GET", f"v1/{STORE}/branches/0/documents/d1")
    assert other["name"] == f"{STORE}/branches/0/documents/d1"


def test_json_data_comes_back_letter_by_letter(store: TestClient) -> None:
    text = '{ "title":"Zoo",  "text": "Penguins cannot fly." }'
    assert add(store, "d1", {"jsonData": text})["jsonData"] == text
    assert "structData" not in call(store, "GET", f"v1/{BRANCH}/documents/d1")


def test_raw_bytes_are_read_and_kept(store: TestClient) -> None:
    raw = "The réservoir holds ninety million litres.".encode()
    made = add(
        store, "d1", {"content": {"mimeType": "text/plain", "rawBytes": base64.b64encode(raw).decode()}}
    )
    assert made["content"] == {"mimeType": "text/plain"}
    file = store.get("/files/p/global/ds/d1")
    assert file.content == raw


def test_both_members_of_the_oneof_are_refused(store: TestClient) -> None:
    assert "oneof" in add(store, "d1", {"structData": {"a": "b"}, "jsonData": "{}"}, 400)["message"]


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({}, "empty"),
        ({"structData": {}}, "empty"),
        ({"content": {"uri": "gs://bucket/file.txt"}}, "not fetched"),
        ({"jsonData": "{"}, "json_data"),
        ({"jsonData": "[1]"}, "JSON object"),
        ({"jsonData": 5}, "TYPE_STRING"),
        ({"content": {"mimeType": "text/plain", "rawBytes": "***"}}, "base64"),
        ({"content": {"mimeType": "application/pdf", "rawBytes": "aGVsbG8="}}, "pdf"),
    ],
)
def test_documents_that_cannot_be_read(store: TestClient, body: dict[str, Any], word: str) -> None:
    assert word.lower() in add(store, "d1", body, 400)["message"].lower()
    assert ids(store) == []


def test_create_needs_a_new_id_and_a_known_place(store: TestClient) -> None:
    body = {"structData": {"text": "Some words."}}
    add(store, "d1", body)
    assert add(store, "d1", body, 409)["status"] == "ALREADY_EXISTS"
    assert "a b" in add(store, "a b", body, 400)["message"]
    call(store, "POST", f"v1/{STORE}/branches/nope/documents?documentId=x", body, 404)
    call(store, "POST", f"v1/{PARENT}/dataStores/nope/branches/0/documents?documentId=x", body, 404)
    assert len(call(store, "POST", f"v1/{BRANCH}/documents", body)["id"]) > 10


def test_list_documents_in_pages(store: TestClient) -> None:
    for number in range(5):
        add(store, f"d{number}", {"structData": {"text": f"Text {number}."}})
    found, token = [], ""
    while True:
        page = call(store, "GET", f"v1/{BRANCH}/documents?pageSize=2&pageToken={token}")
        found += [one["id"] for one in page["documents"]]
        token = page.get("nextPageToken", "")
        if not token:
            break
    assert found == ["d0", "d1", "d2", "d3", "d4"]
    assert len(ids(store, "?pageSize=5000")) == 5
    assert "-2" in call(store, "GET", f"v1/{BRANCH}/documents?pageSize=-2", status=400)["message"]


def test_update_replaces_and_drops_the_other_member(store: TestClient) -> None:
    add(store, "d1", {"structData": {"title": "Old", "text": "Old words."}})
    made = call(
        store, "PATCH", f"v1/{BRANCH}/documents/d1", {"jsonData": '{"title": "New", "text": "New words."}'}
    )
    assert json.loads(made["jsonData"])["title"] == "New" and "structData" not in made
    masked = call(
        store, "PATCH", f"v1/{BRANCH}/documents/d1?updateMask=structData", {"structData": {"text": "Third."}}
    )
    assert masked["structData"] == {"text": "Third."} and "jsonData" not in masked
    assert search(store, "third")[0]["id"] == "d1"


def test_update_of_fields_keeps_the_file(store: TestClient) -> None:
    raw = base64.b64encode(b"The reservoir is deep.").decode()
    add(store, "d1", {"content": {"mimeType": "text/plain", "rawBytes": raw}})
    path = f"v1/{BRANCH}/documents/d1?updateMask=structData"
    made = call(store, "PATCH", path, {"structData": {"title": "Water"}})
    assert (made["content"], made["structData"]) == ({"mimeType": "text/plain"}, {"title": "Water"})
    assert store.get("/files/p/global/ds/d1").content == b"The reservoir is deep."


def test_update_of_nothing_is_404_unless_allowed(store: TestClient) -> None:
    body = {"structData": {"text": "Some words."}}
    assert "allowMissing" in call(store, "PATCH", f"v1/{BRANCH}/documents/d9", body, 404)["message"]
    assert call(store, "PATCH", f"v1/{BRANCH}/documents/d9?allowMissing=true", body)["id"] == "d9"
    assert "nope" in call(store, "PATCH", f"v1/{BRANCH}/documents/d9?updateMask=nope", body, 400)["message"]


def test_delete_document(store: TestClient) -> None:
    add(store, "d1", {"structData": {"text": "Some words."}})
    assert call(store, "DELETE", f"v1/{BRANCH}/documents/d1") == {}
    call(store, "DELETE", f"v1/{BRANCH}/documents/d1", status=404)
    assert search(store, "words") == []


def test_import_takes_the_good_and_tells_the_bad(store: TestClient) -> None:
    documents = [
        {"id": "i0", "jsonData": '{"text": "Lighthouse number 0 is red."}'},
        {"id": "i1", "structData": {"text": "Lighthouse number 1 is red."}},
        {"id": "i2"},
        {"structData": {"text": "No id."}},
    ]
    body = {"inlineSource": {"documents": documents}, "reconciliationMode": 1}
    operation = call(store, "POST", f"v1beta/{BRANCH}/documents:import", body)
    assert operation["name"].startswith(f"{BRANCH}/operations/") and operation["done"]
    counts = {key: operation["metadata"][key] for key in ("successCount", "failureCount", "totalCount")}
    assert counts == {"successCount": "2", "failureCount": "2", "totalCount": "4"}
    samples = operation["response"]["errorSamples"]
    assert [sample["code"] for sample in samples] == [3, 3]
    assert "documents[2] (i2)" in samples[0]["message"]
    assert operation["response"]["@type"] == f"{TYPES}.v1beta.ImportDocumentsResponse"
    assert ids(store) == ["i0", "i1"]


def test_a_full_import_removes_what_it_does_not_hold(store: TestClient) -> None:
    add(store, "old", {"structData": {"text": "Old words."}})
    documents = [{"structData": {"key": "new", "text": "New words."}}]
    body = {"inlineSource": {"documents": documents}, "reconciliationMode": "FULL", "idField": "key"}
    call(store, "POST", f"v1/{BRANCH}/documents:import", body)
    assert ids(store) == ["new"]


def test_imports_from_elsewhere_are_refused_clearly(store: TestClient) -> None:
    body = {"bigquerySource": {"projectId": "p", "datasetId": "d", "tableId": "t"}}
    assert "inline_source" in call(store, "POST", f"v1/{BRANCH}/documents:import", body, 400)["message"]
    both = {**body, "inlineSource": {"documents": []}}
    assert "oneof" in call(store, "POST", f"v1/{BRANCH}/documents:import", both, 400)["message"]


def test_purge_counts_first_and_deletes_with_force(store: TestClient) -> None:
    for number in range(3):
        add(store, f"d{number}", {"structData": {"text": f"Text {number}."}})
    counted = call(store, "POST", f"v1/{BRANCH}/documents:purge", {"filter": "*"})["response"]
    assert (counted["purgeCount"], len(counted["purgeSample"]), len(ids(store))) == ("3", 3, 3)
    gone = call(store, "POST", f"v1/{BRANCH}/documents:purge", {"filter": "*", "force": True})["response"]
    assert (gone["purgeCount"], ids(store)) == ("3", [])
    assert "filter" in call(store, "POST", f"v1/{BRANCH}/documents:purge", {"filter": "x"}, 400)["message"]


# Engines and search.


def search(client: TestClient, query: str, **body: Any) -> list[dict[str, Any]]:
    path = f"v1/{STORE}/servingConfigs/default_search:search"
    return call(client, "POST", path, {"query": query, **body}).get("results", [])


def test_engine_life_cycle(store: TestClient) -> None:
    body = {
        "displayName": "e",
        "dataStoreIds": ["ds"],
        "solutionType": 2,
        "searchEngineConfig": {"searchTier": 2},
    }
    operation = call(store, "POST", f"v1/{PARENT}/engines?engineId=e1", body)
    assert operation["name"].startswith(f"{PARENT}/engines/e1/operations/")
    assert operation["response"]["@type"] == f"{TYPES}.v1.Engine"
    shown = call(store, "GET", f"v1/{PARENT}/engines/e1")
    assert (shown["dataStoreIds"], shown["solutionType"]) == (["ds"], "SOLUTION_TYPE_SEARCH")
    assert shown["searchEngineConfig"] == {"searchTier": 2}
    assert [one["name"] for one in call(store, "GET", f"v1/{PARENT}/engines")["engines"]] == [
        f"{PARENT}/engines/e1"
    ]
    call(store, "POST", f"v1/{PARENT}/engines?engineId=e1", body, 409)
    call(store, "POST", f"v1/{PARENT}/engines?engineId=e2", {"dataStoreIds": ["none"]}, 404)
    call(store, "POST", f"v1/{PARENT}/engines?engineId=e2", {}, 400)
    assert call(store, "DELETE", f"v1/{PARENT}/engines/e1")["done"] is True
    call(store, "GET", f"v1/{PARENT}/engines/e1", status=404)


def test_search_finds_the_document_and_shows_why(store: TestClient) -> None:
    add(store, "zoo", {"structData": {"title": "Zoo", "text": "Penguins cannot fly. <b>Bears</b> can swim."}})
    add(
        store,
        "cafe",
        {"structData": {"title": "Café", "text": "It opened in 1962.", "uri": "https://cafe.example"}},
    )
    snippets = {"contentSearchSpec": {"snippetSpec": {"returnSnippet": True}}}
    first = search(store, "can bears swim", **snippets)[0]
    assert (first["id"], first["document"]["name"]) == ("zoo", f"{STORE}/branches/0/documents/zoo")
    derived = first["document"]["derivedStructData"]
    assert (derived["title"], derived["link"]) == ("Zoo", "http://127.0.0.1/files/p/global/ds/zoo")
    assert "<b>swim</b>" in derived["snippets"][0]["snippet"]
    assert "&lt;b&gt;" in derived["snippets"][0]["snippet"]  # the document's own markup stays text
    second = search(store, "opened 1962")[0]["document"]["derivedStructData"]
    assert second == {"title": "Café", "link": "https://cafe.example"}


def test_search_lite_extracts_chunks_filters_and_pages(store: TestClient) -> None:
    for number in range(5):
        add(store, f"d{number}", {"structData": {"text": "The lighthouse is red.", "n": number}})
    lite = f"v1/{STORE}/servingConfigs/x:searchLite"
    first = call(store, "POST", lite, {"query": "lighthouse", "pageSize": 3})
    rest = call(
        store, "POST", lite, {"query": "lighthouse", "pageSize": 3, "pageToken": first["nextPageToken"]}
    )
    assert {one["id"] for one in first["results"] + rest["results"]} == {"d0", "d1", "d2", "d3", "d4"}
    assert (first["totalSize"], rest.get("nextPageToken")) == (5, None)
    assert [one["id"] for one in search(store, "lighthouse", filter="n = 3")] == ["d3"]
    extracts = {"contentSearchSpec": {"extractiveContentSpec": {"maxExtractiveAnswerCount": 1}}}
    derived = search(store, "lighthouse", **extracts)[0]["document"]["derivedStructData"]
    assert "lighthouse" in derived["extractive_answers"][0]["content"]
    chunk = search(store, "lighthouse", contentSearchSpec={"searchResultMode": "CHUNKS"})[0]["chunk"]
    assert "lighthouse" in chunk["content"] and "/chunks/" in chunk["name"]


def test_search_through_an_engine(store: TestClient) -> None:
    add(store, "d1", {"structData": {"text": "Some words."}})
    call(store, "POST", f"v1/{PARENT}/engines?engineId=e1", {"dataStoreIds": ["ds"]})
    path = f"v1/{PARENT}/engines/e1/servingConfigs/default_search:search"
    assert call(store, "POST", path, {"query": "words"})["results"][0]["id"] == "d1"


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({}, "query"),
        ({"query": "x", "pageSize": -1}, "page_size"),
        ({"query": "x", "offset": -1}, "offset"),
        ({"query": "x", "pageToken": "zzz"}, "page_token"),
        ({"query": "x", "filter": "("}, "filter"),
        ({"query": 5}, "'query'"),
    ],
)
def test_bad_searches(store: TestClient, body: dict[str, Any], word: str) -> None:
    path = f"v1/{STORE}/servingConfigs/x:search"
    assert word in call(store, "POST", path, body, 400)["message"].lower()


def test_search_in_nothing_is_404(client: TestClient) -> None:
    call(client, "POST", f"v1/{STORE}/servingConfigs/x:search", {"query": "x"}, 404)
    call(client, "POST", f"v1/{PARENT}/widgets/w/servingConfigs/x:search", {"query": "x"}, 400)


# Files.


def test_markup_is_never_rendered(store: TestClient) -> None:
    page = base64.b64encode(b"<script>alert(1)</script> Hello there.").decode()
    add(store, "d1", {"content": {"mimeType": "text/plain", "rawBytes": page}})
    headers = store.get("/files/p/global/ds/d1").headers
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["content-disposition"] == "inline; filename=\"d1\"; filename*=UTF-8''d1"


def test_a_path_out_of_the_store_finds_nothing(store: TestClient) -> None:
    for path in (
        "/files/p/global/ds/..%2F..%2Fregistry.sqlite",
        "/files/p/global/../x",
        "/files/p/global/ds/%00",
    ):
        assert store.get(path).status_code == 404
