"""How well passages are found: ``python -m bench.retrieval [SET …] [--rerank MODEL]``.

The sets are languages of xquad (en, de, es, zh, hi) and ``pdfs``, all of them where none is named. Of xquad every
paragraph is a document of one store and every question looks for its paragraph; of the PDFs in ../shared/pdfs
every one that can be read lies in one store, and every phrase that people read on a page looks for that page.
Everything goes through the product's own library. Printed are recall@1, recall@5 and the mean reciprocal rank
(over the first 10) by meaning alone, by words alone, by the sum of both scores with and without joined
neighbours and copies left out, and by reciprocal ranks. ``--rerank`` re-ranks as SUREGROUND_RERANK does.
"""

import argparse
import csv
import gzip
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.errors import IngestError
from ingest.library import Library
from ingest.types import CollectionName, Hit, Upload

SHARED = Path(__file__).parents[2] / "shared"
LANGUAGES = ("en", "de", "es", "zh", "hi")
PDFS = "pdfs"
STORE = CollectionName("local", "global", "measured")
DEPTH = 50
AT_ONCE = 100


@dataclass(frozen=True)
class Question:
    """What is asked, and what is right; ``place`` is what a hit counts as, each place at its best rank."""

    text: str
    right: str
    place: Callable[[Hit], str]


def xquad(library: Library, shared: Path, language: str) -> list[Question]:
    """The paragraphs into the store, and their questions."""
    with gzip.open(shared / "data" / "retrieval" / f"xquad.{language}.jsonl.gz", "rt") as file:
        paragraphs = [json.loads(line) for line in file]
    for paragraph in paragraphs:
        library.add_document(
            STORE, Upload(paragraph["text"].encode(), f"{paragraph['id']}.txt", paragraph["id"])
        )

    def place(hit: Hit) -> str:
        return hit.document.id

    return [
        Question(one["question"], paragraph["id"], place)
        for paragraph in paragraphs
        for one in paragraph["questions"]
    ]


def pdfs(library: Library, shared: Path) -> list[Question]:
    """The files that can be read into the store, and the phrases of those; pages known to be hard left out."""
    folder = shared / "pdfs"
    with (folder / "INDEX.tsv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    questions = []
    for row in rows:
        upload = Upload((folder / row["file"]).read_bytes(), row["file"], password=row["password"] or "")
        try:
            library.add_document(STORE, upload)
        except IngestError:
            continue
        path = folder / "expected" / row["file"].replace(".pdf", ".json")
        expected = json.loads(path.read_text()) if path.is_file() else {"known_hard": True}
        if not expected.get("known_hard"):
            questions += [
                _phrase(row["file"], check["page"], check["phrase"]) for check in expected["checks"]
            ]
    return questions


def _phrase(file: str, page: int, phrase: str) -> Question:
    right = f"{file} {page}"

    def place(hit: Hit) -> str:
        inside = hit.document.display_name == file and hit.chunk.first_page <= page <= hit.chunk.last_page
        return right if inside else hit.chunk.id

    return Question(phrase, right, place)


def asked(library: Library, questions: Sequence[Question], **options: Any) -> list[list[Hit]]:
    """The hits of every question, asked as a person's are: one after another, in groups."""
    found: list[list[Hit]] = []
    for start in range(0, len(questions), AT_ONCE):
        texts = [question.text for question in questions[start : start + AT_ONCE]]
        found += library.search_many([STORE], texts, **options)
    return found


def by_ranks(dense: Sequence[Hit], words: Sequence[Hit], share: float, constant: int = 60) -> list[Hit]:
    """Reciprocal rank fusion; ``share`` in [0, 1] is the share of meaning."""
    scores: dict[str, float] = {}
    hits = {hit.chunk.id: hit for hit in (*words, *dense)}
    for ranking, weight in ((dense, share), (words, 1 - share)):
        for rank, hit in enumerate(ranking, 1):
            scores[hit.chunk.id] = scores.get(hit.chunk.id, 0) + weight / (constant + rank)
    return [hits[one] for one in sorted(scores, key=lambda one: -scores[one])]


def figures(questions: Sequence[Question], found: Sequence[Sequence[Hit]]) -> tuple[float, float, float]:
    """recall@1, recall@5 and MRR, each in [0, 1]."""
    ranks = []
    for question, hits in zip(questions, found, strict=True):
        places = list(dict.fromkeys(question.place(hit) for hit in hits))[:10]
        ranks.append(places.index(question.right) + 1 if question.right in places else 0)
    count = len(ranks)
    return (
        sum(rank == 1 for rank in ranks) / count,
        sum(0 < rank <= 5 for rank in ranks) / count,
        sum(1 / rank for rank in ranks if rank) / count,
    )


def measure(name: str, shared: Path, rerank: str) -> None:
    """One set in a store of its own, printed."""
    out = sys.stdout.write

    def show(what: str, found: Sequence[Sequence[Hit]]) -> None:
        at1, at5, mrr = figures(questions, found)
        out(f"  {what:26} recall@1 {at1:.3f}  recall@5 {at5:.3f}  MRR {mrr:.3f}\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder)) as library:
        library.create_collection(STORE)
        questions = pdfs(library, shared) if name == PDFS else xquad(library, shared, name)
        out(f"{name}: {len(questions)} questions\n")
        plain: dict[str, Any] = {"top_k": DEPTH, "join": False, "collapse": False}
        dense, words = (asked(library, questions, alpha=alpha, **plain) for alpha in (1.0, 0.0))
        show("meaning", dense)
        show("words", words)
        show("sum of scores", asked(library, questions, **plain))
        show("the same as passages", asked(library, questions, top_k=10))
        for share in (0.3, 0.5):
            pairs = zip(dense, words, strict=True)
            show(f"reciprocal ranks, {share}", [by_ranks(*pair, share) for pair in pairs])
    if rerank:
        with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder), rerank=rerank) as library:
            library.create_collection(STORE)
            questions = pdfs(library, shared) if name == PDFS else xquad(library, shared, name)
            show(f"re-ranked by {rerank}", asked(library, questions, top_k=10))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", metavar="SET", default=[*LANGUAGES, PDFS])
    parser.add_argument("--shared", type=Path, default=SHARED, help="the folder of the sets")
    parser.add_argument("--rerank", default="", metavar="MODEL")
    options = parser.parse_args(arguments)
    for name in options.sets:
        measure(name, options.shared, options.rerank)


if __name__ == "__main__":
    main()
