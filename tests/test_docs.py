"""Promises that are written down: the settings, and the names that a room exports."""

import importlib
from pathlib import Path

import pytest

from app.settings import Settings

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


@pytest.mark.skipif(not README.is_file(), reason="there is no README.md")
def test_the_readme_holds_the_table_of_settings() -> None:
    missing = [row for row in Settings.table().splitlines()[2:] if row not in README.read_text()]
    assert not missing, "Put these rows of `Settings.table()` into README.md:\n" + "\n".join(missing)


def test_every_setting_says_what_it_means() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description and field.description.endswith("."), name


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREGROUND_PORT", "9000")
    monkeypatch.setenv("SUREGROUND_API_KEYS", "one, two,")
    monkeypatch.setenv("SUREGROUND_DATA", "/tmp/elsewhere")
    settings = Settings()
    assert (settings.port, settings.data) == (9000, Path("/tmp/elsewhere"))
    assert [key.get_secret_value() for key in settings.api_keys] == ["one", "two"]
    assert "one" not in repr(settings)
    assert Settings(port=9001).port == 9001


def test_settings_are_frozen_and_checked() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().port = 1  # type: ignore[misc]
    for wrong in ({"port": 70_000}, {"max_body_bytes": 0}, {"abstain": 2}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Settings(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("room", ["grounding"])
def test_exported_names_exist_and_are_sorted(room: str) -> None:
    module = importlib.import_module(room)
    assert list(module.__all__) == sorted(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)
    assert all(getattr(module, name).__doc__ for name in module.__all__)
