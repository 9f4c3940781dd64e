"""Two trainings of the same network as one: the mean of their weights.

Where one went on from the other, the mean is often better than either: Wortsman et al. 2022, "Model soups".
"""

import shutil
from pathlib import Path

from safetensors.torch import load_file, save_file

WEIGHTS = "model.safetensors"


def average(first: Path, second: Path, share: float, target: Path) -> Path:
    """Write ``share`` (in [0, 1]) of the checkpoint ``first`` and the rest of ``second`` to the folder ``target``.

    Configuration and tokenizer are those of ``second``. Raises :class:`ValueError` for networks of other shapes.
    """
    one, other = load_file(first / WEIGHTS), load_file(second / WEIGHTS)
    if {name: w.shape for name, w in one.items()} != {name: w.shape for name, w in other.items()}:
        raise ValueError(f"{first} and {second} are not the same network.")
    target.mkdir(parents=True, exist_ok=True)
    for file in second.iterdir():
        if file.name != WEIGHTS:
            shutil.copy(file, target)
    mean = {name: share * one[name] + (1 - share) * other[name] for name in one}
    save_file(mean, target / WEIGHTS, metadata={"format": "pt"})
    return target
