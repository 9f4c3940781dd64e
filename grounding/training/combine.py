"""The combiner's weights, learned: a logistic regression on the pair that decides each row.

A row is as good as its worst claim, and a claim as its best window, so the label belongs to one pair of the row. Which
one depends on the weights: they are fitted, the pairs chosen anew, a few times over (multiple-instance learning,
Andrews et al. 2002). A feature may only speak for what it means: the sign of each weight is fixed, and a feature that
does not help gets 0. Every group of rows weighs the same, and each label half of its group.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from grounding.claims.split import split_claims
from grounding.evaluation.labelled_rows import facts_of
from grounding.evidence.selection import join, shortlist
from grounding.evidence.windows import WindowIndex, windows_of
from grounding.judge.combiner import FEATURES, Curve, Floats, Judge, Scale
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NOT_ENTAILMENT, Row

ROUNDS = 4
# Weight decay, in units of each feature's own spread.
L2 = 0.02
# The sign that the weight of a feature may have; features that are not named stay out.
SUPPORT_SIGNS: Mapping[str, int] = {
    "entailment": 1, "contradiction": -1, "pairs": 1, "opposed_numbers": -1, "missing_numbers": -1,
    "missing_names": -1, "length": -1,
}  # fmt: skip
CONTRADICTION_SIGNS: Mapping[str, int] = {
    "entailment": -1, "contradiction": 1, "coverage": 1, "opposed_numbers": 1, "missing_names": -1,
}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A labelled row: of each of its claims the features of its windows, ``(n_windows, len(FEATURES))``.

    ``contradicted`` is None where it is not known.
    """

    claims: tuple[Floats, ...]
    supported: bool
    contradicted: bool | None


Groups = Mapping[str, Sequence[Example]]


def examples(judge: Judge, rows: Sequence[Row]) -> list[Example]:
    """``rows`` as the checker reads them: split, windowed, the best windows of each claim and their join."""
    return [
        Example(
            tuple(judge.features(pairs) for pairs in _pairs(row) if pairs),
            row.label == ENTAILMENT,
            None if row.label == NOT_ENTAILMENT else row.label == CONTRADICTION,
        )
        for row in rows
    ]


def _pairs(row: Row) -> list[list[tuple[str, str]]]:
    """For each claim of the row its pairs (premise, claim)."""
    windows = [
        window
        for n, fact in enumerate(facts_of(row.premise))
        for window in windows_of(n, fact, lambda _: True)
    ]
    index = WindowIndex(windows)
    pairs = []
    for claim in split_claims(row.hypothesis):
        best = shortlist(claim.resolved, index)
        together = join(claim.resolved, best, index)
        premises = [window.premise for window in best] + ([together.premise] if together else [])
        pairs.append([(premise, claim.resolved) for premise in premises])
    return pairs


def support_scale(*parts: Groups) -> Scale:
    """The scale of support, of which each of ``parts`` decides as much; its curve is the logistic one."""
    labelled = [
        {
            name: [(example.claims, example.supported) for example in examples if example.claims]
            for name, examples in groups.items()
        }
        for groups in parts
    ]
    return _learn(labelled, SUPPORT_SIGNS, start="entailment", row_of=_weakest)


def contradiction_scale(groups: Groups) -> Scale:
    """The scale of contradiction: a row is contradicted where any window contradicts any of its claims."""
    labelled = {
        name: [
            (example.claims, example.contradicted)
            for example in examples
            if example.claims and example.contradicted is not None
        ]
        for name, examples in groups.items()
    }
    return _learn([labelled], CONTRADICTION_SIGNS, start="contradiction", row_of=_strongest)


def row_sums(scale: Scale, examples: Sequence[Example]) -> Floats:
    """Weighted sums of ``examples``, shape (n,): of each its weakest claim's best window."""
    return np.array([float(scale.sums(_weakest(example.claims, scale)[None])[0]) for example in examples])


_Labelled = Mapping[str, Sequence[tuple[tuple[Floats, ...], bool]]]
_RowOf = Callable[[Sequence[Floats], Scale], Floats]


def _strongest(claims: Sequence[Floats], scale: Scale) -> Floats:
    """The features of the pair with the highest sum."""
    rows = np.vstack(claims)
    return np.asarray(rows[int(np.argmax(scale.sums(rows)))])


def _weakest(claims: Sequence[Floats], scale: Scale) -> Floats:
    """The features of the best window of the claim whose best window is the worst."""
    best = np.stack([_strongest([windows], scale) for windows in claims])
    return np.asarray(best[int(np.argmin(scale.sums(best)))])


def _learn(parts: Sequence[_Labelled], signs: Mapping[str, int], start: str, row_of: _RowOf) -> Scale:
    scale = Scale(tuple(float(name == start) for name in FEATURES), 0.0, Curve())
    groups = [rows for labelled in parts for rows in labelled.values() if rows]
    targets = np.array([label for rows in groups for _, label in rows])
    weights = np.concatenate([_weights_of(labelled) for labelled in parts])
    for _ in range(ROUNDS):
        chosen = np.stack([row_of(claims, scale) for rows in groups for claims, _ in rows])
        scale = _regression(chosen, targets, weights / weights.sum(), signs)
    return scale


def _weights_of(labelled: _Labelled) -> Floats:
    """Of all rows in order; together 1."""
    weights = np.concatenate([_balanced([label for _, label in rows]) for rows in labelled.values() if rows])
    share: Floats = weights / weights.sum()
    return share


def _balanced(labels: Sequence[bool]) -> Floats:
    """Each label half of the group; a group of few rows weighs less."""
    positive = np.array(labels)
    shares = np.where(positive, positive.sum(), (~positive).sum())
    balanced: Floats = min(1.0, len(labels) / 20) / np.maximum(1, shares)
    return balanced


def _regression(features: Floats, positive: Floats, weights: Floats, signs: Mapping[str, int]) -> Scale:
    """L2-penalised logistic regression with a fixed sign for each weight."""
    spread = features.std(axis=0) + 1e-9
    direction = np.where(positive, 1.0, -1.0)

    def loss(parameters: Floats) -> tuple[float, Floats]:
        margin = direction * (features @ parameters[:-1] + parameters[-1])
        slope = -direction * weights / (1 + np.exp(margin))
        penalty = L2 * parameters[:-1] * spread**2
        value = weights @ np.logaddexp(0, -margin) + penalty @ parameters[:-1] / 2
        return float(value), np.append(features.T @ slope + penalty, slope.sum())

    bounds = [_bounds(signs.get(name, 0)) for name in FEATURES]
    start = np.zeros(len(FEATURES) + 1)
    solution = minimize(loss, start, jac=True, bounds=[*bounds, (None, None)], method="L-BFGS-B")
    return Scale(tuple(float(w) for w in solution.x[:-1]), float(solution.x[-1]), Curve())


def _bounds(sign: int) -> tuple[float | None, float | None]:
    return (0.0, None) if sign > 0 else (None, 0.0) if sign < 0 else (0.0, 0.0)
