"""``sureground fsck``: whether what is stored agrees with itself."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from app.cli.options import read_settings
from app.cli.tables import counted, print_json, print_table


class _Unchecked(click.ClickException):
    """It could not be checked, which is not the same as wrong."""

    exit_code = 2


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Data folder. [SUREGROUND_DATA, else ./data]",
)
@click.option("--repair", is_flag=True, help="Put right what can be.")
@click.option(
    "--strangers",
    is_flag=True,
    help="With --repair: remove what belongs to no collection from a Qdrant server or a file address, too, "
    "which another installation may share.",
)
@click.option(
    "--force",
    is_flag=True,
    help="With --repair: delete files and passages that belong to nothing, instead of taking them in again.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def fsck(data: Path | None, repair: bool, strangers: bool, force: bool, as_json: bool) -> None:
    """Check that documents, passages, files and unfinished work agree, and repair them.

    Found are passages and files that belong to no document, documents whose passages or files are missing
    or damaged, documents of no collection, and work that a crash cut short. A file that is gone has to be sent
    again; one that no document knows is taken in again or moved to lost+found, and never deleted without
    --force. The server of the data folder must be stopped. The exit status is 0 when all is well (again), 1 when
    something is wrong, 2 when it could not be checked.

    \b
    Examples:
        sureground fsck
        sureground fsck --repair --json
    """
    from ingest.errors import IngestError

    try:
        report = _checked(data, repair, strangers, force)
    except IngestError as error:
        if as_json:
            print_json({"error": str(error)})
        raise _Unchecked(str(error)) from error
    if as_json:
        print_json(asdict(report) | {"clean": report.clean})
    else:
        _print(report, repair)
    if not report.clean:
        raise click.exceptions.Exit(1)


def _checked(data: Path | None, repair: bool, strangers: bool, force: bool) -> Any:
    from app.services import open_library

    settings = read_settings(data=data)
    # Nobody else can have put anything into folders of our own.
    own = not settings.qdrant_url and not settings.files_url
    with open_library(settings, resume=False) as library:
        return library.fsck(repair=repair, strangers=strangers or own, force=force)


def _print(report: Any, repair: bool) -> None:
    rows = [
        (
            finding.fault.value,
            finding.document,
            str(finding.version or ""),
            "repaired" if finding.repaired else "",
            finding.detail,
        )
        for finding in report.findings
    ]
    if rows:
        print_table(("fault", "document", "version", "", "detail"), rows)
    counts = Counter("repaired" if finding.repaired else "not repaired" for finding in report.findings)
    result = ", ".join(f"{count} {what}" for what, count in counts.items()) or "nothing is wrong"
    hint = "" if report.clean or repair else " `sureground fsck --repair` puts right what can be."
    documents, chunks = counted(report.documents, "document"), counted(report.chunks, "passage")
    click.echo(f"{documents}, {chunks}, {counted(report.files, 'file')}: {result}.{hint}")
