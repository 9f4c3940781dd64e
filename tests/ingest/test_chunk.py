"""Chunks: the exact words, all of them, in order, with page and heading."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ingest.chunk import CHARACTERS_PER_TOKEN, MOST_ABOVE, chunk_document, embedded_text, split
from ingest.formats.text import read_text
from ingest.layout.headings import markdown_headings
from ingest.media_types import MARKDOWN, PDF, PLAIN
from ingest.types import Chunk, Page, ParsedDocument, Table


def words(texts: Sequence[str]) -> list[int]:
    """A word is a token, as a reader would count."""
    return [len(text.split()) for text in texts]


def characters(texts: Sequence[str]) -> list[int]:
    return [len(text) for text in texts]


def chunked(pages: Sequence[str], kind: str = PLAIN, size: int = 20, overlap: int = 5) -> list[Chunk]:
    headings = tuple(markdown_headings("\n".join(pages))) if kind == MARKDOWN else ()
    document = ParsedDocument(
        tuple(Page(i, text) for i, text in enumerate(pages, 1)), kind, headings=headings
    )
    return chunk_document(
        document,
        collection="c",
        document_id="d",
        version=1,
        count_tokens=words,
        size=size,
        overlap=overlap,
    )


PROSE = "The lamp is lit at dusk. It burns whale oil. Ships see it from afar.\n\nThe keeper sleeps by day. "

texts = st.one_of(
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=400),
    st.text(alphabet="ab .\n,。!？", max_size=400),
    st.lists(
        st.sampled_from(["a", "bb", "tower", "灯台", "。", ".", "\n\n", "   ", "x" * 90, "\n\n\n\n"]),
        max_size=60,
    ).map(" ".join),
)


@settings(deadline=None, max_examples=200)
@given(texts, st.integers(4, 30), st.integers(0, 3), st.sampled_from([words, characters]))
@example(PROSE * 20, 20, 3, words)
@example("same words. " * 100, 7, 3, words)
@example("aaa" * 500, 5, 2, characters)
@example("\n\n\nA. B.\n\n\n   C" * 5, 4, 1, words)
def test_spans_are_exact_and_cover_everything(text: str, size: int, overlap: int, count: object) -> None:
    pieces = split(text, count_tokens=count, size=size, overlap=overlap)  # type: ignore[arg-type]
    covered = [False] * len(text)
    for piece in pieces:
        assert 0 <= piece.start < piece.end <= len(text)
        covered[piece.start : piece.end] = [True] * (piece.end - piece.start)
    left_out = "".join(c for c, seen in zip(text, covered, strict=True) if not seen)
    assert not left_out.strip()
    assert all(a.start <= b.start and a.end < b.end for a, b in pairwise(pieces))


@settings(deadline=None, max_examples=50)
@given(st.lists(st.text(alphabet="ab .\n", max_size=80), min_size=1, max_size=5))
def test_the_text_of_a_chunk_is_the_documents_own(pages: list[str]) -> None:
    text = "\n".join(pages)
    for chunk in chunked(pages):
        assert text[chunk.start : chunk.end] == chunk.text
        assert chunk.text == chunk.text.strip() != ""


def test_sentences_stay_whole_and_size_is_kept() -> None:
    chunks = chunked([PROSE * 10])
    assert all(len(chunk.text.split()) <= 20 for chunk in chunks)
    assert all(chunk.text.endswith(".") for chunk in chunks)
    assert all(chunk.text[0].isupper() for chunk in chunks)


def test_overlap_is_whole_sentences_of_the_chunk_before() -> None:
    chunks = chunked([PROSE * 10], size=20, overlap=6)
    shared = [PROSE.__len__() and a.end - b.start for a, b in pairwise(chunks)]
    assert any(length > 0 for length in shared)
    for a, b in pairwise(chunks):
        assert len((PROSE * 10)[b.start : max(a.end, b.start)].split()) <= 6


def test_repeated_text_has_every_place() -> None:
    chunks = chunked(["Same words here now. " * 50], size=8, overlap=0)
    assert [chunk.start for chunk in chunks] == sorted({chunk.start for chunk in chunks})
    assert chunks[-1].end == len("Same words here now. " * 50) - 1


def test_endless_words_and_blanks_are_cut() -> None:
    chunks = chunked(["x" * 10_000, "Header line." + " " * 5000 + "Footer line."], size=20)
    assert max(len(chunk.text) for chunk in chunks) <= 21 * CHARACTERS_PER_TOKEN
    assert any("Footer line." in chunk.text for chunk in chunks)


def test_pages() -> None:
    chunks = chunked(["First page. " * 12, "", "Third page. " * 12], kind=PDF, size=20, overlap=0)
    assert {page for chunk in chunks for page in (chunk.first_page, chunk.last_page)} == {1, 3}
    for chunk in chunks:
        assert chunk.first_page == (1 if "First" in chunk.text else 3)
        assert chunk.last_page == (3 if "Third" in chunk.text else 1)


def test_headings_lead_down_and_no_chunk_runs_over_one() -> None:
    text = "Before.\n\n# Tower\n\nIt is tall.\n\n## Lamp\n\nIt is bright.\n\n# Keeper\n\nShe sleeps.\n"
    chunks = chunked([text], kind=MARKDOWN, size=50)
    assert [(chunk.heading, chunk.text.splitlines()[-1]) for chunk in chunks] == [
        ("", "Before."),
        ("Tower", "It is tall."),
        ("Tower > Lamp", "It is bright."),
        ("Keeper", "She sleeps."),
    ]
    assert embedded_text(chunks[2]) == "Tower\nLamp\n\nIt is bright."


def test_the_heading_goes_with_later_chunks_of_its_section() -> None:
    chunks = chunked(["# Tower\n\n" + PROSE * 5], kind=MARKDOWN)
    assert embedded_text(chunks[0]).startswith("Tower\n")
    assert embedded_text(chunks[1]).startswith("Tower\n") and not chunks[1].text.startswith("Tower")


def test_ids_are_stable_and_differ_by_version_document_and_collection() -> None:
    first, again = chunked([PROSE * 10]), chunked([PROSE * 10])
    assert [chunk.id for chunk in first] == [chunk.id for chunk in again]
    ids = set()
    document = ParsedDocument((Page(1, "One."),), PLAIN)
    for collection, name, version in (("c", "d", 1), ("c", "d", 2), ("c", "e", 1), ("f", "d", 1)):
        [chunk] = chunk_document(
            document, collection=collection, document_id=name, version=version, count_tokens=words
        )
        ids.add(chunk.id)
    assert len(ids) == 4


def test_long_texts_are_cut_in_sections() -> None:
    text = (PROSE * 3000)[:250_000]
    pieces = split(text, count_tokens=words, size=200, overlap=0)
    assert sum(piece.end - piece.start for piece in pieces) > 0.98 * len(text)


@pytest.mark.parametrize("overlap", [-1, 20, 21])
def test_overlap_out_of_range(overlap: int) -> None:
    with pytest.raises(ValueError, match="chunk_overlap"):
        split("text", count_tokens=words, size=20, overlap=overlap)


ROWS = [
    f"Town: Town {i}; Rate: {i}.25; Keeper: Ada Linden, the keeper of tower no. {i}. She sleeps."
    for i in range(1, 30)
]


def table_of(rows: Sequence[str], before: str = "") -> ParsedDocument:
    text = "\n".join(rows)
    whole = f"{before}{text}\n\nAfter the table. " + "More words follow here. " * 5
    table = Table(len(before), len(before) + len(text), "Rates of 2026")
    return ParsedDocument((Page(1, whole),), PLAIN, tables=(table,))


def chunks_of(document: ParsedDocument, size: int = 40, overlap: int = 12) -> list[Chunk]:
    return chunk_document(
        document,
        collection="c",
        document_id="d",
        version=1,
        count_tokens=words,
        size=size,
        overlap=overlap,
    )


@pytest.mark.parametrize("before", ["", "An intro. It has two sentences.\n\n", "# Rates\n\n"])
def test_no_row_of_a_table_is_cut(before: str) -> None:
    document = table_of(ROWS, before)
    chunks = chunks_of(document)
    held = [line for chunk in chunks for line in chunk.text.split("\n") if ";" in line]
    assert set(held) == set(ROWS)
    assert all(document.text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert all(len(chunk.text.split()) <= 40 for chunk in chunks)


def test_the_caption_goes_with_all_chunks_that_begin_with_a_row() -> None:
    chunks = chunks_of(table_of(ROWS))
    rows = [chunk for chunk in chunks if ";" in chunk.text]
    assert len(rows) > 5
    for chunk in rows:
        assert chunk.caption == "Rates of 2026"
        assert embedded_text(chunk) == f"Rates of 2026\n{chunk.text}"
    assert chunks[-1].caption == ""


def test_overlap_inside_a_table_is_whole_rows() -> None:
    chunks = chunks_of(table_of(ROWS), size=60, overlap=20)
    assert any(b.start < a.end for a, b in pairwise(chunks))
    assert all(chunk.text.startswith(("Town", "After", "More")) for chunk in chunks)


def test_a_row_longer_than_a_chunk_is_cut_between_its_cells() -> None:
    row = "; ".join(f"Column number {i}: about {i}.25 e.g. here" for i in range(40))
    document = table_of([row, "last: 1"])
    chunks = chunks_of(document, size=20, overlap=0)
    assert all(chunk.text.startswith(("Column number", "last", "After", "More")) for chunk in chunks)


def test_each_chunk_of_a_markdown_table_says_the_names() -> None:
    text = "# Rates\n\nIntro.\n\n| Town | Rate |\n|:--|--:|\n" + "".join(
        f"| Town {i} | {i}.5 |\n" for i in range(40)
    )
    parsed = read_text(f"{text}\n```\na | b\n--|--\n```\n".encode(), MARKDOWN)
    [table] = parsed.tables
    rows = [f"Town: Town {i}; Rate: {i}.5" for i in range(40)]
    assert parsed.text[table.start : table.end].split("\n") == rows
    held = {line for chunk in chunks_of(parsed) for line in chunk.text.split("\n") if ";" in line}
    assert held == set(rows)


def test_what_stands_above_a_chunk_is_kept_short() -> None:
    chunk = replace(chunked(["One."])[0], heading="x" * 500, caption="y" * 500)
    assert embedded_text(chunk) == f"{'x' * MOST_ABOVE}\n{'y' * MOST_ABOVE}\nOne."
