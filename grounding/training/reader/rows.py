"""Question-answering rows as the reader learns from them: what the files hold, and negatives made from it."""

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from sentencex import segment

from grounding.training.reader.tables import as_records, without_row

Verdict = Literal["yes", "no", "neither"]
Span = tuple[int, int]

# Rows of a source, at most. English sources alone; those with wordings of a template or whole passages as answers
# give a little.
LIMITS: Mapping[str, int] = {
    "cmrc_zh": 0, "jaquad_ja": 0, "qamr": 4000, "cuad": 3000, "medquad": 700, "multihop": 1500, "acord": 900,
}  # fmt: skip
# Of the answerable rows, how many get a negative of each kind beside them.
EVIDENCE_REMOVED, OTHER_PASSAGE = 0.25, 0.12
# How many tables are read as ingestion writes them, "City: Oslo; Employees: 120", not as cells between bars.
RECORDS = 0.7
# Human-written unanswerable questions are few; they are read more than once.
REPEATED = {"squad2_devrest": 2}


@dataclass(frozen=True, slots=True)
class Example:
    """A question beside a text, with what is to be learnt from it.

    ``spans`` are offsets of answers in ``text``; with ``short`` each is a whole answer, else the answer lies somewhere
    within. ``answerable`` and ``verdict`` are None where they say nothing. ``needed`` is None but for a follow-up: then
    ``text`` is the conversation so far, and ``needed`` the words of it that the question leaves out.
    """

    source: str
    question: str
    text: str
    spans: tuple[Span, ...] = ()
    short: bool = True
    answerable: bool | None = None
    verdict: Verdict | None = None
    needed: frozenset[str] | None = None
    doc: str = ""


def read_examples(folder: Path, rng: random.Random) -> list[Example]:
    """Every example of ``folder/*.jsonl.gz``, with the negatives made from them."""
    examples: list[Example] = []
    for path in sorted(folder.glob("*.jsonl.gz")):
        name = path.name.removesuffix(".jsonl.gz")
        rows = [
            example for row in _lines(path) if (example := _example(name, row, rng)) and example.text.strip()
        ]
        limit = LIMITS.get(name, len(rows))
        chosen = rng.sample(rows, min(limit, len(rows)))
        examples += [*chosen, *_negatives(chosen, rng)]
        for _ in range(1, REPEATED.get(name, 1)):
            examples += [example for example in chosen if example.answerable is False]
    return examples


def history_text(history: Sequence[Mapping[str, str]], title: str = "") -> str:
    """The turns of a conversation, one a line, the title of what it is about first."""
    return "\n".join([*([title] if title else []), *(turn["text"].strip() for turn in history)])


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def _example(name: str, row: Mapping[str, Any], rng: random.Random) -> Example | None:
    made = Example(name, row["question"], row["context"], doc=row.get("doc", ""))
    kind = row["kind"]
    if kind == "followup":
        words = frozenset(row.get("added_in_history", ()))
        return replace(made, text=history_text(row.get("history", ()), row.get("title", "")), needed=words)
    if kind == "none":
        return replace(made, answerable=False, verdict="neither")
    if kind == "yesno":
        answer = row["answers"][0]["text"]
        return None if answer == "maybe" else replace(made, answerable=True, verdict=answer)
    spans = tuple((a["start"], a["start"] + len(a["text"])) for a in row["answers"])
    short = row.get("level") in (None, "cells")
    made = replace(made, spans=spans, short=short, answerable=True, verdict="neither")
    if kind == "table" and rng.random() < RECORDS:
        made = _as_records(made)
    return made


def _as_records(example: Example) -> Example:
    text, spans = as_records(example.text, example.spans)
    return replace(example, text=text, spans=spans) if spans else example


def _negatives(examples: Sequence[Example], rng: random.Random) -> Iterator[Example]:
    texts: dict[str, list[str]] = defaultdict(list)
    for example in examples:
        if example.text not in texts[example.doc]:
            texts[example.doc].append(example.text)
    everywhere = [example.text for example in examples]
    for example in examples:
        if example.verdict in ("yes", "no") and rng.random() < OTHER_PASSAGE:
            yield replace(example, text=rng.choice(everywhere), answerable=False, verdict=None)
        if not example.spans:
            continue
        answers = [example.text[start:end].lower() for start, end in example.spans]
        drawn = rng.random()
        if drawn < EVIDENCE_REMOVED:
            left = _without_evidence(example)
        elif drawn < EVIDENCE_REMOVED + OTHER_PASSAGE:
            others = [text for text in texts[example.doc] if text != example.text]
            left = rng.choice(others or everywhere)
        else:
            continue
        if left.strip() and not any(answer in left.lower() for answer in answers):
            yield replace(example, text=left, spans=(), answerable=False)


def _without_evidence(example: Example) -> str:
    """The text without the sentences that hold an answer; of a table, without the row that the question names."""
    if "\n" in example.text and (" | " in example.text or "; " in example.text):
        return without_row(example.text, example.spans, example.question)
    return "".join(_sentences_without(example.text, example.spans))


def _sentences_without(text: str, spans: Iterable[Span]) -> Iterator[str]:
    position = 0
    for sentence in segment("en", text):
        start = text.find(sentence, position)
        if start < 0:
            return
        position = start + len(sentence)
        if not any(a < position and b > start for a, b in spans):
            yield sentence if sentence.endswith((" ", "\n")) else sentence + " "
