"""How often does the extractive writer abstain wrongly, how often does it answer when it should not, and does it tell?

    python -m bench.abstain [--fit] [--questions FILE] [--every N]

All paragraphs of xquad lie in one store. Each question is asked twice: with every paragraph there (it should
be answered), and with its own paragraph left out, the other paragraphs of the same article staying (it should
not); both in the whole store, and in a store of the article alone. The threshold of the setting is measured on
the articles of odd number; the first line names the one that does best on those of even number, where the two
kinds of error weigh alike. ``--every 5`` asks every fifth question. ``--fit`` fits the weights of
``app/answering/data/answerability.json`` on the articles of even number first, with scikit-learn.
"""

import argparse
import gzip
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from app.answering.answerability import WEIGHTS, Answerability, features
from app.answering.conversation import Conversation, Passages
from app.answering.extractive import ExtractiveWriter
from app.answering.reading import likeliest_first, read
from app.settings import Settings
from grounding.reader.embedded import embedded_reader
from ingest.library import Library
from ingest.types import CollectionName, Hit, Upload

QUESTIONS = Path(__file__).parents[2] / "shared" / "data" / "retrieval" / "xquad.en.jsonl.gz"
PARAGRAPHS_PER_ARTICLE = 5
CHUNKS = 10
LEGEND = """abstains: own paragraph there, abstained all the same. answers: own paragraph left out, answered.
told: what is told holds the answer's words. short: so does the short answer. words: told on average."""
STORE = CollectionName("bench", "local", "xquad")


@dataclass(frozen=True)
class Asked:
    """One question in one store: ``answerable`` where its paragraph is there."""

    passages: Passages
    answerable: bool
    article: int
    whole_store: bool
    answer: str


def ask_all(library: Library, paragraphs: Sequence[dict[str, Any]], every: int) -> list[Asked]:
    """Every question in four ways: own paragraph there or not, whole store or article alone."""
    library.create_collection(STORE)
    for paragraph in paragraphs:
        content = paragraph["text"].encode()
        library.add_document(STORE, Upload(content, f"{paragraph['id']}.txt", document_id=paragraph["id"]))
    asked = []
    for number, paragraph in enumerate(paragraphs):
        article = number // PARAGRAPHS_PER_ARTICLE
        siblings = {
            one["id"]
            for one in paragraphs[article * PARAGRAPHS_PER_ARTICLE : (article + 1) * PARAGRAPHS_PER_ARTICLE]
        }
        questions = paragraph["questions"][number % every :: every]
        if not questions:
            continue
        texts = [one["question"] for one in questions]
        # The paragraph may be several chunks, all of which are left out.
        found = library.search_many([STORE], texts, top_k=2 * CHUNKS)
        among = library.search_many([STORE], texts, top_k=2 * CHUNKS, document_ids=siblings)
        for one, *lists in zip(questions, found, among, strict=True):
            everything = {hit.chunk.id: hit for hits in lists for hit in hits}
            known = read(embedded_reader(), one["question"], list(everything.values()))
            for hits in lists:
                for there in (True, False):
                    passages = _among(known, hits, "" if there else paragraph["id"])
                    asked.append(Asked(passages, there, article, hits is lists[0], one["answer"]))
    return asked


def _among(known: Passages, hits: Sequence[Hit], left_out: str) -> Passages:
    """What was read of the first hits that are not of the document ``left_out``."""
    kept = [hit for hit in hits if hit.chunk.document_id != left_out][:CHUNKS]
    readings = {hit.chunk.id: reading for hit, reading in zip(known.hits, known.readings, strict=True)}
    return likeliest_first(known.query, kept, [readings[hit.chunk.id] for hit in kept])


def fit(asked: Sequence[Asked]) -> tuple[dict[str, float], float]:
    """Weights per feature and the bias, on the passage that answers likeliest by the weights so far."""
    from sklearn.linear_model import LogisticRegression

    figures = [features(one.passages.query, one.passages.hits, one.passages.readings) for one in asked]
    rows = [np.array([list(hit.values()) for hit in hits]) for hits in figures]
    answerable = np.array([one.answerable for one in asked])
    weights = np.array([1.0, 0.0, 0.0])  # the reader alone
    for _ in range(3):
        best = np.array([hits[(hits @ weights).argmax()] for hits in rows])
        model = LogisticRegression(max_iter=1000).fit(best, answerable)
        weights = model.coef_[0]
    return dict(zip(figures[0][0], weights.tolist(), strict=True)), float(model.intercept_[0])


def _weighed(passages: Passages, weights: Answerability) -> Passages:
    return likeliest_first(passages.query, passages.hits, passages.readings, weights)


def best_threshold(asked: Sequence[Asked]) -> float:
    """The threshold in [0, 1] with the smallest sum of both error rates."""
    there = np.array([one.passages.probability for one in asked if one.answerable])
    gone = np.array([one.passages.probability for one in asked if not one.answerable])
    candidates = np.arange(0.01, 1, 0.01)
    return float(min(candidates, key=lambda least: float(np.mean(there < least) + np.mean(gone >= least))))


def report(name: str, asked: Sequence[Asked], threshold: float) -> str:
    """A line with both error rates, and how often what is told holds the answer."""
    answered = [one for one in asked if one.answerable]
    abstained = np.mean([one.passages.probability < threshold for one in answered])
    made_up = np.mean([one.passages.probability >= threshold for one in asked if not one.answerable])
    told, short = zip(*(_told(one.passages) for one in answered), strict=True)
    hold = np.mean([_holds(one.answer, text) for one, text in zip(answered, told, strict=True)])
    shortly = np.mean([_holds(one.answer, text) for one, text in zip(answered, short, strict=True)])
    words = np.mean([len(text.split()) for text in told])
    return (
        f"{name:28} {len(answered):9} {abstained:9.1%} {made_up:9.1%} {hold:9.1%} {shortly:9.1%} {words:9.1f}"
    )


def _told(passages: Passages) -> tuple[str, str]:
    """What the writer tells whatever the probability, and the short answers in it."""
    writer = ExtractiveWriter(threshold=0.0)
    pieces = list(writer.write(Conversation(passages.query), passages))
    return " ".join(piece.text for piece in pieces), " ".join(
        piece.short.of(piece.text) for piece in pieces if piece.short
    )


def _holds(answer: str, text: str) -> bool:
    return answer.casefold().rstrip(".") in text.casefold()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="fit and store the weights first")
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="ask every Nth question")
    arguments = parser.parse_args()
    if not arguments.questions.exists():
        sys.stdout.write(
            f"Abstention not measured: {arguments.questions} is missing; name a file with --questions.\n"
        )
        return
    with gzip.open(arguments.questions, "rt", encoding="utf-8") as file:
        paragraphs = [json.loads(line) for line in file]
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder)) as library:
        asked = ask_all(library, paragraphs, arguments.every)
        model = library.embedder.name
    development = [one for one in asked if one.article % 2 == 0]
    held_out = [one for one in asked if one.article % 2]
    if arguments.fit:
        weights, bias = fit(development)
        rounded = {name: round(weight, 3) for name, weight in weights.items()}
        stored = {"embedding_model": model, "weights": rounded, "bias": round(bias, 3)}
        WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")
        fitted = Answerability(rounded, stored["bias"])
        development, held_out = (
            [replace(one, passages=_weighed(one.passages, fitted)) for one in part]
            for part in (development, held_out)
        )
    threshold = Settings().abstain
    lines = [
        f"threshold {threshold:.2f}; best on the development half {best_threshold(development):.2f}",
        f"{'':28} "
        + " ".join(f"{name:>9}" for name in ("questions", "abstains", "answers", "told", "short", "words")),
    ]
    for name, part in (("development half", development), ("held-out half", held_out)):
        for store, whole in (("whole store", True), ("article alone", False)):
            chosen = [one for one in part if one.whole_store == whole]
            lines.append(report(f"{name}, {store}", chosen, threshold))
    sys.stdout.write("\n".join([*lines, LEGEND, ""]))


if __name__ == "__main__":
    main()
