"""Many files into a store: what is unchanged is skipped, the others are sent several at once.

While the server embeds one file it reads the next ones in processes of their own, so that a few uploads under
way keep it busy; how many it takes is its own affair (429), and :mod:`app.cli.bulk.sender` waits.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from app.cli.bulk.folders import printable
from app.cli.bulk.outcomes import Outcome, State, Summary
from app.cli.bulk.sender import OnProgress, Sender
from app.cli.bulk.stored_files import StoredFiles
from app.cli.server.connection import Connection
from app.cli.stores import create_store, store_exists

JOBS = 4

# Of a file on its way: its outcome, or None where the run was stopped before it.
Follow = Callable[[Path], OnProgress]


def take_in(
    connection: Connection,
    files: Sequence[Path],
    store: str,
    password: str = "",
    *,
    named: Sequence[Path] = (),
    jobs: int = JOBS,
    stopping: threading.Event | None = None,
) -> Summary:
    """Send ``files``, ``jobs`` at once, showing a bar over files and one over each that takes long.

    The outcomes stand in the order of the files; a run that was stopped leaves out those it did not begin.
    ``named``: those of the files that were named, not come upon in a folder.
    """
    start = time.perf_counter()
    sender = Sender(connection, store, password, stopping or threading.Event())
    stored = opened_store(connection, store)
    with _bars(len(files)) as (follow, done):
        outcomes = list(send_all(sender, stored, files, named=named, jobs=jobs, follow=follow, on_done=done))
    return Summary(outcomes, time.perf_counter() - start)


def opened_store(connection: Connection, store: str) -> StoredFiles:
    """What ``store`` holds; it is made where there is none."""
    if store_exists(connection, store):
        return StoredFiles.of(connection, store)
    create_store(connection, store)
    return StoredFiles()


def send_all(
    sender: Sender,
    stored: StoredFiles,
    files: Sequence[Path],
    *,
    named: Sequence[Path] = (),
    jobs: int = JOBS,
    follow: Follow = lambda _: lambda *_: None,
    on_done: Callable[[Outcome], None] = lambda _: None,
) -> Iterator[Outcome]:
    """The outcome of each file in order, as soon as it and those before it are known."""
    by_name = set(named)

    def handle(file: Path) -> Outcome | None:
        if sender.stopping.is_set():
            return None
        start = time.perf_counter()
        try:
            outcome = stored.unchanged(file)
        except OSError as error:
            outcome = Outcome(file, State.FAILED, reason=f"cannot be read: {error.strerror or error}")
        if outcome is None:
            outcome = sender.send(file, follow(file), from_folder=file not in by_name)
        else:
            outcome = replace(outcome, seconds=time.perf_counter() - start)
        on_done(outcome)
        return outcome

    with ThreadPoolExecutor(jobs, thread_name_prefix="upload") as pool:
        yield from filter(None, pool.map(handle, files))


@contextmanager
def _bars(total: int) -> Iterator[tuple[Follow, Callable[[Outcome], None]]]:
    """Progress on standard error: what to call for a file that is followed, and for one that is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        over_files = progress.add_task("files", total=total)
        over_pages: dict[Path, TaskID] = {}

        def follow(file: Path) -> OnProgress:
            def on_progress(stage: str, done: int, all_: int) -> None:
                if file not in over_pages:
                    over_pages[file] = progress.add_task(printable(file.name))
                label = f"{printable(file.name)}: {stage}"
                progress.update(over_pages[file], description=label, completed=done, total=all_)

            return on_progress

        def done(outcome: Outcome) -> None:
            if outcome.file in over_pages:
                progress.remove_task(over_pages.pop(outcome.file))
            progress.advance(over_files)

        yield follow, done
