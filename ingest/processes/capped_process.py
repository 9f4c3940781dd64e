"""A process of its own for work on files from strangers: it may crash, hang or run out of memory, and only tells.

It gets one request as a JSON line and answers in JSON lines, as many as it likes.
"""

import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from ingest.processes.messages import Message, Stopped, from_json, to_json

# Wall time without an answer, on top of the processor time allowed: the machine may be busy.
SILENCE_SECONDS = 60.0


class Worker:
    """One run of ``python -m module``, which calls :func:`begin` first."""

    def __init__(self, module: str, request: Mapping[str, Any], *, memory: int, seconds: float) -> None:
        """``memory`` in bytes of address space, ``seconds`` of processor time until the first answer and
        between two that call :func:`alarm`.
        """
        root = str(Path(__file__).parents[2])
        environment = {**os.environ, "PYTHONPATH": root, "PYTHONIOENCODING": "utf-8"}
        self._memory, self._seconds = memory, seconds
        self._buffer = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed in __exit__)
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            cwd=root,
            process_group=0,  # a terminal's Ctrl-C is for the parent, which may finish what it has begun
        )
        order = {**request, "memory": memory, "seconds": seconds}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()

    def answer(self) -> Message | Stopped:
        """The next answer, or why there is none."""
        assert self._process.stdout is not None
        output = self._process.stdout.fileno()
        deadline = time.monotonic() + SILENCE_SECONDS + self._seconds
        pieces = [self._buffer]
        while b"\n" not in pieces[-1]:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([output], [], [], left)[0]:
                return Stopped("stopped, as nothing more was heard of it")
            piece = os.read(output, 1 << 20)
            if not piece:
                return Stopped(self._why_ended())
            pieces.append(piece)
        line, self._buffer = b"".join(pieces).split(b"\n", 1)
        return from_json(json.loads(line))

    def _why_ended(self) -> str:
        code = self._process.wait()
        if code == -signal.SIGPROF:
            return f"stopped at the limit of {self._seconds:g} seconds"
        self._errors.seek(0)
        last_words = self._errors.read()
        if b"MemoryError" in last_words or b"bad_alloc" in last_words:
            return f"stopped at the memory limit of {self._memory >> 20} MiB"
        if code == -signal.SIGABRT:  # the way of C++ libraries that get no more memory
            return f"broken off, probably at the memory limit of {self._memory >> 20} MiB"
        return f"the reading process crashed (status {code})"


def begin() -> dict[str, Any]:
    """In the process: the request, once its limits hold."""
    request: dict[str, Any] = json.loads(sys.stdin.readline())
    resource.setrlimit(resource.RLIMIT_AS, (request["memory"], request["memory"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    alarm(request)
    return request


def alarm(request: Mapping[str, Any]) -> None:
    """In the process: the seconds allowed begin anew. The signal ends it, inside of C code as well."""
    signal.setitimer(signal.ITIMER_PROF, request["seconds"])


def write(answer: Message) -> None:
    """In the process: one answer."""
    sys.stdout.write(json.dumps(to_json(answer)) + "\n")
    sys.stdout.flush()


def in_short(error: Exception) -> str:
    """An error in one line, for a report."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__
