"""A citation names the page of the sentence, wherever its passage begins and ends."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from tests.app.api.test_generate import Scripted
from tests.app.api.test_page import CORPORA, LINES, ferry

FIRST, SECOND = {"firstPage": 1, "lastPage": 1}, {"firstPage": 2, "lastPage": 2}
BOTH = {"firstPage": 1, "lastPage": 2}
QUESTION = "Which ferry is blue?"


@pytest.fixture
def writer() -> Scripted:
    return Scripted(LINES[2])


@pytest.fixture
def client(settings, small_parts, writer: Scripted) -> Iterator[TestClient]:
    app = create_app(settings, lambda chosen: replace(small_parts(chosen), writer=writer))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def corpus(client: TestClient) -> str:
    """A corpus of one file, of which one passage stands on two pages."""
    name: str = client.post(CORPORA, json={"displayName": "ferries"}).json()["response"]["name"]
    upload = client.post(f"/upload/v1/{name}/ragFiles:upload", files={"file": ("ferry.pdf", ferry())})
    assert upload.status_code == 200, upload.text
    return name


def generated(client: TestClient, corpus: str) -> dict[str, Any]:
    body = {
        "contents": [{"parts": [{"text": QUESTION}], "role": "user"}],
        "tools": [{"retrieval": {"vertex_rag_store": {"rag_resources": [{"rag_corpus": corpus}]}}}],
    }
    reply = client.post("/v1/projects/p/locations/global/publishers/x/models/y:generateContent", json=body)
    metadata: dict[str, Any] = reply.json()["candidates"][0]["groundingMetadata"]
    return metadata


def store_of(corpus: str) -> str:
    return f"projects/p/locations/global/collections/default_collection/dataStores/{corpus.rsplit('/')[-1]}"


def answered(client: TestClient, corpus: str) -> dict[str, Any]:
    body = {
        "query": {"text": QUESTION},
        "answerGenerationSpec": {"includeCitations": True},
        "groundingSpec": {"includeGroundingSupports": True},
    }
    reply = client.post(f"/v1/{store_of(corpus)}/servingConfigs/default_search:answer", json=body)
    answer: dict[str, Any] = reply.json()["answer"]
    return answer


def checked(client: TestClient, corpus: str, answer: str) -> dict[str, Any]:
    source = f"{store_of(corpus)}/servingConfigs/default_search"
    body = {"answerCandidate": answer, "groundingSource": {"searchSource": source}}
    path = "/v1/projects/p/locations/global/groundingConfigs/g:check"
    reply: dict[str, Any] = client.post(path, json=body).json()
    return reply


def test_generate_content_names_the_page_of_its_sentence(client: TestClient, corpus: str) -> None:
    metadata = generated(client, corpus)
    assert [one["pageSpans"] for one in metadata["groundingSupports"]] == [[SECOND]]
    [chunk] = metadata["groundingChunks"]
    assert chunk["retrievedContext"]["text"].startswith(LINES[0])
    assert chunk["retrievedContext"]["ragChunk"]["pageSpan"] == SECOND


def test_each_sentence_has_its_own_page(client: TestClient, corpus: str, writer: Scripted) -> None:
    writer.pieces = (f"{LINES[0]}\n{LINES[2]}",)
    metadata = generated(client, corpus)
    assert [one["pageSpans"] for one in metadata["groundingSupports"]] == [[FIRST], [SECOND]]
    [chunk] = metadata["groundingChunks"]
    assert chunk["retrievedContext"]["ragChunk"]["pageSpan"] == BOTH


def test_a_passage_that_nothing_cites_names_all_its_pages(
    client: TestClient, corpus: str, writer: Scripted
) -> None:
    writer.pieces = ("Penguins cannot fly.",)
    [chunk] = generated(client, corpus)["groundingChunks"]
    assert chunk["retrievedContext"]["ragChunk"]["pageSpan"] == BOTH


def test_an_answer_names_the_page_of_its_sentence(client: TestClient, corpus: str, writer: Scripted) -> None:
    answer = answered(client, corpus)
    sources = [{"referenceId": "0", "pageSpan": SECOND}]
    assert answer["citations"][0]["sources"] == answer["groundingSupports"][0]["sources"] == sources
    assert answer["references"][0]["chunkInfo"]["documentMetadata"]["pageIdentifier"] == "2"
    writer.pieces = (f"{LINES[0]}\n{LINES[2]}",)
    metadata = answered(client, corpus)["references"][0]["chunkInfo"]["documentMetadata"]
    assert metadata["pageIdentifier"] == "1-2"


def test_a_check_names_the_page_of_its_evidence(client: TestClient, corpus: str) -> None:
    report = checked(client, corpus, LINES[2])
    assert report["claims"][0]["evidence"][0]["pageSpan"] == SECOND
    assert [chunk["pageSpan"] for chunk in report["citedChunks"]] == [SECOND]
    report = checked(client, corpus, f"{LINES[0]}\n{LINES[2]}")
    assert [one["pageSpan"] for claim in report["claims"] for one in claim["evidence"]] == [FIRST, SECOND]
    assert [chunk["pageSpan"] for chunk in report["citedChunks"]] == [BOTH]


def test_a_search_extracts_the_page_of_the_sentence(client: TestClient, corpus: str) -> None:
    extracts = {"extractiveContentSpec": {"maxExtractiveAnswerCount": 1, "maxExtractiveSegmentCount": 1}}
    body = {"query": QUESTION, "contentSearchSpec": extracts}
    path = f"/v1/{store_of(corpus)}/servingConfigs/default_search:search"
    derived = client.post(path, json=body).json()["results"][0]["document"]["derivedStructData"]
    assert derived["extractive_answers"][0]["pageNumber"] == 2
    assert derived["extractive_segments"][0]["pageNumber"] == 2


def test_a_slide_is_a_page_as_well(client: TestClient, corpus: str, writer: Scripted) -> None:
    """Any file with pages: here a presentation of two slides."""
    import pptx

    deck = pptx.Presentation()
    for text in ("The harbour is deep.", "The crane is green."):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = text
    stream = io.BytesIO()
    deck.save(stream)
    reply = client.post(
        f"/upload/v1/{corpus}/ragFiles:upload", files={"file": ("port.pptx", stream.getvalue())}
    )
    assert reply.status_code == 200, reply.text
    evidence = checked(client, corpus, "The crane is green.")["claims"][0]["evidence"]
    assert [one["pageSpan"] for one in evidence] == [SECOND]


def test_passages_of_the_caller_keep_their_pages(client: TestClient, corpus: str) -> None:
    given = {"document": "d", "extractiveSegments": [{"content": LINES[2], "pageIdentifier": "3-4"}]}
    body = {
        "query": {"text": QUESTION},
        "searchSpec": {"searchResultList": {"searchResults": [{"unstructuredDocumentInfo": given}]}},
    }
    reply = client.post(f"/v1/{store_of(corpus)}/servingConfigs/default_search:answer", json=body).json()
    metadata = reply["answer"]["references"][0]["chunkInfo"]["documentMetadata"]
    assert metadata["pageIdentifier"] == "3-4"
