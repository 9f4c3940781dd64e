"""A disk that fills up below a running server: a small tmpfs, where one may be mounted."""

import os
import random
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.hostile.report import Outcome
from tests.hostile.server import STORE, Server

MEGABYTES = 512
KEPT_FREE = 160  # MiB; above what a start asks for
_TEXT = 20_000  # characters of a document


@contextmanager
def small_disk(place: Path, megabytes: int = MEGABYTES) -> Iterator[Path | None]:
    """A tmpfs at ``place``; ``None`` where this machine lets nobody mount one."""
    place.mkdir(parents=True, exist_ok=True)
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        yield None
        return
    command = [mount, "-t", "tmpfs", "-o", f"size={megabytes}m", "none", str(place)]
    if subprocess.run(command, capture_output=True).returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False, capture_output=True)


def attack(disk: Path, count: int, seed: int = 1) -> Outcome:
    """Documents until the disk is as full as it may be, then ``count`` writings during which another program takes the
    rest, each with a start on the full disk and one with room again.

    Broken are an answer other than 200 and 507 while there is room, a start that fails without words, a document that
    was acknowledged and is gone, and one that is neither of its old nor of its new version.
    """
    outcome = Outcome(f"full disk of {MEGABYTES} MB")
    server = Server(disk / "data", log=disk.parent / "full-disk.log", MIN_FREE_BYTES=str(KEPT_FREE << 20))
    chance = random.Random(seed)
    try:
        server.start()
        server.make_store()
        outcome.before = server.memory()
        turns = _until_refused(server, disk, outcome)
        outcome.after = server.memory()
        for number in range(count):
            _fill(disk, leaving=KEPT_FREE + 16)
            document = chance.choice(list(turns))
            _cut_short(server, disk, outcome, document, number + 1, chance)
            if server.memory() == 0:
                outcome.answers["ended by the full disk"] += 1
                _start_on_full_disk(server, outcome)
            (disk / "filling").unlink()
            if server.memory() == 0:
                server.start()
            with server.client() as client:
                _compare(client, turns, document, number + 1, outcome)
        server.stop()
        report = server.fsck()
        if not report.get("clean"):
            outcome.broken.append(f"fsck: {str(report)[:300]}")
    except RuntimeError as error:
        outcome.broken.append(str(error)[-300:])
    finally:
        server.stop()
    return outcome


def _until_refused(server: Server, disk: Path, outcome: Outcome) -> dict[str, int]:
    """The documents that were acknowledged before the disk was too full, each of the turn 0."""
    turns: dict[str, int] = {}
    with server.client() as client:
        for number in range(3):
            answer = outcome.send(
                client, "with room", "PATCH", _path(f"f{number}"), json=_body(f"f{number}", 0)
            )
            if answer is not None and answer.is_success:
                turns[f"f{number}"] = 0
        _fill(disk, leaving=KEPT_FREE - 1)
        answer = outcome.send(client, "without room", "PATCH", _path("late"), json=_body("late", 0))
        if answer is None or answer.status_code != 507:
            outcome.broken.append(f"without room: {answer.text[:200] if answer else 'no answer'}")
        if client.get(_path("f0")).status_code != 200:
            outcome.broken.append("without room: what is stored is not shown")
    if len(turns) < 3:
        outcome.broken.append(f"with room: only {list(turns)} were taken in")
    return turns


def _cut_short(
    server: Server, disk: Path, outcome: Outcome, document: str, turn: int, chance: random.Random
) -> None:
    """Replace a document; the rest of the disk goes at a moment of chance."""

    def replace() -> None:
        with server.client() as client:
            try:
                answer = client.patch(_path(document), json=_body(document, turn))
                outcome.answers[str(answer.status_code)] += 1
            except httpx.HTTPError:
                outcome.answers["no answer"] += 1

    writing = threading.Thread(target=replace)
    writing.start()
    time.sleep(chance.uniform(0.0, 3.0))
    _fill(disk, leaving=0)
    writing.join()


def _start_on_full_disk(server: Server, outcome: Outcome) -> None:
    try:
        server.start()
    except RuntimeError as error:
        if "MiB free" not in str(error):
            outcome.broken.append(f"the start on a full disk has no words: {str(error)[-200:]}")


def _compare(client: httpx.Client, turns: dict[str, int], replaced: str, turn: int, outcome: Outcome) -> None:
    """Every document is of its turn; the one that was being replaced may be of the new one, too, for good."""
    for document, held in turns.items():
        answer = client.get(_path(document))
        shown = int(answer.json()["structData"]["turn"]) if answer.is_success else None
        if shown != held and not (document == replaced and shown == turn):
            outcome.broken.append(f"{document} is of turn {shown}, may be of {held}")
        elif shown is not None:
            turns[document] = shown


def _path(document: str) -> str:
    return f"/v1/{STORE}/branches/0/documents/{document}?allowMissing=true"


def _body(document: str, turn: int) -> dict[str, object]:
    text = f"Lamp {document} burns whale oil in its turn {turn}. "
    return {"structData": {"title": document, "turn": str(turn), "text": text * (_TEXT // len(text))}}


def _fill(disk: Path, leaving: int) -> None:
    """Take all of the disk but so many MiB."""
    with (disk / "filling").open("ab") as file:
        try:
            while shutil.disk_usage(disk).free > leaving << 20:
                file.write(b"\x00" * min(2**20, max(4096, shutil.disk_usage(disk).free - (leaving << 20))))
                file.flush()
        except OSError:
            return
