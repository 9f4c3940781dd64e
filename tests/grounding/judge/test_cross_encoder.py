"""Other people's models: accepted when their labels are what they say, refused otherwise."""

from pathlib import Path

import numpy as np
import pytest

from grounding import Fact, GroundingChecker, ModelUnavailable
from grounding.judge.combiner import Calibration
from grounding.judge.cross_encoder import OBVIOUS_PAIRS, CrossEncoderEntailment
from tests.outside import WARM_START, needs_warm_start


class Oracle:
    """Knows the obvious pairs: column of the right answer, in the order entailment, neutral, contradiction."""

    def __init__(self, order: tuple[int, int, int] = (0, 1, 2)) -> None:
        self.order = order

    def predict(self, pairs: list[tuple[str, str]], **_: object) -> np.ndarray:
        known = {(premise, claim): column for premise, claim, column in OBVIOUS_PAIRS}
        return np.array(
            [[0.9 if column == known.get(pair, 1) else 0.05 for column in self.order] for pair in pairs]
        )


def test_the_order_of_the_outputs_is_the_models_own() -> None:
    model = CrossEncoderEntailment(Oracle((2, 0, 1)), ["CONTRADICTION", "ENTAILMENT", "NEUTRAL"], "oracle")
    premise, claim, column = OBVIOUS_PAIRS[0]
    assert model.predict([(premise, claim)]).argmax() == column
    assert model.predict([]).shape == (0, 3)


def test_a_config_that_lies_about_the_order_is_refused() -> None:
    with pytest.raises(ModelUnavailable, match="obvious pairs"):
        CrossEncoderEntailment(Oracle(), ["contradiction", "neutral", "entailment"], "liar")


def test_a_model_without_the_three_labels_is_refused() -> None:
    with pytest.raises(ModelUnavailable, match="LABEL_0"):
        CrossEncoderEntailment(Oracle(), ["LABEL_0", "LABEL_1"], "ranker")


def test_a_missing_model_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="nowhere"):
        CrossEncoderEntailment.load(str(tmp_path / "nowhere"))


@pytest.mark.slow
@needs_warm_start
def test_a_real_checkpoint_checks_claims_with_its_own_probabilities() -> None:
    checker = GroundingChecker.around(CrossEncoderEntailment.load(str(WARM_START)))
    facts = [Fact("The museum opened in 1931. It has five halls.")]
    good, bad = checker.check("The museum opened in 1931. The museum has nine halls.", facts).claims
    assert good.score is not None and bad.score is not None
    assert good.score > 0.5 > bad.score


def test_plain_calibration_leaves_the_models_probability_as_it_is() -> None:
    checker = GroundingChecker.around(
        CrossEncoderEntailment(Oracle(), ["entailment", "neutral", "contradiction"], "o")
    )
    premise, claim, _ = OBVIOUS_PAIRS[1]
    (check,) = checker.check(claim, [Fact(premise)]).claims
    assert check.score == pytest.approx(0.9, abs=1e-3)
    assert Calibration.plain().support.constant == 0
