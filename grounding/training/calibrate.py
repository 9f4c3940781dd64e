"""The numbers between the model and its scores: weights from held-out training rows, curves from development sets.

The weights are logistic regressions on rows that trained nothing. The development sets only give the three numbers of
the support curve (:class:`grounding.judge.Curve`), each set and each class weighing the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

from grounding.check import GroundingChecker
from grounding.evaluate import check_row, read_rows, row_score
from grounding.judge import FEATURES, Calibration, Curve, Judge, Scale
from grounding.metrics import balanced_accuracy
from grounding.nli import EmbeddedEntailment
from grounding.training.rows import LABELS, Row

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
Scored = Mapping[str, tuple[Floats, Booleans]]

THRESHOLD = 0.6
IDENTITY = Curve()


def calibrate(folder: Path, held_out: Sequence[Row], dev: Path, limit: int = 0) -> Calibration:
    """Fit the calibration of the model in ``folder`` and write it there.

    ``limit`` reads only so many rows of each development set (0: all).
    """
    model = EmbeddedEntailment.load(folder)
    weighed = fit_weights(Judge(model, _untrained()), held_out)
    scored = score_sets(GroundingChecker(Judge(model, weighed)), dev, limit)
    curve = fit_curve(scored)
    fitted = replace(weighed, support=replace(weighed.support, curve=curve))
    fitted.save(folder)
    return fitted


def fit_weights(judge: Judge, rows: Sequence[Row]) -> Calibration:
    """Both weighted sums, class-balanced; a row known only as "not entailed" teaches nothing on contradiction."""
    features = judge.features([(row.premise, row.hypothesis) for row in rows])
    labels = np.array([LABELS[row.label] for row in rows])
    known = labels != "not_entailment"
    return Calibration(
        _regression(features, labels == "entailment"),
        _regression(features[known], labels[known] == "contradiction"),
    )


def score_sets(checker: GroundingChecker, dev: Path, limit: int = 0) -> Scored:
    """Uncurved row sums and labels of every set in ``dev``."""
    scored = {}
    for path in sorted(dev.glob("*.jsonl.gz")):
        rows = read_rows(path)[: limit or None]
        scores = np.array([row_score(check_row(checker, r["premise"], r["hypothesis"])) for r in rows])
        supported = np.array([r["label"] == "entailment" for r in rows])
        scores = np.clip(scores, 1e-6, 1 - 1e-6)
        scored[path.name.split(".jsonl")[0]] = (np.log(scores / (1 - scores)), supported)
    return scored


def fit_curve(scored: Scored) -> Curve:
    """The curve of least log loss, then moved so that 0.6 is the best common decision point."""
    sums, supported, weights = _pooled(scored)

    def loss(numbers: Floats) -> float:
        chances = Curve(numbers[0], abs(numbers[1]), abs(numbers[2]))(sums)
        chances = np.clip(chances, 1e-6, 1 - 1e-6)
        return float(-(weights * np.where(supported, np.log(chances), np.log(1 - chances))).sum())

    best = minimize(loss, np.array([0.0, 0.5, 0.01]), method="Nelder-Mead").x
    curve = Curve(float(best[0]), float(abs(best[1])), float(abs(best[2])))
    return replace(curve, offset=_best_offset(curve, scored))


def _best_offset(curve: Curve, scored: Scored) -> float:
    """The offset at which :data:`THRESHOLD` gives the best mean balanced accuracy over the sets.

    The middle of the offsets within half a point of the best: the peak itself is noise.
    """
    offsets = curve.offset + np.linspace(-1.5, 1.5, 121)
    means = np.array(
        [
            np.mean(
                [
                    balanced_accuracy(replace(curve, offset=float(offset))(sums), supported, THRESHOLD)
                    for sums, supported in scored.values()
                ]
            )
            for offset in offsets
        ]
    )
    return float(offsets[means >= means.max() - 0.005].mean())


def _pooled(scored: Scored) -> tuple[Floats, Booleans, Floats]:
    """All sets as one, every class of every set weighing the same."""
    weights = [
        np.where(supported, 0.5 / supported.sum(), 0.5 / (~supported).sum()) / len(scored)
        for _, supported in scored.values()
    ]
    return (
        np.concatenate([sums for sums, _ in scored.values()]),
        np.concatenate([supported for _, supported in scored.values()]),
        np.concatenate(weights),
    )


def _regression(features: Floats, target: Booleans) -> Scale:
    fitted = LogisticRegression(class_weight="balanced", max_iter=2000).fit(features, target)
    return Scale(tuple(float(w) for w in fitted.coef_[0]), float(fitted.intercept_[0]), IDENTITY)


def _untrained() -> Calibration:
    nothing = Scale((0.0,) * len(FEATURES), 0.0, IDENTITY)
    return Calibration(nothing, nothing)
