"""Resumable uploads between their requests.

They live in this process only. An upload that a restart cut off is simply sent again.
"""

import secrets
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import IO

from app.wire.errors import BadRequest, BodyTooLarge, Busy, Missing
from ingest.types import CollectionName, Upload

SESSION_SECONDS = 3600.0
MOST_SESSIONS = 64
IN_MEMORY_BYTES = 1 << 20


@dataclass
class Session:
    """A resumable upload: what was told at the start, and the bytes so far."""

    collection: CollectionName
    upload: Upload
    file: IO[bytes]
    most_bytes: int
    touched: float
    size: int = 0

    def append(self, piece: bytes, offset: int | None) -> None:
        """Add bytes that begin at ``offset``. Raises BadRequest for a gap, BodyTooLarge over the limit."""
        if offset is not None and offset != self.size:
            raise BadRequest(
                f"X-Goog-Upload-Offset is {offset}; {self.size} bytes are here, so send from there."
            )
        if self.size + len(piece) > self.most_bytes:
            raise BodyTooLarge(
                f"The file is over {self.most_bytes} bytes. Split it, or raise SUREGROUND_MAX_UPLOAD_BYTES."
            )
        self.file.write(piece)
        self.size += len(piece)
        self.touched = time.monotonic()

    def content(self) -> bytes:
        """All bytes so far."""
        self.file.seek(0)
        return self.file.read()


class Sessions:
    """Resumable uploads by their token, which is the only credential of the later requests."""

    def __init__(self) -> None:
        self._open: dict[str, Session] = {}
        self._lock = threading.Lock()

    def start(self, collection: CollectionName, upload: Upload, most_bytes: int) -> str:
        """Open a session and return its token, which cannot be guessed.

        Those left alone for an hour are dropped first. Raises Busy when too many are open."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._drop_old()
            if len(self._open) >= MOST_SESSIONS:
                raise Busy(
                    f"{len(self._open)} resumable uploads are open; the limit is {MOST_SESSIONS}. Finish or cancel "
                    "one, or send this file as multipart/form-data."
                )
            # Kept open: it is written to by later requests, and closed by end().
            file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
            self._open[token] = Session(collection, upload, file, most_bytes, time.monotonic())
        return token

    def get(self, token: str) -> Session:
        """The session of ``token``. Raises Missing."""
        with self._lock:
            session = self._open.get(token)
        if session is None:
            raise Missing("No such upload: it is finished, or was left alone for an hour. Start it again.")
        return session

    def end(self, token: str) -> None:
        """Forget a session and its bytes."""
        with self._lock:
            session = self._open.pop(token, None)
        if session:
            session.file.close()

    def close(self) -> None:
        """Forget all."""
        for token in list(self._open):
            self.end(token)

    def _drop_old(self) -> None:
        oldest = time.monotonic() - SESSION_SECONDS
        for token in [token for token, session in self._open.items() if session.touched < oldest]:
            self._open.pop(token).file.close()
