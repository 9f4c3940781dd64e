"""The documents of all collections. A row names the current version of its document, and that row is the
single truth: changing it is the one step in which a new version becomes visible.
"""

import threading
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from ingest.errors import NotFound
from ingest.registry.database import Database, after, cut_page, size_of_page
from ingest.registry.document_rows import BRIEF, Entry, document_of, row_of
from ingest.registry.journal import REMOVE, WRITE, Job, Journal
from ingest.registry.schema import collections, documents, journal
from ingest.types import CollectionName, Document, DocumentState


class Catalogue:
    """Rows in, frozen documents out; a collection is known by its key. Safe to call from several threads.

    While somebody holds ``standstill`` this process makes no new version the current one.
    """

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database, self._journal = database, journal
        self.standstill = threading.Lock()

    def get(self, collection: CollectionName, key: str, document_id: str) -> Document:
        """A document with its page report. Raises :class:`NotFound`."""
        with self._database.transaction() as connection:
            query = sa.select(documents).where(*_owned(key, document_id))
            row = connection.execute(query).mappings().first()
        if row is None:
            raise _missing(collection, document_id)
        return document_of(row, collection)

    def current(
        self, ids: Iterable[tuple[str, str]], names: Mapping[str, CollectionName]
    ) -> dict[tuple[str, str], Document]:
        """The documents of ``(collection key, document id)`` pairs, without their page reports."""
        wanted: dict[str, set[str]] = {}
        for key, document_id in ids:
            wanted.setdefault(key, set()).add(document_id)
        by_id = {}
        with self._database.transaction() as connection:
            for key, some in wanted.items():
                query = sa.select(*BRIEF).where(
                    documents.c.collection == key, documents.c.id.in_(sorted(some))
                )
                for row in connection.execute(query).mappings():
                    by_id[key, row["id"]] = document_of(row, names[key])
        return by_id

    def entries(self) -> list[Entry]:
        """All rows of all collections, in order of creation."""
        names = ("collection", "id", "version", "state", "chunk_count", "content_hash", "metadata")
        query = sa.select(*(documents.c[name] for name in names)).order_by(documents.c.serial)
        with self._database.transaction() as connection:
            rows = connection.execute(query).all()
        return [
            Entry(key, one, version, DocumentState(state), count, content_hash, metadata)
            for key, one, version, state, count, content_hash, metadata in rows
        ]

    def count(self) -> int:
        """Documents of all collections."""
        with self._database.transaction() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(documents)).scalar_one())

    def outdate(self, key: str, document_id: str) -> None:
        """Forget what a document was made from, so that the same file, sent again, is taken in anew."""
        with self._database.transaction() as connection:
            connection.execute(sa.update(documents).where(*_owned(key, document_id)).values(fingerprint=""))

    def drop(self, key: str, document_id: str) -> None:
        """Remove a row, and nothing else."""
        with self._database.transaction() as connection:
            connection.execute(sa.delete(documents).where(*_owned(key, document_id)))

    def page(
        self, collection: CollectionName, key: str, page_size: int, page_token: str
    ) -> tuple[list[Document], str]:
        """Documents in order of creation, without page reports, and the token of the next page or ``""``."""
        size = size_of_page(page_size)
        query = (
            sa.select(*BRIEF)
            .where(documents.c.collection == key, documents.c.serial > after(page_token))
            .order_by(documents.c.serial)
            .limit(size + 1)
        )
        with self._database.transaction() as connection:
            rows = connection.execute(query).mappings().all()
        page, token = cut_page(rows, size)
        return [document_of(row, collection) for row in page], token

    def update(
        self, collection: CollectionName, key: str, document_id: str, changes: Mapping[str, Any]
    ) -> Document:
        """Change columns; the version stays. Raises :class:`NotFound`."""
        values = {**changes, "update_time": datetime.now(UTC)}
        with self._database.transaction() as connection:
            changed = connection.execute(
                sa.update(documents).where(*_owned(key, document_id)).values(**values)
            )
            if not changed.rowcount:
                raise _missing(collection, document_id)
        return self.get(collection, key, document_id)

    def made_from(self, key: str, document_id: str) -> tuple[str, int]:
        """What the current version was made from, and its number; ``("", 0)`` where there is none."""
        with self._database.transaction() as connection:
            query = sa.select(documents.c.fingerprint, documents.c.version).where(*_owned(key, document_id))
            row = connection.execute(query).first()
        return (str(row[0]), int(row[1])) if row else ("", 0)

    def begin(self, document: Document, key: str, upload: Mapping[str, Any]) -> tuple[Job, bool]:
        """Note that the next version of ``document`` is being written; ``upload`` are its fields.

        One without a stored version is shown meanwhile, as ``document`` has it; ``True`` when it was not
        there at all before. Raises :class:`NotFound` when the collection is gone.
        """
        row = row_of(document, key, "")
        owned = _owned(key, document.id)
        with self._database.transaction() as connection:
            version = connection.execute(sa.select(documents.c.version).where(*owned)).scalar()
            job = self._journal.note(connection, WRITE, key, document.id, (version or 0) + 1, upload)
            self._refuse_deleted(connection, key, document)
            if version is None:
                connection.execute(sa.insert(documents).values(**row))
            elif not version:
                row.pop("create_time")
                connection.execute(sa.update(documents).where(*owned).values(**row))
        return job, version is None

    def switch(self, job: Job, document: Document, fingerprint: str) -> Job | None:
        """Make the version that ``job`` wrote the current one; the job returned removes the one before.

        Raises :class:`NotFound` when the collection was deleted meanwhile.
        """
        row = row_of(document, job.collection, fingerprint)
        with self.standstill, self._database.transaction() as connection:
            connection.execute(sa.delete(journal).where(journal.c.number == job.number))
            # What was set aside of this document, its new version takes the place of.
            self._journal.drop_writes(connection, job.collection, job.document)
            self._refuse_deleted(connection, job.collection, document)
            owned = _owned(job.collection, job.document)
            old = connection.execute(sa.select(documents.c.version).where(*owned)).scalar()
            if old is None:
                connection.execute(sa.insert(documents).values(**row))
            else:
                row.pop("create_time")
                connection.execute(sa.update(documents).where(*owned).values(**row))
            if not old:
                return None
            return self._journal.note(connection, REMOVE, job.collection, job.document, int(old))

    def fail(self, key: str, document_id: str, reason: str) -> None:
        """Say why a document could not be written: one without a stored version becomes ``ERROR``, that of
        any other stays.
        """
        state = sa.case((documents.c.version == 0, DocumentState.ERROR.value), else_=documents.c.state)
        with self._database.transaction() as connection:
            connection.execute(
                sa.update(documents).where(*_owned(key, document_id)).values(state=state, error=reason)
            )

    def add_failed(self, document: Document, key: str) -> None:
        """Show a document that could not be taken in, unless it is there. Raises :class:`NotFound`."""
        with self._database.transaction() as connection:
            query = sa.select(documents.c.version).where(*_owned(key, document.id))
            if connection.execute(query).scalar() is None:
                connection.execute(sa.insert(documents).values(**row_of(document, key, "")))
            self._refuse_deleted(connection, key, document)

    def withdraw(self, key: str, document_id: str) -> None:
        """Drop the row of a document that has no stored version."""
        with self._database.transaction() as connection:
            connection.execute(
                sa.delete(documents).where(*_owned(key, document_id), documents.c.version == 0)
            )

    def delete(self, collection: CollectionName, key: str, document_id: str) -> Job:
        """Drop the row; the returned job is what is left to do."""
        with self._database.transaction() as connection:
            gone = connection.execute(sa.delete(documents).where(*_owned(key, document_id)))
            if not gone.rowcount:
                raise _missing(collection, document_id)
            self._journal.drop_writes(connection, key, document_id)
            return self._journal.note(connection, REMOVE, key, document_id)

    def _refuse_deleted(self, connection: sa.Connection, key: str, document: Document) -> None:
        """To be asked after the first write, from which on no other transaction deletes the collection."""
        query = sa.select(collections.c.key).where(collections.c.key == key).with_for_update(read=True)
        if connection.execute(query).scalar() is None:
            raise NotFound(f"The collection was deleted while '{document.display_name}' was read.")


def _owned(key: str, document_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (documents.c.collection == key, documents.c.id == document_id)


def _missing(collection: CollectionName, document_id: str) -> NotFound:
    return NotFound(f"There is no document '{document_id}' in the collection '{collection.id}'.")
