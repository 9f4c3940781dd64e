"""Passages with claims that were written for this project, and the counterpart of each claim.

``written/english.jsonl.gz`` and ``written/languages.jsonl.gz`` hold lines of ``kind`` (of text, or language),
``premise`` and ``claims``, each with S (supported), C (contradicted) or N (not covered).

Who writes such claims gives the label away: supported ones are reworded, those not covered give reasons, and a
classifier that sees the claim alone gets an AUC of 0.76 (Gururangan et al. 2018, "Annotation Artifacts"). So every
claim is read twice, with opposite labels: a supported one beside the passage without the sentences it comes from, any
other one beside the passage that says it.
"""

import gzip
import json
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from grounding.compare.any_language import plain_stems
from grounding.text.sentences import sentence_spans
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row

FOLDER = Path(__file__).parent / "written"
_LABELS = {"S": ENTAILMENT, "N": NEUTRAL, "C": CONTRADICTION}
# The share of its sentences that a passage loses: claims join facts of several.
_LOST = 1 / 3


def read_written(name: str) -> dict[str, list[Row]]:
    """The rows of ``written/NAME.jsonl.gz`` by family: ``written_news``, ``written_de``."""
    pairs: dict[str, list[Row]] = defaultdict(list)
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            family = f"written_{record['kind']}"
            for claim, label in record["claims"]:
                pairs[family].append(Row(record["premise"], claim, _LABELS[label], family))
    return dict(pairs)


def with_counterparts(rows: Sequence[Row], rng: random.Random) -> list[Row]:
    """``rows``, each followed by its counterpart: the same claim with the opposite label."""
    return [one for row in rows for one in (row, counterpart(row, rows, rng))]


def counterpart(row: Row, others: Sequence[Row], rng: random.Random) -> Row:
    """The claim of ``row`` beside a passage with which its label is the opposite.

    A supported claim loses the sentences that share most with it; where nothing is left, it meets a passage of
    ``others``.
    """
    sentences = [span.of(row.premise) for span in sentence_spans(row.premise)]
    wanted = set(plain_stems(row.hypothesis))
    shared = [len(wanted & set(plain_stems(sentence))) for sentence in sentences]
    ranked = sorted(range(len(sentences)), key=lambda i: -shared[i])
    gap = "\n" if "\n" in row.premise.strip() else " "
    if row.label == ENTAILMENT:
        gone = ranked[: math.ceil(len(sentences) * _LOST)]
        left = [sentence for i, sentence in enumerate(sentences) if i not in gone]
        text = gap.join(left) if left else rng.choice(others).premise
        return Row(text, row.hypothesis, NEUTRAL, f"{row.family}_removed")
    nearest = ranked[0] if ranked else 0
    rest = sentences[nearest + 1 :] if row.label == CONTRADICTION else sentences[nearest:]
    text = gap.join([*sentences[:nearest], row.hypothesis, *rest])
    return Row(text, row.hypothesis, ENTAILMENT, f"{row.family}_told")
