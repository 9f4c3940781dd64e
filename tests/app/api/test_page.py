"""The page's own routes: strict headers, pictures of cited pages, samples."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

STATIC = Path(__file__).parents[3] / "app" / "static"
CORPORA = "/v1beta1/projects/p/locations/global/ragCorpora"
LINES = ("The ferry to Skerrow leaves at noon.", "Tickets cost 4 café tokens.", "The last ferry is blue.")


def ferry() -> bytes:
    """Three lines, the last one on a second page."""
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.drawString(72, 740, LINES[0])
    canvas.drawString(72, 700, LINES[1])
    canvas.showPage()
    canvas.drawString(72, 740, LINES[2])
    canvas.save()
    return file.getvalue()


@pytest.fixture
def chunk(client: TestClient) -> dict[str, Any]:
    """The cited chunk of a stored PDF, with ``file``, the address of its document."""
    name = client.post(CORPORA, json={"displayName": "ferries"}).json()["response"]["name"]
    upload = client.post(f"/upload/v1/{name}/ragFiles:upload", files={"file": ("ferry.pdf", ferry())})
    assert upload.status_code == 200, upload.text
    collection = name.rsplit("/", 1)[1]
    document = upload.json()["ragFile"]["name"].rsplit("/", 1)[1]
    source = f"projects/p/locations/global/dataStores/{collection}/servingConfigs/any"
    answer = client.post(
        "/v1/projects/p/locations/global/groundingConfigs/g:check",
        json={"answerCandidate": LINES[0], "groundingSource": {"searchSource": source}},
    ).json()
    cited: dict[str, Any] = answer["citedChunks"][0]
    return cited | {"file": f"/files/p/global/{collection}/{document}"}


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/static/style.css", "/static/icon.svg"])
def test_the_page_lets_nothing_in_from_elsewhere(client: TestClient, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 200
    policy = dict(part.split(" ", 1) for part in reply.headers["content-security-policy"].split("; "))
    assert (
        policy["default-src"]
        == policy["script-src"]
        == policy["style-src"]
        == policy["connect-src"]
        == "'self'"
    )
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["img-src"] == "'self' blob:"
    assert "unsafe" not in reply.headers["content-security-policy"]
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    again = client.get(path, headers={"If-None-Match": reply.headers["etag"]})
    assert again.status_code == 304 and "content-security-policy" in again.headers


def test_the_page_names_nothing_elsewhere(client: TestClient) -> None:
    page = client.get("/").text
    assert not re.search(r"(src|href)=\"(?!/static/|#)", page)
    assert not re.search(r"<script[^>]*>[^<]|<style|\son\w+=|style=", page), "no inline script or style"


LATER = {"check.js"}  # asked for when its view is first shown


def test_every_module_is_asked_for_at_once(client: TestClient) -> None:
    told = re.findall(r'rel="modulepreload" href="/static/(.+?)"', client.get("/").text)
    assert told == sorted({path.name for path in STATIC.glob("*.js")} - {"main.js", *LATER})


@pytest.mark.parametrize("name", ["none.js", "..%2Fmain.py", "%2e%2e%2fmain.py"])
def test_only_the_pages_files_are_served(client: TestClient, name: str) -> None:
    reply = client.get(f"/static/{name}")
    assert reply.status_code == 404
    assert reply.json()["error"]["status"] == "NOT_FOUND"


def test_words_are_marked_by_bytes_of_the_chunk(client: TestClient, chunk: dict[str, Any]) -> None:
    encoded = chunk["chunkText"].encode()
    start = encoded.index("4 café".encode())
    picture = client.get(
        f"{chunk['file']}/pages/1.png",
        params={"chunk": chunk["chunkId"], "mark": f"{start}-{start + len('4 café'.encode())}", "width": 600},
    )
    assert picture.status_code == 200 and picture.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(picture.content)).width == 600
    (mark,) = json.loads(picture.headers["sureground-marks"])
    whole = client.get(f"{chunk['file']}/pages/1.png", params={"chunk": chunk["chunkId"]})
    first, second = json.loads(whole.headers["sureground-marks"])
    assert first[1] < second[1], "without a range the whole chunk is marked, line by line"
    assert second[0] < mark[0] and mark[2] < second[2] and mark[1] == pytest.approx(second[1], abs=0.002)
    assert "no-store" in picture.headers["cache-control"]


def test_a_chunk_over_two_pages_is_marked_on_each(client: TestClient, chunk: dict[str, Any]) -> None:
    second = client.get(f"{chunk['file']}/pages/2.png", params={"chunk": chunk["chunkId"]})
    assert len(json.loads(second.headers["sureground-marks"])) == 1
    plain = client.get(f"{chunk['file']}/pages/2.png")
    assert json.loads(plain.headers["sureground-marks"]) == []


@pytest.mark.parametrize(
    ("path", "query", "status", "said"),
    [
        ("pages/3.png", {}, 404, "no page 3; the file has 2"),
        ("pages/0.png", {}, 404, "no page 0"),
        ("pages/1.png", {"chunk": "gone"}, 404, "no longer in 'ferry.pdf'"),
        ("pages/1.png", {"chunk": "", "width": "9000"}, 400, "2400"),
        ("pages/1.png", {"side": "left"}, 400, "side"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    client: TestClient, chunk: dict[str, Any], path: str, query: dict[str, str], status: int, said: str
) -> None:
    reply = client.get(f"{chunk['file']}/{path}", params=query)
    assert reply.status_code == status, reply.text
    assert said in reply.json()["error"]["message"]


@pytest.mark.parametrize("mark", ["9-3", "0-99999", "a-b", "5", "-1-4"])
def test_a_range_outside_the_chunk_is_refused(client: TestClient, chunk: dict[str, Any], mark: str) -> None:
    query = {"chunk": chunk["chunkId"], "mark": mark}
    reply = client.get(f"{chunk['file']}/pages/1.png", params=query)
    assert reply.status_code == 400
    assert "START-END" in reply.json()["error"]["message"]


def test_a_text_file_has_no_pictures(client: TestClient) -> None:
    name = client.post(CORPORA, json={"displayName": "notes"}).json()["response"]["name"]
    upload = client.post(f"/upload/v1/{name}/ragFiles:upload", files={"file": ("note.txt", b"Plain words.")})
    document = upload.json()["ragFile"]["name"].rsplit("/", 1)[1]
    reply = client.get(f"/files/p/global/{name.rsplit('/', 1)[1]}/{document}/pages/1.png")
    assert reply.status_code == 415
    assert "text/plain" in reply.json()["error"]["message"]


def test_samples_are_taken_in_once(client: TestClient) -> None:
    first, second = client.post("/samples").json(), client.post("/samples").json()
    assert first == second and first["questions"]
    files = client.get(
        f"/v1beta1/projects/local/locations/global/ragCorpora/{first['collection']}/ragFiles"
    ).json()
    assert {file["displayName"] for file in files["ragFiles"]} == {
        "museum-annual-report.pdf",
        "tide-clock-manual.pdf",
        "visitor-faq.md",
    }


def test_documents_suggest_questions(client: TestClient) -> None:
    name = client.post(CORPORA, json={"displayName": "asked"}).json()["response"]["name"]
    texts = {
        "guide.md": b"# Guide\n\n## May I bring my dog?\n\nDogs wait outside.\n\n## Tickets\n\nNine pounds.\n",
        "note.txt": b"The lighthouse of Skerrow was built in 1871.",
    }
    for file, text in texts.items():
        client.post(f"/upload/v1/{name}/ragFiles:upload", files={"file": (file, text)})
    assert client.get("/suggestions", params={"corpus": name}).json()["questions"] == [
        "May I bring my dog?",
        "What is said about the lighthouse of Skerrow?",
        "What does “guide” say about “Tickets”?",
    ]
    assert client.get("/suggestions", params={"corpus": name + "x"}).status_code == 404
    assert client.get("/suggestions", params={"corpus": "x"}).status_code == 400
