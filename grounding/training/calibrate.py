"""The numbers between the model and its scores.

What each feature weighs is set here, in log odds, by what it means: a sentence about the same thing that states
another amount speaks against a claim as strongly as the model's own doubt. ``grounding/models/MODEL_CARD.md`` says
how each number is made, and what was tried in place of it.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from grounding.check import GroundingChecker
from grounding.evaluation.labelled_rows import check_row, read_rows, row_score
from grounding.evaluation.metrics import balanced_accuracy
from grounding.judge.combiner import FEATURES, Calibration, Curve, Judge, Scale
from grounding.judge.embedded import EmbeddedEntailment
from grounding.limits import SUPPORT_THRESHOLD

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
Scored = Mapping[str, tuple[Floats, Booleans]]

# The threshold in log odds, and the shifts that are tried to meet it: the weights by hand are near it already.
BAR = float(np.log(SUPPORT_THRESHOLD / (1 - SUPPORT_THRESHOLD)))
SHIFTS: Floats = np.linspace(-0.6, 0.6, 49)

SUPPORT = {
    "entailment": 1.0,
    "contradiction": -0.35,
    "coverage": 1.5,
    "uncovered": -2.0,
    "pairs": 5.0,
    "opposed_numbers": -5.0,
    "missing_numbers": -1.5,
    "opposed_names": -1.0,
    "missing_names": -2.0,
    "opposites": -3.0,
    "other_subject": -12.0,
    "extremes": -2.5,
    "length": -1.0,
}
CONTRADICTION = {
    "contradiction": 1.0,
    "coverage": 6.0,
    "pairs": 1.0,
    "opposed_numbers": 5.0,
    "missing_numbers": -1.0,
    "stated_numbers": -1.0,
    "opposed_names": 4.5,
    "missing_names": -4.0,
    "opposites": 2.0,
    "absent_subject": -6.0,
    "other_subject": 4.0,
    "length": -1.0,
}
# Contradicting takes more than not supporting: a sentence about something else does neither.
CONTRADICTION_CONSTANT = -5.5
# As flat as real sets ask for, where cases are hard to tell apart, and steeper where plain support lies.
SHAPE = Curve(offset=0.0, slope=0.38, bend=0.03)

# Beside the accurate model the comparisons count half: it sees most of what they see, and on claims that nothing was
# made from, whole they hide what it alone sees. The offsets are those where 0.6 decides best on the development sets,
# and where one in twenty of what is not contradicted passes as contradicted.
BESIDE_ACCURATE = 0.5
ACCURATE_SHAPE = Curve(offset=0.52, slope=0.7, bend=0.03)
ACCURATE_CONTRADICTION_OFFSET = 0.66

# The model for other languages takes a word that comes again for one that was changed: its doubt says nothing against
# support, and only plain features stand beside it.
MULTILINGUAL_SUPPORT = {
    "entailment": 1.0,
    "coverage": 0.5,
    "pairs": 2.0,
    "opposed_numbers": -3.0,
    "stated_numbers": 2.5,
    # Nothing shared is no sign of doubt there.
    "across": 2.3,
}
MULTILINGUAL_CONTRADICTION = {
    "contradiction": 1.0,
    "coverage": 4.0,
    "pairs": -2.5,
    "missing_numbers": -1.0,
    "opposed_numbers": 4.0,
    "stated_numbers": -1.5,
}
MULTILINGUAL_CONSTANT = -4.1
# Of the offsets that decide about as well (0.4 to 0.8), one with which plain statements are supported still.
MULTILINGUAL_SHAPE = Curve(offset=0.5, slope=0.5)


def uncalibrated() -> Calibration:
    """The English weights above, with a support curve that no development set has moved yet."""
    return Calibration(
        Scale(_row(SUPPORT), 0.0, SHAPE),
        Scale(_row(CONTRADICTION), CONTRADICTION_CONSTANT, Curve()),
    )


def accurate() -> Calibration:
    """The numbers for the accurate English model in its pool with the small one."""
    support = {name: weight * BESIDE_ACCURATE for name, weight in SUPPORT.items()}
    against = {name: weight * BESIDE_ACCURATE for name, weight in CONTRADICTION.items()}
    own = {name: SUPPORT[name] for name in ("entailment", "contradiction")}
    return Calibration(
        Scale(_row(support | own), 0.0, ACCURATE_SHAPE),
        Scale(
            _row(against | {"contradiction": 1.0}),
            CONTRADICTION_CONSTANT * BESIDE_ACCURATE,
            Curve(offset=ACCURATE_CONTRADICTION_OFFSET),
        ),
    )


def multilingual() -> Calibration:
    """The numbers for the other languages, set by hand with ``tests/data/languages`` in view."""
    return Calibration(
        Scale(_row(MULTILINGUAL_SUPPORT), 0.0, MULTILINGUAL_SHAPE),
        Scale(_row(MULTILINGUAL_CONTRADICTION), MULTILINGUAL_CONSTANT, Curve()),
    )


def calibrate(folder: Path, dev: Path, limit: int = 0) -> Calibration:
    """Fit the offset for the model in ``folder`` and write ``calibration.json`` there.

    ``dev`` holds ``*.jsonl.gz`` sets; ``limit`` reads only so many rows of each (0: all).
    """
    plain = uncalibrated()
    scored = score_sets(GroundingChecker(Judge(EmbeddedEntailment.load(folder), plain)), dev, limit)
    curve = replace(SHAPE, offset=SHAPE.offset + best_shift(scored))
    fitted = replace(plain, support=replace(plain.support, curve=curve))
    fitted.save(folder)
    return fitted


def score_sets(checker: GroundingChecker, dev: Path, limit: int = 0) -> Scored:
    """Log odds of the row scores, and the labels, of every set in ``dev``."""
    scored = {}
    for path in sorted(dev.glob("*.jsonl.gz")):
        rows = read_rows(path)[: limit or None]
        scores = np.array([row_score(check_row(checker, r["premise"], r["hypothesis"])) for r in rows])
        scores = np.clip(scores, 1e-6, 1 - 1e-6)
        supported = np.array([r["label"] == "entailment" for r in rows])
        scored[path.name.split(".jsonl")[0]] = (np.log(scores / (1 - scores)), supported)
    return scored


def best_shift(scored: Scored, shifts: Floats = SHIFTS) -> float:
    """What to add to the log odds so that :data:`SUPPORT_THRESHOLD` decides best, as a mean over the sets.

    A set with one label only has no say. The middle of the ``shifts`` within a fifth of a point of the best: the peak
    itself is noise.
    """
    both = [(odds, labels) for odds, labels in scored.values() if labels.any() and not labels.all()]
    means = np.array(
        [np.mean([balanced_accuracy(odds + shift, labels, BAR) for odds, labels in both]) for shift in shifts]
    )
    return float(shifts[means >= means.max() - 0.002].mean())


def _row(weights: Mapping[str, float]) -> tuple[float, ...]:
    unknown = set(weights) - set(FEATURES)
    assert not unknown, f"no such features: {unknown}"
    return tuple(weights.get(feature, 0.0) for feature in FEATURES)
