"""Does a row give its label away? Probes that see the claim alone, or only how many of its words the premise holds.

A probe is a logistic regression, fitted and judged on other passages in turn; its figure is the area under the curve
for "supported": 0.5 where it sees nothing. A generated family has to stay within :data:`GENERATED` on the claim alone.
A source of real pairs beyond :data:`LEAKY` is capped (:mod:`grounding.training.sources`).
"""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import hstack
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from grounding.training.rows import ENTAILMENT, Row

GENERATED = (0.45, 0.55)
LEAKY = 0.65
FOLDS = 5
# Rows of a family that are looked at, and the fewest that tell anything.
MOST, FEWEST = 2_000, 60
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Probe:
    """Areas under the curve in [0, 1] of one family: of the claim's words, and of what claim and premise share."""

    family: str
    rows: int
    supported: float
    claim_only: float
    overlap_only: float

    @property
    def clean(self) -> bool:
        """Whether the claim alone tells nothing of the label."""
        return GENERATED[0] <= self.claim_only <= GENERATED[1]


def probes(rows: Iterable[Row]) -> list[Probe]:
    """A probe of each family with at least :data:`FEWEST` rows and both labels, in order of its name."""
    families: Mapping[str, list[Row]] = defaultdict(list)
    for row in rows:
        families[row.family].append(row)
    return [found for name, family in sorted(families.items()) if (found := probe(name, family))]


def probe(family: str, rows: Sequence[Row]) -> Probe | None:
    """The probe of one family, or None where it has too few rows or one label only."""
    rows = rows[:MOST]
    labels = np.array([row.label == ENTAILMENT for row in rows])
    if len(rows) < FEWEST or not FOLDS <= labels.sum() <= len(rows) - FOLDS:
        return None
    groups = _passages(rows)
    if len(set(groups)) < FOLDS:
        return None
    claims = [row.hypothesis for row in rows]
    words = HashingVectorizer(ngram_range=(1, 2), n_features=2**14, alternate_sign=False)
    characters = HashingVectorizer(
        analyzer="char_wb", ngram_range=(2, 4), n_features=2**14, alternate_sign=False
    )
    seen = hstack([words.transform(claims), characters.transform(claims)]).tocsr()
    shared = np.array([_overlap(row) for row in rows])
    shared = (shared - shared.mean(0)) / (shared.std(0) + 1e-9)
    return Probe(
        family, len(rows), float(labels.mean()), _auc(seen, labels, groups), _auc(shared, labels, groups)
    )


def table(found: Iterable[Probe]) -> str:
    """One line a family: rows, share supported, both areas, and what is not clean."""
    head = f"{'family':<28}{'rows':>7}{'supported':>11}{'claim only':>12}{'overlap only':>14}"
    lines = [
        f"{p.family:<28}{p.rows:>7}{p.supported:>11.2f}{p.claim_only:>12.3f}{p.overlap_only:>14.3f}"
        + ("  leaks" if p.claim_only >= LEAKY else "")
        for p in found
    ]
    return "\n".join([head, *lines])


def _auc(seen: NDArray[np.float64], labels: NDArray[np.bool_], groups: Sequence[int]) -> float:
    """Mean over folds, since the scores of two folds' regressions cannot be compared."""
    areas = []
    for train, test in GroupKFold(FOLDS).split(seen, labels, groups):
        if len(set(labels[train])) < 2 or len(set(labels[test])) < 2:
            continue
        model = LogisticRegression(C=1.0, solver="liblinear", tol=0.01).fit(seen[train], labels[train])
        areas.append(roc_auc_score(labels[test], model.decision_function(seen[test])))
    return float(np.mean(areas)) if areas else 0.5


def _overlap(row: Row) -> list[float]:
    """The share of the claim's words that the premise holds, and both lengths."""
    premise, claim = _WORD.findall(row.premise.lower()), _WORD.findall(row.hypothesis.lower())
    held = set(premise)
    share = sum(word in held for word in claim) / (len(claim) or 1)
    return [share, float(np.log1p(len(premise))), float(np.log1p(len(claim)))]


def _passages(rows: Sequence[Row]) -> list[int]:
    """A number for each row, the same where premise or claim is: an edited passage stays with its claim."""
    group_of: dict[int, int] = {}
    groups = []
    for row in rows:
        keys = [zlib.crc32(text.encode()) for text in (row.premise, row.hypothesis)]
        group = next((group_of[key] for key in keys if key in group_of), len(group_of))
        for key in keys:
            group_of.setdefault(key, group)
        groups.append(group)
    return groups
