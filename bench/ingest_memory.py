"""How much memory does the server take for large files? ``python -m bench.ingest_memory``

A PDF of 2,000 pages and a text of 30 MB, both made here, are sent to a server of its own by ``sureground
ingest``. Printed are the seconds, and the largest resident memory of the server process, of its workers, and
of all of them at one moment.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.pdf_writer import LINES, WIDTH, write_pdf

LIMIT_MB = 1500

_WORDS = (
    "harbour clock museum opened year visitors report tide restored gallery tower bridge water price council "
    "grant energy lamp dial brass winter evening painter letter north wall stone river number station café "
    "ordered counted measured closed repaired wrote carried found moved between under within after before "
    "seventeen forty hundred metres pounds litres days "
).split()


@dataclass
class Peaks:
    """Resident megabytes: of the server process, of its workers together, of all at one moment."""

    server: float = 0.0
    workers: float = 0.0
    together: float = 0.0

    def note(self, server: float, workers: float) -> None:
        self.server = max(self.server, server)
        self.workers = max(self.workers, workers)
        self.together = max(self.together, server + workers)


def sentences(seed: int) -> Iterator[str]:
    """Sentences without end, no two alike."""
    draw = random.Random(seed)
    for number in range(10**9):
        words = draw.choices(_WORDS, k=draw.randint(6, 22))
        yield f"{words[0].capitalize()} {' '.join(words[1:])} {number} – {draw.choice(_WORDS)}. "


def text_file(path: Path, size: int) -> None:
    """Paragraphs of ten sentences, ``size`` bytes of UTF-8."""
    told = sentences(1)
    with path.open("w", encoding="utf-8") as file:
        while file.tell() < size:
            file.write("".join(next(told) for _ in range(10)).strip() + "\n\n")


def pdf_file(path: Path, pages: int) -> None:
    """Full pages of text."""
    told = sentences(2)

    def page() -> str:
        text = ""
        while len(text) < (LINES - 1) * (WIDTH - 6):
            text += next(told)
        return text

    write_pdf(path, (page() for _ in range(pages)))


@contextmanager
def server(data: Path, port: int = 0) -> Iterator[tuple[str, psutil.Process]]:
    """A server process on ``data``: its address, and the process."""
    command = [sys.executable, "-m", "app.cli", "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[4], psutil.Process(process.pid)
        finally:
            process.terminate()


@contextmanager
def watched(process: psutil.Process) -> Iterator[Peaks]:
    """Notes the peaks ten times a second until the block ends."""
    peaks, ended = Peaks(), threading.Event()

    def look() -> None:
        while not ended.wait(0.1):
            workers = 0.0
            for child in process.children(recursive=True):
                try:
                    workers += child.memory_info().rss / 2**20
                except psutil.NoSuchProcess:
                    continue
            peaks.note(process.memory_info().rss / 2**20, workers)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield peaks
    finally:
        ended.set()
        watcher.join()


def measure(file: Path) -> None:
    """Take ``file`` in by a server of its own, and print how that went."""
    with tempfile.TemporaryDirectory() as data, server(Path(data)) as (address, process):
        idle = process.memory_info().rss / 2**20
        command = [sys.executable, "-m", "app.cli", "ingest", str(file), "--server", address, "--json"]
        start = time.perf_counter()
        with watched(process) as peaks:
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        seconds = time.perf_counter() - start
    told = json.loads(done.stdout)
    sys.stdout.write(
        f"{file.name}: {told['pages']} pages, {told['chunks']} chunks, {seconds:.0f} s; MB: server idle {idle:.0f}, "
        f"server {peaks.server:.0f}, workers {peaks.workers:.0f}, together {peaks.together:.0f} "
        f"({'under' if peaks.together < LIMIT_MB else 'OVER'} {LIMIT_MB})\n"
    )
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=2000, help="pages of the PDF; 0 leaves it out")
    parser.add_argument("--megabytes", type=int, default=30, help="size of the text; 0 leaves it out")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        if options.pages:
            pdf_file(Path(folder) / "long.pdf", options.pages)
            measure(Path(folder) / "long.pdf")
        if options.megabytes:
            text_file(Path(folder) / "long.txt", options.megabytes * 10**6)
            measure(Path(folder) / "long.txt")


if __name__ == "__main__":
    main()
