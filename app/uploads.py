"""Files on their way in: resumable uploads between their requests, and how far the taking in is.

Both live in this process only. An upload that a restart cut off is simply sent again.
"""

import secrets
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any

from app.errors import BadRequest, BodyTooLarge, Missing
from ingest.types import CollectionName, Upload

SESSION_SECONDS = 3600.0
MOST_SESSIONS = 64
IN_MEMORY_BYTES = 1 << 20
MOST_FOLLOWED = 1000


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
        """Open a session and return its token, which cannot be guessed. Old ones are dropped first."""
        token = secrets.token_urlsafe(32)
        # Kept open: it is written to by later requests, and closed by end().
        file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
        session = Session(collection, upload, file, most_bytes, time.monotonic())
        with self._lock:
            self._drop_old()
            self._open[token] = session
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
        by_age = sorted(self._open.items(), key=lambda item: item[1].touched)
        surplus = len(by_age) - MOST_SESSIONS + 1
        for number, (token, session) in enumerate(by_age):
            if number < surplus or session.touched < oldest:
                self._open.pop(token).file.close()


@dataclass
class _Course:
    """The latest event of an upload, and how many there were."""

    event: dict[str, Any] = field(default_factory=dict)
    count: int = 0
    ended: bool = False


class ProgressBoard:
    """How far uploads are, by an id of the client's choosing; the last ones are kept."""

    def __init__(self) -> None:
        self._courses: OrderedDict[str, _Course] = OrderedDict()
        self._lock = threading.Lock()

    def reporter(self, upload_id: str) -> Callable[[str, int, int], None] | None:
        """An ``on_progress`` for the library, or ``None`` where no id was given."""
        if not upload_id:
            return None
        return lambda stage, done, total: self._put(upload_id, {"stage": stage, "done": done, "total": total})

    def end(self, upload_id: str, **event: Any) -> None:
        """The last event of an upload."""
        if upload_id:
            self._put(upload_id, event, ended=True)

    def latest(self, upload_id: str, seen: int) -> tuple[dict[str, Any] | None, int, bool]:
        """The newest event unless it is number ``seen``, its number, and whether it is the last."""
        with self._lock:
            course = self._courses.get(upload_id)
        if course is None or course.count == seen:
            return None, seen, bool(course and course.ended)
        return dict(course.event), course.count, course.ended

    def _put(self, upload_id: str, event: dict[str, Any], *, ended: bool = False) -> None:
        with self._lock:
            course = self._courses.setdefault(upload_id, _Course())
            self._courses.move_to_end(upload_id)
            course.event, course.count, course.ended = event, course.count + 1, ended
            while len(self._courses) > MOST_FOLLOWED:
                self._courses.popitem(last=False)
