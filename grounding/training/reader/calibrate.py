"""Fits the numbers beside the reader's weights, on one half of the documents of a folder of sets.

The other half, which was not fitted to, says in the log how well they hold.
"""

import logging
import random
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import harmonic_mean
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from grounding.evaluation.follow_ups import (
    FollowUp,
    FollowUpMetrics,
    is_follow_up,
    measure_follow_ups,
    needed_of,
    turns_of,
)
from grounding.evaluation.labelled_rows import read_rows
from grounding.evaluation.metrics import expected_calibration_error
from grounding.judge.encoder import Encoder
from grounding.reader.calibration import ReaderCalibration
from grounding.reader.reader import MAX_TOKENS, Reader

log = logging.getLogger(__name__)

Row = Mapping[str, Any]
# Logit of an answer, whether there is one, weight.
Point = tuple[float, bool, float]
# What the question needs; every word of earlier turns that it does not have, with its probability.
Asked = tuple[set[str], dict[str, float]]
# Of the questions that need nothing, so many are to be left as they are.
LEFT_ALONE = 0.95


def calibrate(folder: Path, dev: Path, limit: int = 0) -> ReaderCalibration:
    """Fit for the model in ``folder`` and write ``calibration.json`` there; ``dev`` holds ``*.jsonl.gz`` sets.

    ``limit`` reads only so many rows of each half of a set (0: all). A set weighs as much as another, and the
    answerable rows of a set as much as the others.
    """
    reader = Reader(Encoder(folder, max_tokens=MAX_TOKENS), ReaderCalibration())
    points: dict[bool, list[Point]] = {True: [], False: []}
    asked: dict[bool, list[Asked]] = {True: [], False: []}
    for path in sorted(dev.glob("*.jsonl.gz")):
        rows = [row for row in read_rows(path) if row.get("lang", "en") == "en"]
        random.Random(0).shuffle(rows)
        for half in (True, False):
            chosen = [row for row in rows if fitted(row) == half][: limit or None]
            points[half] += _points(reader, [row for row in chosen if row["context"]])
            asked[half] += [_asked(reader, row) for row in chosen if is_follow_up(row)]
    made = ReaderCalibration(*_platt(points[True]), _threshold(asked[True]))
    made.save(folder)
    for half, name in ((True, "fitted"), (False, "other")):
        chances = np.array([made.probability(logit) for logit, _, _ in points[half]])
        error = expected_calibration_error(
            chances, np.array([answerable for _, answerable, _ in points[half]])
        )
        log.info("%s half: calibration error %.3f, %s", name, error, _measured(asked[half], made.needed))
    return made


def fitted(row: Row) -> bool:
    """Whether a row's document is of the half that is fitted to."""
    return zlib.crc32(row.get("doc", row["question"]).encode()) % 2 == 0


def _points(reader: Reader, rows: Sequence[Row]) -> list[Point]:
    """Nothing of a set all of whose rows are answerable."""
    answerable = [row["kind"] != "none" for row in rows]
    shares = {True: sum(answerable), False: len(rows) - sum(answerable)}
    if not all(shares.values()):
        return []
    readings = [reader.read(row["question"], [row["context"]])[0] for row in rows]
    return [
        (_logit(reading.probability), has, 1 / shares[has])
        for reading, has in zip(readings, answerable, strict=True)
    ]


def _logit(probability: float) -> float:
    kept = min(max(probability, 1e-9), 1 - 1e-9)
    return float(np.log(kept / (1 - kept)))


def _platt(points: Sequence[Point]) -> tuple[float, float]:
    logits, answerable, weights = (np.array(column) for column in zip(*points, strict=True))
    model = LogisticRegression(C=1e6).fit(logits.reshape(-1, 1), answerable, weights * len(points))
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def _asked(reader: Reader, row: Row) -> Asked:
    return needed_of(row), reader.word_probabilities(row["question"], turns_of(row))


def _threshold(asked: Sequence[Asked]) -> float:
    """Of those that leave enough questions alone, the one with the best mean of precision and recall."""
    measured = {round(tried, 2): _measured(asked, tried) for tried in np.linspace(0.1, 0.95, 86).tolist()}
    enough = {tried: m for tried, m in measured.items() if m.left_alone >= LEFT_ALONE and m.precision > 0}
    if not enough:
        return float(max(measured))
    best: float = max(
        enough, key=lambda tried: harmonic_mean([enough[tried].precision, enough[tried].recall])
    )
    return best


def _measured(asked: Sequence[Asked], threshold: float) -> FollowUpMetrics:
    return measure_follow_ups(
        [FollowUp(needed, [w for w, p in given.items() if p >= threshold]) for needed, given in asked]
    )
