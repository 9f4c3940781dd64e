"""Conversations with a store, kept on disk so that a follow-up finds what was said before."""

import threading
from collections import OrderedDict
from pathlib import Path

from app.operations.log import OperationsLog
from app.wire.errors import Missing
from app.wire.schemas.answer import Session

MOST = 10_000  # the oldest go first
MOST_TURNS = 100


class AnswerSessions:
    """Sessions by full name. ``file`` keeps them from one process to the next. Safe to share between threads."""

    def __init__(self, file: Path | None = None) -> None:
        self._log = OperationsLog(file)
        records = self._log.records()
        self._kept: OrderedDict[str, Session] = OrderedDict(
            (record["name"], Session.model_validate(record)) for record in records
        )
        self._lock = threading.Lock()
        self._log.rewrite(records)

    def get(self, name: str) -> Session:
        """Raises Missing."""
        with self._lock:
            session = self._kept.get(name)
        if session is None:
            raise Missing(f"No session {name!r}.")
        return session

    def keep(self, session: Session) -> Session:
        """Make or replace a session; of more than 100 turns the last are kept."""
        session = session.replace(turns=session.turns[-MOST_TURNS:])
        with self._lock:
            self._kept[session.name] = session
            self._log.add(session.to_wire())
            if len(self._kept) > MOST:
                oldest, _ = self._kept.popitem(last=False)
                self._log.forget(oldest)
        return session

    def list(self, parent: str) -> list[Session]:
        """The sessions of a store or engine, oldest first."""
        with self._lock:
            return [kept for name, kept in self._kept.items() if name.startswith(f"{parent}/sessions/")]

    def delete(self, name: str) -> None:
        """Raises Missing."""
        self.get(name)
        with self._lock:
            self._kept.pop(name, None)
            self._log.forget(name)

    def delete_below(self, *parents: str) -> None:
        """Delete the sessions of stores or engines that are gone."""
        for parent in parents:
            for session in self.list(parent):
                self.delete(session.name)

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()
