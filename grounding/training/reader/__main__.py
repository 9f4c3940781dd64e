"""``python -m grounding.training.reader``: from question-answering rows to the shipped reader.

    python -m grounding.training.reader train --data ../shared/data/qa/train --init ENCODER --out checkpoints

The encoder is one that compares two texts already (the judge's checkpoint), or a plain one. Interrupted, the same
command goes on from the last checkpoint.
"""

import logging
import random
import sys
from pathlib import Path

import click

_folder = click.Path(file_okay=False, path_type=Path)
RATE = 1.5e-4


@click.group()
def main() -> None:
    """Make the reader."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)


@main.command()
@click.option("--data", type=_folder, required=True, help="Folder of *.jsonl.gz rows.")
@click.option("--init", type=_folder, required=True, help="Encoder to start from.")
@click.option("--out", type=_folder, required=True, help="Where checkpoints and the model go.")
@click.option("--seed", default=0, show_default=True)
@click.option("--minutes", default=90.0, show_default=True)
@click.option("--rate", default=RATE, show_default=True, help="Peak learning rate.")
@click.option("--threads", default=1, show_default=True)
def train(data: Path, init: Path, out: Path, seed: int, minutes: float, rate: float, threads: int) -> None:
    """Train for so many minutes."""
    from grounding.training.loop import Recipe
    from grounding.training.reader import loop
    from grounding.training.reader.encoding import encode
    from grounding.training.reader.rows import read_examples

    rows = encode(read_examples(data, random.Random(seed)), init / "tokenizer.json")
    logging.info("%d rows, %d tokens", len(rows), sum(len(row.ids) for row in rows))
    loop.train(init, rows, out, Recipe(minutes, rate, seed, threads))


@main.command()
@click.option("--checkpoint", type=_folder, required=True, help="A model folder that train wrote.")
@click.option("--data", type=_folder, required=True, help="Folder with train and judge-dev.")
@click.option("--target", type=_folder, required=True, help="What is served, grounding/models/reader.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--limit", default=0, show_default=True, help="Rows of each half of a set that calibrates; 0: all."
)
def export(checkpoint: Path, data: Path, target: Path, seed: int, limit: int) -> None:
    """A checkpoint as int8 for serving, calibrated."""
    from grounding.training.reader.export import export as write

    write(checkpoint, data, target, seed, limit)
    logging.info("exported and calibrated: %s", target)


@main.command()
@click.option(
    "--model", type=_folder, required=True, help="An exported folder; its calibration is rewritten."
)
@click.option("--dev", type=_folder, required=True, help="Folder of *.jsonl.gz sets.")
@click.option("--limit", default=0, show_default=True, help="Rows of each half of a set; 0: all.")
def calibrate(model: Path, dev: Path, limit: int) -> None:
    """Fit the numbers beside an exported model anew."""
    from grounding.training.reader.calibrate import calibrate as fit

    fit(model, dev, limit)


if __name__ == "__main__":
    main()
