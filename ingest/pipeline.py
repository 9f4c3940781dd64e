"""The way of a file: read, chunk, embed. Pure functions on values; the library writes what they return."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ingest.chunk import embedded_text
from ingest.embed import Embedder
from ingest.formats import PDF, detect_format
from ingest.page_report import require_text
from ingest.pdf_process import PdfLimits, read_pdf
from ingest.text import read_text
from ingest.types import Chunk, ParsedDocument, Upload

Progress = Callable[[str, int, int], None]

# Chunks embedded between two steps of the progress bar.
BATCH = 128


def read(
    upload: Upload, *, limits: PdfLimits | None = None, on_progress: Progress | None = None
) -> ParsedDocument:
    """What :func:`parse` makes of an upload; raises where that is no text, see :func:`require_text`."""
    return require_text(parse(upload, limits=limits, on_progress=on_progress), upload.display_name)


def parse(
    upload: Upload, *, limits: PdfLimits | None = None, on_progress: Progress | None = None
) -> ParsedDocument:
    """The pages of an upload by the reader of its type, with text or without; the errors are those of the
    reader.
    """
    kind = detect_format(upload.content, upload.display_name, upload.mime_type)
    if kind != PDF:
        parsed = read_text(upload.content, kind)
        _tell(on_progress, "parsing", 1, 1)
        return parsed
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(upload.content)
        file.flush()
        return read_pdf(
            Path(file.name),
            name=upload.display_name,
            password=upload.password,
            limits=limits,
            on_page=lambda done, total: _tell(on_progress, "parsing", done, total),
        )


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
