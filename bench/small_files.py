"""How fast do many small files go in, and are skipped, replaced and removed? ``python -m bench.small_files``

A folder of 1,000 notes is taken in by ``sureground ingest`` through a server in this process: first all of them, then
again unchanged, then with every tenth changed; then all are deleted.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from app.cli.bulk.folders import files_in
from app.cli.bulk.outcomes import Summary
from app.cli.bulk.sender import Sender
from app.cli.bulk.take_in import take_in
from app.cli.server.connection import Connection
from app.cli.server.http_server import temporary_server
from app.settings import Settings
from bench.ingest_memory import sentences

STORE = "notes"


@contextmanager
def timed(what: str, count: int) -> Iterator[None]:
    start, used = time.perf_counter(), time.process_time()
    yield
    seconds, used = time.perf_counter() - start, time.process_time() - used
    sys.stdout.write(
        f"{what}: {count} files in {seconds:.1f} s, {count / seconds:.0f} a second; {1000 * used / count:.1f} ms of "
        "processor time each\n"
    )
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=1000)
    count = parser.parse_args(arguments).files
    told = sentences(3)
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            place = Path(folder, f"{number % 10}", f"note-{number}.txt")
            place.parent.mkdir(exist_ok=True)
            place.write_text(next(told) + next(told), encoding="utf-8")
        files = list(files_in([Path(folder)]))
        with (
            temporary_server(Settings(data=Path(data))) as address,
            httpx.Client(base_url=address, timeout=None) as http,
        ):
            connection = Connection(http, "local", "global")
            with timed("taken in", count):
                first = take_in(connection, files, STORE)
            with timed("skipped", count):
                _expect(take_in(connection, files, STORE).words, f"0 taken in, {count} skipped, 0 failed")
            for file in files[::10]:
                file.write_text(next(told), encoding="utf-8")
            with timed("replaced", len(files[::10])):
                take_in(connection, files[::10], STORE)
            with timed("removed", count):
                _remove(Sender(connection, STORE), first)


def _remove(sender: Sender, summary: Summary) -> None:
    for one in summary.outcomes:
        _expect(str(sender.remove(one.file, one.document).state), "removed")


def _expect(found: str, wanted: str) -> None:
    if found != wanted:
        raise SystemExit(f"expected {wanted!r}, found {found!r}")


if __name__ == "__main__":
    main()
