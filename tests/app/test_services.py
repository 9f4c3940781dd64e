"""What judges claims is what the settings name, or the start fails."""

from pathlib import Path

import pytest

from app.services import load_checker
from app.settings import Settings
from app.wire.errors import NotReady
from grounding import ModelUnavailable
from grounding.judge.embedded import MODEL_FOLDER


def test_the_embedded_model_and_a_folder_of_the_same_make() -> None:
    assert load_checker(Settings()).judge.name == "sureground-entailment-1"
    same = load_checker(Settings(entailment_model=str(MODEL_FOLDER)))
    assert same.judge.name == "sureground-entailment-1"
    assert same.judge.reads("en") and not same.judge.reads("de")
    assert load_checker(Settings()).judge.reads("de")


def test_the_small_model_alone_by_setting() -> None:
    english = [load_checker(Settings(entailment_model=name)).judge.english for name in ("", "fast")]  # type: ignore[attr-defined]
    assert [type(judge).__name__ for judge in english] == ["Cascade", "Judge"]


def test_a_language_model_by_setting() -> None:
    named = Settings(entailment_model="llm", llm_base_url="http://127.0.0.1:9/v1", llm_model="small")
    assert load_checker(named).judge.name == "small"
    with pytest.raises(NotReady, match="LLM_BASE_URL"):
        load_checker(Settings(entailment_model="llm"))


def test_a_model_that_is_not_there_never_falls_back(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="nowhere"):
        load_checker(Settings(entailment_model=str(tmp_path / "nowhere")))
