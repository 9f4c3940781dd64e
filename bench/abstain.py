"""How often does the extractive writer abstain wrongly, and how often does it answer when it should not?

    python -m bench.abstain [--fit] [--questions FILE]

All paragraphs of xquad lie in one store. Each question is asked twice: with every paragraph there (it should
be answered), and with its own paragraph left out, the other paragraphs of the same article staying (it should
not). ``--fit`` fits the weights of ``app/answering/data/abstention.json`` on the articles of even number; the others
are only measured. It learns from two stores, the whole and one of the article alone, so that the weights also
suit a store of five passages. Fitting needs scikit-learn, which comes with sentence-transformers.
"""

import argparse
import gzip
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.answering.abstention import WEIGHTS, Answerability, features
from app.answering.extractive import choose
from app.answering.relevance import RankedSentences, Vectors, rank_sentences
from ingest.library import Library
from ingest.types import CollectionName, Hit, Upload

QUESTIONS = Path(__file__).parents[2] / "shared" / "data" / "retrieval" / "xquad.en.jsonl.gz"
PARAGRAPHS_PER_ARTICLE = 5
CHUNKS = 10
LEGEND = """abstains: own paragraph there, abstained all the same. answers: own paragraph left out, answered.
told: the sentences told hold the answer's words. sentences: told on average."""
STORE = CollectionName("bench", "local", "xquad")


@dataclass(frozen=True)
class Asked:
    """One question in one store: ``answerable`` where its paragraph is there."""

    reading: RankedSentences
    answerable: bool
    article: int
    whole_store: bool
    answer: str


class Remembered:
    """Embeds every text once."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self._known: dict[str, npt.NDArray[Any]] = {}

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[Any]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._vectors.embed_passages(new), strict=True))
        return np.stack([self._known[text] for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> npt.NDArray[Any]:
        return self._vectors.embed_queries(texts)


def ask_all(library: Library, paragraphs: Sequence[dict[str, Any]]) -> list[Asked]:
    """Every question in four ways: own paragraph there or not, whole store or article alone."""
    library.create_collection(STORE)
    for paragraph in paragraphs:
        content = paragraph["text"].encode()
        library.add_document(STORE, Upload(content, f"{paragraph['id']}.txt", document_id=paragraph["id"]))
    vectors = Remembered(library.embedder)
    asked = []
    for number, paragraph in enumerate(paragraphs):
        article = number // PARAGRAPHS_PER_ARTICLE
        siblings = {
            one["id"]
            for one in paragraphs[article * PARAGRAPHS_PER_ARTICLE : (article + 1) * PARAGRAPHS_PER_ARTICLE]
        }
        texts = [one["question"] for one in paragraph["questions"]]
        # The paragraph may be several chunks, all of which are left out.
        found = library.search_many([STORE], texts, top_k=3 * CHUNKS)
        among = library.search_many([STORE], texts, top_k=3 * CHUNKS, document_ids=siblings)
        for one, *lists in zip(paragraph["questions"], found, among, strict=True):
            for hits in lists:
                for there in (True, False):
                    reading = _read(one["question"], hits, "" if there else paragraph["id"], vectors)
                    asked.append(Asked(reading, there, article, hits is lists[0], one["answer"]))
    return asked


def _read(question: str, hits: Sequence[Hit], left_out: str, vectors: Vectors) -> RankedSentences:
    chunks = [hit.chunk for hit in hits if hit.chunk.document_id != left_out][:CHUNKS]
    return rank_sentences(question, question, chunks, vectors)


def fit(asked: Sequence[Asked]) -> tuple[dict[str, float], float]:
    """Weights per feature and the bias, for raw features."""
    from sklearn.linear_model import LogisticRegression

    names = list(features(asked[0].reading))
    x = np.array([list(features(one.reading).values()) for one in asked])
    y = np.array([one.answerable for one in asked])
    mean, deviation = x.mean(axis=0), x.std(axis=0)
    model = LogisticRegression(C=0.3, max_iter=1000).fit((x - mean) / deviation, y)
    weights = model.coef_[0] / deviation
    return dict(zip(names, weights.tolist(), strict=True)), float(model.intercept_[0] - weights @ mean)


def report(name: str, asked: Sequence[Asked], judge: Answerability) -> str:
    """A line with both error rates, and how often the sentences told hold the answer."""
    answered = [one for one in asked if one.answerable]
    probability = {id(one): judge.probability(one.reading) for one in asked}
    abstained = np.mean([probability[id(one)] < 0.5 for one in answered])
    made_up = np.mean([probability[id(one)] >= 0.5 for one in asked if not one.answerable])
    told = [choose(one.reading) for one in answered]
    hold = [_holds(one.answer, [s.text for s in t]) for one, t in zip(answered, told, strict=True)]
    return (
        f"{name:28} {len(answered):9} {abstained:9.1%} {made_up:9.1%} {np.mean(hold):9.1%} "
        f"{np.mean([len(one) for one in told]):9.2f}"
    )


def _holds(answer: str, texts: Sequence[str]) -> bool:
    return any(answer.casefold().rstrip(".") in text.casefold() for text in texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="fit and store the weights first")
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    arguments = parser.parse_args()
    if not arguments.questions.exists():
        sys.stdout.write(
            f"Abstention not measured: {arguments.questions} is missing; name a file with --questions.\n"
        )
        return
    with gzip.open(arguments.questions, "rt", encoding="utf-8") as file:
        paragraphs = [json.loads(line) for line in file]
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder)) as library:
        asked = ask_all(library, paragraphs)
        model = library.embedder.name
    development = [one for one in asked if one.article % 2 == 0]
    held_out = [one for one in asked if one.article % 2]
    if arguments.fit:
        weights, bias = fit(development)
        rounded = {name: round(weight, 4) for name, weight in weights.items()}
        stored = {"embedding_model": model, "weights": rounded, "bias": round(bias, 4)}
        WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")
    judge = Answerability.load()
    lines = [
        f"{'':28} "
        + " ".join(f"{name:>9}" for name in ("questions", "abstains", "answers", "told", "sentences"))
    ]
    for name, part in (("development half", development), ("held-out half", held_out)):
        for store, whole in (("whole store", True), ("article alone", False)):
            lines.append(report(f"{name}, {store}", [one for one in part if one.whole_store == whole], judge))
    sys.stdout.write("\n".join([*lines, LEGEND, ""]))


if __name__ == "__main__":
    main()
