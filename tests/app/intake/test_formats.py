"""Every format through every door, and the cases on formats (i011, i012, i041, i042)."""

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import docx
import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.services import Services
from app.settings import Settings
from ingest.documents.import_folders import ImportFolders
from tests.app.intake.test_folder_imports import BRANCH, finished, imported
from tests.app.intake.test_ingest_cases import Corpus, refused
from tests.ingest.formats.test_detection import KINDS
from tests.ingest.made_files import RATES, every_format, saved, word

MADE = every_format()
SAID = "burns whale oil."


@pytest.fixture
def client(
    settings: Settings, small_parts: Callable[[Settings], Services], tmp_path: Path
) -> Iterator[TestClient]:
    """The door, with a folder of all formats that may be imported from."""
    folder = tmp_path / "all"
    folder.mkdir()
    for name, content in MADE.items():
        (folder / name).write_bytes(content)
    folders = ImportFolders([f"gs://all={folder}"])
    app = create_app(settings, lambda chosen: replace(small_parts(chosen), folders=folders))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def corpus(client: TestClient) -> Corpus:
    return Corpus(client)


def says(corpus: Corpus, file: dict[str, Any]) -> bool:
    """Whether the words are found in a file; over all files, copies would be shown once."""
    resource = {"ragCorpus": corpus.name, "ragFileIds": [file["name"].rpartition("/")[2]]}
    body = {"vertexRagStore": {"ragResources": [resource]}, "query": {"text": "whale oil"}}
    reply = corpus.client.post("/v1beta1/projects/p/locations/l:retrieveContexts", json=body)
    return any(SAID in one["text"] for one in reply.json()["contexts"]["contexts"])


def mime_types(client: TestClient) -> dict[str, str]:
    documents = client.get(f"{BRANCH}/documents").json()["documents"]
    return {one["id"]: one["content"]["mimeType"] for one in documents}


def test_files_are_uploaded(corpus: Corpus, client: TestClient) -> None:
    for name, content in MADE.items():
        corpus.add(name, content)
    assert {file["displayName"] for file in corpus.files() if says(corpus, file)} == set(MADE)
    # The same collection by its other name tells the types.
    place = corpus.name.replace("/ragCorpora/", "/collections/default_collection/dataStores/")
    documents = client.get(f"/v1/{place}/branches/0/documents").json()["documents"]
    assert sorted(one["content"]["mimeType"] for one in documents) == sorted(KINDS.values())


@pytest.mark.parametrize("told", [True, False])
def test_documents_are_created(client: TestClient, told: bool) -> None:
    client.post(f"{BRANCH.partition('/branches')[0].rpartition('/')[0]}?dataStoreId=ds", json={})
    for name, content in MADE.items():
        if not told and name in ("a.md", "a.csv", "a.tsv"):
            continue  # to tell them from plain text takes a name or a type
        kind = KINDS[name] if told else "application/octet-stream"
        body = {"content": {"rawBytes": base64.b64encode(content).decode(), "mimeType": kind}}
        reply = client.post(f"{BRANCH}/documents?documentId={name.replace('.', '-')}", json=body)
        assert reply.status_code == 200, reply.text
        assert reply.json()["content"]["mimeType"] == KINDS[name]
    assert set(mime_types(client).values()) <= set(KINDS.values())


def test_documents_are_imported(client: TestClient) -> None:
    client.post(f"{BRANCH.partition('/branches')[0].rpartition('/')[0]}?dataStoreId=ds", json={})
    documents = [
        {
            "id": name,
            "content": {"rawBytes": base64.b64encode(content).decode(), "mimeType": KINDS[name]},
        }
        for name, content in MADE.items()
    ]
    body: dict[str, Any] = {"inlineSource": {"documents": documents}}
    operation = finished(client, client.post(f"{BRANCH}/documents:import", json=body).json())
    assert operation["metadata"]["successCount"] == str(len(MADE)), operation
    assert mime_types(client) == KINDS
    body = {"gcsSource": {"inputUris": ["gs://all"], "dataSchema": "content"}}
    operation = finished(client, client.post(f"{BRANCH}/documents:import", json=body).json())
    assert operation["metadata"]["successCount"] == str(len(MADE)), operation
    assert sorted(mime_types(client).values()) == sorted([*KINDS.values(), *KINDS.values()])


def test_folders_are_imported(client: TestClient, corpus: Corpus) -> None:
    operation = imported(client, corpus.name, "gs://all")
    assert operation["response"]["importedRagFilesCount"] == str(len(MADE)), operation
    assert {file["displayName"] for file in corpus.files() if says(corpus, file)} == set(MADE)


def test_a_lie_is_refused_by_name(corpus: Corpus) -> None:
    message = refused(corpus.send("report.pdf", MADE["a.docx"]))
    assert "its bytes are a Word document" in message
    message = refused(corpus.send("thing", b"\x89PNG\r\n\x1a\n" + bytes(50)))
    assert "a PNG picture" in message and "Known are: PDF (.pdf), Word (.docx)" in message
    assert corpus.files() == []


def test_damage_is_refused_in_words(corpus: Corpus) -> None:
    for name, content in MADE.items():
        if name.endswith(("x", "b", "n")):
            assert name in refused(corpus.send(name, content[: len(content) // 2])) or name == "a.json"
    assert corpus.files() == []


def test_markup_is_a_download(corpus: Corpus, client: TestClient) -> None:
    for name in ("a.html", "a.eml", "a.epub"):
        document = corpus.add(name, MADE[name])["name"].rpartition("/")[2]
        place = corpus.name.split("/")
        reply = client.get(f"/files/{place[1]}/{place[3]}/{place[5]}/{document}")
        assert reply.headers["content-type"] == "application/octet-stream"
        assert reply.headers["content-disposition"].startswith("attachment")


@pytest.mark.parametrize("identifier", ["report.pdf", "photo.png", "a.json", "v1.2"])
def test_an_id_is_no_file_name(client: TestClient, identifier: str) -> None:
    client.post(f"{BRANCH.partition('/branches')[0].rpartition('/')[0]}?dataStoreId=ds", json={})
    place = f"{BRANCH}/documents?documentId={identifier}"
    reply = client.post(place, json={"structData": {"says": "The lamp burns."}})
    assert reply.status_code == 200, reply.text
    page = {"mimeType": "text/html", "rawBytes": base64.b64encode(b"<p>The lamp burns.</p>").decode()}
    reply = client.post(f"{place}-2.docx", json={"content": page})
    assert reply.status_code == 200, reply.text
    assert reply.json()["name"].endswith(f"/documents/{identifier}-2.docx")
    changed = client.patch(
        f"{BRANCH}/documents/{identifier}?updateMask=structData", json={"structData": {"a": "b"}}
    )
    assert changed.status_code == 200, changed.text


def test_a_declared_encoding_counts(client: TestClient) -> None:
    client.post(f"{BRANCH.partition('/branches')[0].rpartition('/')[0]}?dataStoreId=ds", json={})
    page = "<p>Смотритель зажёг лампу.</p>".encode("cp1251")
    content = {
        "rawBytes": base64.b64encode(page).decode(),
        "mimeType": "text/html; charset=windows-1251",
    }
    body = {"content": content, "structData": {"title": "Lamp"}}
    assert client.post(f"{BRANCH}/documents?documentId=d", json=body).status_code == 200
    changed = {"structData": {"title": "The lamp"}}
    reply = client.patch(f"{BRANCH}/documents/d?updateMask=structData", json=changed)
    assert reply.status_code == 200, reply.text
    config = BRANCH.partition("/branches")[0] + "/servingConfigs/default:search"
    asked = {"query": "Смотритель", "contentSearchSpec": {"searchResultMode": "CHUNKS"}}
    assert "зажёг лампу." in json.dumps(client.post(config, json=asked).json(), ensure_ascii=False)


def test_a_long_run_of_blanks(corpus: Corpus) -> None:
    """i011"""
    corpus.add("layout.txt", b"Header line." + b" " * 5000 + b"Footer line.")
    assert any("Footer line." in text for text in corpus.texts("Footer line."))
    assert all(text.strip() for text in corpus.texts())


def test_a_table_of_empty_cells(corpus: Corpus) -> None:
    """i012"""
    corpus.add("a.html", b"<p>Intro text.</p><table><tr><td></td></tr><tr><td> </td></tr></table>")
    assert corpus.texts("Intro text") == ["Intro text."]


def test_a_word_document_that_is_only_a_table(corpus: Corpus) -> None:
    """i041"""
    corpus.add("a.docx", saved(word(RATES)))
    [text] = corpus.texts("rate London")
    assert text.split("\n") == ["Name: East; Rate: 26.19", "Name: London; Rate: 25.25"]


def test_a_word_document_with_a_page_header(corpus: Corpus) -> None:
    """i042"""
    document = word("Main text.")
    header = document.sections[0].header
    header.paragraphs[0].text = "Rev. 7"
    header.add_table(1, 2, docx.shared.Inches(4)).cell(0, 0).text = "Company"
    corpus.add("a.docx", saved(document))
    assert corpus.texts("Main text") == ["Main text."]
