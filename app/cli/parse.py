"""``sureground parse``: what would be read of a file, page by page, without a store and without a server."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from app.cli.bulk.folders import printable
from app.cli.tables import counted, print_json
from ingest.layout.page_report import DocumentStatus, status_of
from ingest.types import Page, PageStatus


@dataclass(frozen=True)
class FileReport:
    """What came of a file; ``error`` says why it is in status ``error``."""

    status: DocumentStatus
    pages: tuple[Page, ...] = ()
    error: str = ""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--password", default="", help="Opens an encrypted PDF.")
@click.option("--page", metavar="N", help="Only this page, counted from 1 whatever number is printed on it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, on errors too.")
def parse(file: str, password: str, page: str | None, as_json: bool) -> None:
    """Show what would be read of a file, page by page.

    Nothing is stored and no server is needed. A page is ok, repaired (one way of report failed, another did
    not), empty, needs_ocr, suspect or failed, with the reason; its label is the number printed on it. The file,
    or the page asked for, is suspect when at least half of the pages with text are, ok with other text,
    needs_ocr or empty without any. The exit status is 1 when it is an error: unknown, damaged, encrypted, too
    large, or with no page that could be read.

    \b
    Examples:
        sureground parse report.pdf
        sureground parse report.pdf --page 3 --json
        sureground parse locked.pdf --password sesame
    """
    report = read(file, password, page)
    if as_json:
        print_json(_as_json(report))
    elif not report.pages:
        raise click.ClickException(report.error)
    else:
        _show(report)
    if report.status is DocumentStatus.ERROR:
        raise click.exceptions.Exit(1)


def read(file: str, password: str = "", page: str | None = None) -> FileReport:
    """The pages of a file, or one of them; whatever is wrong with the file or the page number is an error."""
    from ingest.errors import IngestError

    try:
        pages = _pages(Path(file), password)
        if page is not None:
            pages = (_chosen(pages, page),)
    except OSError as error:
        return FileReport(DocumentStatus.ERROR, error=f"{printable(file)} cannot be read: {error.strerror}.")
    except click.ClickException as error:
        return FileReport(DocumentStatus.ERROR, error=error.message)
    except (IngestError, ValueError) as error:
        return FileReport(DocumentStatus.ERROR, error=str(error))
    status = status_of(pages)
    if status is not DocumentStatus.ERROR:
        return FileReport(status, pages)
    reason = next(page.reason for page in pages if page.status is PageStatus.FAILED)
    return FileReport(status, pages, f"No page could be read: {reason}.")


def _pages(path: Path, password: str) -> tuple[Page, ...]:
    from app.cli.options import read_settings
    from ingest.errors import TooLarge
    from ingest.pipeline import parse
    from ingest.types import Upload

    most, name = read_settings().max_upload_bytes, printable(path.name)
    if path.is_file() and (size := path.stat().st_size) > most:
        raise TooLarge(f"{name} has {size} bytes; the limit is {most} (SUREGROUND_MAX_UPLOAD_BYTES).")
    with path.open("rb") as file:
        content = file.read(most + 1)  # a device or a pipe does not tell its size, and may have no end
    if len(content) > most:
        raise TooLarge(f"{name} has over {most} bytes, the limit (SUREGROUND_MAX_UPLOAD_BYTES).")
    return parse(Upload(content, name, password=password)).pages


def _chosen(pages: tuple[Page, ...], number: str) -> Page:
    if not (number.isdecimal() and len(number) < 10 and 1 <= int(number) <= len(pages)):
        raise ValueError(f"--page is {number!r}; the file has pages 1 to {len(pages)}.")
    return pages[int(number) - 1]


def _as_json(report: FileReport) -> dict[str, Any]:
    return {
        "status": report.status.value,
        "error": report.error or None,
        "pages": [_page_as_json(page) for page in report.pages],
    }


def _page_as_json(page: Page) -> dict[str, Any]:
    running = {name: text for name, text in (("head", page.head), ("foot", page.foot)) if text}
    return {
        "page": page.number,
        "label": page.label,
        "status": page.status.value,
        "reason": page.reason,
        "text": page.whole_text,
        **running,
    }


def _show(report: FileReport) -> None:
    for page in report.pages:
        label = f" ({page.label})" if page.label not in ("", str(page.number)) else ""
        reason = f": {page.reason}" if page.reason else ""
        click.secho(f"── page {page.number}{label}, {page.status.value}{reason}", bold=True)
        for part, running in ((page.head, True), (page.text, False), (page.foot, True)):
            if part:
                click.secho(part, dim=running)
        click.echo()
    odd = [page for page in report.pages if page.status is not PageStatus.OK]
    pages = counted(len(report.pages), "page")
    click.secho(f"{report.status.value}: {pages}, {len(odd)} of them not plainly ok", bold=True, err=True)
    if report.error:
        click.echo(report.error, err=True)
