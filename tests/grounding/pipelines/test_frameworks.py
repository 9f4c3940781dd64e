"""promptfoo and deepeval by the shapes they publish; neither is installed."""

import asyncio
import runpy
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grounding.pipelines import promptfoo
from tests.fakes import ContainmentChecker

ADAPTERS = Path(__file__).parents[3] / "docs/examples/deepeval_metric.py", Path(promptfoo.__file__)
TOWER = "The tower is 61 metres tall."
ANSWER = f"{TOWER}\nIt is red."


@pytest.fixture(autouse=True)
def small_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promptfoo, "_checker", ContainmentChecker)


def test_both_are_short() -> None:
    for path in ADAPTERS:
        assert len(path.read_text().splitlines()) < 60, path


def context(**config: Any) -> dict[str, Any]:
    """What promptfoo hands to a Python assertion: the prompt, the test's variables, the assertion's config."""
    return {"prompt": "How tall?", "vars": {"context": [TOWER], "other": "It is red."}, "config": config}


def test_promptfoo_gets_a_grading_result_with_a_component_for_each_sentence() -> None:
    result = promptfoo.get_assert(ANSWER, context())
    assert result.keys() == {"pass", "score", "reason", "componentResults"}
    assert (result["pass"], result["score"]) == (False, 0.5)
    assert result["reason"].startswith("1 of 2 statements is not supported.\n“It is red.”")
    assert [part["pass"] for part in result["componentResults"]] == [True, False]
    assert all(part.keys() == {"pass", "score", "reason"} for part in result["componentResults"])


def test_promptfoo_may_set_a_floor_and_name_the_variable() -> None:
    assert promptfoo.get_assert(ANSWER, context(min_support=0.5))["pass"]
    assert promptfoo.get_assert("It is red.", context(facts="other"))["pass"]
    assert promptfoo.get_assert(TOWER, {"vars": {"context": TOWER}})["pass"], "no config, a single text"
    with pytest.raises(ValueError, match="no variable 'pages'"):
        promptfoo.get_assert(TOWER, context(facts="pages"))


@dataclass
class LLMTestCase:
    """The fields of deepeval's test case that count here."""

    input: str
    actual_output: str
    retrieval_context: list[str] | None = None
    context: list[str] | None = None


@pytest.fixture
def metric(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example's metric over the two names that it takes from deepeval."""
    package, metrics, test_case = (ModuleType(f"deepeval{name}") for name in ("", ".metrics", ".test_case"))
    metrics.BaseMetric = type("BaseMetric", (), {})  # type: ignore[attr-defined]
    test_case.LLMTestCase = LLMTestCase  # type: ignore[attr-defined]
    for module in (package, metrics, test_case):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return runpy.run_path(str(ADAPTERS[0]))["GroundingMetric"](0.6, ContainmentChecker())


def test_deepeval_measures_an_answer_against_its_contexts(metric: Any) -> None:
    assert metric.measure(LLMTestCase("How tall?", ANSWER, [TOWER])) == 0.5
    assert not metric.is_successful()
    assert metric.reason.startswith("The support score 0.50 is below 0.60.\n“It is red.”")
    assert asyncio.run(metric.a_measure(LLMTestCase("How tall?", TOWER, None, [TOWER]))) == 0.9
    assert metric.is_successful() and metric.reason == ""
    assert metric.__name__ == "Grounding"


def test_deepeval_needs_contexts(metric: Any) -> None:
    with pytest.raises(ValueError, match="retrieval_context"):
        metric.measure(LLMTestCase("How tall?", TOWER))
