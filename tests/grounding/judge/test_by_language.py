"""Every pair meets the judge that reads its languages; the multilingual one is loaded when it is needed."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from grounding import Fact, GroundingChecker, Verdict
from grounding.judge.by_language import MULTILINGUAL, EmbeddedJudges
from grounding.judge.combiner import Calibration, Floats, Judge

SETS = Path(__file__).parents[2] / "data/languages"


class Constant(Judge):
    """Says one probability of everything."""

    def __init__(self, probability: float) -> None:
        object.__setattr__(self, "probability", probability)

    def judge(self, pairs: Sequence[tuple[str, str]], english: Sequence[bool] = ()) -> Floats:
        return np.full((len(pairs), 2), self.probability)  # type: ignore[attr-defined]


def test_a_pair_goes_to_the_english_judge_only_where_both_texts_are_english() -> None:
    loaded: list[Judge] = []

    def load() -> Judge:
        loaded.append(Constant(0.2))
        return loaded[-1]

    judges = EmbeddedJudges(Constant(0.9), load)
    english = ("The tower is 61 metres tall.", "The tower stands.")
    assert judges.judge([english], [True])[0, 0] == 0.9
    assert not loaded
    german = ("Der Turm ist 61 Meter hoch.", "The tower is tall.")
    mixed = judges.judge([english, german, english, german], [True, False, True, False])
    assert mixed[:, 0].tolist() == [0.9, 0.2, 0.9, 0.2]
    assert judges.judge([german], [False])[0, 0] == 0.2
    assert len(loaded) == 1
    assert judges.judge([], []).shape == (0, 2)


def test_every_language_that_counts_as_measured_has_its_set() -> None:
    assert {path.stem for path in SETS.glob("*.jsonl")} == MULTILINGUAL


@pytest.fixture(scope="module")
def checker() -> GroundingChecker:
    return GroundingChecker.load()


@pytest.mark.parametrize(
    ("claim", "fact", "verdict"),
    [
        ("Der Turm ist 61 Meter hoch.", "Der Turm steht am Hafen und ist 61 Meter hoch.", Verdict.SUPPORTED),
        (
            "Der Turm ist 71 Meter hoch.",
            "Der Turm steht am Hafen und ist 61 Meter hoch.",
            Verdict.CONTRADICTED,
        ),
        ("La garantía dura dos años.", "La garantía dura dos años y cubre las piezas.", Verdict.SUPPORTED),
        ("该图书馆成立于1952年。", "该图书馆成立于1952年，周一闭馆。", Verdict.SUPPORTED),
        ("该图书馆成立于1962年。", "该图书馆成立于1952年，周一闭馆。", Verdict.CONTRADICTED),
    ],
)
def test_verdicts_in_other_languages(
    checker: GroundingChecker, claim: str, fact: str, verdict: Verdict
) -> None:
    (check,) = checker.check(claim, [Fact(fact)]).claims
    assert check.verdict is verdict, (check.score, check.contradiction)
    assert not check.unmeasured_language


def test_a_fact_in_another_language_than_the_claim_is_found_among_many(checker: GroundingChecker) -> None:
    facts = [Fact(f"Room {n} is on floor {n % 7} and has {n + 2} chairs.") for n in range(9)]
    facts.insert(4, Fact("The warranty lasts 24 months and covers all parts."))
    (check,) = checker.check("La garantía cubre todas las piezas.", facts).claims
    best = max(check.fact_scores, key=lambda one: one.score)
    assert best.fact == 4


def test_a_figure_that_is_nowhere_is_pointed_at(checker: GroundingChecker) -> None:
    text = "Der Turm ist 71 Meter hoch."
    (check,) = checker.check(text, [Fact("Der Turm steht am Hafen und ist 61 Meter hoch.")]).claims
    assert [(part.span.of(text), part.kind) for part in check.failed_spans] == [("71", "number")]


def test_a_model_that_is_not_ours_is_trusted_with_every_language() -> None:
    assert Judge(None, Calibration.plain()).reads("sv")  # type: ignore[arg-type]
