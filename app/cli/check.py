"""``sureground check``: the verdict on every sentence of answers, and an exit status to gate on."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

import click

from app.cli.checking.facts import read_facts
from app.cli.checking.html import html_report
from app.cli.checking.junit import junit
from app.cli.checking.results import Results
from app.cli.checking.rows import Row, read_rows
from app.cli.checking.run import CheckedRow, Run, check_by, check_here
from app.cli.checking.sarif import sarif_log
from app.cli.checking.text import print_rows
from app.cli.options import read_settings
from app.cli.server.connection import Reach, connect, json_option, reach_options
from app.cli.tables import print_check, print_json
from grounding.limits import SUPPORT_THRESHOLD
from grounding.pipelines.gate import Gate

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUT = click.Path(dir_okay=False, path_type=Path, writable=True)


def _number(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    """Refuses NaN, which no range excludes: a gate that compares with it never closes."""
    if value is not None and value != value:
        raise click.BadParameter("nan is not a number; give one from 0 to 1.")
    return value


@click.command()
@click.option(
    "--answer",
    type=click.File(encoding="utf-8"),
    metavar="FILE|-",
    help="The answer to check; - reads standard input.",
)
@click.option(
    "--rows",
    type=_FILE,
    metavar="FILE",
    help='JSONL with an answer on each line: {"answer", "facts", "id", "prompt"}; facts are texts.',
)
@click.option(
    "--facts",
    multiple=True,
    type=_FILE,
    metavar="FILE…",
    help="Documents to check against, or a .json list of {factText, attributes}.",
)
@click.argument("more_facts", nargs=-1, type=_FILE, metavar="")
@click.option("--store", metavar="ID", help="Check against the documents of this store instead.")
@click.option(
    "--threshold",
    default=SUPPORT_THRESHOLD,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Probability from which a passage counts as support.",
)
@click.option("--prompt", default="", help="The question that was answered; adds a helpfulness score.")
@click.option(
    "--min-support",
    type=click.FloatRange(0, 1),
    callback=_number,
    metavar="X",
    help="Exit with status 1 when the support score of an answer is below X, or a sentence is disputed.",
)
@click.option(
    "--results", type=_OUT, metavar="FILE", help="Keep verdicts here; a run that was cut short goes on."
)
@click.option("--junit-xml", type=_OUT, metavar="FILE", help="Write JUnit XML: a test case for each answer.")
@click.option("--sarif", type=_OUT, metavar="FILE", help="Write SARIF: a result for each failing sentence.")
@click.option(
    "--html", type=_OUT, metavar="FILE", help="Write a page with every verdict beside its evidence."
)
@click.option(
    "--correct",
    is_flag=True,
    help="Print the answer with its corrections applied and without what is not supported, checked again.",
)
@json_option
@reach_options
def check(
    reach: Reach,
    answer: TextIO | None,
    rows: Path | None,
    facts: tuple[Path, ...],
    more_facts: tuple[Path, ...],
    store: str | None,
    threshold: float,
    prompt: str,
    min_support: float | None,
    results: Path | None,
    junit_xml: Path | None,
    sarif: Path | None,
    html: Path | None,
    correct: bool,
    as_json: bool,
) -> None:
    """Check every sentence of answers against facts, or against a store.

    With --facts, and for rows that hold their facts, nothing is stored and no server is needed.

    \b
    Examples:
        sureground check --answer answer.txt --facts report.txt notes.txt
        my-rag | sureground check --answer - --store museum --min-support 0.9
        sureground check --rows answers.jsonl --results verdicts.jsonl --html report.html
    """
    files = (*facts, *more_facts)
    if (answer is None) == (rows is None):
        raise click.UsageError("Give either --answer FILE|- or --rows FILE.")
    if (bool(files) and bool(store)) or (answer and not files and not store):
        raise click.UsageError("Give either --facts FILE… or --store ID.")
    shared = [fact for file in files for fact in read_facts(file)] if files else None
    if answer:
        given = [Row("answer", _read(answer), answer.name, 0, shared, prompt)]
    else:
        assert rows is not None
        given = list(read_rows(rows, shared, store))
    reports = [
        (path, text) for path, text in ((junit_xml, junit), (sarif, sarif_log), (html, html_report)) if path
    ]
    with ExitStack() as stack:
        kept = Results.open(results)
        stack.callback(kept.close)
        settings = read_settings(data=reach.data)
        local = not reach.server and not (store and any(row.facts is None for row in given))
        connection = None if local else stack.enter_context(connect(reach))
        run = Run(
            check_by(connection) if connection else check_here(),
            threshold,
            None if min_support is None else Gate(min_support),
            kept,
            # The server's plain answer where only that is printed.
            all_scores=rows is not None or bool(reports) or not as_json,
            store=connection.data_store(store) if connection and store else None,
            correct=correct,
            model=f"{reach.server} {settings.entailment_model}",
        )
        checked = _followed(run, given) if rows else list(run.checked(given))
    for path, text in reports:
        _write(path, text(checked))
    _print(checked, as_json, single=answer is not None)
    if stopped := [one for one in checked if one.refusal]:
        message = stopped[0].refusal if answer else f"{len(stopped)} of {len(checked)} answers did not pass."
        raise click.ClickException(message)


def _followed(run: Run, rows: Sequence[Row]) -> list[CheckedRow]:
    """All rows, with a bar on standard error."""
    from rich.console import Console
    from rich.progress import track

    return list(track(run.checked(rows), "answers", total=len(rows), console=Console(stderr=True)))


def _print(checked: Sequence[CheckedRow], as_json: bool, *, single: bool) -> None:
    if not single and not as_json:
        print_rows(checked)
    for one in checked:
        if not single and as_json:
            outcome = {"error": one.error} if one.error else {"check": one.body}
            told = {"id": one.row.id, "passed": not one.refusal, "refusal": one.refusal} | outcome
            click.echo(json.dumps(told, ensure_ascii=False))
        elif single and not one.error:
            print_json(one.body) if as_json else print_check(one.body)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror or error}.") from error


def _read(answer: TextIO) -> str:
    try:
        return answer.read()
    except UnicodeDecodeError as error:
        raise click.ClickException(f"The answer cannot be read as UTF-8 text: {error}.") from error
