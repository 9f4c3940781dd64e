"""How good a score is at telling supported from unsupported rows. Class-balanced throughout.

Each class weighs one half, whatever its share of the set, since the shares differ from set to set for reasons that
have nothing to do with the checker.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from sklearn.metrics import roc_auc_score

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
BINS = 10


@dataclass(frozen=True)
class SetMetrics:
    """The figures of one evaluation set; all in [0, 1] but ``rows`` and ``seconds_per_row``."""

    rows: int
    balanced_accuracy: float
    best_balanced_accuracy: float
    best_threshold: float
    roc_auc: float
    ece: float
    seconds_per_row: float


def measure(scores: Floats, supported: Booleans, threshold: float, seconds: float) -> SetMetrics:
    """Metrics of ``scores`` ``(n,)`` in [0, 1] against the labels ``supported`` ``(n,)``.

    A set with one class only has no accuracy to speak of: its figures are NaN.
    """
    rows = len(scores)
    per_row = seconds / max(1, rows)
    if rows == 0 or supported.all() or not supported.any():
        nan = float("nan")
        return SetMetrics(rows, nan, nan, nan, nan, nan, per_row)
    thresholds = np.unique(np.append(scores, threshold))
    accuracies = [balanced_accuracy(scores, supported, threshold) for threshold in thresholds]
    best = int(np.argmax(accuracies))
    return SetMetrics(
        rows,
        balanced_accuracy(scores, supported, threshold),
        accuracies[best],
        float(thresholds[best]),
        area_under_curve(scores, supported),
        expected_calibration_error(scores, supported),
        per_row,
    )


def area_under_curve(scores: Floats, labels: Booleans) -> float:
    """ROC AUC; NaN where all labels are the same."""
    if not len(labels) or labels.all() or not labels.any():
        return float("nan")
    return float(roc_auc_score(labels, scores))


def balanced_accuracy(scores: Floats, supported: Booleans, threshold: float) -> float:
    """Mean of the share of supported rows at or above ``threshold`` and of the other rows below it."""
    predicted = scores >= threshold
    return float((predicted[supported].mean() + (~predicted[~supported]).mean()) / 2)


def expected_calibration_error(scores: Floats, supported: Booleans) -> float:
    """Mean distance between score and share supported over ten equal bins, weighed by their (balanced) rows.

    Guo et al. 2017, "On Calibration of Modern Neural Networks".
    """
    return float(
        sum(weight * abs(score - share) for _, weight, score, share in reliability(scores, supported))
    )


def reliability(scores: Floats, supported: Booleans) -> list[tuple[float, float, float, float]]:
    """Rows of the reliability table: lower edge of the bin, its weight, mean score, share supported."""
    weights = np.where(supported, 0.5 / supported.sum(), 0.5 / (~supported).sum())
    bins = np.minimum((scores * BINS).astype(int), BINS - 1)
    table = []
    for number in range(BINS):
        inside = bins == number
        if weight := weights[inside].sum():
            share = weights[inside & supported].sum() / weight
            table.append(
                (
                    number / BINS,
                    float(weight),
                    float((scores[inside] * weights[inside]).sum() / weight),
                    float(share),
                )
            )
    return table
