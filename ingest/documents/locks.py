"""One writer per document at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Turn:
    """A caller's turn at a document; ``stop`` is set when it should end soon."""

    stop: threading.Event = field(default_factory=threading.Event)


@dataclass
class _Entry:
    lock: threading.Lock = field(default_factory=threading.Lock)
    wanted: int = 0
    turn: Turn = field(default_factory=Turn)


class Guards:
    """A lock per document, made when it is first wanted and dropped when nobody wants it."""

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str], _Entry] = {}
        self._table = threading.Lock()

    @contextmanager
    def hold(self, key: str, document_id: str) -> Iterator[Turn]:
        """Wait for, and keep, the turn at a document of a collection."""
        with self._table:
            entry = self._entries.setdefault((key, document_id), _Entry())
            entry.wanted += 1
        try:
            with entry.lock:
                with self._table:
                    entry.turn = Turn()
                yield entry.turn
        finally:
            with self._table:
                entry.wanted -= 1
                if not entry.wanted:
                    del self._entries[key, document_id]

    def interrupt(self, key: str, document_id: str) -> bool:
        """Ask the one whose turn it is to end it soon; ``False`` where nobody has it."""
        with self._table:
            entry = self._entries.get((key, document_id))
            if entry is None or not entry.lock.locked():
                return False
            entry.turn.stop.set()
            return True
