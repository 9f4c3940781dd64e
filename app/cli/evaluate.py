"""``sureground eval``: how good the verdicts are, on labelled sets, and the reader, on questions."""

import math
from pathlib import Path
from typing import Any

import click

from app.cli.tables import print_json, print_table
from grounding.limits import SUPPORT_THRESHOLD

FIGURES = (
    "balanced_accuracy",
    "best_balanced_accuracy",
    "best_threshold",
    "roc_auc",
    "ece",
    "seconds_per_row",
)


@click.command("eval")
@click.argument(
    "paths", nargs=-1, required=True, metavar="DIR|FILE…", type=click.Path(exists=True, path_type=Path)
)
@click.option(
    "--threshold",
    default=SUPPORT_THRESHOLD,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Score from which a row counts as supported.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
def evaluate(paths: tuple[Path, ...], threshold: float, as_json: bool) -> None:
    """Measure the verdicts on labelled sets, and the reader on questions.

    Reads *.jsonl and *.jsonl.gz files whose rows have premise, hypothesis and label ("entailment" for a
    hypothesis that the premise supports), files of worked cases, and files of questions: rows with question
    and context, or with question, history and rewrite. Progress goes to standard error.

    \b
    Example:
        sureground eval sets/ cases.jsonl --threshold 0.6
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from grounding.evaluation.labelled_rows import evaluate as measured

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        tasks: dict[str, Any] = {}

        def on_progress(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=total)
            progress.update(tasks[name], completed=done)

        evaluation = measured(paths, threshold=threshold, on_progress=on_progress)
    body = _without_nan(evaluation.as_json())
    print_json(body) if as_json else _print(body)


def _print(body: dict[str, Any]) -> None:
    sets = body["sets"] | ({"mean": body["mean"]} if body["sets"] else {})
    if sets:
        heads = ("set", "rows", *(figure.replace("_", " ") for figure in FIGURES))
        print_table(
            heads,
            [(name, str(row["rows"]), *map(_shown, map(row.get, FIGURES))) for name, row in sets.items()],
        )
    for name, figures in body["questions"].items():
        print_table(
            (name, ""),
            [
                (figure.replace("_", " "), _shown(value))
                for figure, value in figures.items()
                if value is not None
            ],
        )
    if cases := body["cases"]:
        print_table(
            ("cases", ""),
            [(name.replace("_", " "), _shown(value)) for name, value in cases.items() if name != "misses"],
        )
        print_table(("misses",), [(str(miss),) for miss in cases["misses"]], empty="no miss")


def _shown(value: Any) -> str:
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def _without_nan(value: Any) -> Any:
    """JSON has no NaN: a figure that a set does not have is null."""
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value
