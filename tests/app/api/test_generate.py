"""generateContent and its streams through the door, over the small parts of tests/fakes.py."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.answering.conversation import Conversation, Passages
from app.answering.writer import Piece
from app.main import create_app
from app.wire.errors import NotReady, Unavailable
from grounding import Span
from tests.app.api.test_rag_corpora import create, refused
from tests.app.api.test_rag_files import upload
from tests.fakes import FirstSentenceWriter

PARENT = "projects/p/locations/l"
MODEL = f"/v1/{PARENT}/publishers/google/models/gemini-x"
QUESTION = "Which café opened when?"
# Five scripts and an emoji; a line is a claim for the checker of tests/fakes.py.
LINES = [
    "Le café Bellini opened in 1962. 🙂",
    "Die Straße wurde für Fußgänger gesperrt.",
    "काफ़ी हाउस १९६२ में खुला।",
    "咖啡馆于一九六二年开业。",
    "افتتح المقهى عام 1962.",
]
TEXT = "\n".join(LINES)


class Scripted(FirstSentenceWriter):
    """Writes ``pieces``; an exception among them is raised at its turn."""

    def __init__(self, *pieces: str | Exception) -> None:
        self.pieces = pieces
        self.asked: list[tuple[Conversation, Passages | None]] = []

    def write(self, conversation: Conversation, passages: Passages | None) -> Iterator[Piece]:
        self.asked.append((conversation, passages))
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield Piece(piece)
        yield Piece("", "STOP")


@pytest.fixture
def writer() -> Scripted:
    return Scripted(TEXT[:7], TEXT[7:90], TEXT[90:])


@pytest.fixture
def client(settings, small_parts, writer: Scripted) -> Iterator[TestClient]:
    from dataclasses import replace

    app = create_app(settings, lambda chosen: replace(small_parts(chosen), writer=writer))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def corpus(client: TestClient) -> str:
    name = str(create(client)["response"]["name"])
    upload(
        client, name, '{"ragFile": {"displayName": "cafés.txt"}}', f"{TEXT}\nPenguins cannot fly.".encode()
    )
    return name


def body(corpus: str = "", **changes: Any) -> dict[str, Any]:
    store = {"rag_resources": [{"rag_corpus": corpus}], "rag_retrieval_config": {"top_k": 3}}
    tools = {"tools": [{"retrieval": {"vertex_rag_store": store}}]} if corpus else {}
    return {"contents": [{"parts": [{"text": QUESTION}], "role": "user"}], **tools, **changes}


def events(reply: Any) -> list[dict[str, Any]]:
    assert reply.status_code == 200, reply.text
    assert reply.headers["Content-Type"].startswith("text/event-stream")
    assert reply.text.endswith("\r\n\r\n")
    parts = reply.text.removesuffix("\r\n\r\n").split("\r\n\r\n")
    assert all(part.startswith("data: {") and "\n" not in part for part in parts)
    return [json.loads(part[6:]) for part in parts]


def text_of(*responses: dict[str, Any]) -> str:
    return "".join(part["text"] for r in responses for part in r["candidates"][0]["content"].get("parts", []))


def test_the_whole_answer(client: TestClient, corpus: str) -> None:
    reply = client.post(f"{MODEL}:generateContent", json=body(corpus)).json()
    [candidate] = reply["candidates"]
    assert (text_of(reply), candidate["content"]["role"], candidate["finishReason"]) == (
        TEXT,
        "model",
        "STOP",
    )
    metadata = candidate["groundingMetadata"]
    assert metadata["retrievalQueries"] == [QUESTION]
    assert metadata["retrievalMetadata"] == {}
    [chunk] = metadata["groundingChunks"]
    context = chunk["retrievedContext"]
    assert (context["uri"], context["title"]) == ("cafés.txt", "cafés")
    assert context["text"] == context["ragChunk"]["text"]
    assert context["ragChunk"]["pageSpan"] == {"firstPage": 1, "lastPage": 1}
    assert reply["modelVersion"] == "first-passage"
    usage = reply["usageMetadata"]
    assert usage["totalTokenCount"] == usage["promptTokenCount"] + usage["candidatesTokenCount"]
    assert usage["promptTokenCount"] == 4
    assert reply["responseId"]
    assert reply["createTime"].endswith("Z")


def test_segments_are_bytes_in_five_scripts(client: TestClient, corpus: str) -> None:
    reply = client.post(f"{MODEL}:generateContent", json=body(corpus)).json()
    supports = reply["candidates"][0]["groundingMetadata"]["groundingSupports"]
    assert [one["segment"]["text"] for one in supports] == LINES
    raw = TEXT.encode()
    for support in supports:
        segment = support["segment"]
        assert raw[segment.get("startIndex", 0) : segment["endIndex"]].decode() == segment["text"]
        assert support["groundingChunkIndices"] == [0]
        assert support["confidenceScores"] == [0.9]
    assert "startIndex" not in supports[0]["segment"]  # no presence: 0 is left out


def test_every_sentence_and_the_short_answer_are_told_in_bytes(
    client: TestClient, corpus: str, writer: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = [Piece("Was bleibt? 🙂\n"), Piece(f"{LINES[1]}\nPenguins can fly.", "STOP", short=Span(4, 10))]
    monkeypatch.setattr(writer, "write", lambda *_: iter(pieces))
    metadata = client.post(f"{MODEL}:generateContent", json=body(corpus)).json()["candidates"][0][
        "groundingMetadata"
    ]
    text = "".join(piece.text for piece in pieces).encode()
    [span] = metadata["answerSpans"]
    assert text[span["startIndex"] : span["endIndex"]].decode() == span["text"] == "Straße"
    assert [claim["verdict"] for claim in metadata["claims"]] == ["not covered", "supported", "not covered"]
    assert [claim["segment"]["text"] for claim in metadata["claims"]][1:] == [LINES[1], "Penguins can fly."]
    assert len(metadata["groundingSupports"]) == 1


@pytest.mark.parametrize("alt", ["sse", "json"])
def test_a_stream_says_the_same_in_its_last_piece(client: TestClient, corpus: str, alt: str) -> None:
    whole = client.post(f"{MODEL}:generateContent", json=body(corpus)).json()
    reply = client.post(f"{MODEL}:streamGenerateContent?alt={alt}", json=body(corpus))
    if alt == "sse":
        responses = events(reply)
    else:
        assert reply.headers["Content-Type"].startswith("application/json")
        assert (reply.content[:1], reply.content[-1:]) == (b"[", b"]")
        responses = reply.json()
    *pieces, last = responses
    assert len(pieces) == 3
    assert text_of(*responses) == text_of(whole)
    for piece in pieces:
        assert not {"finishReason", "groundingMetadata"} & set(piece["candidates"][0])
        assert "usageMetadata" not in piece
    assert last["candidates"][0]["groundingMetadata"] == whole["candidates"][0]["groundingMetadata"]
    assert last["candidates"][0]["finishReason"] == "STOP"
    assert last["usageMetadata"] == whole["usageMetadata"]
    assert len({(one["responseId"], one["createTime"], one["modelVersion"]) for one in responses}) == 1


@pytest.mark.parametrize(
    "path",
    [
        f"/v1/{PARENT}/publishers/google/models/gemini-x",
        f"/v1beta1/{PARENT}/publishers/meta/models/llama-3:8b",
        f"/v1/{PARENT}/endpoints/123",
        "/v1beta1/publishers/google/models/gemini-x",
        "/v1beta/models/gemini-x",
    ],
)
def test_every_path_form(client: TestClient, path: str) -> None:
    assert text_of(client.post(f"{path}:generateContent", json=body()).json()) == TEXT
    assert text_of(*events(client.post(f"{path}:streamGenerateContent?alt=sse", json=body()))) == TEXT
    assert client.post(f"{path}:countTokens", json=body()).json()["totalTokens"] == 4
    refused(client.post(f"/v7{path[path.index('/', 1) :]}:generateContent", json=body()), 404, "NOT_FOUND")


def test_without_a_tool_there_is_no_grounding_metadata(client: TestClient) -> None:
    reply = client.post(f"{MODEL}:generateContent", json=body(generationConfig={})).json()
    assert "groundingMetadata" not in reply["candidates"][0]


def test_without_a_language_model_and_a_tool(client: TestClient, writer: Scripted) -> None:
    writer.pieces = (NotReady("Set SUREGROUND_LLM_BASE_URL."),)
    for method in ("generateContent", "streamGenerateContent", "streamGenerateContent?alt=sse"):
        message = refused(client.post(f"{MODEL}:{method}", json=body()), 400, "FAILED_PRECONDITION")
        assert "SUREGROUND_LLM_BASE_URL" in message


def test_unknown_corpus_is_refused_before_the_stream(client: TestClient) -> None:
    for method in ("generateContent", "streamGenerateContent", "streamGenerateContent?alt=sse"):
        refused(client.post(f"{MODEL}:{method}", json=body(f"{PARENT}/ragCorpora/999")), 404, "NOT_FOUND")


def test_an_empty_corpus_has_no_chunks(client: TestClient) -> None:
    empty = create(client)["response"]["name"]
    metadata = client.post(f"{MODEL}:generateContent", json=body(empty)).json()["candidates"][0][
        "groundingMetadata"
    ]
    assert metadata == {"retrievalQueries": [QUESTION], "retrievalMetadata": {}}


def test_a_failure_half_way_is_an_event_or_an_unclosed_array(
    client: TestClient, corpus: str, writer: Scripted
) -> None:
    writer.pieces = ("Le café", Unavailable("The model went away."))
    first, second = events(client.post(f"{MODEL}:streamGenerateContent?alt=sse", json=body(corpus)))
    assert text_of(first) == "Le café"
    assert (second["error"]["code"], second["error"]["status"]) == (503, "UNAVAILABLE")
    broken = client.post(f"{MODEL}:streamGenerateContent", json=body(corpus)).content
    assert broken.startswith(b"[")
    assert not broken.endswith(b"]")


def test_conversation_instruction_and_options_reach_the_writer(client: TestClient, writer: Scripted) -> None:
    contents = [
        {"role": "user", "parts": [{"text": "Hello"}]},
        {"role": "model", "parts": [{"text": "Good "}, {"text": "day."}, {"text": "hm", "thought": True}]},
        {"parts": [{"text": "When?"}]},
    ]
    sent = {
        "temperature": "0.5",
        "maxOutputTokens": 9,
        "stopSequences": ["END"],
        "seed": 3,
        "topP": 1,
        "topK": 40,
    }
    request = {
        "contents": contents,
        "system_instruction": {"parts": [{"text": "Be brief."}]},
        "generationConfig": sent,
        "safetySettings": [{"category": "HARM_CATEGORY_HATE_SPEECH", "threshold": "BLOCK_NONE"}],
        "labels": {"a_b": "c"},
    }
    assert client.post(f"{MODEL}:generateContent", json=request).status_code == 200
    [(conversation, passages)] = writer.asked
    assert [(turn.role, turn.text) for turn in conversation.history] == [
        ("user", "Hello"),
        ("model", "Good day."),
    ]
    assert (conversation.question, conversation.instruction, passages) == ("When?", "Be brief.", None)
    config = conversation.config
    assert (config.temperature, config.max_output_tokens) == (0.5, 9)
    assert (config.stop_sequences, config.seed) == (["END"], 3)


def test_a_data_store_as_a_tool(client: TestClient, corpus: str) -> None:
    store = corpus.replace("/ragCorpora/", "/collections/default_collection/dataStores/")
    for name in (store, store.replace("/collections/default_collection", "")):
        tools = [{"retrieval": {"vertexAiSearch": {"datastore": name, "maxResults": 5}}}]
        metadata = client.post(f"{MODEL}:generateContent", json=body(tools=tools)).json()["candidates"][0][
            "groundingMetadata"
        ]
        context = metadata["groundingChunks"][0]["retrievedContext"]
        assert context["documentName"].startswith(f"{store}/branches/0/documents/")
    engine = store.replace("dataStores", "engines")
    tools = [{"retrieval": {"vertexAiSearch": {"engine": engine}}}]
    assert client.post(f"{MODEL}:generateContent", json=body(tools=tools)).status_code == 200


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"contents": []}, "contents"),
        ({"contents": [{"role": "model", "parts": [{"text": "x"}]}]}, "user turn"),
        ({"contents": [{"role": "tool", "parts": [{"text": "x"}]}]}, "'tool'"),
        ({"contents": [{"parts": [{"inlineData": {"mimeType": "image/png", "data": ""}}]}]}, "inline_data"),
        ({"contents": [{"parts": [{}]}]}, "nothing"),
        ({"generationConfig": {"candidateCount": 2}}, "candidate_count"),
        ({"generationConfig": {"temperature": 3}}, "temperature"),
        ({"generationConfig": {"temperature": "NaN"}}, "temperature"),
        ({"generationConfig": {"responseMimeType": "application/json"}}, "application/json"),
        ({"generationConfig": {"responseSchema": {"type": "OBJECT"}}}, "response_schema"),
        ({"generationConfig": {"responseModalities": ["IMAGE"]}}, "TEXT"),
        ({"tools": [{"googleSearch": {}}]}, "google_search"),
        ({"tools": [{"functionDeclarations": [{"name": "f"}]}]}, "function_declarations"),
        ({"tools": [{"retrieval": {}}]}, "retrieval"),
        ({"tools": [{"retrieval": {"vertexAiSearch": {}}}]}, "datastore"),
        ({"tools": [{"retrieval": {"vertexAiSearch": {"datastore": "d", "maxResults": 11}}}]}, "11"),
        ({"tools": [{"retrieval": {"vertexRagStore": {}}}]}, "rag_resources"),
        ({"cachedContent": "c"}, "cached_content"),
        ({"noSuch": 1}, "noSuch"),
    ],
)
@pytest.mark.parametrize("method", ["generateContent", "streamGenerateContent?alt=sse"])
def test_what_is_not_served_is_refused_by_name(
    client: TestClient, method: str, changes: dict[str, Any], named: str
) -> None:
    assert named in refused(client.post(f"{MODEL}:{method}", json=body(**changes)), 400, "INVALID_ARGUMENT")


def test_count_tokens(client: TestClient) -> None:
    request = body(systemInstruction={"parts": [{"text": "Be brief."}]})
    assert client.post(f"{MODEL}:countTokens", json=request).json() == {
        "totalTokens": 6,
        "totalBillableCharacters": len("Whichcaféopenedwhen?Bebrief."),
    }
    inner = {"generateContentRequest": {"model": "m", **body()}}
    assert client.post("/v1beta/models/gemini-x:countTokens", json=inner).json()["totalTokens"] == 4
