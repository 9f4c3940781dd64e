"""Whose turn it is: so many work at once, so many more may wait, and the others are told when to come again."""

import math
import threading
import time
from collections import deque

from app.wire.errors import Busy

SHORTEST, LONGEST = 1, 60  # seconds that a caller is told to stay away
TYPICAL = 2.0  # seconds of a turn, until some were measured


class UploadQueue:
    """Turns are given in the order in which callers came. Safe to call from several threads."""

    def __init__(self, workers: int, places: int) -> None:
        """``workers`` have their turn at once, up to ``places`` callers wait."""
        self._workers, self._places = workers, places
        self._working: dict[threading.Event, float] = {}  # since when
        self._waiting: deque[threading.Event] = deque()
        self._patient: set[threading.Event] = set()
        self._seconds = TYPICAL
        self._lock = threading.Lock()

    @property
    def lengths(self) -> tuple[int, int]:
        """How many have their turn, and how many wait for it."""
        with self._lock:
            return len(self._working), len(self._waiting)

    def refuse_when_full(self) -> None:
        """Raise :class:`Busy` when a caller who came now would be refused."""
        with self._lock:
            self._refuse_when_full()

    def enter(self, *, patient: bool = False) -> threading.Event:
        """Line up. The event is set when it is the caller's turn; :meth:`leave` ends it, come or not.

        Raises :class:`Busy` when all places are taken, except for a ``patient`` caller, who takes none.
        """
        turn = threading.Event()
        with self._lock:
            if len(self._working) < self._workers:
                self._begin(turn)
                return turn
            if not patient:
                self._refuse_when_full()
            else:
                self._patient.add(turn)
            self._waiting.append(turn)
        return turn

    def leave(self, turn: threading.Event) -> None:
        """End a turn, or stop waiting for it."""
        with self._lock:
            self._patient.discard(turn)
            if turn not in self._working:
                self._waiting.remove(turn)
                return
            took = time.monotonic() - self._working.pop(turn)
            self._seconds += 0.2 * (took - self._seconds)
            if self._waiting:
                self._begin(self._waiting.popleft())

    def _begin(self, turn: threading.Event) -> None:
        self._working[turn] = time.monotonic()
        turn.set()

    def _refuse_when_full(self) -> None:
        waiting = len(self._waiting) - len(self._patient & set(self._waiting))
        if len(self._working) < self._workers or waiting < self._places:
            return
        # When the queue will have moved on by one, as far as the last turns tell.
        seconds = math.ceil(self._seconds / self._workers)
        after = min(max(seconds, SHORTEST), LONGEST)
        raise Busy(
            f"{len(self._working)} files are being taken in and {waiting} wait; the limit is {self._places} "
            f"(SUREGROUND_UPLOAD_QUEUE). Nothing was stored; send it again in {after} s.",
            retry_after=after,
        )
