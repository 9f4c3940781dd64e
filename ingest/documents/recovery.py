"""Files that no row of the registry names any more are taken in again, or put aside: none is deleted."""

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from ingest.documents.file_storage import LOST_FOUND, FileStore, folder_of
from ingest.documents.lifecycle import Lifecycle
from ingest.errors import AlreadyExists, IngestError, NotFound
from ingest.formats.detection import endings_of
from ingest.processes.reader_process import detect_apart
from ingest.registry.registry import Registry
from ingest.types import CollectionName, Upload


class Recovery:
    """Of a collection whose row is gone, each document's newest file becomes a document of a new collection, called
    ``recovered-KEY`` by the key of the old one. Its id comes from the row or from the chunk store, which knew it; its
    name, title and metadata from the row, where there is one. Other files go to ``lost+found``.
    """

    def __init__(
        self, registry: Registry, files: FileStore, life: Lifecycle, versions: Iterable[tuple[str, str, int]]
    ) -> None:
        """``versions`` are those that the chunk store knows: collection key, document id, number."""
        self._registry, self._files, self._life = registry, files, life
        rows = ((entry.collection, entry.document) for entry in registry.documents.entries())
        known = {*rows, *((key, document) for key, document, _ in versions)}
        self._ids = {(key, folder_of(document)): document for key, document in known}
        self._keys = registry.collection_keys()

    def rescue(self, key: str, folder: str, version: int, newest: bool) -> str:
        """Take a file in again or put it aside, and say which; ``newest``: there is no later version of it."""
        content = self._files.read_folder(key, folder, version)
        if newest and key not in self._keys:
            with suppress(IngestError):  # it cannot be read: a password, say
                return self._adopt(key, folder, version, content)
        self._files.set_aside(key, folder, version)
        return f"Moved to {LOST_FOUND} in the folder of the files."

    def _adopt(self, key: str, folder: str, version: int, content: bytes) -> str:
        collection = CollectionName("local", "global", f"recovered-{key}")
        with suppress(AlreadyExists):
            details: dict[str, Any] = {}
            self._registry.create_collection(
                collection, f"Recovered {key}", "Made by sureground fsck --repair.", details
            )
        document_id = self._ids.get((key, folder), "")
        fields: dict[str, Any] = {"display_name": self._name(content, folder)}
        with suppress(NotFound):
            row = self._registry.documents.get(collection, key, document_id)
            names = ("display_name", "title", "link", "metadata", "details")
            fields = {name: getattr(row, name) for name in names}
        receipt = self._life.add(collection, Upload(content, document_id=document_id, **fields), None)
        if receipt.document.content_hash == hashlib.sha256(content).hexdigest():
            self._files.remove_folder(key, folder, version)
        return f"Taken in again as '{receipt.document.id}' of the collection '{collection.id}'."

    def _name(self, content: bytes, folder: str) -> str:
        """Its own name went with the row."""
        kind = detect_apart(content, folder)
        return f"recovered-{folder[:8]}{endings_of(kind)[0]}"
