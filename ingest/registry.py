"""What exists: collections, engines, documents, and the journal of unfinished work.

SQLite in the data folder, or any database SQLAlchemy knows. A document's row names its current version; that row
is the single truth, so changing it is the one step in which a new version becomes visible.
"""

import base64
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ingest.errors import AlreadyExists, InvalidArgument, NotEmpty, NotFound, StoreUnavailable
from ingest.tables import collections, documents, engines, journal, metadata, settings
from ingest.types import Collection, CollectionName, Document, DocumentState, Engine, Page, PageStatus

MAX_PAGE = 1000


@dataclass(frozen=True)
class Job:
    """An entry of the journal: a version being written, or something being removed.

    ``document`` empty means the whole collection, ``version`` 0 all versions. ``upload`` are the fields of the
    upload (its bytes are in the file store).
    """

    number: int
    kind: str
    collection: str
    document: str
    version: int
    upload: Mapping[str, Any]


class Registry:
    """Rows in, frozen values out. Safe to call from several threads.

    ``owner`` marks the journal entries of this data folder, so that of several processes over one database each
    one resumes only its own.
    """

    def __init__(self, url: str, owner: str = "") -> None:
        self._owner = owner
        with _answering():
            self._engine = sa.create_engine(url, pool_pre_ping=True)
            if self._engine.dialect.name == "sqlite":
                sa.event.listen(self._engine, "connect", _prepare_sqlite)
            metadata.create_all(self._engine)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        with _answering(), self._engine.begin() as connection:
            yield connection

    # Settings that must not change under the stored chunks.

    def setting(self, name: str, value: str) -> str:
        """The stored value of a setting; ``value`` is stored, and returned, where there is none yet."""
        with self._transaction() as connection:
            query = sa.select(settings.c.value).where(settings.c.name == name)
            found = connection.execute(query).scalar()
            if found is None:
                connection.execute(sa.insert(settings).values(name=name, value=value))
                return value
            return str(found)

    # Collections.

    def create_collection(
        self, name: CollectionName, display_name: str, description: str, details: Mapping[str, Any]
    ) -> Collection:
        now = datetime.now(UTC)
        row = {
            "key": secrets.token_hex(8),
            "project": name.project,
            "location": name.location,
            "id": name.id,
            "display_name": display_name,
            "description": description,
            "details": dict(details),
            "create_time": now,
            "update_time": now,
        }
        try:
            with self._transaction() as connection:
                connection.execute(sa.insert(collections).values(**row))
        except IntegrityError as error:
            raise AlreadyExists(f"A collection '{name.id}' exists already in {_place(name)}.") from error
        return self.collection(name)

    def collection(self, name: CollectionName) -> Collection:
        with self._transaction() as connection:
            row = connection.execute(_counted().where(*_named(collections, name))).mappings().first()
        if row is None:
            raise NotFound(f"There is no collection '{name.id}' in {_place(name)}. Create it first.")
        return _collection(row)

    def collection_key(self, name: CollectionName) -> str:
        """The key that the chunk store and the file store know the collection by."""
        with self._transaction() as connection:
            query = sa.select(collections.c.key).where(*_named(collections, name))
            key = connection.execute(query).scalar()
        if key is None:
            raise NotFound(f"There is no collection '{name.id}' in {_place(name)}. Create it first.")
        return str(key)

    def collections(
        self, project: str, location: str, page_size: int, page_token: str
    ) -> tuple[list[Collection], str]:
        query = _counted().where(
            collections.c.project == project,
            collections.c.location == location,
            collections.c.serial > _after(page_token),
        )
        with self._transaction() as connection:
            query = query.order_by(collections.c.serial).limit(_size(page_size) + 1)
            rows = connection.execute(query).mappings().all()
        page, token = _page(rows, _size(page_size))
        return [_collection(row) for row in page], token

    def update_collection(self, name: CollectionName, changes: Mapping[str, Any]) -> Collection:
        key = self.collection_key(name)
        with self._transaction() as connection:
            values = {**changes, "update_time": datetime.now(UTC)}
            connection.execute(sa.update(collections).where(collections.c.key == key).values(**values))
        return self.collection(name)

    def delete_collection(self, name: CollectionName, *, force: bool) -> Job:
        """Drop the rows; the returned job is what is left to do."""
        with self._transaction() as connection:
            query = sa.select(collections.c.key).where(*_named(collections, name))
            key = connection.execute(query).scalar()
            if key is None:
                raise NotFound(f"There is no collection '{name.id}' in {_place(name)}.")
            held = connection.execute(
                sa.select(sa.func.count()).select_from(documents).where(documents.c.collection == key)
            ).scalar_one()
            if held and not force:
                raise NotEmpty(
                    f"The collection '{name.id}' holds {held} documents. Delete them first, or use force."
                )
            connection.execute(sa.delete(documents).where(documents.c.collection == key))
            connection.execute(sa.delete(collections).where(collections.c.key == key))
            return self._begin(connection, "remove", str(key), "", 0, {})

    # Engines.

    def create_engine(
        self,
        name: CollectionName,
        display_name: str,
        collection_ids: Sequence[str],
        details: Mapping[str, Any],
    ) -> Engine:
        now = datetime.now(UTC)
        try:
            with self._transaction() as connection:
                connection.execute(
                    sa.insert(engines).values(
                        project=name.project,
                        location=name.location,
                        id=name.id,
                        display_name=display_name,
                        collection_ids=list(collection_ids),
                        details=dict(details),
                        create_time=now,
                        update_time=now,
                    )
                )
        except IntegrityError as error:
            raise AlreadyExists(f"An engine '{name.id}' exists already in {_place(name)}.") from error
        return self.engine(name)

    def engine(self, name: CollectionName) -> Engine:
        with self._transaction() as connection:
            row = connection.execute(sa.select(engines).where(*_named(engines, name))).mappings().first()
        if row is None:
            raise NotFound(f"There is no engine '{name.id}' in {_place(name)}. Create it first.")
        return _engine(row)

    def engines(
        self, project: str, location: str, page_size: int, page_token: str
    ) -> tuple[list[Engine], str]:
        query = (
            sa.select(engines)
            .where(
                engines.c.project == project,
                engines.c.location == location,
                engines.c.serial > _after(page_token),
            )
            .order_by(engines.c.serial)
            .limit(_size(page_size) + 1)
        )
        with self._transaction() as connection:
            rows = connection.execute(query).mappings().all()
        page, token = _page(rows, _size(page_size))
        return [_engine(row) for row in page], token

    def update_engine(self, name: CollectionName, changes: Mapping[str, Any]) -> Engine:
        self.engine(name)
        with self._transaction() as connection:
            values = {**changes, "update_time": datetime.now(UTC)}
            connection.execute(sa.update(engines).where(*_named(engines, name)).values(**values))
        return self.engine(name)

    def delete_engine(self, name: CollectionName) -> None:
        self.engine(name)
        with self._transaction() as connection:
            connection.execute(sa.delete(engines).where(*_named(engines, name)))

    # Documents.

    def document(self, collection: CollectionName, key: str, document_id: str) -> Document:
        with self._transaction() as connection:
            query = sa.select(documents).where(documents.c.collection == key, documents.c.id == document_id)
            row = connection.execute(query).mappings().first()
        if row is None:
            raise NotFound(f"There is no document '{document_id}' in the collection '{collection.id}'.")
        return _document(row, collection)

    def current(
        self, ids: Iterable[tuple[str, str]], names: Mapping[str, CollectionName]
    ) -> dict[tuple[str, str], Document]:
        """The documents of ``(collection key, document id)`` pairs, without their page reports."""
        wanted: dict[str, set[str]] = {}
        for key, document_id in ids:
            wanted.setdefault(key, set()).add(document_id)
        found = {}
        with self._transaction() as connection:
            for key, some in wanted.items():
                query = sa.select(*_BRIEF).where(
                    documents.c.collection == key, documents.c.id.in_(sorted(some))
                )
                for row in connection.execute(query).mappings():
                    found[key, row["id"]] = _document(row, names[key])
        return found

    def documents(
        self, collection: CollectionName, key: str, page_size: int, page_token: str
    ) -> tuple[list[Document], str]:
        query = (
            sa.select(*_BRIEF)
            .where(documents.c.collection == key, documents.c.serial > _after(page_token))
            .order_by(documents.c.serial)
            .limit(_size(page_size) + 1)
        )
        with self._transaction() as connection:
            rows = connection.execute(query).mappings().all()
        page, token = _page(rows, _size(page_size))
        return [_document(row, collection) for row in page], token

    def update_document(
        self, collection: CollectionName, key: str, document_id: str, changes: Mapping[str, Any]
    ) -> Document:
        self.document(collection, key, document_id)
        with self._transaction() as connection:
            connection.execute(
                sa.update(documents)
                .where(documents.c.collection == key, documents.c.id == document_id)
                .values(**changes, update_time=datetime.now(UTC))
            )
        return self.document(collection, key, document_id)

    def fingerprint(self, key: str, document_id: str) -> tuple[str, int]:
        """What the current version was made from, and its number; ``("", 0)`` where there is none."""
        with self._transaction() as connection:
            query = sa.select(documents.c.fingerprint, documents.c.version).where(
                documents.c.collection == key, documents.c.id == document_id
            )
            row = connection.execute(query).first()
        return (str(row[0]), int(row[1])) if row else ("", 0)

    # The journal.

    def begin(self, key: str, document_id: str, version: int, upload: Mapping[str, Any]) -> Job:
        """Note that a version is being written, before anything of it is stored."""
        with self._transaction() as connection:
            return self._begin(connection, "write", key, document_id, version, upload)

    def commit(self, job: Job, document: Document, fingerprint: str) -> Job | None:
        """Make the written version the current one, in one transaction; the job returned removes the old one.

        Raises :class:`NotFound` when the collection was deleted meanwhile.
        """
        row = _row(document, job.collection, fingerprint)
        where = (documents.c.collection == job.collection, documents.c.id == job.document)
        with self._transaction() as connection:
            held = connection.execute(
                sa.select(collections.c.key).where(collections.c.key == job.collection)
            ).scalar()
            if held is None:
                raise NotFound(f"The collection was deleted while '{document.display_name}' was read.")
            old = connection.execute(sa.select(documents.c.version).where(*where)).scalar()
            if old is None:
                connection.execute(sa.insert(documents).values(**row))
            else:
                row.pop("create_time")
                connection.execute(sa.update(documents).where(*where).values(**row))
            connection.execute(sa.delete(journal).where(journal.c.number == job.number))
            if old is None:
                return None
            return self._begin(connection, "remove", job.collection, job.document, int(old), {})

    def delete_document(self, collection: CollectionName, key: str, document_id: str) -> Job:
        """Drop the row; the returned job is what is left to do."""
        with self._transaction() as connection:
            gone = connection.execute(
                sa.delete(documents).where(documents.c.collection == key, documents.c.id == document_id)
            )
            if not gone.rowcount:
                raise NotFound(f"There is no document '{document_id}' in the collection '{collection.id}'.")
            return self._begin(connection, "remove", key, document_id, 0, {})

    def finish(self, job: Job) -> None:
        """Nothing is left to do for this entry."""
        with self._transaction() as connection:
            connection.execute(sa.delete(journal).where(journal.c.number == job.number))

    def unfinished(self) -> list[Job]:
        """The entries a former process of this data folder left behind, oldest first."""
        with self._transaction() as connection:
            query = sa.select(journal).where(journal.c.owner == self._owner).order_by(journal.c.number)
            rows = connection.execute(query).mappings().all()
        return [
            Job(r["number"], r["kind"], r["collection"], r["document"], r["version"], r["upload"])
            for r in rows
        ]

    def name_of(self, key: str) -> CollectionName | None:
        """The name of a collection by its key; ``None`` when it is gone."""
        with self._transaction() as connection:
            row = (
                connection.execute(sa.select(collections).where(collections.c.key == key)).mappings().first()
            )
        return CollectionName(row["project"], row["location"], row["id"]) if row else None

    def _begin(
        self,
        connection: sa.Connection,
        kind: str,
        key: str,
        document_id: str,
        version: int,
        upload: Mapping[str, Any],
    ) -> Job:
        values = {
            "owner": self._owner,
            "kind": kind,
            "collection": key,
            "document": document_id,
            "version": version,
            "upload": dict(upload),
        }
        result = connection.execute(sa.insert(journal).values(**values))
        assert result.inserted_primary_key is not None
        return Job(result.inserted_primary_key[0], kind, key, document_id, version, upload)


_BRIEF = [column for column in documents.c if column.name not in ("page_report", "fingerprint")]


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, ImportError) as error:
        raise StoreUnavailable(f"The registry does not answer: {error}") from error


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.close()


def _place(name: CollectionName) -> str:
    return f"projects/{name.project}/locations/{name.location}"


def _named(table: sa.Table, name: CollectionName) -> tuple[sa.ColumnElement[bool], ...]:
    return (table.c.project == name.project, table.c.location == name.location, table.c.id == name.id)


def _counted() -> sa.Select[Any]:
    held = (
        sa.select(sa.func.count())
        .select_from(documents)
        .where(documents.c.collection == collections.c.key)
        .scalar_subquery()
    )
    return sa.select(collections, held.label("document_count"))


def _size(page_size: int) -> int:
    if page_size < 0:
        raise InvalidArgument(f"page_size is {page_size}; it must not be negative.")
    return min(page_size or 100, MAX_PAGE)


def _after(page_token: str) -> int:
    if not page_token:
        return 0
    try:
        return int(base64.urlsafe_b64decode(page_token.encode()))
    except ValueError as error:
        raise InvalidArgument(
            f"page_token {page_token!r} was not made by this list. Start again without one."
        ) from error


def _page(rows: Sequence[Any], size: int) -> tuple[Sequence[Any], str]:
    if len(rows) <= size:
        return rows, ""
    last = str(rows[size - 1]["serial"])
    return rows[:size], base64.urlsafe_b64encode(last.encode()).decode()


def _aware(moment: datetime) -> datetime:
    # SQLite forgets the zone; every time in the registry is UTC.
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _collection(row: Mapping[Any, Any]) -> Collection:
    return Collection(
        name=CollectionName(row["project"], row["location"], row["id"]),
        display_name=row["display_name"],
        description=row["description"],
        create_time=_aware(row["create_time"]),
        update_time=_aware(row["update_time"]),
        document_count=row["document_count"],
        details=row["details"],
    )


def _engine(row: Mapping[Any, Any]) -> Engine:
    return Engine(
        name=CollectionName(row["project"], row["location"], row["id"]),
        display_name=row["display_name"],
        collection_ids=tuple(row["collection_ids"]),
        create_time=_aware(row["create_time"]),
        update_time=_aware(row["update_time"]),
        details=row["details"],
    )


_PLAIN = ["id", "display_name", "title", "link", "mime_type", "size", "content_hash", "version", "error", "page_count", "chunk_count", "metadata", "details"]


def _document(row: Mapping[Any, Any], collection: CollectionName) -> Document:
    report = tuple(
        Page(number, "", label, PageStatus(status), reason)
        for number, label, status, reason in row.get("page_report", ())
    )
    return Document(
        collection=collection,
        state=DocumentState(row["state"]),
        create_time=_aware(row["create_time"]),
        update_time=_aware(row["update_time"]),
        page_report=report,
        **{name: row[name] for name in _PLAIN},
    )


def _row(document: Document, key: str, fingerprint: str) -> dict[str, Any]:
    report = [[p.number, p.label, p.status.value, p.reason] for p in document.page_report]
    return {
        "collection": key,
        "fingerprint": fingerprint,
        "state": document.state.value,
        "create_time": document.create_time,
        "update_time": document.update_time,
        "page_report": report,
        **{name: getattr(document, name) for name in _PLAIN},
    }


def as_active(document: Document) -> Document:
    """The document as it is once its version is current."""
    return replace(document, state=DocumentState.ACTIVE)
