"""Which files a command means: those named, and those below the folders named."""

import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ingest.documents.data_folder import is_data_folder
from ingest.names import address_id

# As the server has it.
MOST_NAME_CHARACTERS = 128


@dataclass(frozen=True)
class Stamp:
    """What tells without reading it that a file was changed: ``size`` in bytes, ``modified`` in nanoseconds
    since 1970.
    """

    size: int
    modified: int

    @classmethod
    def of(cls, file: Path) -> "Stamp":
        """The stamp of a file now. Raises OSError."""
        status = file.stat()
        return cls(status.st_size, status.st_mtime_ns)


def printable(name: str | Path) -> str:
    """A name of the file system as text for everyone: bytes of it that are no UTF-8 are replaced."""
    return os.fsencode(name).decode(errors="replace")


def display_name(file: Path) -> str:
    """The name of a file as its document has it; of a longer one than a document may have, the middle is left
    out.
    """
    name = printable(file.name)
    if len(name) <= MOST_NAME_CHARACTERS:
        return name
    kept = MOST_NAME_CHARACTERS // 2
    return f"{name[: kept - 1]}…{name[-kept:]}"


def address_of(file: str | Path) -> str:
    """The place of a file, the same however it is named: absolute, links kept, in Unicode's composed form."""
    return unicodedata.normalize("NFC", os.fsencode(os.path.abspath(file)).decode(errors="backslashreplace"))


def document_id_of(file: Path) -> str:
    """The id that a file's document has for as long as the file stays at its place."""
    return address_id(f"file://{address_of(file)}")


def files_in(paths: Iterable[Path], on_error: Callable[[OSError], None] = lambda _: None) -> Iterator[Path]:
    """The files named, and those below the folders named, in order and each once.

    Hidden files and folders are left out, and so are data folders of ours; links to folders are not followed.
    ``on_error`` gets what could not be looked into; its ``filename`` is the folder.
    """
    seen: set[str] = set()
    for path in paths:
        for file in [path] if path.is_file() else _below(path, on_error):
            place = address_of(file)
            if place not in seen:
                seen.add(place)
                yield file


def _below(folder: Path, on_error: Callable[[OSError], None]) -> Iterator[Path]:
    for here, folders, names in os.walk(folder, onerror=on_error):
        folders[:] = sorted(name for name in folders if not _left_out(Path(here, name)))
        for name in sorted(names):
            file = Path(here, name)
            if not name.startswith(".") and file.is_file():
                yield file


def _left_out(folder: Path) -> bool:
    return folder.name.startswith(".") or is_data_folder(folder)
