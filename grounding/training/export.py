"""From a trained checkpoint to the folder that serving reads: int8 weights, then calibration numbers."""

import random
from collections.abc import Sequence
from pathlib import Path

from grounding.judge.quantize import CALIBRATION_ROWS, quantize_folder
from grounding.training.rows import Row


def export(checkpoint: Path, target: Path, rows: Sequence[Row], *, seed: int = 0) -> Path:
    """Write ``checkpoint`` as int8 to ``target``; the activation ranges come from a sample of ``rows``.

    ``rows`` are windows as they are seen at run time (the document stage's). What turns the model's
    probabilities into scores is fitted afterwards, on the int8 model: :mod:`grounding.training.calibrate`.
    """
    chosen = random.Random(seed).sample(list(rows), min(CALIBRATION_ROWS, len(rows)))
    return quantize_folder(checkpoint, target, [(r.premise, r.hypothesis) for r in chosen], pooled=False)
