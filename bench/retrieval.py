"""How well passages are found: ``python -m bench.retrieval [LANGUAGE …]`` over ../shared/data/retrieval.

Every paragraph of xquad is a document of one store; every question looks for the paragraph it was asked
about. Printed are recall@1, recall@5 and the mean reciprocal rank (over the first 10) of the meaning leg,
the word leg and what fusions make of the two.
"""

import gzip
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ingest.fusion import MEANING
from ingest.library import Library
from ingest.types import CollectionName, Hit, Upload

DATA = Path(__file__).parents[2] / "shared" / "data" / "retrieval"
STORE = CollectionName("local", "global", "xquad")
DEPTH = 50

Ranking = list[tuple[str, float]]  # (document id, score), best first


def main() -> None:
    for language in sys.argv[1:] or ["en", "de", "es", "zh", "hi"]:
        paragraphs = load(language)
        questions = [
            (one["question"], paragraph["id"]) for paragraph in paragraphs for one in paragraph["questions"]
        ]
        with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder)) as library:
            library.create_collection(STORE)
            for paragraph in paragraphs:
                upload = Upload(paragraph["text"].encode(), f"{paragraph['id']}.txt", paragraph["id"])
                library.add_document(STORE, upload)
            texts = [text for text, _ in questions]
            dense, words, served = (asked(library, texts, alpha) for alpha in (1.0, 0.0, MEANING))
        right = [answer for _, answer in questions]
        print(f"{language}: {len(paragraphs)} paragraphs, {len(questions)} questions")  # noqa: T201
        show("meaning", dense, right)
        show("words", words, right)
        show("hybrid as served", served, right)
        for name, fuse in FUSIONS.items():
            fused = [fuse(a, b) for a, b in zip(dense, words, strict=True)]
            show(name, fused, right)


def load(language: str) -> list[dict[str, object]]:
    with gzip.open(DATA / f"xquad.{language}.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


def asked(library: Library, questions: Sequence[str], alpha: float) -> list[Ranking]:
    found: list[list[Hit]] = []
    for start in range(0, len(questions), 100):
        found += library.search_many([STORE], questions[start : start + 100], top_k=DEPTH, alpha=alpha)
    return [by_document(hits) for hits in found]


def by_document(hits: Iterable[Hit]) -> Ranking:
    """Each document at the place of its best chunk."""
    best: dict[str, float] = {}
    for hit in hits:
        best.setdefault(hit.document.id, hit.score)
    return list(best.items())


def reciprocal(constant: float, weight: float) -> Callable[[Ranking, Ranking], Ranking]:
    """Reciprocal rank fusion; ``weight`` in [0, 1] is the share of the meaning leg."""

    def fuse(dense: Ranking, words: Ranking) -> Ranking:
        scores: dict[str, float] = {}
        for ranking, share in ((dense, weight), (words, 1 - weight)):
            for rank, (document, _) in enumerate(ranking, 1):
                scores[document] = scores.get(document, 0) + share / (constant + rank)
        return sorted(scores.items(), key=lambda item: -item[1])

    return fuse


def stretched(weight: float, *, words_from_zero: bool) -> Callable[[Ranking, Ranking], Ranking]:
    """Scores of each leg stretched to [0, 1] and added; ``weight`` as above.

    The lowest score of a leg becomes 0, or, with ``words_from_zero``, the words' zero stays zero.
    """

    def fuse(dense: Ranking, words: Ranking) -> Ranking:
        scores: dict[str, float] = {}
        for ranking, share, from_zero in ((dense, weight, False), (words, 1 - weight, words_from_zero)):
            values = [score for _, score in ranking]
            low, high = 0 if from_zero else min(values, default=0), max(values, default=1)
            for document, score in ranking:
                scores[document] = scores.get(document, 0) + share * (score - low) / ((high - low) or 1)
        return sorted(scores.items(), key=lambda item: -item[1])

    return fuse


FUSIONS = {
    **{f"ranks k={k} w={w}": reciprocal(k, w) for k in (2, 10, 60) for w in (0.3, 0.5)},
    **{f"stretched w={w}": stretched(w, words_from_zero=False) for w in (0.3, 0.4, 0.5, 0.6)},
    **{f"from zero w={w}": stretched(w, words_from_zero=True) for w in (0.3, 0.4, 0.5, 0.6)},
}


def show(name: str, rankings: Sequence[Ranking], right: Sequence[str]) -> None:
    ranks = [
        next((rank for rank, (document, _) in enumerate(ranking[:10], 1) if document == answer), 0)
        for ranking, answer in zip(rankings, right, strict=True)
    ]
    at1 = sum(rank == 1 for rank in ranks) / len(ranks)
    at5 = sum(0 < rank <= 5 for rank in ranks) / len(ranks)
    mrr = sum(1 / rank for rank in ranks if rank) / len(ranks)
    print(f"  {name:20s} recall@1 {at1:.3f}  recall@5 {at5:.3f}  MRR {mrr:.3f}")  # noqa: T201


if __name__ == "__main__":
    main()
