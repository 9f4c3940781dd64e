"""How far the files are that are being taken in, for whoever follows. In this process only."""

import threading
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from app.wire.errors import Missing
from ingest.errors import Cancelled

MOST_FOLLOWED = 1000


@dataclass
class Course:
    """A file on its way in: what it is, the latest event, and that event's number on the board."""

    board: "ProgressBoard"
    about: dict[str, Any]
    event: dict[str, Any] = field(default_factory=dict)
    number: int = 0
    ended: bool = False
    given_up: bool = False

    def report(self, stage: str, done: int, total: int) -> None:
        """The library's ``on_progress``. Raises :class:`Cancelled` when the file was given up."""
        self.check()
        self.board.put(self, {"stage": stage, "done": done, "total": total})

    def check(self) -> None:
        """Raise :class:`Cancelled` when the file was given up."""
        if self.given_up:
            raise Cancelled(f"'{self.about['file']}' was given up: its taking in was cancelled.")

    def end(self, **event: Any) -> None:
        """The last event: ``state`` and what belongs to it."""
        self.ended = True
        self.board.put(self, event)


class ProgressBoard:
    """The courses of the last files, by upload id. Safe to call from several threads."""

    def __init__(self) -> None:
        self._courses: OrderedDict[str, Course] = OrderedDict()
        self._count = 0
        self.closed = False
        self._lock = threading.Lock()

    def begin(self, upload_id: str, file: str, corpus: str) -> Course:
        """Follow a file of the collection ``corpus`` (its resource name) under an id of the client's choosing."""
        course = Course(self, {"uploadId": upload_id, "file": file, "corpus": corpus})
        with self._lock:
            self._courses[upload_id] = course
            while len(self._courses) > MOST_FOLLOWED:
                self._courses.popitem(last=False)
        return course

    def put(self, course: Course, event: dict[str, Any]) -> None:
        """The latest event of a course."""
        with self._lock:
            self._count += 1
            course.event, course.number = event, self._count

    def latest(self, upload_id: str, seen: int) -> tuple[dict[str, Any] | None, int, bool]:
        """The newest event of an upload unless it is number ``seen``, its number, and whether it is the last."""
        with self._lock:
            course = self._courses.get(upload_id)
            if course is None or course.number == seen:
                return None, seen, bool(course and course.ended)
            return dict(course.event), course.number, course.ended

    def since(self, seen: int, corpus: str = "") -> tuple[list[dict[str, Any]], int]:
        """The latest event of every file that has news after number ``seen``, oldest first, and the number
        to ask with next time; of all collections, or of one.
        """
        with self._lock:
            news = [course for course in self._courses.values() if course.number > seen]
            news.sort(key=lambda course: course.number)
            events = [
                course.about | course.event for course in news if corpus in ("", course.about["corpus"])
            ]
            return events, self._count

    def running(self, corpus: str = "") -> tuple[list[dict[str, Any]], int]:
        """As :meth:`since`, for one who comes anew: the files that are under way."""
        with self._lock:
            under_way = [course for course in self._courses.values() if course.number and not course.ended]
            return [
                course.about | course.event for course in under_way if corpus in ("", course.about["corpus"])
            ], self._count

    def count(self, corpora: Collection[str]) -> int:
        """How many files of these collections (their resource names) wait or are read now."""
        with self._lock:
            return sum(
                bool(course.number) and not course.ended and course.about["corpus"] in corpora
                for course in self._courses.values()
            )

    def close(self) -> None:
        """Whoever follows may go home."""
        self.closed = True

    def give_up(self, upload_id: str) -> None:
        """End a file's taking in at its next page or passage. Raises :class:`Missing`."""
        with self._lock:
            course = self._courses.get(upload_id)
            if course is None:
                raise Missing(f"No upload {upload_id!r} is being taken in.")
            course.given_up = True
