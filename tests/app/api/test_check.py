"""Check grounding through the door, over the checker that looks for the text itself (tests/fakes.py)."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

CONFIG = "projects/p/locations/global/groundingConfigs/default_grounding_config"
STORE = "projects/p/locations/global/collections/default_collection/dataStores/cafes"
SOURCE = f"{STORE}/servingConfigs/default_search"
ANSWER = "Any news?\nLe café Bellini opened in 1962.\nIt has 900 rooms."
FACTS = [
    {"factText": "Penguins cannot fly."},
    {
        "factText": "Ah: Le café Bellini opened in 1962. Good.",
        "attributes": {"author": "R. Rossi", "my_key": "x"},
    },
    {"factText": "It is not It has 900 rooms."},
]


def check(client: TestClient, version: str = "v1", **body: Any) -> dict[str, Any]:
    reply = client.post(
        f"/{version}/{CONFIG}:check", json={"answerCandidate": ANSWER, "facts": FACTS, **body}
    )
    assert reply.status_code == 200, reply.text
    return reply.json()


def refusal(client: TestClient, **body: Any) -> str:
    reply = client.post(f"/v1/{CONFIG}:check", json={"answerCandidate": ANSWER, "facts": FACTS, **body})
    error = reply.json()["error"]
    assert (reply.status_code, error["code"], error["status"]) == (400, 400, "INVALID_ARGUMENT"), reply.text
    return str(error["message"])


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_the_whole_answer(client: TestClient, version: str) -> None:
    assert check(client, version) == {
        "supportScore": 0.5,  # (0.9 + 0.1) / 2: the question does not count
        "citedChunks": [
            {
                "chunkText": "Ah: Le café Bellini opened in 1962. Good.",
                "source": "1",
                "sourceMetadata": {"author": "R. Rossi", "my_key": "x"},
            }
        ],
        "citedFacts": [{"chunkText": "Ah: Le café Bellini opened in 1962. Good."}],
        "claims": [
            {
                "startPos": 0,
                "endPos": 9,
                "claimText": "Any news?",
                "verdict": "no check needed",
                "groundingCheckRequired": False,
            },
            {
                "startPos": 10,
                "endPos": 42,  # 31 characters, é is two bytes
                "claimText": "Le café Bellini opened in 1962.",
                "verdict": "supported",
                "citationIndices": [0],
                "groundingCheckRequired": True,
                "citationScores": [0.9],
                "evidence": [{"citedChunkIndex": 0, "startPos": 4, "endPos": 36}],
            },
            {
                "startPos": 43,
                "endPos": 60,
                "claimText": "It has 900 rooms.",
                "verdict": "contradicted",
                "groundingCheckRequired": True,
                "failedSpans": [{"startPos": 43, "endPos": 60, "kind": "not_found"}],
            },
        ],
    }


def test_spans_are_bytes_in_every_script(client: TestClient) -> None:
    answer = "Кафе открылось.\n喫茶店は1962年に開店した。\nقهوة 🙂 ☕\nplain"
    claims = check(client, answerCandidate=answer)["claims"]
    assert [answer.encode()[c["startPos"] : c["endPos"]].decode() for c in claims] == answer.split("\n")
    assert [c["claimText"] for c in claims] == answer.split("\n")


def test_claim_scores_only_on_request(client: TestClient) -> None:
    claims = check(client, groundingSpec={"enableClaimLevelScore": True})["claims"]
    assert [claim.get("score") for claim in claims] == [None, 0.9, 0.1]


def test_threshold_decides_citations(client: TestClient) -> None:
    assert check(client, groundingSpec={"citationThreshold": "0.95"}).get("citedChunks") is None
    assert check(client, groundingSpec={"citationThreshold": 0})["claims"][2]["citationIndices"] == [0, 1, 2]


def test_anti_citations_append_chunks_that_only_contradict(client: TestClient) -> None:
    answer = check(client, groundingSpec={"enableAntiCitations": True})
    assert [chunk["source"] for chunk in answer["citedChunks"]] == ["1", "2"]
    assert [len(answer["citedFacts"]), answer["contradictionScore"]] == [2, pytest.approx((0.05 + 0.85) / 2)]
    claim = answer["claims"][2]
    assert (claim["antiCitationIndices"], claim["antiCitationScores"]) == ([1], [0.85])
    assert claim["contradictionScore"] == 0.85
    strict = check(client, groundingSpec={"enableAntiCitations": True, "antiCitationThreshold": 0.9})
    assert "antiCitationIndices" not in strict["claims"][2]


def test_a_claim_that_facts_disagree_on_is_disputed_and_counts_no_support(client: TestClient) -> None:
    facts = [{"factText": "It has 900 rooms."}, {"factText": "not It has 900 rooms."}]
    answer = check(client, answerCandidate="It has 900 rooms.", facts=facts)
    assert answer["claims"][0]["verdict"] == "disputed"
    assert answer["claims"][0]["citationIndices"] == [0]
    assert answer["supportScore"] == pytest.approx(0.15)
    anti = check(
        client,
        answerCandidate="It has 900 rooms.",
        facts=facts,
        groundingSpec={"enableAntiCitations": True, "enableClaimLevelScore": True},
    )
    assert (anti["claims"][0]["antiCitationIndices"], anti["claims"][0]["score"]) == ([1], 0.9)


def test_without_anti_citations_nothing_is_said_of_contradiction(client: TestClient) -> None:
    assert "ontradiction" not in str(check(client)) and "antiCitation" not in str(check(client))


def test_all_scores_list_every_fact_looked_at(client: TestClient) -> None:
    answer = check(client, groundingSpec={"returnAllScores": True})
    sources = [answer["citedChunks"][i]["source"] for i in answer["claims"][1]["scoredIndices"]]
    assert sources == ["0", "1", "2"]
    assert answer["claims"][1]["citationScores"] == [0.1, 0.9, 0.1]
    assert answer["claims"][1]["antiCitationScores"] == [0.05, 0.05, 0.05]


def test_helpfulness_needs_flag_and_prompt(client: TestClient) -> None:
    assert (
        check(client, prompt="q", groundingSpec={"enableHelpfulnessScore": True})["helpfulnessScore"] == 0.5
    )
    assert "helpfulnessScore" not in check(client, prompt="q")
    assert "prompt" in refusal(client, groundingSpec={"enableHelpfulnessScore": True})
    assert "10000" in refusal(client, prompt="q" * 10_001, groundingSpec={"enableHelpfulnessScore": True})


def test_an_unmeasured_language_is_marked(client: TestClient) -> None:
    answer = check(client, answerCandidate="Привет.\nHello.")
    assert answer["unmeasuredLanguage"] is True
    assert [claim.get("unmeasuredLanguage") for claim in answer["claims"]] == [True, None]


def test_no_facts_support_nothing(client: TestClient) -> None:
    answer = check(client, facts=[])
    assert (answer["supportScore"], answer.get("citedChunks")) == (0, None)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"citationThreshold": 1.5}, ("citation_threshold", "1.5", "[0, 1]")),
        ({"citationThreshold": -0.1}, ("citation_threshold", "-0.1")),
        ({"citationThreshold": "NaN"}, ("citation_threshold", "nan")),
        ({"citationThreshold": "Infinity"}, ("citation_threshold", "inf")),
        ({"antiCitationThreshold": 2}, ("anti_citation_threshold", "2")),
        ({"citationThreshold": "abc"}, ("'grounding_spec.citation_threshold'", "TYPE_DOUBLE", "abc")),
        ({"foo": 1}, ("Unknown name \"foo\" at 'grounding_spec': Cannot find field.",)),
    ],
)
def test_bad_specs_are_named(client: TestClient, spec: dict[str, Any], words: tuple[str, ...]) -> None:
    message = refusal(client, groundingSpec=spec)
    assert all(word in message for word in words), message


@pytest.mark.parametrize(
    ("labels", "word"),
    [
        ({f"k{i}": "v" for i in range(65)}, "65"),
        ({"": "v"}, "1 to 63"),
        ({"k" * 64: "v"}, "1 to 63"),
        ({"9k": "v"}, "starting with a letter"),
        ({"Key": "v"}, "lower-case"),
        ({"k": "V"}, "lower-case"),
        ({"k": "v" * 64}, "63"),
        ({"k": "a b"}, "'a b'"),
    ],
)
def test_labels_keep_googles_rules(client: TestClient, labels: dict[str, str], word: str) -> None:
    assert word in refusal(client, userLabels=labels)


def test_good_labels_pass(client: TestClient) -> None:
    check(
        client,
        userLabels={"team": "", "größe_1-a": "é-9", "команда": "х"} | {f"k{i}": "v" for i in range(61)},
    )


def test_an_empty_answer_is_refused(client: TestClient) -> None:
    assert "empty" in refusal(client, answerCandidate=" ")


# From a store.


@pytest.fixture
def cafes(client: TestClient) -> TestClient:
    """A data store with one passage in each of two documents, and an engine over it."""
    parent = "/v1/projects/p/locations/global/collections/default_collection"
    client.post(f"{parent}/dataStores?dataStoreId=cafes", json={})
    documents = f"/v1/{STORE}/branches/0/documents"
    bellini = {"title": "Bellini guide", "text": "Le café Bellini opened in 1962.", "stars": 3}
    client.post(f"{documents}?documentId=d1", json={"structData": bellini})
    other = {"title": "Zoo", "text": "Penguins cannot fly.", "uri": "https://zoo.example/p"}
    client.post(f"{documents}?documentId=d2", json={"structData": other})
    client.post(f"{parent}/engines?engineId=search-engine", json={"dataStoreIds": ["cafes"]})
    return client


def from_store(client: TestClient, source: Any, version: str = "v1", answer: str = ANSWER) -> dict[str, Any]:
    reply = client.post(
        f"/{version}/{CONFIG}:check",
        json={"answerCandidate": answer, "groundingSource": {"searchSource": source}},
    )
    assert reply.status_code == 200, reply.text
    return reply.json()


@pytest.mark.parametrize(
    "source",
    [
        SOURCE,
        {"servingConfig": SOURCE},
        {"serving_config": SOURCE, "maxResultCount": "3", "filter": "stars >= 3"},
        SOURCE.replace("/collections/default_collection", ""),
        SOURCE.replace("default_search", "any-name"),
        SOURCE.replace("dataStores/cafes", "engines/search-engine"),
        SOURCE.replace("dataStores/cafes", "engines/cafes"),  # never created: the store of the same id
    ],
)
@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_each_form_of_a_search_source(cafes: TestClient, source: Any, version: str) -> None:
    answer = from_store(cafes, source, version)
    name = f"{STORE}/branches/0/documents/d1"
    link = "http://127.0.0.1/files/p/global/cafes/d1"
    info = {"searchSource": {"documentId": name, "documentTitle": "Bellini guide", "documentLink": link}}
    (chunk,) = answer["citedChunks"]
    assert answer["claims"][1]["citationIndices"] == [0]
    assert (chunk["source"], chunk["uri"], chunk["title"], chunk["sourceInfo"]) == (
        name,
        link,
        "Bellini guide",
        info,
    )
    assert chunk["pageSpan"] == {"firstPage": 1, "lastPage": 1}
    assert chunk["sourceMetadata"]["stars"] == "3"
    assert answer["citedFacts"] == [{"chunkText": chunk["chunkText"], "sourceInfo": info}]
    assert cafes.get(link).text == chunk["chunkText"]


def test_an_address_given_at_ingest_is_the_link(cafes: TestClient) -> None:
    (chunk,) = from_store(cafes, SOURCE, answer="Penguins cannot fly.")["citedChunks"]
    assert chunk["uri"] == chunk["sourceInfo"]["searchSource"]["documentLink"] == "https://zoo.example/p"


def test_a_filter_and_a_count_limit_what_is_found(cafes: TestClient) -> None:
    assert "citedChunks" not in from_store(cafes, {"servingConfig": SOURCE, "filter": "stars > 3"})
    one = {"servingConfig": SOURCE, "maxResultCount": 1}
    assert from_store(cafes, one, answer="Penguins cannot fly.")["citedChunks"][0]["title"] == "Zoo"


def test_after_delete_nothing_is_cited(cafes: TestClient) -> None:
    assert cafes.delete(f"/v1/{STORE}/branches/default_branch/documents/d1").json() == {}
    assert "citedChunks" not in from_store(cafes, SOURCE)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", ("serving_config", "must look like")),
        ("projects/p/locations/global/ragCorpora/1", ("must look like",)),
        (SOURCE.replace("global", "us"), ("'us'", "'global'", "one location")),
        ({"servingConfig": SOURCE, "maxResultCount": -1}, ("max_result_count", "-1")),
        ({"servingConfig": SOURCE, "maxResultCount": 101}, ("101", "100")),
        ({"servingConfig": SOURCE, "filter": "stars >"}, ("stars >",)),
        (5, ("'grounding_source.search_source'",)),
        (
            {"servingConfig": SOURCE, "nope": 1},
            ("Unknown name \"nope\" at 'grounding_source.search_source'",),
        ),
    ],
)
def test_bad_sources_are_named(cafes: TestClient, source: Any, words: tuple[str, ...]) -> None:
    message = refusal(cafes, facts=[], groundingSource={"searchSource": source})
    assert all(word in message for word in words), message


def test_facts_and_source_exclude_each_other(cafes: TestClient) -> None:
    assert "exclude" in refusal(cafes, groundingSource={"searchSource": SOURCE})


def test_an_unknown_store_is_404(client: TestClient) -> None:
    for kind in ("dataStores", "engines"):
        source = f"projects/p/locations/global/{kind}/none/servingConfigs/x"
        reply = client.post(
            f"/v1/{CONFIG}:check", json={"answerCandidate": "A.", "groundingSource": {"searchSource": source}}
        )
        assert (reply.status_code, reply.json()["error"]["status"]) == (404, "NOT_FOUND")


def test_lists_are_counted_before_their_items_are_validated(client: TestClient) -> None:
    wrong = {"factTexts": "a name that would be told of each"}
    assert "'facts': it has 201 items; the limit is 200" in refusal(client, facts=[wrong] * 201)
    assert "'contents': it has 10001 items" in (
        client.post("/v1/models/m:generateContent", json={"contents": [wrong] * 10_001}).text
    )
    attributes = dict.fromkeys(map(str, range(10_001)), 0)
    assert "it has 10001 items" in refusal(client, facts=[{"factText": "x", "attributes": attributes}])


def test_of_many_mistakes_a_few_are_told(client: TestClient) -> None:
    unknown = dict.fromkeys((f"x{number}" for number in range(5_000)), 0)
    assert refusal(client, **unknown).count("Unknown name") == 20
    assert refusal(client, facts=[{"factText": 1}] * 200).count("TYPE_STRING") == 100
