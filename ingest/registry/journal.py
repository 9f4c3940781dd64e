"""The journal of unfinished work: what is being written or removed is noted before anything is touched."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ingest.registry.database import Database
from ingest.registry.schema import journal

# A writing is a REWRITE once a later start has begun it again, a TRIAL once it was begun alone in a process that had
# proved to live, and ASIDE when that did not end either.
WRITE, REWRITE, TRIAL, ASIDE, REMOVE = "write", "rewrite", "trial", "aside", "remove"


@dataclass(frozen=True)
class Job:
    """A version being written, or something being removed.

    ``document`` empty means the whole collection, ``version`` 0 all versions. ``upload`` are the fields
    of the upload (its bytes are in the file store; a password is kept nowhere).
    """

    number: int
    kind: str
    collection: str
    document: str
    version: int
    upload: Mapping[str, Any]


class Journal:
    """``owner`` marks the entries of this data folder: of several processes over one database each one
    resumes only its own.
    """

    def __init__(self, database: Database, owner: str) -> None:
        self._database, self._owner = database, owner

    def note(
        self,
        connection: sa.Connection,
        kind: str,
        key: str,
        document_id: str = "",
        version: int = 0,
        upload: Mapping[str, Any] | None = None,
    ) -> Job:
        """An entry that stands or falls with the transaction of ``connection``."""
        values: dict[str, Any] = {
            "owner": self._owner,
            "kind": kind,
            "collection": key,
            "document": document_id,
            "version": version,
            "upload": dict(upload or {}),
        }
        result = connection.execute(sa.insert(journal).values(**values))
        assert result.inserted_primary_key is not None
        return Job(result.inserted_primary_key[0], kind, key, document_id, version, values["upload"])

    def holds(self, job: Job) -> bool:
        """Whether something is left to do for this entry."""
        with self._database.transaction() as connection:
            query = sa.select(journal.c.number).where(journal.c.number == job.number)
            return connection.execute(query).first() is not None

    def drop_writes(self, connection: sa.Connection, key: str, document_id: str) -> None:
        """What of this folder was to be written anew of a document is not wanted any more."""
        ours = (journal.c.owner == self._owner, journal.c.kind != REMOVE)
        this = (journal.c.collection == key, journal.c.document == document_id)
        connection.execute(sa.delete(journal).where(*ours, *this))

    def mark(self, job: Job, kind: str) -> None:
        """Say how far a writing has come; nothing happens where it is finished already."""
        with self._database.transaction() as connection:
            connection.execute(sa.update(journal).where(journal.c.number == job.number).values(kind=kind))

    def finish(self, job: Job) -> None:
        """Nothing is left to do for this entry."""
        with self._database.transaction() as connection:
            connection.execute(sa.delete(journal).where(journal.c.number == job.number))

    def unfinished(self) -> list[Job]:
        """The entries a former process of this data folder left behind, oldest first."""
        return self._jobs(journal.c.owner == self._owner)

    def all(self) -> list[Job]:
        """The entries of all data folders that share the database, some of which may be under way."""
        return self._jobs(sa.true())

    def _jobs(self, condition: sa.ColumnElement[bool]) -> list[Job]:
        with self._database.transaction() as connection:
            rows = connection.execute(
                sa.select(journal).where(condition).order_by(journal.c.number)
            ).mappings()
            return [
                Job(r["number"], r["kind"], r["collection"], r["document"], r["version"], r["upload"])
                for r in rows
            ]
