"""``sureground ingest``: files and folders into a store, with a table of what became of each."""

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from app.cli.connection import Connection, connected, patiently, refusal, store_option
from app.cli.stores import create_store, store_exists
from app.cli.tables import print_table


@dataclass(frozen=True)
class Outcome:
    """What became of one file; ``failure`` is empty where it is in the store."""

    file: Path
    pages: int = 0
    chunks: int = 0
    seconds: float = 0.0
    unchanged: bool = False
    failure: str = ""


@click.command()
@click.argument(
    "paths", metavar="PATH…", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)
)
@store_option
@click.option("--password", default="", help="Opens encrypted PDFs among the files.")
@connected
def ingest(connection: Connection, paths: tuple[Path, ...], store: str, password: str) -> None:
    """Take files and folders into a store.

    Folders are walked; hidden files are left out. A file that is already there unchanged is skipped.
    The store is made if it does not exist. The exit status is 1 when a file could not be taken in.

    \b
    Examples:
        sureground ingest report.pdf notes.md --store museum
        sureground ingest reports/ --store museum
    """
    files = list(files_in(paths))
    if not files:
        raise click.ClickException(f"No file found in {', '.join(map(str, paths))}.")
    outcomes = take_in(connection, files, store, password)
    print_outcomes(outcomes)
    if failed := sum(bool(one.failure) for one in outcomes):
        raise click.ClickException(f"{failed} of {len(outcomes)} files could not be taken in.")


def files_in(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The files named, and those below the folders named, in order."""
    for path in paths:
        if path.is_file():
            yield path
            continue
        for file in sorted(path.rglob("*")):
            inside = file.relative_to(path).parts
            if file.is_file() and not any(part.startswith(".") for part in inside):
                yield file


def take_in(connection: Connection, files: list[Path], store: str, password: str = "") -> list[Outcome]:
    """Upload ``files`` one after another, showing a bar over files and one over the pages of each."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    if not store_exists(connection, store):
        create_store(connection, store)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    outcomes = []
    with Progress(*columns, console=Console(stderr=True)) as progress:
        over_files = progress.add_task("files", total=len(files))
        for file in files:
            over_pages = progress.add_task(file.name, total=None)

            def on_progress(
                stage: str, done: int, total: int, task: Any = over_pages, name: str = file.name
            ) -> None:
                progress.update(task, description=f"{name}: {stage}", completed=done, total=total)

            outcomes.append(upload(connection, file, store, on_progress, password))
            progress.remove_task(over_pages)
            progress.advance(over_files)
    return outcomes


def upload(
    connection: Connection,
    file: Path,
    store: str,
    on_progress: Callable[[str, int, int], None],
    password: str = "",
) -> Outcome:
    """Send one file and wait until it is searchable or refused."""
    start = time.perf_counter()
    upload_id = uuid.uuid4().hex
    told: dict[str, Any] = {"ragFile": {"displayName": file.name}}
    if password:
        told["uploadRagFileConfig"] = {"password": password}
    metadata = json.dumps(told)
    try:
        content = file.read_bytes()
    except OSError as error:
        return Outcome(file, failure=f"cannot be read: {error.strerror}")
    with _followed(connection, upload_id, on_progress):
        answer = patiently(
            lambda: connection.http.post(
                f"/upload/v1beta1/{connection.corpus(store)}/ragFiles:upload",
                params={"uploadId": upload_id, "view": "full"},
                files={"metadata": (None, metadata), "file": (file.name, content)},
            )
        )
    seconds = time.perf_counter() - start
    if answer.is_error or "error" in answer.json():
        return Outcome(file, seconds=seconds, failure=refusal(answer))
    body = answer.json()
    return Outcome(
        file,
        pages=body["ragFile"].get("pageCount", 0),
        chunks=body["ragFile"].get("chunkCount", 0),
        seconds=seconds,
        unchanged=body.get("outcome") == "unchanged",
    )


@contextmanager
def _followed(
    connection: Connection, upload_id: str, on_progress: Callable[[str, int, int], None]
) -> Iterator[None]:
    """Reads the server's progress events in a thread while the upload itself is waited for."""
    import httpx

    ended = threading.Event()

    def follow() -> None:
        try:
            with connection.http.stream("GET", f"/progress/{upload_id}") as events:
                for line in events.iter_lines():
                    if ended.is_set():
                        return
                    if line.startswith("data:"):
                        event = json.loads(line[5:])
                        if "state" in event:  # the last one
                            return
                        on_progress(event["stage"], event["done"], event["total"])
        except (httpx.HTTPError, ValueError, KeyError):
            return  # progress is a courtesy; the upload's own answer tells how it ended

    follower = threading.Thread(target=follow, daemon=True)
    follower.start()
    try:
        yield
    finally:
        ended.set()
        follower.join(timeout=2)


def print_outcomes(outcomes: list[Outcome]) -> None:
    """One line per file and a sum."""
    rows = [
        (
            _shown(one.file),
            str(one.pages or ""),
            str(one.chunks or ""),
            f"{one.seconds:.1f}",
            f"failed: {one.failure}"
            if one.failure
            else "unchanged, skipped"
            if one.unchanged
            else "taken in",
        )
        for one in outcomes
    ]
    stored = [one for one in outcomes if not one.failure]
    skipped = sum(one.unchanged for one in stored)
    taken, failed = len(stored) - skipped, len(outcomes) - len(stored)
    total = (
        f"{len(outcomes)} files",
        str(sum(one.pages for one in stored)),
        str(sum(one.chunks for one in stored)),
        f"{sum(one.seconds for one in outcomes):.1f}",
        f"{taken} taken in, {skipped} skipped, {failed} failed",
    )
    print_table(("file", "pages", "chunks", "seconds", "outcome"), [*rows, total])


def _shown(file: Path) -> str:
    """The path as short as it can be said from here."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
