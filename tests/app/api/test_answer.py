""":answer, :streamAnswer and sessions through the door, over the small parts of tests/fakes.py.

The writer answers with the first passage, the checker takes each line for a claim.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.answering.conversation import Conversation, Passages
from app.answering.writer import Piece
from app.main import create_app
from app.settings import Settings
from grounding import Span
from tests.app.api.test_discovery import STORE, add, call
from tests.app.api.test_discovery import store as store  # the fixture
from tests.fakes import FirstSentenceWriter

CONFIG = f"v1/{STORE}/servingConfigs/default_search"
CAFE = "Le café Bellini opened in 1962.\nShall I go on?"
LINE = CAFE.splitlines()[0]
QUESTION = "When did the café Bellini open?"
FULL = {
    "query": {"text": QUESTION},
    "answerGenerationSpec": {"includeCitations": True},
    "groundingSpec": {"includeGroundingSupports": True},
}


@pytest.fixture
def cafe(store: TestClient) -> TestClient:
    add(
        store,
        "cafe",
        {"structData": {"title": "Guide", "text": CAFE}, "content": {"uri": "gs://b/guide.txt"}},
    )
    return store


def ask(client: TestClient, body: Any = None, verb: str = "answer", status: int = 200) -> Any:
    return call(client, "POST", f"{CONFIG}:{verb}", body or FULL, status)


def own_passages(*texts: str) -> dict[str, Any]:
    results = [{"chunkInfo": {"chunk": "x", "content": text}} for text in texts]
    return {"searchSpec": {"searchResultList": {"searchResults": results}}}


def test_sentences_have_scores_and_sources_in_bytes(cafe: TestClient) -> None:
    answer = ask(cafe, {**FULL, **own_passages(CAFE)})["answer"]
    first = CAFE.splitlines()[0]
    assert (answer["state"], answer["answerText"], answer["groundingScore"]) == ("SUCCEEDED", CAFE, 0.9)
    cited = {"endIndex": str(len(first.encode())), "sources": [{"referenceId": "0"}]}
    assert answer["citations"] == [cited]
    assert answer["groundingSupports"] == [
        {**cited, "groundingScore": 0.9, "groundingCheckRequired": True},
        {
            "startIndex": str(len(first.encode()) + 1),
            "endIndex": str(len(CAFE.encode())),
            "groundingCheckRequired": False,
        },
    ]
    assert answer["references"][0]["chunkInfo"]["content"] == CAFE
    assert "answerSkippedReasons" not in answer


def test_only_what_was_asked_for_is_told(cafe: TestClient) -> None:
    answer = ask(cafe, {"query": {"text": QUESTION}})["answer"]
    assert not {"citations", "groundingSupports", "groundingScore", "name"} & answer.keys()
    info = answer["references"][0]["chunkInfo"]
    assert info["documentMetadata"]["document"] == f"{STORE}/branches/0/documents/cafe"
    assert info["documentMetadata"]["uri"] == "gs://b/guide.txt"
    assert 0 < info["relevanceScore"] <= 1


@pytest.mark.parametrize("mode, kind", [("DOCUMENTS", "unstructuredDocumentInfo"), ("CHUNKS", "chunkInfo")])
def test_references_take_the_form_that_was_asked_for(cafe: TestClient, mode: str, kind: str) -> None:
    spec = {"searchSpec": {"searchParams": {"searchResultMode": mode}}}
    assert set(ask(cafe, {**FULL, **spec})["answer"]["references"][0]) == {kind}


class Shortly(FirstSentenceWriter):
    """Marks the year in the first line as the short answer."""

    def write(self, conversation: Conversation, passages: Passages | None) -> Iterator[Piece]:
        yield Piece(LINE, "STOP", short=Span(LINE.index("1962"), len(LINE) - 1))


def test_the_short_answer_is_told_in_bytes(settings: Settings, small_parts: Any) -> None:
    app = create_app(settings, lambda given: replace(small_parts(given), writer=Shortly()))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        call(client, "POST", f"v1/{STORE.rpartition('/')[0]}?dataStoreId=ds", {"displayName": "Texts"})
        answer = ask(client, {**FULL, **own_passages(LINE)})["answer"]
    [span] = answer["answerSpans"]
    assert LINE.encode()[int(span["startIndex"]) : int(span["endIndex"])] == b"1962"


class Inventor(FirstSentenceWriter):
    """Adds a line of its own, so that one of two lines is supported: a score of (0.9 + 0.1) / 2."""

    def write(self, conversation: Conversation, passages: Passages | None) -> Iterator[Piece]:
        yield Piece(f"{LINE}\nIt is blue.", "STOP")


@pytest.mark.parametrize(
    "level, low, withheld", [("LOW", 0.4, False), ("LOW", 0.6, True), ("HIGH", 0.6, True)]
)
def test_an_answer_that_is_badly_supported_is_withheld(
    settings: Settings, small_parts: Any, level: str, low: float, withheld: bool
) -> None:
    chosen = settings.model_copy(update={"filter_low": low})
    app = create_app(chosen, lambda given: replace(small_parts(given), writer=Inventor()))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        call(client, "POST", f"v1/{STORE.rpartition('/')[0]}?dataStoreId=ds", {"displayName": "Texts"})
        spec = {"includeGroundingSupports": True, "filteringLevel": f"FILTERING_LEVEL_{level}"}
        answer = ask(client, {**FULL, **own_passages(LINE), "groundingSpec": spec})["answer"]
    assert answer["groundingScore"] == pytest.approx(0.5) and answer["references"]
    assert answer.get("answerSkippedReasons") == (["LOW_GROUNDED_ANSWER"] if withheld else None)
    assert ("blue" in answer["answerText"]) is not withheld
    assert ("groundingSupports" in answer, "citations" in answer) == (not withheld, not withheld)


def test_nothing_found_is_said_with_its_reason(store: TestClient) -> None:
    answer = ask(store)["answer"]
    assert answer["state"] == "SUCCEEDED"
    assert answer["answerSkippedReasons"] == ["NO_RELEVANT_CONTENT"]
    assert not {"citations", "groundingSupports", "groundingScore"} & answer.keys()


def test_a_stream_is_references_then_text_then_the_whole(cafe: TestClient) -> None:
    *before, last = [one["answer"] for one in ask(cafe, verb="streamAnswer")]
    assert before[0]["references"] == last["references"]
    assert all(one["state"] == "STREAMING" for one in before) and last["state"] == "SUCCEEDED"
    assert "".join(one.get("answerText", "") for one in before) == last["answerText"]
    assert last["groundingSupports"] and not any("groundingSupports" in one for one in before)


def test_no_text_leaves_before_the_verdict_when_it_may_be_withheld(cafe: TestClient) -> None:
    body = {**FULL, "groundingSpec": {"filteringLevel": "FILTERING_LEVEL_LOW"}}
    *before, last = [one["answer"] for one in ask(cafe, body, "streamAnswer")]
    assert before and not any("answerText" in one for one in before)
    assert last["answerText"]


def test_a_session_is_made_continued_and_forgotten(cafe: TestClient) -> None:
    reply = ask(cafe, {**FULL, "session": f"{STORE}/sessions/-"})
    name = reply["session"]["name"]
    assert reply["answer"]["name"].startswith(f"{name}/answers/")
    ask(cafe, {"query": {"text": "In which town?"}, "session": name})
    seen = call(cafe, "GET", f"v1/{name}?includeAnswerDetails=true")
    assert [turn["query"]["text"] for turn in seen["turns"]] == [QUESTION, "In which town?"]
    assert seen["turns"][0]["detailedAnswer"] == reply["answer"]
    assert call(cafe, "GET", f"v1/{reply['answer']['name']}") == reply["answer"]
    assert "detailedAnswer" not in call(cafe, "GET", f"v1/{name}")["turns"][0]
    changed = call(
        cafe, "PATCH", f"v1/{name}?updateMask=displayName", {"displayName": "n", "userPseudoId": "u"}
    )
    assert changed["displayName"] == "n" and "userPseudoId" not in changed
    assert [one["name"] for one in call(cafe, "GET", f"v1/{STORE}/sessions")["sessions"]] == [name]
    call(cafe, "DELETE", f"v1/{name}")
    call(cafe, "GET", f"v1/{name}", status=404)


def test_sessions_go_with_their_store(cafe: TestClient) -> None:
    name = call(cafe, "POST", f"v1/{STORE}/sessions?sessionId=mine", {})["name"]
    call(cafe, "DELETE", f"v1/{STORE}")
    call(cafe, "POST", f"v1/{STORE.rpartition('/')[0]}?dataStoreId=ds", {"displayName": "again"})
    call(cafe, "GET", f"v1/{name}", status=404)


@pytest.mark.parametrize(
    "change, named",
    [
        ({"query": {"text": " "}}, "query.text"),
        ({"asynchronousMode": True}, "asynchronous_mode"),
        ({"session": f"{STORE}x/sessions/-"}, "session"),
        ({"searchSpec": {"searchParams": {"maxReturnResults": -1}}}, "max_return_results"),
        ({"searchSpec": {"searchParams": {}, "searchResultList": {}}}, "search_params"),
        ({"searchSpec": {"searchResultList": {"searchResults": [{}]}}}, "search_results[0]"),
        (
            {"searchSpec": {"searchParams": {"dataStoreSpecs": [{"dataStore": f"{STORE}x"}]}}},
            "data_store_specs",
        ),
        ({"groundingSpec": {"filteringLevel": "VERY_HIGH"}}, "filtering_level"),
        ({"noSuchField": 1}, "noSuchField"),
    ],
)
def test_refusals_name_the_field(cafe: TestClient, change: dict[str, Any], named: str) -> None:
    error = ask(cafe, {**FULL, **change}, status=400)
    assert error["status"] == "INVALID_ARGUMENT" and named in error["message"]
