"""Reads a file in a process of its own, with limits on time and memory: see :mod:`ingest.processes.reader_worker`."""

import tempfile
from dataclasses import dataclass
from typing import Any

from ingest import errors
from ingest.processes.capped_process import Worker
from ingest.types import Heading, Page, PageStatus, ParsedDocument, Table


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
    if isinstance(answer, str):
        raise errors.UnreadableDocument(
            f"The file '{name}' cannot be read: {answer}. Split it, or send another."
        )
    if "parsed" in answer:
        return _document(answer["parsed"])
    raise getattr(errors, answer["error"])(answer["message"])


def _document(parsed: dict[str, Any]) -> ParsedDocument:
    pages = (Page(**{**page, "status": PageStatus(page["status"])}) for page in parsed["pages"])
    headings = (Heading(**heading) for heading in parsed["headings"])
    tables = (Table(**table) for table in parsed["tables"])
    return ParsedDocument(tuple(pages), parsed["mime_type"], parsed["title"], tuple(headings), tuple(tables))
