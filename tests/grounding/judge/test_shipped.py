"""A model's files are the ones that were shipped."""

import shutil
from pathlib import Path

import pytest

from grounding.errors import ModelUnavailable
from grounding.judge.embedded import MODEL_FOLDER, EmbeddedEntailment
from grounding.judge.shipped import MODELS, NAMES, SUMS, sums, verify, write_sums


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MODEL_FOLDER, tmp_path / "english"))


@pytest.mark.parametrize("folder", sorted(path.name for path in MODELS.iterdir() if path.is_dir()))
def test_every_shipped_file_has_its_hash(folder: str) -> None:
    verify(MODELS / folder)
    there = {path.name for pattern in NAMES for path in (MODELS / folder).glob(pattern)}
    assert set(sums(MODELS / folder)) == there
    assert {path.name for path in (MODELS / folder).iterdir()} == there | {SUMS}


@pytest.mark.parametrize("name", ["model.bin", "tokenizer.json", "calibration.json"])
def test_a_changed_file_is_refused_when_it_is_loaded(copy: Path, name: str) -> None:
    content = bytearray((copy / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / name).write_bytes(content)
    with pytest.raises(ModelUnavailable, match=f"{name} is not the file that was shipped"):
        EmbeddedEntailment.load(copy)
    write_sums(copy)
    verify(copy)


def test_a_file_that_is_gone_is_told(copy: Path) -> None:
    (copy / "config.json").unlink()
    with pytest.raises(ModelUnavailable, match=r"has no config\.json"):
        EmbeddedEntailment.load(copy)
