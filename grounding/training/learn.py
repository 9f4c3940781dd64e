"""The combiner's weights for an English model, learned from held-out kinds of rows and the development sets.

The small model's own are set by hand still (:mod:`.calibrate`): it decides only where the accurate one is left out.
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
from grounding.limits import CONTRADICTION_THRESHOLD
from grounding.training import sources, stages
from grounding.training.calibrate import BAR, best_shift
from grounding.training.combine import Example, Groups, contradiction_scale, examples, row_sums, support_scale
from grounding.training.rows import ENTAILMENT, NOT_ENTAILMENT, Row

log = logging.getLogger(__name__)

# Of what is not contradicted, the share that may pass the threshold of contradiction.
FALSE_CONTRADICTIONS = 0.04
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
    support = support_scale(kinds, sets)
    shift = _shift(support, sets)
    mean = (shift + _shift(support, kinds)) / 2
    log.info("offset of the sets %.3f, in the middle between them and the kinds %.3f", shift, mean)
    learned = Calibration(
        replace(support, curve=Curve(offset=mean)),
        careful(contradiction_scale(kinds), {**kinds, **sets}),
    )
    learned.save(folder)
    for name in sets:
        rest = {other: rows for other, rows in sets.items() if other != name}
        sums = row_sums(support_scale(kinds, rest), sets[name]) + mean
        log.info("%-24s left out: %.3f", name, balanced_accuracy(sums, _labels(sets[name]), BAR))
    return learned


def held_out_groups(judge: Judge, data: Path, seed: int) -> Groups:
    """Examples by kind from premises that no training reads: real, written, generated, and unrelated passages."""
    _, held = stages.split(sources.read_pairs(data))
    rows = stages.held_out_written()
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


def careful(scale: Scale, groups: Groups) -> Scale:
    """``scale`` with the offset at which :data:`FALSE_CONTRADICTIONS` of what is not contradicted pass as such.

    The mean over ``groups``, so that a large one is not all that counts.
    """
    innocent = {
        name: np.array(
            [
                scale.sums(np.vstack(row.claims)).max()
                for row in rows
                if row.contradicted is False and row.claims
            ]
        )
        for name, rows in groups.items()
    }
    sums = np.concatenate([scores for scores in innocent.values()])
    weights = np.concatenate(
        [np.full(len(scores), 1 / len(scores)) for scores in innocent.values() if len(scores)]
    )
    order = np.argsort(-sums)
    passed = np.cumsum(weights[order]) / weights.sum()
    highest = sums[order][int(np.searchsorted(passed, FALSE_CONTRADICTIONS))]
    bar = float(np.log(CONTRADICTION_THRESHOLD / (1 - CONTRADICTION_THRESHOLD)))
    return replace(scale, curve=Curve(offset=bar - float(highest)))


def _shift(scale: Scale, groups: Groups) -> float:
    scored = {name: (row_sums(scale, rows), _labels(rows)) for name, rows in groups.items()}
    return best_shift(scored, SHIFTS)


def _labels(rows: Sequence[Example]) -> Booleans:
    return np.array([example.supported for example in rows], bool)
