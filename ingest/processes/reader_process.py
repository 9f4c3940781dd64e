"""Reads a file in a process of its own, with limits on time and memory: see :mod:`ingest.processes.reader_worker`."""

import tempfile
from dataclasses import dataclass

from ingest import errors
from ingest.processes.capped_process import Worker
from ingest.processes.messages import ReadFile, Refusal, Stopped
from ingest.types import ParsedDocument


@dataclass(frozen=True)
class ReaderLimits:
    """``seconds`` of processor time and ``memory`` in bytes of address space, for a whole file."""

    seconds: float = 120.0
    memory: int = 2 << 30


def read_apart(
    content: bytes, kind: str, *, name: str, charset: str = "", limits: ReaderLimits | None = None
) -> ParsedDocument:
    """The file ``content`` of a ``kind``; ``name`` is for messages.

    Raises what its reader raises, and :class:`ingest.errors.UnreadableDocument` for a damaged file and for one
    that asks for more than the limits.
    """
    limits = limits or ReaderLimits()
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        request = {"path": file.name, "kind": kind, "name": name, "charset": charset}
        with Worker(
            "ingest.processes.reader_worker", request, memory=limits.memory, seconds=limits.seconds
        ) as worker:
            answer = worker.answer()
    match answer:
        case ReadFile(parsed):
            return parsed
        case Refusal(error, message):
            raise getattr(errors, error)(message)
        case Stopped(reason):
            raise errors.UnreadableDocument(
                f"The file '{name}' cannot be read: {reason}. Split it, or send another."
            )
    raise TypeError(f"{answer} is no answer of this process")
