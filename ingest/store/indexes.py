"""Which chunk store the settings ask for; only that one is imported."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from ingest.store.chunk_store import ChunkStore


@dataclass(frozen=True)
class Indexes:
    """The indexes of an installation, numbered from 1: on the server at ``url``, else embedded, the first one
    in ``folder`` and the others beside it. All but one are there only while everything is embedded anew.
    """

    folder: Path
    url: str = ""
    api_key: str = ""

    def open(self, number: int, dimension: int) -> ChunkStore:
        """An index, made for vectors of ``dimension`` if it is not there; 0 opens only one that is."""
        if self.url:
            from ingest.store.server import NAME, ServerStore

            return ServerStore(self.url, dimension, api_key=self.api_key, name=_numbered(NAME, number))
        from ingest.store.edge import EdgeStore

        return EdgeStore(self._place(number), dimension)

    def drop(self, number: int) -> None:
        """Remove an index; one that is not there is no error."""
        if self.url:
            from ingest.store.server import NAME, drop_collection

            drop_collection(self.url, _numbered(NAME, number), api_key=self.api_key)
        else:
            shutil.rmtree(self._place(number), ignore_errors=True)

    def _place(self, number: int) -> Path:
        return self.folder.with_name(_numbered(self.folder.name, number))


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}-{number}"


def open_store(folder: Path, dimension: int, url: str = "", api_key: str = "", index: int = 1) -> ChunkStore:
    """The store that serves: on the server at ``url``, else the embedded one in ``folder``; vectors have
    ``dimension``.
    """
    store = Indexes(folder, url, api_key).open(index, dimension)
    # Nobody is served yet.
    store.optimise()
    return store
