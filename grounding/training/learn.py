"""The combiner's weights for an English model, learned from held-out kinds of rows and the development sets.

The embedded model's own are set by hand still (:mod:`.calibrate`): learned ones do better on claims after bug reports
of others, worse on the worked cases (``grounding/models/MODEL_CARD.md``).
"""

import logging
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from grounding.evaluation.labelled_rows import read_rows
from grounding.evaluation.metrics import Booleans, balanced_accuracy
from grounding.judge.combiner import Calibration, Curve, Floats, Judge, Scale
from grounding.judge.embedded import EmbeddedEntailment
from grounding.training import sources, stages
from grounding.training.calibrate import BAR, best_shift
from grounding.training.combine import Example, Groups, contradiction_scale, examples, row_sums, support_scale
from grounding.training.rows import ENTAILMENT, NOT_ENTAILMENT, Row

log = logging.getLogger(__name__)

# Rows of each group that the English weights are learned from.
ROWS_PER_GROUP = 45
ROWS_PER_SET = 130
SHIFTS: Floats = np.linspace(-3, 3, 121)


def learn(folder: Path, data: Path, seed: int = 0) -> Calibration:
    """Learn the weights for the English model in ``folder`` and write ``calibration.json`` there.

    ``data`` holds ``train.jsonl.gz``, whose held-out premises are used here, and ``dev/``. What each group scores with
    weights that were learned without it is logged.
    """
    judge = Judge(EmbeddedEntailment.load(folder), Calibration.plain())
    kinds, sets = held_out_groups(judge, data, seed), dev_groups(judge, data / "dev")
    groups = {**kinds, **sets}
    support = support_scale(groups)
    shift = _shift(support, sets)
    mean = (shift + _shift(support, kinds)) / 2
    log.info("offset of the sets %.3f, in the middle between them and the kinds %.3f", shift, mean)
    learned = Calibration(
        replace(support, curve=Curve(offset=mean)),
        contradiction_scale(kinds),
    )
    learned.save(folder)
    for name in sets:
        rest = {other: rows for other, rows in groups.items() if other != name}
        sums = row_sums(support_scale(rest), sets[name]) + mean
        log.info("%-24s left out: %.3f", name, balanced_accuracy(sums, _labels(sets[name]), BAR))
    return learned


def held_out_groups(judge: Judge, data: Path, seed: int) -> Groups:
    """Examples by kind from premises that no training reads: real sources, generated families, unrelated passages."""
    _, held = stages.split(sources.read_pairs(data))
    rows: dict[str, list[Row]] = {}
    for row in stages.calibration_rows(held, random.Random(seed), ROWS_PER_GROUP):
        rows.setdefault(row.family, []).append(row)
    return {family: examples(judge, group) for family, group in sorted(rows.items())}


def dev_groups(judge: Judge, folder: Path) -> Groups:
    """Examples of the development sets; a label there is ``entailment`` or not."""
    groups = {}
    for path in sorted(folder.glob("*.jsonl.gz")):
        rows = [
            Row(
                r["premise"],
                r["hypothesis"],
                ENTAILMENT if r["label"] == "entailment" else NOT_ENTAILMENT,
                path.stem,
            )
            for r in read_rows(path)[:ROWS_PER_SET]
        ]
        groups[path.name.split(".jsonl")[0]] = examples(judge, rows)
    return groups


def _shift(scale: Scale, groups: Groups) -> float:
    scored = {name: (row_sums(scale, rows), _labels(rows)) for name, rows in groups.items()}
    return best_shift(scored, SHIFTS)


def _labels(rows: Sequence[Example]) -> Booleans:
    return np.array([example.supported for example in rows], bool)
