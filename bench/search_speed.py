"""How long does a search take as a store grows?

    python -m bench.search_speed [--sizes 1000,10000,100000,200000] [--plot FILE.svg]

One store of the product's own parts grows through the sizes. A chunk is made of sentences of two paragraphs of
xquad, and its vector of the vectors of both with some noise, so that words and meaning are as mixed as in real
text; ten chunks are a document, which has a genre (of ten) and a year. Asked are questions of xquad, each one
once, by meaning and words together and with a metadata filter that a quarter of the documents pass. Measured is
``Library.search`` in this process, with the embedding of the question and without it, by the clock and in time of
the processor ("processor": of the search without the embedding, all cores together), which other work on the
machine does not lengthen as much.
"""

import argparse
import gzip
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bench.plot import line_chart
from grounding.text.sentences import sentence_spans
from ingest.documents.file_storage import FileStore
from ingest.embedding.embedder import Embedder, load_embedder
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.store.chunk_store import ChunkStore, StoredChunk, chunk_id
from ingest.store.indexes import open_store
from ingest.types import Chunk, CollectionName, Document, DocumentState

DATA = Path(__file__).parents[2] / "shared" / "data" / "retrieval" / "xquad.en.jsonl.gz"
PLOT = Path(__file__).parent / "search_speed.svg"
STORE = CollectionName("bench", "local", "grown")
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 200_000)
CHUNKS_PER_DOCUMENT = 10
FILTER = 'year >= 1970 AND genre: ANY("novel", "essay", "letter", "report", "diary")'
GENRES = ("novel", "essay", "letter", "report", "diary", "poem", "speech", "law", "play", "list")
WRITTEN_AT_ONCE = 1_000


@dataclass(frozen=True)
class Measured:
    """Milliseconds of one size, each ``(n, 2)``: by the clock, and of all processor cores together.

    ``whole`` is the whole search, ``embedding`` what the question's vector took of it.
    """

    chunks: int
    whole: npt.NDArray[np.float64]
    embedding: npt.NDArray[np.float64]

    @property
    def searching(self) -> npt.NDArray[np.float64]:
        return self.whole - self.embedding


def now() -> npt.NDArray[np.float64]:
    """Milliseconds by the clock and of the processor, from some moment on."""
    return 1000 * np.array([time.perf_counter(), time.process_time()])


class Timed:
    """An embedder that notes how long it took last."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.name, self.dimension = embedder.name, embedder.dimension
        self.max_tokens = embedder.max_tokens
        self.languages = embedder.languages
        self.took = np.zeros(2)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._embedder.count_tokens(texts)

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return self._embedder.embed_passages(texts)

    def embed_queries(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        begun = now()
        vectors = self._embedder.embed_queries(texts)
        self.took = now() - begun
        return vectors


class Grower:
    """Adds made-up documents to a store, the same ones at every run."""

    def __init__(self, paragraphs: Sequence[str], embedder: Embedder, seed: int = 5) -> None:
        self._draw = random.Random(seed)
        self._noise = np.random.default_rng(seed)
        self._sentences = [[text[s.start : s.end] for s in sentence_spans(text)] for text in paragraphs]
        self._vectors = np.concatenate(
            [
                embedder.embed_passages(paragraphs[start : start + 40])
                for start in range(0, len(paragraphs), 40)
            ]
        )
        self.made = 0

    def grow(self, key: str, registry: Registry, store: ChunkStore, size: int) -> None:
        """Add documents until there are ``size`` chunks."""
        while self.made < size:
            chunks: list[StoredChunk] = []
            vectors: list[npt.NDArray[np.float32]] = []
            while len(chunks) < min(WRITTEN_AT_ONCE, size - self.made):
                document = self._document(key, registry, f"d{self.made + len(chunks)}")
                for chunk, vector in self._chunks(document.id):
                    id_ = chunk_id(key, document.id, 1, chunk.position)
                    text = chunk.text
                    stored = Chunk(id_, document.id, chunk.position, text, 0, len(text), 1, 1)
                    chunks.append(StoredChunk(key, 1, stored, text, document.metadata))
                    vectors.append(vector)
            store.add(chunks, np.stack(vectors))
            self.made += len(chunks)

    def _document(self, key: str, registry: Registry, name: str) -> Document:
        now = datetime.now(UTC)
        metadata = {"genre": self._draw.choice(GENRES), "year": self._draw.randrange(1920, 2020)}
        document = Document(
            id=name,
            collection=STORE,
            display_name=name,
            title=name,
            link="",
            mime_type="text/plain",
            size=0,
            content_hash="",
            version=1,
            state=DocumentState.ACTIVE,
            error="",
            page_count=1,
            chunk_count=CHUNKS_PER_DOCUMENT,
            create_time=now,
            update_time=now,
            metadata=metadata,
        )
        job, _ = registry.documents.begin(replace(document, version=0), key, {})
        registry.documents.switch(job, document, "")
        return document

    def _chunks(self, document: str) -> Iterator[tuple[Chunk, npt.NDArray[np.float32]]]:
        for position in range(CHUNKS_PER_DOCUMENT):
            pair = self._draw.sample(range(len(self._sentences)), 2)
            pool = [sentence for one in pair for sentence in self._sentences[one]]
            text = " ".join(self._draw.sample(pool, min(len(pool), 5)))
            vector = self._vectors[pair[0]] + self._draw.random() * self._vectors[pair[1]]
            vector = vector / np.linalg.norm(vector)
            vector += self._noise.normal(0, 0.6 / len(vector) ** 0.5, len(vector)).astype(np.float32)
            yield Chunk("", document, position, text, 0, 0, 1, 1), vector / np.linalg.norm(vector)


def measure(library: Library, timed: Timed, questions: Sequence[str], size: int) -> Measured:
    """Every question once, after some to warm up."""
    whole, embedding = [], []
    for number, question in enumerate([*questions[:20], *questions]):
        begun = now()
        library.search([STORE], question, top_k=10, metadata_filter=FILTER)
        if number >= 20:
            whole.append(now() - begun)
            embedding.append(timed.took)
    return Measured(size, np.stack(whole), np.stack(embedding))


def run(
    sizes: Sequence[int], paragraphs: Sequence[str], questions: Sequence[str]
) -> Iterator[tuple[str, Measured, float]]:
    """For each size the store as it was filled and as it is after opening it again; seconds of either."""
    timed = Timed(load_embedder())
    grower = Grower(paragraphs, timed)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)

        def opened() -> tuple[Registry, ChunkStore, Library]:
            registry = Registry(f"sqlite:///{folder / 'registry.sqlite'}")
            store = open_store(folder / "chunks", timed.dimension)
            files = FileStore(str(folder / "files"))
            return registry, store, Library(registry=registry, files=files, store=store, embedder=timed)

        registry, store, library = opened()
        library.create_collection(STORE)
        for size in sizes:
            begun = time.perf_counter()
            grower.grow(registry.collection_key(STORE), registry, store, size)
            seconds = time.perf_counter() - begun
            yield "filled", measure(library, timed, questions, size), seconds
            library.close()
            begun = time.perf_counter()
            registry, store, library = opened()
            seconds = time.perf_counter() - begun
            yield "opened again", measure(library, timed, questions, size), seconds
        library.close()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of chunks, rising")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--plot", type=Path, default=PLOT, help="where to draw the growth")
    options = parser.parse_args(arguments)
    if not DATA.exists():
        sys.stdout.write(f"Search speed not measured: {DATA} is missing.\n")
        return
    with gzip.open(DATA, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    questions = [one["question"] for row in rows for one in row["questions"]]
    questions = random.Random(3).sample(questions, options.questions)
    sizes = sorted(int(size) for size in options.sizes.split(","))
    out = sys.stdout.write
    out(f"hybrid search, top 10, filter {FILTER}\n")
    heads = ("to fill/open", "search p50", "p95", "embedding p50", "p95", "whole p95", "processor p95")
    out(f"{'chunks':>9} {'':12} {' '.join(f'{head:>13}' for head in heads)}   (s, then ms)\n")
    lines: dict[str, list[tuple[float, float]]] = {}
    for state, found, seconds in run(sizes, [row["text"] for row in rows], questions):
        search, embedding = (
            np.percentile(part[:, 0], (50, 95)) for part in (found.searching, found.embedding)
        )
        rest = (np.percentile(found.whole[:, 0], 95), np.percentile(found.searching[:, 1], 95))
        figures = (seconds, *search, *embedding, *rest)
        out(f"{found.chunks:9,} {state:12} {' '.join(f'{figure:13.1f}' for figure in figures)}\n")
        sys.stdout.flush()
        lines.setdefault(f"{state}, p95", []).append((found.chunks, float(search[1])))
        if state == "opened again":
            lines.setdefault("opened again, median", []).append((found.chunks, float(search[0])))
    options.plot.write_text(
        line_chart("Hybrid search with a filter", "chunks", "milliseconds", lines), encoding="utf-8"
    )
    out(f"drawn: {options.plot}\n")


if __name__ == "__main__":
    main()
