"""The combiner's weights for an English model, learned from held-out kinds of rows and the development sets.

The embedded model's own are set by hand still (:mod:`.calibrate`): learned ones do better on claims after bug reports
of others, worse on the worked cases (``grounding/models/MODEL_CARD.md``).
"""

import logging
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from grounding.evaluation.labelled_rows import read_rows
from grounding.evaluation.metrics import Booleans, balanced_accuracy
from grounding.judge.combiner import Calibration, Curve, Floats, Judge
from grounding.judge.embedded import EmbeddedEntailment
from grounding.limits import SUPPORT_THRESHOLD
from grounding.training import sources, stages
from grounding.training.combine import Example, Groups, contradiction_scale, examples, row_sums, support_scale
from grounding.training.rows import ENTAILMENT, NOT_ENTAILMENT, Row

log = logging.getLogger(__name__)

# Rows of each group that the English weights are learned from.
ROWS_PER_GROUP = 45
ROWS_PER_SET = 130


def learn(folder: Path, data: Path, seed: int = 0) -> Calibration:
    """Learn the weights for the English model in ``folder`` and write ``calibration.json`` there.

    ``data`` holds ``train.jsonl.gz``, whose held-out premises are used here, and ``dev/``. What each group scores with
    weights that were learned without it is logged.
    """
    judge = Judge(EmbeddedEntailment.load(folder), Calibration.plain())
    kinds, sets = held_out_groups(judge, data, seed), dev_groups(judge, data / "dev")
    support = support_scale({**kinds, **sets})
    shift = best_shift({name: (row_sums(support, rows), _labels(rows)) for name, rows in sets.items()})
    mean = float(
        np.mean([shift, best_shift({n: (row_sums(support, r), _labels(r)) for n, r in kinds.items()})])
    )
    log.info("offset of the sets %.3f, in the middle between them and the kinds %.3f", shift, mean)
    learned = Calibration(
        replace(support, curve=Curve(offset=mean)),
        contradiction_scale(kinds),
    )
    learned.save(folder)
    for name in sets:
        rest = {other: rows for other, rows in {**kinds, **sets}.items() if other != name}
        sums = row_sums(support_scale(rest), sets[name]) + mean
        log.info("%-24s left out: %.3f", name, balanced_accuracy(sums, _labels(sets[name]), _BAR))
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


_BAR = float(np.log(SUPPORT_THRESHOLD / (1 - SUPPORT_THRESHOLD)))


def best_shift(scored: Mapping[str, tuple[Floats, Booleans]]) -> float:
    """What to add to the log odds so that :data:`SUPPORT_THRESHOLD` decides best, as a mean over the groups.

    The middle of the shifts within a fifth of a point of the best: the peak itself is noise.
    """
    shifts = np.linspace(-3, 3, 121)
    both = [(odds, labels) for odds, labels in scored.values() if labels.any() and not labels.all()]
    means = np.array(
        [
            np.mean([balanced_accuracy(odds + shift, labels, _BAR) for odds, labels in both])
            for shift in shifts
        ]
    )
    return float(shifts[means >= means.max() - 0.002].mean())


def _labels(rows: Sequence[Example]) -> Booleans:
    return np.array([example.supported for example in rows], bool)
