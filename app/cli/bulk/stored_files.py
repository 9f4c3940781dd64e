"""Which files of this machine a store has, and whether a file has to be sent again."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.cli.bulk.folders import Stamp, address_of, display_name, document_id_of
from app.cli.bulk.outcomes import Outcome, State
from app.cli.server.connection import Connection


@dataclass(frozen=True)
class StoredFile:
    """A document of the store. ``path`` is empty where it did not come from a file by this command;
    ``outdated``: the same file would be read in another way now, or was not taken in the last time.
    """

    document: str
    name: str
    path: str
    stamp: Stamp
    content_hash: str
    pages: int
    chunks: int
    outdated: bool

    @classmethod
    def of(cls, resource: dict[str, Any]) -> "StoredFile":
        """A document as the list with ``view=origin`` has it."""
        origin = resource.get("origin", {})
        return cls(
            document=resource["name"].rpartition("/")[2],
            name=resource.get("displayName", ""),
            path=origin.get("path", ""),
            stamp=Stamp(int(resource.get("sizeBytes", 0)), int(origin.get("modified", 0))),
            content_hash=resource.get("contentHash", ""),
            pages=resource.get("pageCount", 0),
            chunks=resource.get("chunkCount", 0),
            outdated=resource.get("outdated", False) or "errorStatus" in resource.get("fileStatus", {}),
        )


class StoredFiles:
    """The documents of a store, asked for once."""

    def __init__(self, files: Iterable[StoredFile] = ()) -> None:
        self._by_id = {file.document: file for file in files}
        self._sent_by_hand = {
            (file.name, file.stamp.size): file for file in self._by_id.values() if not file.path
        }

    @classmethod
    def of(cls, connection: Connection, store: str) -> "StoredFiles":
        """What ``store`` holds, in one request for a thousand documents."""
        path = f"/v1beta1/{connection.corpus(store)}/ragFiles"
        listed = connection.listed(path, "ragFiles", page_size=1000, view="origin")
        return cls(StoredFile.of(resource) for resource in listed)

    def unchanged(self, file: Path) -> Outcome | None:
        """The outcome of a file that is there as it is; ``None`` where it has to be sent.

        A file of the size and time that are known is not read. One that only has another time is read and
        compared, as is one that was uploaded in another way before. Raises OSError.
        """
        stored = self._by_id.get(document_id_of(file))
        stamp = Stamp.of(file)
        if stored and stored.stamp != stamp and not _same_bytes(file, stamp, stored):
            return None
        if stored is None:
            stored = self._sent_by_hand.get((display_name(file), stamp.size))
            if stored is None or not _same_bytes(file, stamp, stored):
                return None
        if stored.outdated:
            return None
        return Outcome(file, State.UNCHANGED, stored.document, stored.pages, stored.chunks)

    def below(self, folder: Path) -> dict[str, str]:
        """The ids of the documents that files below ``folder`` were taken into, by the place of the file."""
        root = f"{address_of(folder)}/"
        return {file.path: file.document for file in self._by_id.values() if file.path.startswith(root)}


def _same_bytes(file: Path, stamp: Stamp, stored: StoredFile) -> bool:
    if stamp.size != stored.stamp.size:
        return False
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest() == stored.content_hash
