"""When a client asks again: by Retry-After to the second, by itself otherwise, and not for ever."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from grounding import Fact
from grounding.client import AsyncClient, Client, NoAnswer, RequestRefused, Retries
from grounding.client.retries import retry_after

FACTS = [Fact("The Brindle tower is 61 metres tall.")]
CHECKED = {"supportScore": 1.0, "claims": []}
BUSY = {"error": {"code": 429, "message": "Come again.", "status": "RESOURCE_EXHAUSTED", "details": []}}

Answers = Callable[[httpx.Request], httpx.Response]


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that clients wait, which pass at once."""
    waited: list[float] = []

    async def asleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(asyncio, "sleep", asleep)
    return waited


def in_turn(*answers: httpx.Response | Exception) -> httpx.MockTransport:
    """A server that gives these answers one after the other, the last one for ever."""
    left = list(answers)

    def answer(_: httpx.Request) -> httpx.Response:
        given = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(given, Exception):
            raise given
        return given

    return httpx.MockTransport(answer)


def busy(after: str = "", status: int = 429) -> httpx.Response:
    return httpx.Response(status, json=BUSY, headers={"Retry-After": after} if after else {})


def test_a_retry_after_is_kept_to_the_second(waits: list[float]) -> None:
    transport = in_turn(busy("7"), busy("3", 503), httpx.Response(200, json=CHECKED))
    assert Client(transport=transport).check("It is tall.", FACTS).support_score == 1
    assert waits == [7, 3]


def test_the_asynchronous_client_waits_alike(waits: list[float]) -> None:
    async def check() -> float:
        async with AsyncClient(transport=in_turn(busy("7"), httpx.Response(200, json=CHECKED))) as client:
            return (await client.check("It is tall.", FACTS)).support_score

    assert asyncio.run(check()) == 1
    assert waits == [7]


def test_without_a_retry_after_waits_grow_and_end(waits: list[float]) -> None:
    with pytest.raises(RequestRefused, match=r"Come again\.") as refused:
        Client(transport=in_turn(busy()), retries=Retries(times=3)).check("It is tall.", FACTS)
    assert (refused.value.status, refused.value.code) == (429, "RESOURCE_EXHAUSTED")
    assert len(waits) == 3
    for wait, most in zip(waits, (0.5, 1, 2), strict=True):
        assert most / 2 <= wait <= most


def test_who_is_asked_to_wait_too_long_does_not_come_early(waits: list[float]) -> None:
    with pytest.raises(RequestRefused):
        Client(transport=in_turn(busy("3600"))).check("It is tall.", FACTS)
    assert waits == []


def test_a_refusal_is_not_repeated(waits: list[float]) -> None:
    body = {
        "error": {
            "message": "The answer is empty.",
            "status": "INVALID_ARGUMENT",
            "details": [{"fieldViolations": [{"field": "answer_candidate", "description": "empty"}]}],
        }
    }
    with pytest.raises(RequestRefused, match="empty") as refused:
        Client(transport=in_turn(httpx.Response(400, json=body))).check("", FACTS)
    assert refused.value.field == "answer_candidate"
    assert waits == []


@pytest.mark.parametrize("broken", [httpx.ReadError("reset"), httpx.Response(502, json=BUSY)])
def test_only_what_may_be_sent_twice_comes_again_after_a_break(
    waits: list[float], broken: httpx.Response | Exception
) -> None:
    fine = httpx.Response(200, json=CHECKED)
    assert Client(transport=in_turn(broken, fine)).check("It is tall.", FACTS).support_score == 1
    with pytest.raises((NoAnswer, RequestRefused)):
        Client(transport=in_turn(broken)).ingest(b"text", name="a.txt")
    assert len(waits) == 1


def test_what_was_never_sent_comes_again(waits: list[float]) -> None:
    stored = {"ragFile": {"name": "projects/local/locations/global/ragCorpora/x/ragFiles/7"}}
    transport = in_turn(httpx.ConnectError("refused"), httpx.Response(200, json=stored))
    assert Client(transport=transport).ingest(b"text", name="a.txt").id == "7"
    assert len(waits) == 1


def test_a_server_that_is_not_there_is_named(waits: list[float]) -> None:
    with pytest.raises(NoAnswer, match=r"127\.0\.0\.1:9"):
        Client("http://127.0.0.1:9", retries=Retries(times=1)).check("It is tall.", FACTS)
    assert len(waits) == 1


@pytest.mark.parametrize("answer", [b"<html>", b"[]", b'{"claims": [{}]}'])
def test_an_answer_of_another_server_is_said_so(answer: bytes) -> None:
    with pytest.raises(NoAnswer, match="no Sureground server"):
        Client(transport=in_turn(httpx.Response(200, content=answer))).check("It is tall.", FACTS)


def test_a_retry_after_may_be_a_date() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    seconds = retry_after(later)
    assert seconds is not None and 80 < seconds <= 90
    assert retry_after("Mon, 01 Jan 2001 00:00:00 GMT") == 0
    assert retry_after("soon") is None
    assert retry_after("") is None
