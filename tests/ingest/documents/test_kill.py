"""SIGKILL at any moment of adding, replacing and deleting a hundred documents loses and leaves nothing."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ingest.library import Library
from ingest.types import DocumentState
from tests.ingest.killed_writer import DIARY, DOCUMENTS, GONE, NAME, text_of

KILLS = int(os.environ.get("SUREGROUND_TEST_KILLS", "4"))


@pytest.fixture
def writers(tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """What starts a writer for each seed that it is sent."""
    command = [sys.executable, "-m", "tests.ingest.killed_writer", str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=Path(__file__).parents[3], text=True, **pipes) as nursery:
        assert nursery.stdin and nursery.stdout
        assert nursery.stdout.readline() == "ready\n"
        yield nursery
        nursery.stdin.close()


def killed(
    nursery: "subprocess.Popen[str]", seed: int, diary: Path, seconds: float, *, deleting: bool, after: float
) -> list[list[str]]:
    """What a writer noted that was killed ``seconds`` after its first note; with ``deleting`` it is left
    alive until it begins to delete a document, which takes too short to be met by chance, and ``after``.
    """
    assert nursery.stdin and nursery.stdout
    diary.unlink(missing_ok=True)
    nursery.stdin.write(f"{seed}\n")
    nursery.stdin.flush()
    writer = int(nursery.stdout.readline())
    wait_until(lambda: diary.exists() and diary.stat().st_size > 0)
    time.sleep(seconds)
    noted = diary.stat().st_size
    if deleting:
        wait_until(lambda: re.search(rb"begin \d+ -1\n", diary.read_bytes()[noted:]))
    time.sleep(after)
    os.kill(writer, signal.SIGKILL)
    assert nursery.stdout.readline() == "dead\n"
    return [line.split() for line in diary.read_text().splitlines()]


def wait_until(what: Callable[[], object]) -> None:
    for _ in range(120_000):
        if what():
            return
        time.sleep(0.0005)
    raise AssertionError("the writer does not write")


def allowed(before: dict[int, int], diary: list[list[str]]) -> tuple[dict[int, set[int]], Counter[str]]:
    """The turns that each document may have now: that of the last work done, or that of the work cut short;
    and how often which kind of work was.
    """
    last, begun = dict(before), dict[int, int]()
    for event, document, turn in diary:
        if event == "begin":
            begun[int(document)] = int(turn)
        else:
            last[int(document)] = begun.pop(int(document))
    cut = Counter[str]()
    for document, turn in begun.items():
        cut["deleting" if turn == GONE else "adding" if last[document] == GONE else "replacing"] += 1
    return {one: {last[one]} | ({begun[one]} if one in begun else set()) for one in last}, cut


@pytest.mark.slow
def test_killed_at_any_moment(
    open_library: Callable[..., Library], tmp_path: Path, writers: "subprocess.Popen[str]"
) -> None:
    library = open_library()
    library.create_collection(NAME)
    library.close()
    moments = random.Random(11)
    state = dict.fromkeys(range(DOCUMENTS), GONE)
    cut, resumptions = Counter[str](), 0
    for kill in range(KILLS):
        moment = {"seconds": moments.uniform(0.0, 2.0), "after": moments.uniform(0.0, 0.005)}
        diary = killed(writers, kill + 1, tmp_path / DIARY, **moment, deleting=kill % 3 == 1)
        turns, how = allowed(state, diary)
        cut += how
        library = open_library()
        resumptions += bool(library._registry.journal.unfinished())
        library._life.resume()
        library._life.finish_resuming()
        report = library.fsck()
        assert not report.findings, report.findings
        state = found(library)
        for document, turn in state.items():
            assert turn in turns[document], f"document {document} is of turn {turn}, not of {turns[document]}"
        library.close()
    assert resumptions, "no kill came while something was written"
    sys.stdout.write(f"{KILLS} kills, cut short: {dict(cut)}; {resumptions} starts had work to finish\n")


def found(library: Library) -> dict[int, int]:
    """The turn of each document, after checking that all of it belongs to that turn."""
    state = dict.fromkeys(range(DOCUMENTS), GONE)
    for stored in library.list_documents(NAME, page_size=1000)[0]:
        assert (stored.state, stored.error) == (DocumentState.ACTIVE, "")
        text = library.open_file(NAME, stored.id)[0].decode()
        document, turn = int(stored.id[1:]), int(text.split()[6])
        assert text == text_of(document, turn)
        chunks = library.chunks(NAME, stored.id)
        assert len(chunks) == stored.chunk_count > 1
        assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
        state[document] = turn
    return state
