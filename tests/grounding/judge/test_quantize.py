"""Weights that are larger than a part are cut, and read as if they were whole; an older model's parts do not stay."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from grounding.judge import quantize
from grounding.judge.embedded import MODEL_FOLDER
from grounding.judge.encoder import Encoder

PAIR = ("The tower is 61 metres tall.", "The tower is tall.")


def test_a_model_in_parts_reads_as_the_whole_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shutil.copytree(MODEL_FOLDER, tmp_path / "model")
    monkeypatch.setattr(quantize, "PART_BYTES", 10_000_000)
    quantize._cut(folder / "model.bin")
    (folder / "SHA256SUMS").unlink()  # of the whole
    assert sorted(path.name for path in folder.glob("model.bin*")) == [
        "model.bin.1",
        "model.bin.2",
        "model.bin.3",
    ]
    assert np.array_equal(Encoder(folder).run([PAIR]), Encoder(MODEL_FOLDER).run([PAIR]))


def test_weights_that_fit_are_left_whole_and_older_parts_go(tmp_path: Path) -> None:
    (tmp_path / "model.bin.1").write_bytes(b"of the model before")
    (tmp_path / "model.bin").write_bytes(b"new")
    quantize._cut(tmp_path / "model.bin")
    assert [path.name for path in tmp_path.iterdir()] == ["model.bin"]
