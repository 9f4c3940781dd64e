"""Imports from allowed folders, under both names of a collection."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.services import Services
from app.settings import Settings
from ingest.documents.import_folders import ImportFolders
from tests.app.api.test_rag_corpora import create, refused

STORE = "projects/p/locations/global/collections/default_collection/dataStores/ds"
BRANCH = f"/v1/{STORE}/branches/0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "handbook"
    place.mkdir()
    (place / "tower.txt").write_text("The tower is 61 metres tall.")
    (place / "boats.txt").write_text("Forty boats lie in the harbour.")
    (place / "broken.pdf").write_bytes(b"%PDF-1.4 no more")
    return place


@pytest.fixture
def client(
    settings: Settings, small_parts: Callable[[Settings], Services], folder: Path
) -> Iterator[TestClient]:
    folders = ImportFolders([f"gs://handbook={folder}"])
    app = create_app(settings, lambda chosen: replace(small_parts(chosen), folders=folders))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


def imported(client: TestClient, corpus: str, *uris: str, **config: Any) -> dict[str, Any]:
    body = {"importRagFilesConfig": {"gcsSource": {"uris": uris}, **config}}
    return finished(client, client.post(f"/v1/{corpus}/ragFiles:import", json=body).json())


def finished(client: TestClient, operation: dict[str, Any]) -> dict[str, Any]:
    """The operation once it is done; reading a PDF takes a process of its own."""
    while "error" not in operation and not operation.get("done"):
        time.sleep(0.05)
        operation = client.get(f"/v1/{operation['name']}").json()
    return operation


def test_a_folder_becomes_rag_files(client: TestClient, folder: Path) -> None:
    corpus = str(create(client)["response"]["name"])
    chunking = {
        "ragFileTransformationConfig": {
            "ragFileChunkingConfig": {"fixedLengthChunking": {"chunkSize": 64, "chunkOverlap": 8}}
        }
    }
    first = imported(client, corpus, "gs://handbook", "gs://elsewhere/x.txt", **chunking)
    assert first["response"]["importedRagFilesCount"] == "2"
    assert first["response"]["failedRagFilesCount"] == "2"
    failures = first["metadata"]["genericMetadata"]["partialFailures"]
    assert [one["message"].split(": ")[0] for one in failures] == [
        "gs://elsewhere/x.txt",
        "gs://handbook/broken.pdf",
    ]
    assert first["metadata"]["progressPercentage"] == 100
    assert corpus.endswith(f"/{first['metadata']['ragCorpusId']}")
    files = client.get(f"/v1/{corpus}/ragFiles").json()["ragFiles"]
    assert [(one["displayName"], one["gcsSource"], one["fileStatus"]["state"]) for one in files] == [
        ("boats.txt", {"uris": ["gs://handbook/boats.txt"]}, "ACTIVE"),
        ("broken.pdf", {"uris": ["gs://handbook/broken.pdf"]}, "ERROR"),
        ("tower.txt", {"uris": ["gs://handbook/tower.txt"]}, "ACTIVE"),
    ]
    assert all("directUploadSource" not in one for one in files)
    query = {
        "vertexRagStore": {"ragResources": [{"ragCorpus": corpus}]},
        "query": {"text": "How tall is the tower?", "ragRetrievalConfig": {"topK": 1}},
    }
    (context,) = client.post("/v1/projects/p/locations/l:retrieveContexts", json=query).json()["contexts"][
        "contexts"
    ]
    assert context["sourceUri"] == "gs://handbook/tower.txt"
    assert context["sourceDisplayName"] == "tower.txt"
    (folder / "boats.txt").write_text("Fifty boats lie in the harbour.")
    again = imported(client, corpus, "gs://handbook/*.txt", **chunking)["response"]
    assert (again["importedRagFilesCount"], again["skippedRagFilesCount"]) == ("1", "1")
    assert len(client.get(f"/v1/{corpus}/ragFiles").json()["ragFiles"]) == 3
    body = {"importRagFilesConfig": {"gcsSource": {"uris": []}}}
    refused(client.post(f"/v1/{corpus}/ragFiles:import", json=body), 400, "INVALID_ARGUMENT")


def test_a_name_of_ones_own_is_no_number(client: TestClient) -> None:
    client.post(f"/v1/{STORE.rpartition('/')[0]}?dataStoreId=ds", json={"displayName": "ds"})
    done = imported(client, "projects/p/locations/global/ragCorpora/ds", "gs://handbook/tower.txt")
    assert done["response"]["importedRagFilesCount"] == "1"
    assert "ragCorpusId" not in done["metadata"], "Google's message holds an int64 there"


def import_documents(client: TestClient, schema: str, *uris: str, **more: Any) -> dict[str, Any]:
    client.post(f"/v1/{STORE.rpartition('/')[0]}?dataStoreId=ds", json={"displayName": "ds"})
    body = {"gcsSource": {"inputUris": uris, "dataSchema": schema}, **more}
    return finished(client, client.post(f"{BRANCH}/documents:import", json=body).json())


def documents(client: TestClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"{BRANCH}/documents").json().get("documents", [])
    return found


def test_files_become_documents(client: TestClient) -> None:
    done = import_documents(client, "content", "gs://handbook", "gs://elsewhere/x")
    counts = {name: done["metadata"][name] for name in ("successCount", "failureCount", "totalCount")}
    assert counts == {"successCount": "2", "failureCount": "2", "totalCount": "4"}
    assert done["response"]["errorSamples"][1]["message"].startswith("gs://elsewhere/x: ")
    stored = documents(client)
    (failed,) = [one for one in stored if "indexTime" not in one]
    assert failed["content"]["uri"] == "gs://handbook/broken.pdf"
    assert "cannot be opened" in failed["indexStatus"]["errorSamples"][0]["message"]
    contents = [one["content"] for one in stored if one != failed]
    assert [one["uri"] for one in contents] == ["gs://handbook/boats.txt", "gs://handbook/tower.txt"]
    assert {one["mimeType"] for one in contents} == {"text/plain"}


def test_lines_become_documents(client: TestClient, folder: Path) -> None:
    lines = [
        {"id": "one", "jsonData": json.dumps({"title": "One", "text": "Lighthouse one is red."})},
        {"id": "two", "content": {"mimeType": "text/plain", "uri": "gs://handbook/tower.txt"}},
        {"id": "three", "content": {"mimeType": "text/plain", "uri": "gs://elsewhere/x.txt"}},
        {"id": "four", "colour": "red"},
    ]
    text = "\n".join(json.dumps(line) for line in lines) + "\n\n{broken\n"
    (folder / "all.jsonl").write_text(text)
    done = import_documents(client, "document", "gs://handbook/all.jsonl")
    assert done["metadata"]["successCount"] == "2"
    places = [one["message"].split(": ")[0] for one in done["response"]["errorSamples"]]
    assert places == [f"gs://handbook/all.jsonl, line {number}" for number in (3, 4, 6)]
    one, two = documents(client)
    assert "jsonData" in one and two["content"] == {
        "mimeType": "text/plain",
        "uri": "gs://handbook/tower.txt",
    }
    search = {"query": "tower metres tall", "pageSize": 1}
    (result,) = client.post(f"/v1/{STORE}/servingConfigs/default_search:search", json=search).json()[
        "results"
    ]
    assert result["id"] == "two"


def test_plain_objects_become_documents(client: TestClient, folder: Path) -> None:
    (folder / "rows.jsonl").write_text('{"sku": "a1", "text": "A red lamp."}\n{"text": "No key."}\n')
    done = import_documents(client, "custom", "gs://handbook/rows.jsonl", idField="sku")
    assert (done["metadata"]["successCount"], done["metadata"]["failureCount"]) == ("1", "1")
    assert documents(client)[0]["structData"] == {"sku": "a1", "text": "A red lamp."}


def test_what_is_not_served_is_named(client: TestClient) -> None:
    assert "csv" in import_documents(client, "csv", "gs://handbook/a.csv")["error"]["message"]
    assert "input_uris" in import_documents(client, "content")["error"]["message"]


def test_the_setting_is_a_list() -> None:
    folders = "/srv/a, gs://b=/srv/b,"
    assert Settings(import_folders=folders).import_folders == ("/srv/a", "gs://b=/srv/b")  # type: ignore[arg-type]
