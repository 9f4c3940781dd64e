"""The numbers between the reader's network and what it says; fitted by ``python -m grounding.training.reader``."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from grounding.errors import ModelUnavailable
from grounding.judge.shipped import write_sums

FILE = "calibration.json"


@dataclass(frozen=True)
class ReaderCalibration:
    """``sigmoid(slope * logit + offset)`` is the probability that a text answers a question (Platt scaling).

    ``needed`` is the probability in [0, 1] from which a word of a conversation counts as needed.
    """

    slope: float = 1.0
    offset: float = 0.0
    needed: float = 0.5

    def probability(self, logit: float) -> float:
        """In [0, 1]."""
        return float(
            (1 + np.tanh((self.slope * logit + self.offset) / 2)) / 2
        )  # a sigmoid that cannot overflow

    def save(self, folder: Path) -> None:
        """Write ``calibration.json`` to a model's folder."""
        (folder / FILE).write_text(json.dumps(asdict(self), indent=2) + "\n")
        write_sums(folder)

    @classmethod
    def load(cls, folder: Path) -> "ReaderCalibration":
        """Raises :class:`grounding.errors.ModelUnavailable` when the file is missing or broken."""
        try:
            return cls(**json.loads((folder / FILE).read_text()))
        except (OSError, ValueError, TypeError) as error:
            raise ModelUnavailable(
                f"The reader at {folder} has no {FILE} that can be read ({error}). Run `make setup` again."
            ) from error
