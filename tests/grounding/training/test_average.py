from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from safetensors.torch import load_file, save_file

from grounding.training.__main__ import main
from grounding.training.average import WEIGHTS, average


def checkpoint(folder: Path, weights: list[float], config: str) -> Path:
    folder.mkdir()
    save_file({"layer": torch.tensor(weights)}, folder / WEIGHTS)
    (folder / "config.json").write_text(config)
    return folder


def test_the_mean_of_two_checkpoints(tmp_path: Path) -> None:
    first = checkpoint(tmp_path / "first", [0.0, 10.0], "old")
    second = checkpoint(tmp_path / "second", [5.0, 0.0], "new")
    arguments = ["average", str(first), str(second), "--share", "0.4", "--target", str(tmp_path / "mean")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert load_file(tmp_path / "mean" / WEIGHTS)["layer"].tolist() == pytest.approx([3.0, 4.0])
    assert (tmp_path / "mean" / "config.json").read_text() == "new"


def test_other_shapes_have_no_mean(tmp_path: Path) -> None:
    first = checkpoint(tmp_path / "first", [0.0], "")
    second = checkpoint(tmp_path / "second", [5.0, 0.0], "")
    with pytest.raises(ValueError, match="not the same network"):
        average(first, second, 0.5, tmp_path / "mean")
