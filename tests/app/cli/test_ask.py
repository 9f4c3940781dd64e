"""What ``sureground ask`` prints of the server's answer."""

from typing import Any

import pytest

from app.cli.ask import print_answer

SHORT, QUOTE = "61 mètres", "61 mètres – “La tour a 61 mètres.”"
TEXT = f"{QUOTE} It is [red] blue."


def segment(text: str) -> dict[str, Any]:
    start = len(TEXT[: TEXT.index(text)].encode())
    return {"startIndex": start, "endIndex": start + len(text.encode()), "text": text}


def body(text: str, **metadata: Any) -> dict[str, Any]:
    context = {
        "title": "guide",
        "text": "La tour a 61 mètres.",
        "ragChunk": {"pageSpan": {"firstPage": 2, "lastPage": 2}},
    }
    shared = {
        "retrievalQueries": ["How tall is it? (tower)"],
        "groundingChunks": [{"retrievedContext": context}],
    }
    candidate = {"content": {"parts": [{"text": text}]}, "groundingMetadata": {**shared, **metadata}}
    return {"candidates": [candidate]}


def printed(capsys: pytest.CaptureFixture[str], question: str, answer: dict[str, Any]) -> list[str]:
    print_answer(question, answer)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_every_sentence_has_its_verdict_and_its_passages(capsys: pytest.CaptureFixture[str]) -> None:
    support = {"segment": segment(QUOTE), "groundingChunkIndices": [0], "confidenceScores": [0.97]}
    answer = body(
        TEXT,
        groundingSupports=[support],
        claims=[
            {"segment": segment(QUOTE), "verdict": "supported", "score": 0.97},
            {"segment": segment("It is [red] blue."), "verdict": "not covered", "score": 0.1},
        ],
        answerSpans=[segment(SHORT)],
        answerRelevance=0.9,
    )
    lines = printed(capsys, "How tall is it?", answer)
    assert lines[0] == "Searched for: How tall is it? (tower)"
    assert " ".join(lines[1:3]).startswith(f"{QUOTE} ✓ supported[1] It is [red] blue. ? not covered")
    assert lines[-1].startswith("[1] guide, page 2 (0.97)")
    assert not any("may not be" in line or "nearest" in line for line in lines)


def test_an_answer_beside_the_question_is_told_and_so_is_the_nearest_passage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    beside = printed(capsys, "How tall is it? (tower)", body("Blue.", answerRelevance=0.31))
    assert beside == ["Blue.", "This may not be what you asked (0.31)."]
    none = printed(capsys, "How tall is it? (tower)", body("The documents do not answer this question."))
    assert none[1].startswith("The nearest passage, guide, page 2: “La tour a 61 mètres.”")
