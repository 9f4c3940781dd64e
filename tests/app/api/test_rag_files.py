"""Files through the door: the three forms of uploading, import, progress."""

import io
import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pypdf import PdfWriter

from app.demo import SAMPLES
from tests.app.api.test_rag_corpora import create, refused

TEXT = "The tower of Brindle Cove is 61 metres tall."


@pytest.fixture
def corpus(client: TestClient) -> str:
    return str(create(client)["response"]["name"])


def upload(
    client: TestClient, corpus: str, metadata: str, content: bytes = TEXT.encode(), **query: str
) -> Any:
    files = {"metadata": (None, metadata), "file": ("tower.txt", content)}
    return client.post(f"/upload/v1/{corpus}/ragFiles:upload", files=files, params=query)


PSEUDO = str(
    {
        "rag_file": {"display_name": "it's a tower.txt", "description": "dd"},
        "upload_rag_file_config": {
            "rag_file_transformation_config": {
                "rag_file_chunking_config": {
                    "fixed_length_chunking": {"chunk_size": 256, "chunk_overlap": 32}
                }
            }
        },
    }
)


@pytest.mark.parametrize(
    "metadata", [PSEUDO, json.dumps({"ragFile": {"displayName": "it's a tower.txt", "description": "dd"}})]
)
def test_multipart_with_pseudo_json_and_with_json(client: TestClient, corpus: str, metadata: str) -> None:
    assert (
        "\"it's" in PSEUDO
    )  # Python quotes a text with an apostrophe in double quotes, the rest in single ones
    file = upload(client, corpus, metadata).json()["ragFile"]
    assert file["name"].startswith(f"{corpus}/ragFiles/")
    assert (file["displayName"], file["description"]) == ("it's a tower.txt", "dd")
    assert file["fileStatus"] == {"state": "ACTIVE"}
    assert (file["directUploadSource"], file["sizeBytes"]) == ({}, str(len(TEXT)))
    assert client.get(f"/v1/{file['name']}").json() == file
    assert client.get(f"/v1beta1/{corpus}/ragFiles").json() == {"ragFiles": [file]}


def test_without_metadata_the_file_name_serves(client: TestClient, corpus: str) -> None:
    reply = client.post(
        f"/upload/v1/{corpus}/ragFiles:upload", files={"file": ("a.md", b"# A\n\nHello there.")}
    )
    assert reply.json()["ragFile"]["displayName"] == "a.md"


def test_the_same_file_again_is_the_same_file(client: TestClient, corpus: str) -> None:
    first, second = (upload(client, corpus, "{}", view="full").json() for _ in range(2))
    assert (first["outcome"], second["outcome"]) == ("created", "unchanged")
    assert first["ragFile"]["name"] == second["ragFile"]["name"]


def test_our_own_fields_come_only_when_asked_for(client: TestClient, corpus: str) -> None:
    plain = upload(client, corpus, "{}").json()
    assert set(plain) == {"ragFile"}
    assert not {"pageCount", "chunkCount", "pageReport"} & set(plain["ragFile"])
    for path in (plain["ragFile"]["name"], f"{corpus}/ragFiles"):
        shown = client.get(f"/v1beta1/{path}?view=full").json()
        file = shown.get("ragFiles", [shown])[0]
        assert (file["pageCount"], file["chunkCount"]) == (1, 1)
        assert file["pageReport"] == [{"number": 1, "status": "ok"}]


def test_metadata_of_the_file_filters(client: TestClient, corpus: str) -> None:
    metadata = {"ragFile": {"displayName": "a.txt", "userMetadata": '{"year": 1911}'}}
    assert json.loads(upload(client, corpus, json.dumps(metadata)).json()["ragFile"]["userMetadata"]) == {
        "year": 1911
    }
    for wanted, count in (("year = 1911", 1), ("year = 1912", 0)):
        query = {"text": "tower", "ragRetrievalConfig": {"filter": {"metadataFilter": wanted}}}
        body = {"vertexRagStore": {"ragResources": [{"ragCorpus": corpus}]}, "query": query}
        found = client.post("/v1/projects/p/locations/l:retrieveContexts", json=body).json()
        assert len(found["contexts"].get("contexts", [])) == count


def test_delete(client: TestClient, corpus: str) -> None:
    name = upload(client, corpus, "{}").json()["ragFile"]["name"]
    operation = client.delete(f"/v1/{name}").json()
    assert operation["name"].startswith(f"{name}/operations/")
    assert operation["response"] == {"@type": "type.googleapis.com/google.protobuf.Empty"}
    refused(client.get(f"/v1/{name}"), 404, "NOT_FOUND")
    assert client.get(f"/v1/{corpus}/ragFiles").json() == {}


def start(client: TestClient, corpus: str, **headers: str) -> Any:
    protocol = {"X-Goog-Upload-Protocol": "resumable", "X-Goog-Upload-Command": "start"}
    told = {"X-Goog-Upload-File-Name": "t.txt", "X-Goog-Upload-Header-Content-Type": "text/plain"}
    return client.post(
        f"/upload/v1beta1/{corpus}/ragFiles:upload",
        json={"ragFile": {"display_name": "t.txt"}},
        headers={**protocol, **told, **headers},
    )


def send(client: TestClient, address: str, content: bytes, command: str, **headers: str) -> Any:
    given = {"X-Goog-Upload-Command": command, "Content-Type": "application/json", **headers}
    return client.post(address, content=content, headers=given)


def test_resumable_in_pieces(client: TestClient, corpus: str) -> None:
    piece = ("A line about towers. " * 20_000).encode()
    started = start(client, corpus)
    assert (started.status_code, started.headers["X-Goog-Upload-Status"]) == (200, "active")
    address = started.headers["X-Goog-Upload-URL"]
    assert address.startswith("http://127.0.0.1")
    for number in range(2):
        reply = send(client, address, piece, "upload", **{"X-Goog-Upload-Offset": str(number * len(piece))})
        assert (reply.status_code, reply.headers["X-Goog-Upload-Status"]) == (200, "active")
    asked = send(client, address, b"", "query")
    assert asked.headers["X-Goog-Upload-Size-Received"] == str(2 * len(piece))
    gap = send(client, address, b"x", "upload", **{"X-Goog-Upload-Offset": "5"})
    assert "5" in refused(gap, 400, "INVALID_ARGUMENT")
    last = send(
        client, address, TEXT.encode(), "upload, finalize", **{"X-Goog-Upload-Offset": str(2 * len(piece))}
    )
    assert last.headers["X-Goog-Upload-Status"] == "final"
    file = last.json()["ragFile"]
    assert (file["displayName"], file["sizeBytes"]) == ("t.txt", str(2 * len(piece) + len(TEXT)))
    refused(send(client, address, b"", "query"), 404, "NOT_FOUND")


def test_resumable_can_be_withdrawn_and_is_capped(client: TestClient, corpus: str, settings: Any) -> None:
    address = start(client, corpus).headers["X-Goog-Upload-URL"]
    assert send(client, address, b"", "cancel").headers["X-Goog-Upload-Status"] == "cancelled"
    refused(send(client, address, b"x", "upload"), 404, "NOT_FOUND")
    too_much = {"X-Goog-Upload-Header-Content-Length": str(settings.max_upload_bytes + 1)}
    refused(start(client, corpus, **too_much), 413, "INVALID_ARGUMENT")


def test_a_failed_upload_is_a_plain_error_and_ends_its_progress(client: TestClient, corpus: str) -> None:
    refused(upload(client, corpus, "{}", b"", uploadId="upload-0001"), 400, "INVALID_ARGUMENT")
    assert events(client, "upload-0001")[-1]["state"] == "error"


def events(client: TestClient, upload_id: str) -> list[dict[str, Any]]:
    reply = client.get(f"/progress/{upload_id}")
    assert reply.headers["Content-Type"].startswith("text/event-stream")
    return [json.loads(part.removeprefix("data: ")) for part in reply.text.split("\n\n") if part]


def test_progress_ends_with_the_state(client: TestClient, corpus: str) -> None:
    upload(client, corpus, "{}", uploadId="upload-0002")
    last = events(client, "upload-0002")[-1]
    assert last["state"] == "active"
    assert last["ragFile"]["displayName"] == "tower.txt"
    refused(client.get("/progress/short"), 400, "INVALID_ARGUMENT")


@pytest.mark.parametrize(
    ("metadata", "named"),
    [
        ("{'rag_file': {'display_name': open('x')}}", "JSON"),
        ('{"ragFile": {"displayName": 5}}', "display_name"),
        ('{"ragFile": {"noSuch": 5}}', "noSuch"),
        ("[1]", "message"),
        ('{"ragFile": {"displayName": "' + "x" * 129 + '"}}', "129"),
        ('{"ragFile": {"userMetadata": "[1]"}}', "user_metadata"),
        ('{"uploadRagFileConfig": {"ragFileChunkingConfig": {"chunkSize": -1}}}', "-1"),
    ],
)
def test_bad_metadata_is_refused_by_name(client: TestClient, corpus: str, metadata: str, named: str) -> None:
    assert named in refused(upload(client, corpus, metadata), 400, "INVALID_ARGUMENT")


def test_no_corpus_no_file_and_no_known_protocol(client: TestClient, corpus: str) -> None:
    refused(upload(client, corpus[:-3] + "999", "{}"), 404, "NOT_FOUND")
    refused(start(client, corpus[:-3] + "999"), 404, "NOT_FOUND")
    path = f"/upload/v1/{corpus}/ragFiles:upload"
    refused(client.post(path, files={"metadata": (None, "{}")}), 400, "INVALID_ARGUMENT")
    refused(client.post(path, content=b"x", headers={"Content-Type": "text/plain"}), 400, "INVALID_ARGUMENT")


def test_the_plain_form_says_where_to_send_the_file(client: TestClient, corpus: str) -> None:
    reply = client.post(f"/v1/{corpus}/ragFiles:upload", json={"ragFile": {"displayName": "a"}})
    assert f"/upload/v1/{corpus}" in refused(reply, 400, "INVALID_ARGUMENT")


def test_import_reports_each_file(client: TestClient, corpus: str) -> None:
    config = {"gcsSource": {"uris": ["gs://b/x.txt", "gs://b/dir"]}, "maxEmbeddingRequestsPerMin": 900}
    operation = client.post(f"/v1/{corpus}/ragFiles:import", json={"importRagFilesConfig": config}).json()
    assert operation["response"]["failedRagFilesCount"] == "2"
    failures = operation["metadata"]["genericMetadata"]["partialFailures"]
    assert [failure["message"].split(": ")[0] for failure in failures] == config["gcsSource"]["uris"]
    refused(client.post(f"/v1/{corpus}/ragFiles:import", json={}), 400, "INVALID_ARGUMENT")


def test_token_for_self_made_keys(client: TestClient) -> None:
    form = {"assertion": "a.b.c", "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer"}
    reply = client.post("/token", data=form).json()
    assert reply == {"access_token": "local", "expires_in": 3600, "token_type": "Bearer"}
    refused(client.post("/token", data={}), 400, "INVALID_ARGUMENT")


def test_the_password_of_an_encrypted_pdf_comes_with_the_upload(client: TestClient, corpus: str) -> None:
    writer = PdfWriter(clone_from=SAMPLES / "tide-clock-manual.pdf")
    writer.encrypt("tide")
    sealed = io.BytesIO()
    writer.write(sealed)

    def sent(config: dict[str, str]) -> Any:
        metadata = json.dumps({"ragFile": {"displayName": "sealed.pdf"}, "uploadRagFileConfig": config})
        return upload(client, corpus, metadata, sealed.getvalue()).json()

    assert "uploadRagFileConfig.password" in sent({})["error"]["message"]
    assert "does not open it" in sent({"password": "wrong"})["error"]["message"]
    opened = sent({"password": "tide"})
    assert opened["ragFile"]["fileStatus"] == {"state": "ACTIVE"}
    assert "tide" not in json.dumps(opened).replace("tide-clock", "")
