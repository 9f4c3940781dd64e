"""Many checked answers on a terminal: what was found wrong, and how many passed."""

from collections.abc import Sequence

import click

from app.cli.checking.run import CheckedRow
from app.cli.tables import counted
from grounding.pipelines.findings import describe_failures


def print_rows(checked: Sequence[CheckedRow]) -> None:
    """The answers with something wrong, each with its failing sentences; the others are only counted."""
    for one in checked:
        failures = describe_failures(one.report) if one.report is not None else ""
        if one.refusal or failures:
            score = f"support score {one.report.support_score:.2f}" if one.report is not None else ""
            click.echo(f"{one.row.id}: {one.refusal or score}")
            if failures:
                click.echo("  " + failures.replace("\n", "\n  "))
    stopped = sum(bool(one.refusal) for one in checked)
    scores = [one.report.support_score for one in checked if one.report is not None]
    mean = f", mean support score {sum(scores) / len(scores):.2f}" if scores else ""
    click.echo(f"{counted(len(checked), 'answer')} checked, {len(checked) - stopped} passed{mean}")
