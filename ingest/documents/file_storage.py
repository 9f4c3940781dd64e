"""Original files and their parsed pages, through fsspec: a local folder, or an object store by URL.

A name from outside never becomes part of a path: the parts are a collection key of ours, a hash of the
document id, and a version number.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import fsspec

from ingest.errors import NotFound, StoreUnavailable
from ingest.types import Page, PageStatus, ParsedDocument

# Files that fsck found to belong to nothing; a person may look at them and delete them.
LOST_FOUND = "lost+found"

_OURS = re.compile(
    r"/(?P<collection>[0-9a-f]{16})/(?P<folder>[0-9a-f]{32})/(?P<version>\d+)(?P<pages>\.pages)?"
)


class FileStore:
    """Keeps the bytes and the parsed pages of every version of every document."""

    def __init__(self, url: str) -> None:
        """``url`` is a folder, or an fsspec address such as ``s3://bucket/prefix``."""
        with _answering():
            self._files, root = fsspec.core.url_to_fs(url)
        self._root = root.rstrip("/")

    def write(self, collection: str, document: str, version: int, content: bytes) -> None:
        """Keep the bytes of a version."""
        with _answering():
            path = self._path(collection, document, version)
            self._files.makedirs(path.rsplit("/", 1)[0], exist_ok=True)
            self._files.pipe_file(path, content)

    def read(self, collection: str, document: str, version: int) -> bytes:
        """The bytes of a version, as they came in."""
        with _answering():
            content: bytes = self._files.cat_file(self._path(collection, document, version))
            return content

    def write_pages(self, collection: str, document: str, version: int, parsed: ParsedDocument) -> None:
        """Keep what a reader made of a version."""
        pages = [[p.number, p.label, p.status.value, p.reason, p.text, p.head, p.foot] for p in parsed.pages]
        record = {"mime_type": parsed.mime_type, "title": parsed.title, "pages": pages}
        packed = zlib.compress(json.dumps(record, ensure_ascii=False).encode(), level=3)
        with _answering():
            self._files.pipe_file(self._path(collection, document, version) + ".pages", packed)

    def read_pages(self, collection: str, document: str, version: int) -> ParsedDocument:
        """What a reader made of a version."""
        with _answering():
            packed = self._files.cat_file(self._path(collection, document, version) + ".pages")
        try:
            record: dict[str, Any] = json.loads(zlib.decompress(packed))
            pages = tuple(
                Page(number, text, label, PageStatus(status), reason, *running)
                for number, label, status, reason, text, *running in record["pages"]
            )
            return ParsedDocument(pages, record["mime_type"], record["title"])
        except (zlib.error, ValueError, TypeError, LookupError) as error:
            raise StoreUnavailable(
                f"What was read from '{document}' is damaged in the file store. `sureground fsck --repair` "
                "reads its file again."
            ) from error

    def remove(self, collection: str, document: str = "", version: int = 0) -> None:
        """Remove one version, a document (version 0) or a whole collection (document empty)."""
        with _answering():
            if version:
                self._remove_version(self._path(collection, document, version))
                return
            folder = f"{self._root}/{collection}"
            if document:
                folder = f"{folder}/{folder_of(document)}"
            if self._files.exists(folder):
                self._files.rm(folder, recursive=True)

    def versions(self) -> dict[tuple[str, str, int], set[str]]:
        """What there is: ``(collection, folder, version)`` and which of ``"content"`` and ``"pages"``.

        ``folder`` is what :func:`folder_of` makes of a document's id; files of another shape are not ours.
        """
        parts: dict[tuple[str, str, int], set[str]] = {}
        with _answering():
            paths = self._files.find(self._root) if self._files.exists(self._root) else []
        for path in paths:
            if match := _OURS.fullmatch(path[len(self._root) :]):
                owner = (match["collection"], match["folder"], int(match["version"]))
                parts.setdefault(owner, set()).add("pages" if match["pages"] else "content")
        return parts

    def remove_folder(self, collection: str, folder: str, version: int) -> None:
        """Remove a version by what :meth:`versions` calls it."""
        self._remove_version(f"{self._root}/{collection}/{folder}/{version}")

    def read_folder(self, collection: str, folder: str, version: int) -> bytes:
        """The bytes of a version by what :meth:`versions` calls it; empty where only its pages are there."""
        with _answering():
            path = f"{self._root}/{collection}/{folder}/{version}"
            content: bytes = self._files.cat_file(path) if self._files.exists(path) else b""
            return content

    def set_aside(self, collection: str, folder: str, version: int) -> None:
        """Move the bytes of a version to :data:`LOST_FOUND`; its pages can be made anew and go."""
        with _answering():
            path, aside = f"{self._root}/{collection}/{folder}/{version}", f"{self._root}/{LOST_FOUND}"
            if self._files.exists(path):
                self._files.makedirs(aside, exist_ok=True)
                self._files.mv(path, f"{aside}/{collection}-{folder}-{version}")
        self._remove_version(path)

    def count(self, collection: str = "") -> int:
        """The number of files kept for a collection, or for all of them."""
        with _answering():
            folder = f"{self._root}/{collection}" if collection else self._root
            return len(self._files.find(folder)) if self._files.exists(folder) else 0

    def _remove_version(self, path: str) -> None:
        with _answering():
            for kept in (path, path + ".pages"):
                if self._files.exists(kept):
                    self._files.rm_file(kept)
            folder = path.rsplit("/", 1)[0]
            if self._files.exists(folder) and not self._files.ls(folder, detail=False):
                self._files.rm(folder, recursive=True)

    def _path(self, collection: str, document: str, version: int) -> str:
        return f"{self._root}/{collection}/{folder_of(document)}/{version}"


def folder_of(document: str) -> str:
    """The folder of a document: a hash of its id."""
    return hashlib.sha256(document.encode()).hexdigest()[:32]


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise NotFound("The file is not in the file store.") from error
    except (OSError, ValueError, ImportError) as error:
        raise StoreUnavailable(f"The file store does not answer: {error}") from error
