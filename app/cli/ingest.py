"""``sureground ingest``: files and folders into a store, with a table of what became of each."""

import json
import sys
from pathlib import Path

import click

from app.cli.bulk.folders import files_in
from app.cli.bulk.interrupt import stoppable
from app.cli.bulk.outcomes import Outcome, State, print_outcomes, shown
from app.cli.bulk.sender import Sender
from app.cli.bulk.take_in import JOBS, take_in
from app.cli.server.connection import Connection, connected, store_option
from app.cli.tables import counted, print_json

STOPPED = 130  # the exit status of what Ctrl-C ended


@click.command()
@click.argument(
    "paths", metavar="PATH…", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@store_option
@click.option("--password", default="", help="Opens encrypted PDFs among the files.")
@click.option("--jobs", default=JOBS, show_default=True, metavar="N", type=click.IntRange(1, 64))
@click.option(
    "--watch",
    "watching",
    is_flag=True,
    help="Then keep the store in step with the folders: what is new or changed goes in, and what they brought "
    "in and hold no more goes out.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; with --watch a line for each file.")
@connected
def ingest(
    connection: Connection,
    paths: tuple[Path, ...],
    store: str,
    password: str,
    jobs: int,
    watching: bool,
    as_json: bool,
) -> None:
    """Take files and folders into a store.

    Folders are walked; hidden files are left out, and of files of a kind that no reader knows only their number
    and names are told. A file that is there unchanged is skipped: by its size and time, else by its bytes.
    A file keeps its document for as long as it stays at its place, so a changed file replaces its old version.
    The store is made if it does not exist. N files are under way at once.

    \b
    Exit status:
        0    all in, or there before; with --watch: ended by Ctrl-C
        1    at least one file could not be taken in; the table tells why
        2    wrong usage
        130  ended by Ctrl-C; what was begun is in, the rest is not

    \b
    Examples:
        sureground ingest report.pdf notes.md --store museum
        sureground ingest reports/ --store museum
        sureground ingest reports/ --store museum --watch
    """
    if watching:
        _watch(connection, paths, store, password, jobs, as_json)
        return
    unread: list[OSError] = []
    files = list(files_in(paths, unread.append))
    if not files and not unread:
        raise click.ClickException(f"No file found in {', '.join(map(str, paths))}.")
    with stoppable() as stopping:
        summary = take_in(
            connection, files, store, password, named=paths, jobs=jobs, stopping=stopping
        ).with_unread(unread)
        stopped = stopping.is_set()
    print_json(summary.to_json()) if as_json else print_outcomes(summary)
    if stopped:
        left = len(files) + len(unread) - len(summary.outcomes)
        click.echo(f"Stopped; not begun: {counted(left, 'file')}.", err=True)
        sys.exit(STOPPED)
    if summary.failed:
        count = len(summary.outcomes)
        raise click.ClickException(f"{summary.failed} of {count} files could not be taken in.")


def _watch(
    connection: Connection, paths: tuple[Path, ...], store: str, password: str, jobs: int, as_json: bool
) -> None:
    from app.cli.bulk.watch import Watch

    for path in paths:
        if not path.is_dir():
            raise click.UsageError(f"--watch keeps folders in step; {path} is a file. Name its folder.")

    def say(outcome: Outcome) -> None:
        if as_json:
            click.echo(json.dumps(outcome.to_json(), ensure_ascii=False))
        elif outcome.state is not State.UNCHANGED:
            click.echo(f"{shown(outcome.file)}: {outcome.words}")

    with stoppable() as stopping:
        watch = Watch(
            Sender(connection, store, password, stopping),
            [path.absolute() for path in paths],
            say,
            warn=lambda message: click.echo(message, err=True),
            jobs=jobs,
        )
        watch.run(lambda: click.echo("In step. Watching; Ctrl-C ends it.", err=True))
    click.echo("Stopped.", err=True)
