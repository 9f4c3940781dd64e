"""One contract, one body, every back end: embedded, in memory, and a server where there is one."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from ingest.errors import StoreUnavailable
from ingest.store.chunk_store import ChunkStore, Leg, Query, Scope, StoredChunk, chunk_id
from ingest.store.edge import EdgeStore
from ingest.store.filter_language import parse_filter
from ingest.store.server import ServerStore
from ingest.types import Chunk

# The axes of the small vector space: what a text is about.
LAMP, WHALE, TRAIN = np.eye(3, dtype=np.float32)

SERVER = os.environ.get("SUREGROUND_QDRANT_URL", "")


@pytest.fixture(params=["edge", "memory", pytest.param("server", marks=pytest.mark.server)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ChunkStore]:
    if request.param == "server":
        if not SERVER:
            pytest.skip("SUREGROUND_QDRANT_URL is not set")
        made: ChunkStore = ServerStore(
            SERVER, 3, api_key=os.environ.get("SUREGROUND_QDRANT_API_KEY", ""), name=f"test-{uuid4()}"
        )
    else:
        made = EdgeStore(tmp_path / "chunks", 3) if request.param == "edge" else ServerStore(":memory:", 3)
    yield made
    if isinstance(made, ServerStore):
        made.drop()
    made.close()


def chunk(
    document: str, text: str, position: int = 0, version: int = 1, collection: str = "shelf"
) -> StoredChunk:
    one = Chunk(
        id=chunk_id(collection, document, version, position),
        document_id=document,
        position=position,
        text=text,
        start=10 * position,
        end=10 * position + len(text),
        first_page=position + 1,
        last_page=position + 2,
        heading="Above",
        lead="\n\n",
    )
    return StoredChunk(collection, version, one, text, {})


def put(
    store: ChunkStore, *pairs: tuple[StoredChunk, Any], metadata: Mapping[str, Any] | None = None
) -> None:
    chunks = [StoredChunk(c.collection, c.version, c.chunk, c.indexed_text, metadata or {}) for c, _ in pairs]
    store.add(chunks, np.stack([vector for _, vector in pairs]).astype(np.float32))


def ask(
    store: ChunkStore,
    text: str = "",
    about: Any = LAMP,
    scopes: Sequence[Scope] = (Scope("shelf"),),
    leg: Leg = Leg.DENSE,
    limit: int = 10,
    condition: str = "",
) -> list[str]:
    query = Query(text, about, tuple(scopes), limit, leg, parse_filter(condition))
    return [found.chunk.text for found in store.search([query])[0]]


def test_nothing_is_found_in_an_empty_store(store: ChunkStore) -> None:
    assert ask(store, "lamp", leg=Leg.DENSE) == ask(store, "lamp", leg=Leg.LEXICAL) == []
    assert store.count() == 0
    assert store.search([]) == []


def test_a_chunk_comes_back_whole(store: ChunkStore) -> None:
    stored = chunk("a", "The lamp “burns” – 灯 \U0001f56f", position=3)
    put(store, (stored, LAMP))
    [found] = store.search([Query("lamp", LAMP, (Scope("shelf"),), 5)])[0]
    assert found.chunk == stored.chunk
    assert (found.collection, found.version) == ("shelf", 1)
    assert found.distance == pytest.approx(0, abs=1e-5)
    assert store.chunks("shelf", "a", 1) == [stored.chunk]


def test_every_version_is_counted(store: ChunkStore) -> None:
    assert store.versions() == {}
    many = [chunk("long", f"line {n}", position=n) for n in range(1500)]
    put(store, *((one, LAMP) for one in many))
    put(store, (chunk("long", "new", version=2), LAMP), (chunk("a", "x", collection="other"), WHALE))
    assert store.versions() == {("shelf", "long", 1): 1500, ("shelf", "long", 2): 1, ("other", "a", 1): 1}
    store.remove("shelf", "long", 1)
    assert store.versions() == {("shelf", "long", 2): 1, ("other", "a", 1): 1}


def test_meaning_ranks_by_distance(store: ChunkStore) -> None:
    near = (LAMP + 0.5 * WHALE) / np.linalg.norm(LAMP + 0.5 * WHALE)
    put(store, (chunk("a", "oil"), near), (chunk("b", "lamp"), LAMP), (chunk("c", "rail"), -LAMP))
    query = Query("", LAMP, (Scope("shelf"),), 10, Leg.DENSE)
    found = store.search([query])[0]
    assert [one.chunk.text for one in found] == ["lamp", "oil", "rail"]
    assert [one.distance for one in found] == pytest.approx([0, 1 - 1 / 1.25**0.5, 2], abs=1e-5)
    assert ask(store, limit=2) == ["lamp", "oil"]


def test_words_rank_by_rarity_in_the_searched_collection(store: ChunkStore) -> None:
    put(store, *((chunk(f"d{i}", f"the keeper of tower number {i}"), TRAIN) for i in range(8)))
    put(store, (chunk("x", "keeper of a gryphon in the tower"), TRAIN))
    found = ask(store, "tower gryphon", leg=Leg.LEXICAL, limit=3)
    assert found[0] == "keeper of a gryphon in the tower"
    assert len(found) == 3
    # Words are stemmed, stop words and unknown words find nothing.
    assert ask(store, "gryphons", leg=Leg.LEXICAL) == ["keeper of a gryphon in the tower"]
    assert ask(store, "the of", leg=Leg.LEXICAL) == []
    assert ask(store, "zeppelin", leg=Leg.LEXICAL) == []


def test_rarity_does_not_depend_on_other_collections(store: ChunkStore) -> None:
    put(store, (chunk("a", "lamp oil"), LAMP), (chunk("b", "lamp wick"), LAMP))

    def score() -> float:
        return store.search([Query("oil", LAMP, (Scope("shelf"),), 1, Leg.LEXICAL)])[0][0].score

    before = score()
    put(store, *((chunk(f"d{i}", "oil", collection="other"), LAMP) for i in range(20)))
    assert score() == pytest.approx(before, rel=1e-4)


def test_a_collection_ranks_the_same_alone_and_among_others(store: ChunkStore) -> None:
    put(store, (chunk("a", "lamp oil"), LAMP), (chunk("b", "lamp wick"), LAMP), (chunk("c", "rail"), TRAIN))

    def scores(scope: Scope) -> list[tuple[str, float]]:
        found = store.search([Query("lamp oil", LAMP, (scope,), 9, Leg.LEXICAL)])[0]
        return [(one.chunk.text, round(one.score, 4)) for one in found]

    alone, narrow = scores(Scope("shelf")), scores(Scope("shelf", ("b",)))
    assert [text for text, _ in alone] == ["lamp oil", "lamp wick"]
    assert narrow == alone[1:]
    put(store, (chunk("x", "oil", collection="other"), LAMP), (chunk("y", "whale", collection="other"), LAMP))
    assert (scores(Scope("shelf")), scores(Scope("shelf", ("b",)))) == (alone, narrow)
    assert {text for text, _ in scores(Scope("other"))} == {"oil"}
    store.remove("other")
    # An engine may count what was removed among the rest until it tidies up.
    assert [text for text, _ in scores(Scope("shelf"))] == ["lamp oil", "lamp wick"]


def test_a_key_with_values_of_several_kinds_is_filtered_by_each(store: ChunkStore) -> None:
    for document, value in (("a", 1), ("b", "1"), ("c", True), ("d", "2024-01-31"), ("e", 7.5)):
        put(store, (chunk(document, document), LAMP), metadata={"key": value})
    for _ in range(2):  # the first time the key has no index yet
        assert ask(store, condition="key = 1") == ["a"]
        assert ask(store, condition='key = "1"') == ["b"]
        assert ask(store, condition="key = true") == ["c"]
        assert set(ask(store, condition="key >= 1")) == {"a", "e"}
        assert ask(store, condition='key > "2024-01-01"') == ["d"]
    put(store, (chunk("f", "f"), LAMP), metadata={"key": "1"})
    assert set(ask(store, condition='key = "1"')) == {"b", "f"}


def test_a_hit_by_words_has_its_distance(store: ChunkStore) -> None:
    put(store, (chunk("a", "whale oil"), WHALE))
    [found] = store.search([Query("whale", LAMP, (Scope("shelf"),), 10, Leg.LEXICAL)])[0]
    assert found.distance == pytest.approx(1, abs=1e-5)


def test_words_of_writing_without_blanks(store: ChunkStore) -> None:
    put(store, (chunk("a", "灯台守は夕暮れにランプを灯した。"), LAMP), (chunk("b", "鯨は海で眠る。"), WHALE))
    put(store, (chunk("c", "ประภาคารอยู่ริมทะเล"), LAMP), (chunk("d", "该塔建于1931年。"), LAMP))
    assert ask(store, "夕暮れの灯台", leg=Leg.LEXICAL) == ["灯台守は夕暮れにランプを灯した。"]
    assert ask(store, "ทะเล", leg=Leg.LEXICAL) == ["ประภาคารอยู่ริมทะเล"]
    # A number among them is a word of its own.
    assert ask(store, "1931", leg=Leg.LEXICAL) == ["该塔建于1931年。"]


def test_many_queries_at_once_are_answered_in_order(store: ChunkStore) -> None:
    put(store, (chunk("a", "lamp"), LAMP), (chunk("b", "whale"), WHALE))
    queries = [
        Query(text, about, (Scope("shelf"),), 1, leg)
        for text, about, leg in (
            ("whale", WHALE, Leg.DENSE),
            ("lamp", LAMP, Leg.DENSE),
            ("whale", WHALE, Leg.LEXICAL),
        )
    ]
    assert [[one.chunk.text for one in found] for found in store.search(queries)] == [
        ["whale"],
        ["lamp"],
        ["whale"],
    ]


@pytest.mark.parametrize("leg", list(Leg))
def test_scopes(store: ChunkStore, leg: Leg) -> None:
    for collection in ("one", "two", "three"):
        for document in ("a", "b"):
            put(store, (chunk(document, f"lamp {collection} {document}", collection=collection), LAMP))

    def found(*scopes: Scope) -> set[str]:
        return set(ask(store, "lamp", scopes=scopes, leg=leg))

    assert found(Scope("one")) == {"lamp one a", "lamp one b"}
    assert found(Scope("one", ("b",)), Scope("two")) == {"lamp one b", "lamp two a", "lamp two b"}
    assert found(Scope("four")) == set()
    assert found(Scope("one", ("nothing",))) == set()


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ('genre = "novel"', {"a", "b"}),
        ('genre != "novel"', {"c", "d"}),
        ('genre: ANY("essay", "poem")', {"c"}),
        ("year = 1990", {"a"}),
        ("year = 1990.0", {"a"}),
        ("year > 1990", {"b", "c"}),
        ("year >= 1990 AND year <= 1995", {"a", "b"}),
        ("price = 2.5", {"b"}),
        ("open = true", {"a"}),
        ("open != true", {"b", "c", "d"}),
        ('NOT (genre = "novel" OR year = 2001)', {"d"}),
        ('tags = "red"', {"a", "b"}),
        ('tags: ANY("green")', {"b"}),
        ('"dotted.key" = "x"', {"c"}),
        ('"mit Leerzeichen ä" = "ja"', {"c"}),
        ('day > "2024-02-28"', {"c"}),
        ('day <= "2024-02-28"', {"b"}),
        ('missing = "x"', set()),
        ("genre = 1", set()),
    ],
)
@pytest.mark.parametrize("leg", list(Leg))
def test_metadata_filters(store: ChunkStore, leg: Leg, condition: str, expected: set[str]) -> None:
    put(
        store,
        (chunk("a", "lamp a"), LAMP),
        metadata={"genre": "novel", "year": 1990, "open": True, "tags": ["red"]},
    )
    put(
        store,
        (chunk("b", "lamp b"), LAMP),
        metadata={
            "genre": "novel",
            "year": 1995,
            "price": 2.5,
            "open": False,
            "tags": ["red", "green"],
            "day": "2024-01-31",
        },
    )
    put(
        store,
        (chunk("c", "lamp c"), LAMP),
        metadata={
            "genre": "essay",
            "year": 2001,
            "dotted.key": "x",
            "mit Leerzeichen ä": "ja",
            "day": "2024-02-29",
        },
    )
    put(store, (chunk("d", "lamp d"), LAMP))
    assert {text[-1] for text in ask(store, "lamp", leg=leg, condition=condition)} == expected


def test_metadata_can_be_replaced(store: ChunkStore) -> None:
    put(store, (chunk("a", "lamp"), LAMP), (chunk("a", "oil", 1), LAMP), metadata={"old": 1})
    store.set_metadata("shelf", "a", {"new": {"deep": [1, None, "x"]}})
    assert ask(store, condition="old = 1") == []
    store.set_metadata("shelf", "a", {"new": 2})
    assert len(ask(store, condition="new = 2")) == 2


def test_the_same_chunk_again_is_still_one(store: ChunkStore) -> None:
    for text in ("first", "second"):
        put(store, (chunk("a", text), LAMP))
    assert store.count() == 1
    assert ask(store) == ["second"]


def test_versions_live_side_by_side_until_one_is_removed(store: ChunkStore) -> None:
    put(store, (chunk("a", "old", version=1), LAMP), (chunk("a", "new", version=2), LAMP))
    assert set(ask(store)) == {"old", "new"}
    store.remove("shelf", "a", 1)
    assert ask(store) == ["new"]
    assert [one.text for one in store.chunks("shelf", "a", 2)] == ["new"]
    assert store.chunks("shelf", "a", 1) == []


def test_removal_takes_all_of_it_and_nothing_else(store: ChunkStore) -> None:
    for collection in ("one", "two"):
        for document in ("a", "b"):
            put(store, *((chunk(document, f"{n}", n, collection=collection), LAMP) for n in range(3)))
    assert store.count() == 12
    store.remove("one", "a")
    assert (store.count("one"), store.count("one", "a"), store.count("one", "b"), store.count("two")) == (
        3,
        0,
        3,
        6,
    )
    store.remove("two")
    assert store.count() == 3
    store.remove("two")
    store.remove("one", "nothing")
    assert store.count() == 3


def test_more_chunks_than_one_page_of_the_engine(store: ChunkStore) -> None:
    count = 1234
    pairs = [(chunk("a", f"number {n}", n), LAMP) for n in range(count)]
    put(store, *pairs)
    assert store.count("shelf", "a") == count
    assert [one.position for one in store.chunks("shelf", "a", 1)] == list(range(count))
    store.optimise()
    assert len(ask(store, limit=1000)) == 1000


def opened(folder: Path) -> EdgeStore:
    return EdgeStore(folder, 3)


def test_the_embedded_store_is_there_after_reopening(tmp_path: Path) -> None:
    store = opened(tmp_path)
    put(store, (chunk("a", "lamp oil"), LAMP))
    store.close()
    store = opened(tmp_path)
    assert ask(store, "oil", leg=Leg.LEXICAL) == ["lamp oil"]
    store.close()


def test_a_second_opener_is_told_what_to_do(tmp_path: Path) -> None:
    store = opened(tmp_path)
    with pytest.raises(StoreUnavailable, match="SUREGROUND_QDRANT_URL"):
        opened(tmp_path)
    store.close()


def test_a_server_that_does_not_answer_is_named() -> None:
    with pytest.raises(StoreUnavailable, match="SUREGROUND_QDRANT_URL"):
        ServerStore("http://127.0.0.1:9", 3)


@pytest.mark.parametrize("make", [opened, lambda _: ServerStore(":memory:", 3)])
def test_threads_share_a_store(make: Callable[[Path], ChunkStore], tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    store = make(tmp_path)

    def work(n: int) -> int:
        put(store, (chunk(f"d{n}", f"lamp {n}"), LAMP))
        return len(ask(store, "lamp", leg=Leg.LEXICAL, limit=100))

    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(work, range(40)))
    assert all(count >= 1 for count in seen)
    assert store.count() == 40
    store.close()
