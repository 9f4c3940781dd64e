"""What Google's SDKs were recorded sending, sent again in the same order: same outcome, and types that fit.

Ids, operation names, page tokens and upload addresses are taken from our own earlier answers. That an answer
has fields of the documented types is judged by Google's published messages, which read it strictly.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from google.protobuf import json_format
from google.protobuf.descriptor_pool import Default as common_pool
from google.protobuf.message_factory import GetMessageClass

from app.main import create_app
from app.services import Services
from app.settings import Settings
from grounding import GroundingChecker

CAPTURES = Path(__file__).parents[2] / "data" / "captures"
FILES = sorted(CAPTURES.glob("*.json"))
pytestmark = pytest.mark.slow  # loads both SDKs

OWN_HEADERS = {"host", "content-length", "connection", "accept-encoding"}
# The recording server did not know the slash form then; contract.md 4.1 has it served.
BETTER_KNOWN = {("explore_rag_extra", 10): 200}
DE, AI = "google.cloud.discoveryengine", "google.cloud.aiplatform"
# The end of a method and path -> package and message of its answer.
ANSWERS = [
    (r"POST .*:check", DE, "CheckGroundingResponse"),
    (r"POST .*/dataStores|POST .*/documents:(import|purge)|POST .*/engines", "", "Operation"),
    (r"GET .*/dataStores", DE, "ListDataStoresResponse"),
    (r"(GET|PATCH) .*/dataStores/[^/]+", DE, "DataStore"),
    (r"POST .*/documents|(GET|PATCH) .*/documents/[^/]+", DE, "Document"),
    (r"GET .*/documents", DE, "ListDocumentsResponse"),
    (r"DELETE .*/documents/[^/]+", "", "Empty"),
    (r"POST .*:search", DE, "SearchResponse"),
    (r"DELETE .*|GET .*/operations/[^/]+|POST .*/ragCorpora|POST .*/ragFiles:import", "", "Operation"),
    (r"PATCH .*/ragCorpora/[^/]+", "", "Operation"),
    (r"GET .*/ragCorpora", AI, "ListRagCorporaResponse"),
    (r"GET .*/ragCorpora/[^/]+", AI, "RagCorpus"),
    (r"GET .*/ragFiles", AI, "ListRagFilesResponse"),
    (r"GET .*/ragFiles/[^/]+", AI, "RagFile"),
    (r"POST /upload/.*", AI, "UploadRagFileResponse"),
    (r"GET .*/ragEngineConfig", AI, "RagEngineConfig"),
    (r"POST .*:retrieveContexts", AI, "RetrieveContextsResponse"),
    (r"POST .*:askContexts", AI, "AskContextsResponse"),
    (r"POST .*:augmentPrompt", AI, "AugmentPromptResponse"),
    (r"POST .*:corroborateContent", AI, "CorroborateContentResponse"),
    (r"POST .*:(g|streamG)enerateContent", AI, "GenerateContentResponse"),
]
WELL_KNOWN = {"Operation": "google.longrunning.Operation", "Empty": "google.protobuf.Empty"}


@pytest.fixture(scope="module", autouse=True)
def published_messages() -> None:
    """Importing the SDKs puts their messages into the common pool."""
    for module in ("aiplatform_v1", "aiplatform_v1beta1"):
        pytest.importorskip(f"google.cloud.{module}")
    for module in ("discoveryengine_v1", "discoveryengine_v1beta", "discoveryengine_v1alpha"):
        pytest.importorskip(f"google.cloud.{module}")


def assert_documented(method: str, path: str, answer: httpx.Response) -> None:
    """Every object of the answer can be read as the message that is documented for this call."""
    if path == "/token":
        assert answer.json()["access_token"] and isinstance(answer.json()["expires_in"], int)
        return
    package, message = next(
        (package, message) for form, package, message in ANSWERS if re.fullmatch(form, f"{method} {path}")
    )
    version = re.search(r"/(v1[a-z0-9]*)/", path)
    assert version is not None
    # The Gemini API's v1beta has the messages of v1beta1.
    told = {"v1beta": "v1beta1"}.get(version[1], version[1]) if package == AI else version[1]
    full = WELL_KNOWN.get(message, f"{package}.{told}.{message}")
    kind = GetMessageClass(common_pool().FindMessageTypeByName(full))
    answers = list(objects_in(answer))
    assert answers
    for one in answers:
        if isinstance(one, dict) and message == "Operation":
            assert one["done"] is True and "/operations/" in one["name"]
        json_format.ParseDict(one, kind(), ignore_unknown_fields=True)


def objects_in(answer: httpx.Response) -> Iterator[Any]:
    """The answer, or, where it is a stream in one of the two framings, its parts."""
    if answer.headers["content-type"].startswith("text/event-stream"):
        for event in answer.text.strip().split("\r\n\r\n"):
            assert event.startswith("data: ")
            yield json.loads(event[6:])
    elif answer.text.startswith("["):
        yield from answer.json()
    else:
        yield answer.json()


class Replay:
    """Sends a recording's requests, with what the recording server named replaced by what we name."""

    def __init__(self, client: TestClient, requests: list[dict[str, Any]]) -> None:
        self._client, self._requests = client, requests
        self._names: dict[str, str] = {}  # id or name in the recording -> ours
        self._token = ""

    def send(self, number: int) -> httpx.Response:
        request = self._requests[number]
        if request["response_status"] < 400:
            self._presuppose(request)
        path, query = self._ours(request["path"]), self._ours(request["query"] or "")
        query = re.sub(r"(?<=pageToken=)[^&]*", self._token, query)
        if upload := re.search(r"upload_id=(\w+)", request["query"] or ""):
            path, query = self._names[upload[1]], ""
        content = json.dumps(request["body"]) if request.get("body") is not None else request.get("body_text")
        answer = self._client.request(
            request["method"],
            path + (f"?{query}" if query else ""),
            content=self._ours(content).encode() if content else None,
            headers={
                key: value for key, value in request["headers"].items() if key.lower() not in OWN_HEADERS
            },
        )
        if answer.is_success:
            self._learn(number, answer)
        return answer

    def _ours(self, text: str) -> str:
        for theirs in sorted(self._names, key=len, reverse=True):
            text = text.replace(theirs, self._names[theirs])
        return text

    def _learn(self, number: int, answer: httpx.Response) -> None:
        """Which names of the next requests stand for what was just made."""
        if address := answer.headers.get("x-goog-upload-url"):
            self._names[self._ahead(number, r"upload_id=(\w+)")] = address.removeprefix("http://127.0.0.1")
        if not answer.headers["content-type"].startswith("application/json") or answer.text.startswith("["):
            return
        body = answer.json()
        self._token = body.get("nextPageToken", self._token)
        made = body.get("ragFile") or ("done" in body and body.get("response")) or {}
        made = made.get("name", "")
        kinds = ("ragFiles",) if "/ragFiles/" in made else ("ragCorpora",) if "/ragCorpora/" in made else ()
        for kind in kinds:
            if theirs := self._ahead(number, rf"{kind}/(\d{{19}})"):
                self._names[theirs] = made.rpartition("/")[2]
        following = self._requests[number + 1] if number + 1 < len(self._requests) else None
        if "done" in body and following and "/operations/" in following["path"]:
            self._names[following["path"].split("/", 2)[2]] = body["name"]

    def _ahead(self, number: int, form: str) -> str:
        """The first name of that form in later requests that stands for nothing yet."""
        for request in self._requests[number + 1 :]:
            text = f"{request['path']}?{request['query']} {json.dumps(request.get('body'))}"
            for theirs in re.findall(form, text):
                if theirs not in self._names:
                    return str(theirs)
        return ""

    def _presuppose(self, request: dict[str, Any]) -> None:
        """Make the corpora and files that were there before the recording began."""
        mentioned = f"{request['path']} {json.dumps(request.get('body'))}"
        for parent, theirs in re.findall(r"(projects/[^/]+/locations/[^/]+)/ragCorpora/(\d{19})", mentioned):
            if "/operations/" in request["path"] or self._is_there(parent, theirs):
                continue
            made = self._client.post(f"/v1/{parent}/ragCorpora", json={"displayName": "before"}).json()
            self._names[theirs] = made["response"]["name"].rpartition("/")[2]
        if found := re.search(r"(/projects/.*/ragCorpora/\d{19})/ragFiles/(\d{19})$", request["path"]):
            corpus = self._ours(found[1])
            if self._client.get(f"/v1{corpus}/ragFiles/{self._ours(found[2])}").is_success:
                return
            file = {
                "metadata": (None, '{"ragFile": {"displayName": "before"}}'),
                "file": ("b.txt", b"Before."),
            }
            made = self._client.post(f"/upload/v1{corpus}/ragFiles:upload", files=file).json()
            self._names[found[2]] = made["ragFile"]["name"].rpartition("/")[2]

    def _is_there(self, parent: str, theirs: str) -> bool:
        ours = self._names.get(theirs)
        return ours is not None and self._client.get(f"/v1/{parent}/ragCorpora/{ours}").is_success


@pytest.fixture(scope="module")
def checker() -> GroundingChecker:
    return GroundingChecker.load()


@pytest.fixture
def client(
    settings: Settings, small_parts: Callable[[Settings], Services], checker: GroundingChecker
) -> Iterator[TestClient]:
    """The door with the real checker, since its limits are among what was recorded."""
    app = create_app(settings, lambda chosen: replace(small_parts(chosen), checker=checker))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recording_has_the_same_outcome_here(client: TestClient, file: Path) -> None:
    requests = json.loads(file.read_text())
    replay, sent = Replay(client, requests), 0
    in_a_bucket = False
    for number, request in enumerate(requests):
        poll = "/operations/" in request["path"]
        in_a_bucket = "gcsSource" in json.dumps(request.get("body")) or (in_a_bucket and poll)
        if in_a_bucket:
            continue
        answer = replay.send(number)
        expected = BETTER_KNOWN.get((file.stem, number), request["response_status"])
        place = f"{file.name}[{number}] {request['method']} {request['path']}: {answer.text[:500]}"
        assert answer.status_code // 100 == expected // 100, place
        if answer.is_success:
            assert_documented(request["method"], request["path"], answer)
        else:
            error = answer.json()["error"]
            assert error["code"] == answer.status_code and error["message"], place
        sent += 1
    assert sent >= len(requests) - 2
