"""A language model as judge: its answer is a verdict, or the request fails."""

from typing import Any

import numpy as np
import pytest

from grounding.errors import ModelUnavailable
from grounding.judge.language_model import Judgement, LLMEntailment


class ScriptedLLM:
    """Says that a claim which stands in the text word for word follows with 0.8, and breaks down on "boom"."""

    def structured_predict(
        self, form: type[Judgement], prompt: Any, *, premise: str, claim: str
    ) -> Judgement:
        assert "ignored" in prompt.format(premise=premise, claim=claim)
        if claim == "boom":
            raise ValueError("not JSON")
        return form(label="entailment" if claim in premise else "neutral", confidence=0.8)


def test_label_and_confidence_become_log_probabilities() -> None:
    model = LLMEntailment(ScriptedLLM(), "scripted")
    chances = np.exp(model.predict([("Owls hunt at night.", "Owls hunt"), ("Owls hunt.", "Owls sing")]))
    assert chances[0] == pytest.approx([0.8, 0.1, 0.1], abs=1e-6)
    assert chances[1] == pytest.approx([0.1, 0.8, 0.1], abs=1e-6)
    assert model.predict([]).shape == (0, 3)


def test_a_failure_is_an_error_and_never_a_score() -> None:
    with pytest.raises(ModelUnavailable, match=r"scripted.*no verdict"):
        LLMEntailment(ScriptedLLM(), "scripted").predict([("Owls hunt.", "boom")])
