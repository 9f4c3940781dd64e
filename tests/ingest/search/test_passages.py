"""Hits into passages, with texts a reader can follow."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ingest.chunk import chunk_document
from ingest.search.passages import MOST_JOINED, passage_of, passages
from ingest.types import Chunk, CollectionName, Document, DocumentState, Hit, Page, ParsedDocument
from tests.fakes import WordEmbedder

PAGES = (
    "The lamp was lit at dusk. The keeper climbed the stairs. Rain fell on the sea.",
    "A ship passed the cape. Nobody waved to it. The night was long and cold.",
    "At dawn the lamp went out. The keeper slept until noon. The sea was calm.",
)
PARSED = ParsedDocument(tuple(Page(number, text) for number, text in enumerate(PAGES, 1)), "text/plain")


def chunks(overlap: int) -> list[Chunk]:
    return chunk_document(
        PARSED,
        collection="c",
        document_id="d",
        version=1,
        count_tokens=WordEmbedder().count_tokens,
        size=14,
        overlap=overlap,
    )


def hit(chunk: Chunk, rank: int = 0, document: str = "d") -> Hit:
    now = datetime.now(UTC)
    row = Document(
        id=document,
        collection=CollectionName("p", "l", "c"),
        display_name=document,
        title=document,
        link="",
        mime_type="text/plain",
        size=0,
        content_hash="",
        version=1,
        state=DocumentState.ACTIVE,
        error="",
        page_count=3,
        chunk_count=1,
        create_time=now,
        update_time=now,
    )
    return Hit(chunk, row, distance=0.1 * rank, score=1 - 0.1 * rank)


def told(text: str, document: str, rank: int = 0) -> Hit:
    return hit(Chunk(f"{document}-{text[:9]}", document, 0, text, 0, len(text), 1, 1), rank, document)


@pytest.mark.parametrize("overlap", [0, 6])
@pytest.mark.parametrize("order", [(0, 1), (1, 0), (1, 2, 0), (0, 2, 1), (2, 1, 0)])
def test_neighbours_are_one_passage_of_the_documents_own_text(overlap: int, order: tuple[int, ...]) -> None:
    parts = chunks(overlap)
    [found] = passages([hit(parts[place], rank) for rank, place in enumerate(order)], 10)
    first, last = parts[min(order)], parts[max(order)]
    assert (found.chunk.start, found.chunk.end) == (first.start, last.end)
    assert found.chunk.text == PARSED.text[first.start : last.end]
    assert (found.chunk.first_page, found.chunk.last_page) == (first.first_page, last.last_page)
    # The place and the figures are those of the best one.
    assert (found.distance, found.score) == (0, 1)
    assert found.chunk.id not in {part.id for part in parts}


def test_a_passage_does_not_grow_without_end() -> None:
    parts = chunks(0)
    assert len(parts) > MOST_JOINED
    found = passages([hit(part, rank) for rank, part in enumerate(parts)], 10)
    assert found[0].chunk.joined == MOST_JOINED
    assert sum(one.chunk.joined for one in found) == len(parts)
    # The id is that of the stretch, whoever asks.
    again = passages([hit(part) for part in reversed(parts[:MOST_JOINED])], 10)
    assert again[0].chunk.id == found[0].chunk.id


def test_what_is_joined_makes_room_for_the_next() -> None:
    parts = chunks(0)
    found = passages([hit(parts[0]), hit(parts[1]), told("A whale.", "e"), told("A train.", "f")], 2)
    assert [one.document.id for one in found] == ["d", "e"]


def test_what_is_no_neighbour_stays_apart() -> None:
    first, second, third = chunks(0)[:3]
    for other in (
        third,
        replace(second, heading="Elsewhere"),
        replace(second, start=second.start + 40, end=second.end + 40),
        replace(second, lead=""),
    ):
        assert len(passages([hit(first), hit(other)], 10)) == 2
    assert len(passages([hit(first), hit(second, document="e")], 10)) == 2
    assert len(passages([hit(first), hit(second)], 10, join=False)) == 2


COPIED = "The mill on the Tarn was built in 1820 by Ada Linden, and it still grinds barley."


@pytest.mark.parametrize(
    "copy",
    [
        COPIED,
        COPIED.upper().replace(" ", "\n"),
        COPIED.replace("mill", "mi\u00adll").replace("Tarn", "“Tarn”"),
        COPIED.removesuffix(", and it still grinds barley."),
    ],
)
def test_a_copy_takes_no_place(copy: str) -> None:
    found = passages([told(COPIED, "a"), told(copy, "b"), told("A train.", "c")], 2)
    assert [one.document.id for one in found] == ["a", "c"]
    assert len(passages([told(COPIED, "a"), told(copy, "b")], 2, collapse=False)) == 2


@pytest.mark.parametrize(
    "other",
    [
        COPIED.replace("1820", "1821"),
        COPIED.replace("was built", "was not built"),
        COPIED.replace("Ada", "Eda"),
        COPIED + " It stands on the left bank.",
        "Ada Linden",
        "灯台",
    ],
)
def test_another_number_name_or_not_is_no_copy(other: str) -> None:
    assert len(passages([told(COPIED, "a"), told(other, "b")], 10)) == 2


def test_signs_without_words_are_no_copies() -> None:
    assert len(passages([told("* * *", "a"), told("– – –", "b")], 10)) == 2


@pytest.mark.parametrize("overlap", [0, 5])
def test_what_was_joined_is_found_again_by_its_id(overlap: int) -> None:
    stored = chunks(overlap)
    [joined] = passages([hit(stored[1]), hit(stored[0]), hit(stored[2])], 10)
    assert joined.chunk.id not in {one.id for one in stored}
    assert passage_of(stored, joined.document, joined.chunk.id) == joined.chunk
    assert passage_of(stored, joined.document, stored[2].id) == stored[2]
    replaced = replace(joined.document, version=2)
    assert passage_of(stored, replaced, joined.chunk.id) is None
