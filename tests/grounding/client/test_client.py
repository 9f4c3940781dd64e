"""Both clients before a real server: what comes back is what the local checker says."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.server.http_server import temporary_server
from app.settings import Settings
from grounding import Fact, GroundingChecker, Report, Verdict
from grounding.client import AsyncClient, Client, RequestRefused, calls
from grounding.client.report_reader import Characters
from grounding.types import Citation, ClaimCheck

SAMPLES = Path(__file__).parents[3] / "app" / "samples"
ANSWER = (
    "Here is what I found. The Brindle tower – seen from the café – is 61 metres tall. It was built in 1920.\n"
    "- Its keeper owns three boats."
)
FACTS = [
    Fact("The harbour has a café, and boats lie there in summer."),
    Fact("The Brindle tower, seen from the café, is 61 metres tall.", {"title": "Ångström guide"}),
    Fact("The Brindle tower was built in 1931 by Ada Linden."),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with temporary_server(Settings(data=tmp_path_factory.mktemp("data"))) as address:
        yield address


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    with Client(address) as client:
        yield client


def comparable(report: Report) -> Report:
    """Without what does not go over the wire: the resolved text, and an order of scores."""

    def by_fact(scores: tuple[Citation, ...]) -> tuple[Citation, ...]:
        return tuple(sorted(scores, key=lambda citation: citation.fact))

    def plain(check: ClaimCheck) -> ClaimCheck:
        return replace(
            check,
            claim=replace(check.claim, resolved=check.claim.text),
            evidence=tuple(sorted(check.evidence, key=lambda part: (part.fact, part.span.start))),
            near_evidence=tuple(sorted(check.near_evidence, key=lambda part: (part.fact, part.span.start))),
            fact_scores=by_fact(check.fact_scores),
            fact_contradictions=by_fact(check.fact_contradictions),
        )

    return replace(report, claims=tuple(map(plain, report.claims)))


def test_a_report_is_the_local_checkers(client: Client) -> None:
    local = GroundingChecker.load().check(ANSWER, FACTS, prompt="How tall is the tower?")
    remote = client.check(ANSWER, FACTS, prompt="How tall is the tower?")
    assert [check.verdict for check in remote.claims] == [
        Verdict.NO_CHECK_NEEDED,
        Verdict.SUPPORTED,
        Verdict.CONTRADICTED,
        Verdict.NOT_COVERED,
    ]
    assert comparable(remote) == comparable(local)


def test_the_asynchronous_client_says_the_same(client: Client, address: str) -> None:
    async def check() -> Report:
        async with AsyncClient(address) as asynchronous:
            return await asynchronous.check(ANSWER, FACTS)

    assert asyncio.run(check()) == client.check(ANSWER, FACTS)


def test_either_facts_or_a_store(client: Client) -> None:
    for wrong in ({}, {"facts": FACTS, "store": "museum"}):
        with pytest.raises(ValueError, match="either facts or store"):
            client.check("It is tall.", **wrong)  # type: ignore[arg-type]


def test_a_store_from_its_making_to_its_end(client: Client) -> None:
    client.create_store("museum", "Museum papers")
    stored = client.ingest(SAMPLES / "museum-annual-report.pdf", store="museum")
    assert (stored.name, stored.pages, stored.active) == ("museum-annual-report.pdf", 3, True)
    (first, *_) = client.search("How many people work at the museum?", store="museum", top_k=3)
    assert "fourteen" in first.text
    assert first.document == stored.id and first.first_page >= 1
    answer = client.ask("How many visitors came in 2025?", store="museum")
    assert "41,280" in answer.text
    support = answer.supports[0]
    assert support.span.of(answer.text).strip()
    assert "41,280" in answer.passages[support.citations[0].fact].text
    report = client.check("The museum employs fourteen people.", store="museum")
    assert report.claims[0].verdict is Verdict.SUPPORTED
    cited = report.facts[report.claims[0].citations[0].fact]
    assert "fourteen" in cited.text and cited.attributes["title"] == "museum-annual-report"
    assert cited.attributes["pages"].startswith("2")
    client.delete_document(stored.id, store="museum")
    assert list(client.documents(store="museum")) == []
    client.delete_store("museum")
    assert "museum" not in [store.id for store in client.stores()]


def test_a_document_of_an_own_id_is_replaced(client: Client) -> None:
    client.create_store("notes")
    for text in (b"The lamp is lit at dusk.", b"The lamp is lit at noon."):
        client.ingest(text, name="lamp.txt", store="notes", document="lamp")
    assert [(one.id, one.name) for one in client.documents(store="notes")] == [("lamp", "lamp.txt")]
    assert "noon" in client.search("When is the lamp lit?", store="notes")[0].text


def test_lists_are_fetched_page_by_page(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "PAGE_SIZE", 2)
    client.create_store("many")
    for number in range(5):
        client.ingest(f"Note {number}.".encode(), name=f"{number}.txt", store="many")
    names = sorted(one.name for one in client.documents(store="many"))
    assert names == [f"{number}.txt" for number in range(5)]

    async def listed() -> list[str]:
        async with AsyncClient(address) as asynchronous:
            return [one.name async for one in asynchronous.documents(store="many")]

    assert sorted(asyncio.run(listed())) == names


def test_a_refusal_has_its_status_code_and_field(client: Client) -> None:
    with pytest.raises(RequestRefused, match="nowhere") as refused:
        client.search("Who?", store="nowhere")
    assert (refused.value.status, refused.value.code) == (404, "NOT_FOUND")
    with pytest.raises(RequestRefused) as refused:
        client.check(" ", FACTS)
    assert (refused.value.status, refused.value.field) == (400, "answer_candidate")
    with pytest.raises(RequestRefused, match="museum-that-was"):
        client.delete_store("museum-that-was")


def test_a_key_goes_with_every_request(tmp_path: Path) -> None:
    settings: Mapping[str, str] = {"api_keys": "long-random-text"}
    with temporary_server(Settings(data=tmp_path / "data", **settings)) as address:  # type: ignore[arg-type]
        with Client(address) as stranger, pytest.raises(RequestRefused, match="needs a key"):
            stranger.check("It is tall.", FACTS)
        with Client(address, key="long-random-text") as client:
            assert client.check("It is tall.", FACTS).claims


def test_bytes_are_read_as_characters() -> None:
    text = "a–é𝄞z"
    at = Characters(text)
    for position in range(len(text) + 1):
        assert at.at(len(text[:position].encode())) == position
