"""The way of a file: read, chunk, embed. Pure functions on values; the library writes what they return."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ingest.chunk import embedded_text
from ingest.embedding.embedder import Embedder
from ingest.formats.detection import declared_charset
from ingest.formats.eml import with_attachments
from ingest.formats.table import BY_MIME_TYPE, Process
from ingest.layout.page_report import require_text
from ingest.processes.pdf_process import PdfLimits, read_pdf
from ingest.processes.reader_process import detect_apart, read_apart, read_mail_apart
from ingest.types import Chunk, ParsedDocument, Upload

Progress = Callable[[str, int, int], None]

# Chunks embedded between two steps of the progress bar.
BATCH = 128


# Messages within messages: of those below, attachments are named and not read.
DEEPEST_MESSAGE = 3


def read(
    upload: Upload,
    *,
    limits: PdfLimits | None = None,
    on_progress: Progress | None = None,
    depth: int = 0,
    mime_type: str = "",
) -> ParsedDocument:
    """What :func:`parse` makes of an upload; raises where that is no text, see :func:`require_text`."""
    parsed = parse(upload, limits=limits, on_progress=on_progress, depth=depth, mime_type=mime_type)
    return require_text(parsed, upload.display_name)


def parse(
    upload: Upload,
    *,
    limits: PdfLimits | None = None,
    on_progress: Progress | None = None,
    depth: int = 0,
    mime_type: str = "",
) -> ParsedDocument:
    """The pages of an upload by the reader of its type, with text or without; the errors are those of the
    reader. ``depth`` counts the e-mails that the file is attached in; ``mime_type`` is what detection has made of
    the upload already, else it is asked here.
    """
    name, content = upload.display_name, upload.content
    format = BY_MIME_TYPE[mime_type or detect_apart(content, name, upload.mime_type)]
    charset = upload.charset or declared_charset(upload.mime_type)
    match format.process:
        case Process.PDF:
            return _read_pdf(upload, limits, on_progress)
        case Process.READER:
            parsed = read_apart(content, format.mime_type, name=name, charset=charset)
        case Process.PARTS:
            parts = partial(read, limits=limits, depth=depth + 1)
            message, attached = read_mail_apart(content, format.mime_type, name=name)
            parsed = with_attachments(message, attached if depth < DEEPEST_MESSAGE else (), parts)
    _tell(on_progress, "parsing", len(parsed.pages), len(parsed.pages))
    return parsed


def _read_pdf(upload: Upload, limits: PdfLimits | None, on_progress: Progress | None) -> ParsedDocument:
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(upload.content)
        file.flush()
        parsed = read_pdf(
            Path(file.name),
            name=upload.display_name,
            password=upload.password,
            limits=limits,
            on_page=lambda done, total: _tell(on_progress, "parsing", done, total),
        )
    return parsed


def embed(
    chunks: Sequence[Chunk], embedder: Embedder, *, on_progress: Progress | None = None
) -> Iterator[tuple[Sequence[Chunk], npt.NDArray[np.float32]]]:
    """Batches of chunks with their vectors ``(n, dimension)``, in order."""
    _tell(on_progress, "embedding", 0, len(chunks))
    for start in range(0, len(chunks), BATCH):
        batch = chunks[start : start + BATCH]
        yield batch, embedder.embed_passages([embedded_text(chunk) for chunk in batch])
        _tell(on_progress, "embedding", start + len(batch), len(chunks))


def _tell(on_progress: Progress | None, stage: str, done: int, total: int) -> None:
    if on_progress:
        on_progress(stage, done, total)
