"""A quick look at a checkpoint on the dev sets: simple windows, no symbolic features. Never train on these.

``sureground eval`` measures the product; this measures the bare network while it trains.
"""

import gzip
import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from sentencex import segment
from sklearn.metrics import roc_auc_score

from grounding.evidence.windows import WINDOW_WORDS
from grounding.training.batches import MAX_TOKENS
from grounding.training.loop import load_classifier

_WORD = re.compile(r"[a-z0-9]{3,}")


@dataclass(frozen=True)
class DevScore:
    """``best`` is the balanced accuracy at that set's best threshold."""

    name: str
    rows: int
    auc: float
    best: float
    scores: tuple[float, ...]
    labels: tuple[bool, ...]


def windows(premise: str, claim: str) -> list[str]:
    """The three windows that share most words with the claim, and the join of the best two."""
    units = [u.strip() for line in premise.split("\n") for u in segment("en", line) if u.strip()]
    runs: list[str] = []
    run: list[str] = []
    for unit in units:
        if run and len(" ".join([*run, unit]).split()) > WINDOW_WORDS:
            runs.append(" ".join(run))
            run = run[-1:] if len(run[-1].split()) < WINDOW_WORDS // 2 else []
        run.append(unit)
    runs.append(" ".join(run))
    wanted = set(_WORD.findall(claim.lower()))
    best = sorted(runs, key=lambda r: len(wanted & set(_WORD.findall(r.lower()))), reverse=True)[:3]
    return [*best, "\n".join(best[:2])] if len(best) > 1 else best


def evaluate(model_folder: Path, dev: Path, rows: int, seed: int = 0) -> list[DevScore]:
    """Each set of ``dev`` on at most ``rows`` rows: the lowest over claim sentences of the best window."""
    from transformers import AutoTokenizer

    model = load_classifier(model_folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(model_folder)
    results = []
    for file in sorted(dev.glob("*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        records = random.Random(seed).sample(records, min(rows, len(records)))
        pairs: list[tuple[str, str]] = []
        owners: list[tuple[int, int]] = []
        for number, record in enumerate(records):
            for part, claim in enumerate(segment("en", record["hypothesis"])):
                if len(claim.split()) >= 2 or part == 0:
                    for window in windows(record["premise"], claim):
                        pairs.append((window, claim.strip()))
                        owners.append((number, part))
        support = _entailment(model, tokenizer, pairs)
        best: dict[tuple[int, int], float] = {}
        for owner, value in zip(owners, support, strict=True):
            best[owner] = max(best.get(owner, 0.0), value)
        scores = [min(v for (n, _), v in best.items() if n == number) for number in range(len(records))]
        labels = [record["label"] == "entailment" for record in records]
        auc = float(roc_auc_score(labels, scores))
        best_accuracy = max(balanced_accuracy(scores, labels, t) for t in scores)
        results.append(
            DevScore(file.name.split(".")[0], len(records), auc, best_accuracy, tuple(scores), tuple(labels))
        )
    return results


def common_threshold(results: list[DevScore]) -> tuple[float, float]:
    """``(threshold, mean balanced accuracy)`` at the best threshold for all sets together."""
    thresholds = sorted({round(s, 3) for result in results for s in result.scores})
    means = [
        (float(np.mean([balanced_accuracy(r.scores, r.labels, t) for r in results])), t) for t in thresholds
    ]
    accuracy, threshold = max(means)
    return threshold, accuracy


def balanced_accuracy(scores: Sequence[float], labels: Sequence[bool], threshold: float) -> float:
    """Mean of the recall of supported rows and that of the others; a score at the threshold is supported."""
    said, true = np.array(scores) >= threshold, np.array(labels)
    return float((said[true].mean() + (~said[~true]).mean()) / 2)


def _entailment(model: torch.nn.Module, tokenizer: object, pairs: list[tuple[str, str]]) -> list[float]:
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]))
    support = [0.0] * len(pairs)
    for start in range(0, len(order), 32):
        part = order[start : start + 32]
        encoded = tokenizer(  # type: ignore[operator]
            [pairs[i][0] for i in part], [pairs[i][1] for i in part],
            truncation="only_first", max_length=MAX_TOKENS, padding=True, return_tensors="pt",
        )  # fmt: skip
        with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16):
            probabilities = model(**encoded).logits.float().softmax(1)[:, 0].tolist()
        for i, value in zip(part, probabilities, strict=True):
            support[i] = value
    return support
