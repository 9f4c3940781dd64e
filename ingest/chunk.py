"""Text into chunks of whole sentences, each with its exact span. The only importer of llama-index here.

llama-index's ``SentenceSplitter`` decides where to cut, without overlap; its pieces follow each other, so
a cursor that only moves forward finds each one's place, repeated text included. The overlap is then added
by moving a chunk's start back over whole sentences of the one before.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from ingest.layout.sections import sections
from ingest.store.chunk_store import chunk_id
from ingest.types import Chunk, Heading, ParsedDocument, Table

CHUNK_SIZE = 200
CHUNK_OVERLAP = 40

# A token stands for at least one of so many characters: blanks and endless words count too.
CHARACTERS_PER_TOKEN = 16

# Characters of the headings, the nearest ones, and of a table's caption that a chunk is embedded with.
MOST_ABOVE = 160

_CELL_END = re.compile(r"(?<=; )|(?<=\| )")

CountTokens = Callable[[Sequence[str]], list[int]]


@dataclass(frozen=True)
class Piece:
    """A chunk before it belongs to a document: half-open span in characters, the headings above, and the
    caption of the table whose rows it begins with.
    """

    start: int
    end: int
    heading: str
    caption: str = ""


def chunk_document(
    parsed: ParsedDocument,
    *,
    collection: str,
    document_id: str,
    version: int,
    count_tokens: CountTokens,
    size: int = CHUNK_SIZE,
    overlap: int = CHUNK_OVERLAP,
) -> list[Chunk]:
    """The chunks of a document: ``parsed.text[chunk.start:chunk.end] == chunk.text`` for each.

    ``size`` and ``overlap`` count tokens by ``count_tokens``.
    """
    text = parsed.text
    starts = [0]
    for page in parsed.pages[:-1]:
        starts.append(starts[-1] + len(page.text) + 1)
    numbers = [page.number for page in parsed.pages]
    pieces = split(
        text, parsed.headings, parsed.tables, count_tokens=count_tokens, size=size, overlap=overlap
    )
    return [
        Chunk(
            id=chunk_id(collection, document_id, version, position),
            document_id=document_id,
            position=position,
            text=text[piece.start : piece.end],
            start=piece.start,
            end=piece.end,
            first_page=numbers[bisect_right(starts, piece.start) - 1],
            last_page=numbers[bisect_right(starts, piece.end - 1) - 1],
            heading=piece.heading,
            lead=_blanks(text, pieces[position - 1].end, piece.start) if position else "",
            caption=piece.caption,
        )
        for position, piece in enumerate(pieces)
    ]


def _blanks(text: str, start: int, end: int) -> str:
    """What lies between two chunks where it is nothing but blanks."""
    return "" if text[start:end].strip() else text[start:end]


def split(
    text: str,
    headings: Sequence[Heading] = (),
    tables: Sequence[Table] = (),
    *,
    count_tokens: CountTokens,
    size: int = CHUNK_SIZE,
    overlap: int = CHUNK_OVERLAP,
) -> list[Piece]:
    """Cut a text; no chunk runs over one of the ``headings``, and none cuts a row of the ``tables`` that is
    not longer than a chunk. Both are in order.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"chunk_overlap is {overlap}; it must be at least 0 and below chunk_size ({size}).")

    def measure(part: str) -> range:
        return range(max(count_tokens([part])[0], -(-len(part) // CHARACTERS_PER_TOKEN)))

    units = _Units(text, tables)
    splitter = _splitter(measure, size - overlap, units.smaller)
    pieces: list[Piece] = []
    for start, end, heading in sections(text, headings):
        spans = _with_heading(
            text, list(_spans(text, start, end, splitter.split_text(text[start:end]))), heading
        )
        previous: tuple[int, int] | None = None
        for span in spans:
            begin = span[0]
            if previous is not None:
                begin = _moved_back(text, previous, span[0], lambda part: len(measure(part)), overlap, units)
            pieces.append(Piece(begin, span[1], heading, units.caption(begin)))
            previous = span
    return pieces


def _splitter(measure: Callable[[str], range], size: int, units: Callable[[str], list[str]]) -> Any:
    # Imported when first needed: it takes seconds.
    from llama_index.core.node_parser import SentenceSplitter

    return SentenceSplitter(
        chunk_size=size,
        chunk_overlap=0,
        tokenizer=measure,
        paragraph_separator="\n\n",
        chunking_tokenizer_fn=units,
    )


@cache
def _sentence_model() -> Any:
    from llama_index.core.utils import globals_helper

    return globals_helper.punkt_tokenizer


def sentences(text: str) -> list[str]:
    """The sentences of a text with the blanks after them; joined, they are the text."""
    cuts = [start for start, _ in _sentence_model().span_tokenize(text)]
    return [text[a:b] for a, b in pairwise([0, *cuts[1:], len(text)]) if b > a]


class _Units:
    """What a text is cut into at first: its sentences, and the rows of its tables."""

    def __init__(self, text: str, tables: Sequence[Table]) -> None:
        self._tables = tables
        self._starts = [table.start for table in tables]
        self._rows = {line.strip() for table in tables for line in text[table.start : table.end].split("\n")}

    def __call__(self, text: str) -> list[str]:
        """The units of a part of the text; joined, they are that part."""
        units, prose = list[str](), ""
        for line in text.splitlines(keepends=True):
            if line.strip() in self._rows:
                units += [*sentences(prose), line]
                prose = ""
            else:
                prose += line
        return units + sentences(prose)

    def smaller(self, text: str) -> list[str]:
        """The units of a part that is longer than a chunk: a row by itself comes in its cells."""
        return _CELL_END.split(text) if text.strip() in self._rows else self(text)

    def caption(self, place: int) -> str:
        """The caption of the table whose row begins at a place."""
        index = bisect_right(self._starts, place) - 1
        if index < 0 or place >= self._tables[index].end:
            return ""
        return self._tables[index].caption


def _with_heading(text: str, spans: list[tuple[int, int]], heading: str) -> list[tuple[int, int]]:
    """A heading that was cut off alone goes with the text below it."""
    last = heading.rsplit(" > ", 1)[-1]
    if len(spans) > 1 and last and text[slice(*spans[0])].strip("#=- \t\n") == last:
        return [(spans[0][0], spans[1][1]), *spans[2:]]
    return spans


def _spans(text: str, start: int, end: int, pieces: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The place of each piece, in order, by a cursor that moves over blanks only."""
    cursor = start
    for piece in pieces:
        place = text.find(piece, cursor, end)
        if place < 0 or text[cursor:place].strip():
            raise RuntimeError(f"the splitter's piece at {cursor} is not the document's text")
        yield place, place + len(piece)
        cursor = place + len(piece)


def _moved_back(
    text: str,
    previous: tuple[int, int],
    start: int,
    tokens: Callable[[str], int],
    overlap: int,
    units: Callable[[str], list[str]],
) -> int:
    """The start of the earliest unit of the previous chunk from which at most ``overlap`` tokens lead here."""
    parts = units(text[previous[0] : previous[1]])
    begin, position = start, previous[1]
    for part in reversed(parts[1:]):
        position -= len(part)
        if tokens(text[position:start]) > overlap:
            break
        begin = position
    return begin


def embedded_text(chunk: Chunk) -> str:
    """What the models read: the chunk under its headings, whose own line is not said twice, and under the
    caption of its table. What is above is kept short, as the models read no more than so much.
    """
    last = chunk.heading.rsplit(" > ", 1)[-1]
    body = re.sub(r"^#+\s*", "", chunk.text)
    above = chunk.heading if not body.startswith(last) else " > ".join(chunk.heading.split(" > ")[:-1])
    caption = "" if chunk.caption == last else chunk.caption[:MOST_ABOVE]
    return "\n".join(part for part in (above[-MOST_ABOVE:], caption, body) if part)
