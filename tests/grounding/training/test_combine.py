"""Weights are learned from the pair that decides each row, with the signs that their meaning asks for."""

import numpy as np

from grounding.judge.combiner import FEATURES
from grounding.training.combine import Example, contradiction_scale, row_sums, support_scale


def features(**values: float) -> np.ndarray:
    return np.array([values.get(name, 0.0) for name in FEATURES])


def rows(count: int, supported: bool, **values: float) -> list[Example]:
    noise = np.random.default_rng(count + supported).normal(0, 0.1, (count, len(FEATURES)))
    windows = [features(**values) + one for one in noise]
    return [Example((np.stack([w, features(entailment=-8)]),), supported, not supported) for w in windows]


def test_the_decisive_window_is_found_and_the_labels_are_told_apart() -> None:
    good, bad = rows(30, True, entailment=3), rows(30, False, entailment=-3, contradiction=3)
    scale = support_scale({"kind": [*good, *bad]})
    assert row_sums(scale, good).min() > row_sums(scale, bad).max()
    assert contradiction_scale({"kind": [*good, *bad]}).weights[FEATURES.index("contradiction")] > 0


def test_a_feature_that_speaks_against_its_meaning_gets_no_weight() -> None:
    good, bad = rows(30, True, opposed_numbers=2), rows(30, False)
    assert support_scale({"kind": [*good, *bad]}).weights[FEATURES.index("opposed_numbers")] == 0


def test_a_row_is_as_good_as_its_worst_claim() -> None:
    good = rows(20, True, entailment=3)
    half = [Example((*g.claims, features(entailment=-3)[None]), False, None) for g in good]
    scale = support_scale({"kind": [*good, *half]})
    assert row_sums(scale, half).max() < row_sums(scale, good).min()
