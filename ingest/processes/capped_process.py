"""A process of its own for work on files from strangers: it may crash, hang or run out of memory, and only tells.

It gets one request as a JSON line and answers in JSON lines, as many as it likes.
"""

import json
import select
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

from grounding.cancellation import check_cancelled
from ingest.processes.fork_server import FORK_SERVER
from ingest.processes.messages import Message, Stopped, from_json, to_json

LOOK_EVERY = 0.5  # seconds between two looks whether anybody waits for it
# Wall time without an answer, on top of the processor time allowed: the machine may be busy.
SILENCE_SECONDS = 60.0
# Of one answer, in bytes: text is limited in characters, and a file that takes a reader over may say anything.
LONGEST_ANSWER = 1 << 30


class Worker:
    """One run of ``module.main`` in a process of its own: a copy of the fork server, which ends with this run."""

    def __init__(self, module: str, request: Mapping[str, Any], *, memory: int, seconds: float) -> None:
        """``memory`` in bytes of address space, ``seconds`` of processor time until the first answer and
        between two that call :func:`alarm`. The file at ``path`` of the request is the only one it may read.
        """
        self._memory, self._seconds = memory, seconds
        self._buffer = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed in __exit__)
        try:
            self._channel, self._status = FORK_SERVER.fork(self._errors.fileno())
        except BaseException:
            self._errors.close()
            raise
        order = {**request, "module": module, "memory": memory, "seconds": seconds}
        with suppress(OSError):  # it has died; there will be no answer
            self._channel.sendall(json.dumps(order).encode() + b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._status.close()  # which ends it
        self._channel.close()
        self._errors.close()

    def answer(self) -> Message | Stopped:
        """The next answer, or why there is none. While it is waited for, the work may be cancelled."""
        deadline = time.monotonic() + SILENCE_SECONDS + self._seconds
        pieces, size = [self._buffer], len(self._buffer)
        while b"\n" not in pieces[-1]:
            if time.monotonic() > deadline:
                return Stopped("stopped, as nothing more was heard of it")
            check_cancelled()
            if not select.select([self._channel], [], [], LOOK_EVERY)[0]:
                continue
            piece = self._received()
            if not piece:
                return Stopped(self._why_ended())
            pieces.append(piece)
            size += len(piece)
            if size > LONGEST_ANSWER:
                return Stopped(f"stopped, as it gave more than {LONGEST_ANSWER >> 20} MiB of text")
        line, self._buffer = b"".join(pieces).split(b"\n", 1)
        return from_json(json.loads(line))

    def _received(self) -> bytes:
        try:
            return self._channel.recv(1 << 20)
        except ConnectionError:  # it ended with something unread
            return b""

    def _exit_status(self) -> int | None:
        self._status.settimeout(SILENCE_SECONDS)
        try:
            sent = self._status.recv(4)
        except OSError:
            return None
        return int.from_bytes(sent, "little", signed=True) if sent else None

    def _why_ended(self) -> str:
        code = self._exit_status()
        if code == -signal.SIGPROF:
            return f"stopped at the limit of {self._seconds:.3g} seconds"
        self._errors.seek(0)
        last_words = self._errors.read()
        if b"MemoryError" in last_words or b"bad_alloc" in last_words:
            return f"stopped at the memory limit of {self._memory >> 20} MiB"
        if code == -signal.SIGABRT:  # the way of C++ libraries that get no more memory
            return f"broken off, probably at the memory limit of {self._memory >> 20} MiB"
        return f"the reading process crashed (status {code})"


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
