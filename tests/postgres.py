"""A PostgreSQL of the tests' own: Debian's binaries, a folder that is removed afterwards, no network."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BINARIES = max(
    Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None
)
# It refuses to run as root; Debian's package brings a user for it.
USER = "postgres" if os.geteuid() == 0 else None
# What is lost when the machine dies is lost with the tests.
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"


@contextmanager
def serving() -> Iterator[Path]:
    """The folder of the socket that a fresh server listens on."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a socket's path may have 107 bytes
    if USER:
        shutil.chown(folder, USER)
    data = folder / "data"
    try:
        _run(
            "initdb",
            "--auth=trust",
            "--username=sureground",
            "--encoding=UTF8",
            "--no-sync",
            f"--pgdata={data}",
        )
        options = f"-k {folder} -c listen_addresses= {QUICK}"
        _run(
            "pg_ctl", "--wait", f"--pgdata={data}", f"--log={folder / 'log'}", f"--options={options}", "start"
        )
        try:
            yield folder
        finally:
            _run("pg_ctl", "--wait", "--mode=immediate", f"--pgdata={data}", "stop")
    finally:
        shutil.rmtree(folder)


def _run(program: str, *arguments: str) -> None:
    assert BINARIES is not None
    done = subprocess.run(
        [BINARIES / program, *arguments],
        user=USER,
        cwd="/",
        env={"LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # the server inherits it and would hold a pipe open
        stderr=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{program} ended with status {done.returncode}"
