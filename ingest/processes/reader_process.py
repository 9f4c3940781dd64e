"""Reads a file in a process of its own, with limits on time and memory: see :mod:`ingest.processes.reader_worker`."""

import tempfile
from dataclasses import dataclass

from ingest import errors
from ingest.formats.detection import detect_format
from ingest.formats.eml import Attachment
from ingest.formats.signatures import is_archive
from ingest.processes.capped_process import Worker
from ingest.processes.messages import FileKind, Message, ReadFile, ReadMail, Refusal, Stopped
from ingest.types import ParsedDocument


@dataclass(frozen=True)
class ReaderLimits:
    """For a whole file: ``seconds`` of processor time and ``seconds_per_mebibyte`` more for each MiB of it, together at
    most ``most_seconds``; ``memory`` in bytes of address space. Honest files take under a tenth of it.
    """

    seconds: float = 20.0
    seconds_per_mebibyte: float = 3.0
    most_seconds: float = 120.0
    memory: int = 2 << 30

    def seconds_for(self, size: int) -> float:
        """Of a file of ``size`` bytes."""
        return min(self.seconds + self.seconds_per_mebibyte * size / (1 << 20), self.most_seconds)


def read_apart(
    content: bytes, kind: str, *, name: str, charset: str = "", limits: ReaderLimits | None = None
) -> ParsedDocument:
    """The file ``content`` of a ``kind`` other than PDF and e-mail; ``name`` is for messages.

    Raises what its reader raises, and :class:`ingest.errors.UnreadableDocument` for a damaged file and for one
    that asks for more than the limits.
    """
    answer = _asked(content, kind, name=name, charset=charset, limits=limits)
    assert isinstance(answer, ReadFile)
    return answer.parsed


def read_mail_apart(
    content: bytes, kind: str, *, name: str, limits: ReaderLimits | None = None
) -> tuple[ParsedDocument, tuple[Attachment, ...]]:
    """The message itself, and what is attached to it, unread. Raises as :func:`read_apart` does."""
    answer = _asked(content, kind, name=name, limits=limits)
    assert isinstance(answer, ReadMail)
    return answer.message, answer.attachments


def detect_apart(content: bytes, name: str, declared: str = "", limits: ReaderLimits | None = None) -> str:
    """What :func:`ingest.formats.detection.detect_format` makes of a file; an archive is opened in the process only."""
    if not is_archive(content):
        return detect_format(content, name, declared)
    answer = _asked(content, "", name=name, declared=declared, limits=limits)
    assert isinstance(answer, FileKind)
    return answer.mime_type


def _asked(
    content: bytes,
    kind: str,
    *,
    name: str,
    charset: str = "",
    declared: str = "",
    limits: ReaderLimits | None,
) -> Message:
    limits = limits or ReaderLimits()
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        request = {"path": file.name, "kind": kind, "name": name, "charset": charset, "declared": declared}
        seconds = limits.seconds_for(len(content))
        with Worker(
            "ingest.processes.reader_worker", request, memory=limits.memory, seconds=seconds
        ) as worker:
            answer = worker.answer()
    match answer:
        case Refusal(error, message):
            raise getattr(errors, error)(message)
        case Stopped(reason):
            raise errors.UnreadableDocument(
                f"The file '{name}' cannot be read: {reason}. Split it, or send another."
            )
    return answer
