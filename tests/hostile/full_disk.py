"""A disk that fills up below a running server: a small tmpfs, where one may be mounted."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hostile.report import Outcome
from tests.hostile.server import STORE, Server

MEGABYTES = 96


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


def attack(disk: Path, count: int) -> Outcome:
    """Up to ``count`` documents of 200 kB until the disk is full, a start on the full disk, and one with room again.

    Broken are a server that dies, an answer that is neither 200 nor 507, a start that fails without words, and a
    document that was acknowledged and is gone.
    """
    outcome = Outcome(f"full disk of {MEGABYTES} MB")
    server = Server(disk / "data", log=disk.parent / "full-disk.log")
    branch = f"/v1/{STORE}/branches/0/documents"
    acknowledged = []
    try:
        server.start()
        server.make_store()
        outcome.before = server.memory()
        _fill(disk, leaving=8 * 2**20)
        with server.client() as client:
            for number in range(count):
                body = {
                    "structData": {"title": f"{number}", "text": f"Lamp {number} burns whale oil. " * 6000}
                }
                path = f"{branch}/f{number}?allowMissing=true"
                answer = outcome.send(client, f"document {number}", "PATCH", path, json=body)
                if answer is None:
                    break
                if answer.is_success:
                    acknowledged.append(number)
                elif answer.status_code != 507:
                    outcome.broken.append(f"document {number}: {answer.status_code} {answer.text[:200]}")
                else:
                    break
        outcome.after = server.memory()
        status = server.stop()
        if status not in (0, -15):
            outcome.broken.append(f"the server ended with status {status}")
        (disk / "filling").unlink()
        server.start()
        with server.client() as client:
            for number in acknowledged:
                if client.get(f"{branch}/f{number}").status_code != 200:
                    outcome.broken.append(f"document {number} was acknowledged and is gone")
        server.stop()
        report = server.fsck()
        if not report.get("clean"):
            outcome.broken.append(f"fsck: {str(report)[:300]}")
    except RuntimeError as error:
        outcome.broken.append(str(error)[-300:])
    finally:
        server.stop()
    return outcome


def _fill(disk: Path, leaving: int) -> None:
    with (disk / "filling").open("wb") as file:
        free = shutil.disk_usage(disk).free - leaving
        for _ in range(max(0, free) // 2**20):
            file.write(b"\x00" * 2**20)
