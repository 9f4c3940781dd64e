"""From pairs (premise, claim) to calibrated probabilities of support and contradiction.

The entailment model's log odds and the features of :mod:`grounding.compare` enter a weighted sum each; a curve of three
numbers turns the sum into a probability. All of it stands in ``calibration.json`` beside the model;
``grounding/models/MODEL_CARD.md`` says how the numbers are made.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from grounding.compare.features import NAMES, english_features, feature_rows
from grounding.errors import ModelUnavailable
from grounding.judge.entailment import CONTRADICTION, ENTAILMENT, EntailmentModel
from grounding.judge.shipped import write_sums
from grounding.text.normalise import normalise, with_ligatures

Floats = npt.NDArray[np.float64]
Pair = tuple[str, str]

FEATURES = ("entailment", "contradiction", *NAMES)
# Log odds beyond this say no more than "certain", and would drown the features.
LOG_ODDS_LIMIT = 8.0


@dataclass(frozen=True)
class Curve:
    """Turns a weighted sum into a probability: ``sigmoid(offset + slope * z + bend * max(z, 0) ** 2)``.

    ``bend`` lets plain support come out surer than the hard cases in the middle allow a straight line to say.
    """

    offset: float = 0.0
    slope: float = 1.0
    bend: float = 0.0

    def __call__(self, z: Floats) -> Floats:
        return np.asarray(
            1 / (1 + np.exp(-(self.offset + self.slope * z + self.bend * np.maximum(z, 0) ** 2)))
        )


@dataclass(frozen=True)
class Scale:
    """One probability: a weight per feature of :data:`FEATURES`, a constant, and the curve."""

    weights: tuple[float, ...]
    constant: float
    curve: Curve

    def sums(self, features: Floats) -> Floats:
        """Weighted sums ``(n,)`` of features ``(n, len(FEATURES))``."""
        sums: Floats = features @ np.array(self.weights) + self.constant
        return sums


@dataclass(frozen=True)
class Calibration:
    """The two scales that stand in ``calibration.json``."""

    support: Scale
    contradiction: Scale

    @classmethod
    def load(cls, folder: Path) -> "Calibration":
        """Read ``folder/calibration.json``. Raises :class:`grounding.errors.ModelUnavailable`."""
        path = folder / "calibration.json"
        try:
            stored = json.loads(path.read_text())
            scales = [
                Scale(
                    tuple(float(stored[name]["weights"][feature]) for feature in FEATURES),
                    float(stored[name]["constant"]),
                    Curve(**stored[name]["curve"]),
                )
                for name in ("support", "contradiction")
            ]
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise ModelUnavailable(
                f"{path} is missing or broken ({error}); make it with `python -m grounding.training calibrate`."
            ) from error
        return cls(*scales)

    @classmethod
    def plain(cls) -> "Calibration":
        """The model's own probabilities as they are, for a model that has not been calibrated."""
        scales = [
            Scale(tuple(float(feature == name) for feature in FEATURES), 0.0, Curve())
            for name in ("entailment", "contradiction")
        ]
        return cls(*scales)

    def save(self, folder: Path) -> None:
        """Write ``folder/calibration.json``."""
        stored = {
            name: {
                "weights": {f: round(w, 4) for f, w in zip(FEATURES, scale.weights, strict=True)},
                "constant": round(scale.constant, 4),
                "curve": {
                    "offset": round(scale.curve.offset, 4),
                    "slope": round(scale.curve.slope, 4),
                    "bend": round(scale.curve.bend, 4),
                },
            }
            for name, scale in (("support", self.support), ("contradiction", self.contradiction))
        }
        (folder / "calibration.json").write_text(json.dumps(stored, indent=1) + "\n")
        write_sums(folder)


def normalised(premise: str, claim: str) -> Pair:
    """An English pair as its model and the features read it."""
    return with_ligatures(normalise(premise), claim), normalise(claim)


@dataclass(frozen=True)
class Judge:
    """Judges pairs with an entailment model and its calibration. Safe to share between threads.

    ``languages`` are those that its verdicts were measured in; None for a model that is trusted with all. Model and
    features read a pair as ``prepare`` gives it; ``compare`` gives the features of a claim and a premise.
    """

    model: EntailmentModel
    calibration: Calibration
    languages: frozenset[str] | None = None
    prepare: Callable[[str, str], Pair] = normalised
    compare: Callable[[str, str], tuple[float, ...]] = english_features

    @property
    def name(self) -> str:
        """The model's."""
        return self.model.name

    def reads(self, language: str) -> bool:
        """Whether verdicts in ``language`` (a code) were measured."""
        return self.languages is None or language in self.languages

    def features(self, pairs: Sequence[Pair]) -> Floats:
        """``(n_pairs, len(FEATURES))`` for pairs (premise, claim)."""
        pairs = [self.prepare(premise, claim) for premise, claim in pairs]
        logs = self.model.predict(pairs)
        odds = logs - np.log1p(-np.clip(np.exp(logs), 0, 1 - 1e-6))
        odds = np.clip(odds[:, [ENTAILMENT, CONTRADICTION]], -LOG_ODDS_LIMIT, LOG_ODDS_LIMIT)
        return np.asarray(np.hstack([odds, feature_rows(pairs, self.compare)]), np.float64)

    def judge(self, pairs: Sequence[Pair], english: Sequence[bool] = ()) -> Floats:
        """Probabilities ``(n_pairs, 2)``: that the premise supports, and that it contradicts, the claim.

        ``english``, whether both texts are, makes no difference to a single judge.
        """
        if not pairs:
            return np.zeros((0, 2))
        features = self.features(pairs)
        scales = (self.calibration.support, self.calibration.contradiction)
        return np.stack([scale.curve(scale.sums(features)) for scale in scales], axis=1)
