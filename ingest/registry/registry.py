"""What exists: collections and engines, and the way to the documents and the journal in the same database."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ingest.errors import AlreadyExists, NotEmpty, NotFound
from ingest.registry.api_keys import ApiKeys
from ingest.registry.catalogue import Catalogue
from ingest.registry.database import Database, after, aware, cut_page, named, place, size_of_page
from ingest.registry.journal import REMOVE, Job, Journal
from ingest.registry.schema import collections, documents, engines, settings
from ingest.types import Collection, CollectionName, Engine

REGISTRY = "registry.sqlite"  # in a data folder, where no other address is set


def registry_address(data: Path, database_url: str) -> str:
    """The SQLAlchemy address of the registry of a data folder."""
    return database_url or f"sqlite:///{data.expanduser().resolve() / REGISTRY}"


class Registry:
    """Rows in, frozen values out. Safe to call from several threads."""

    def __init__(self, url: str, owner: str = "") -> None:
        """``url`` is a SQLAlchemy address; ``owner`` is the data folder's mark in the journal."""
        self._database = Database(url)
        self.journal = Journal(self._database, owner)
        self.documents = Catalogue(self._database, self.journal)
        self.api_keys = ApiKeys(self._database)

    def close(self) -> None:
        self._database.close()

    def answers(self) -> bool:
        """Whether the database can be read."""
        return self._database.answers()

    def setting(self, name: str, value: str) -> str:
        """The stored value of a setting that must not change; ``value`` is stored where there is none yet."""
        with self._database.transaction() as connection:
            query = sa.select(settings.c.value).where(settings.c.name == name)
            found = connection.execute(query).scalar()
            if found is None:
                connection.execute(sa.insert(settings).values(name=name, value=value))
                return value
            return str(found)

    def change_settings(self, values: Mapping[str, str]) -> None:
        """Store settings, all of them or none."""
        with self._database.transaction() as connection:
            for name, value in values.items():
                changed = connection.execute(
                    sa.update(settings).where(settings.c.name == name).values(value=value)
                )
                if not changed.rowcount:
                    connection.execute(sa.insert(settings).values(name=name, value=value))

    # Collections.

    def create_collection(
        self, name: CollectionName, display_name: str, description: str, details: Mapping[str, Any]
    ) -> Collection:
        """A new row with a key of our own, so that nothing of a deleted namesake is ever found again."""
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
            with self._database.transaction() as connection:
                connection.execute(sa.insert(collections).values(**row))
        except IntegrityError as error:
            raise AlreadyExists(f"A collection '{name.id}' exists already in {place(name)}.") from error
        return self.collection(name)

    def collection(self, name: CollectionName) -> Collection:
        with self._database.transaction() as connection:
            row = connection.execute(_counted().where(*named(collections, name))).mappings().first()
        if row is None:
            raise _missing("collection", name)
        return _collection(row)

    def collection_key(self, name: CollectionName) -> str:
        """The key that the chunk store and the file store know the collection by."""
        with self._database.transaction() as connection:
            query = sa.select(collections.c.key).where(*named(collections, name))
            key = connection.execute(query).scalar()
        if key is None:
            raise _missing("collection", name)
        return str(key)

    def collection_name(self, key: str) -> CollectionName | None:
        """The name of a collection by its key; ``None`` when it is gone."""
        with self._database.transaction() as connection:
            query = sa.select(collections).where(collections.c.key == key)
            row = connection.execute(query).mappings().first()
        return CollectionName(row["project"], row["location"], row["id"]) if row else None

    def collection_keys(self) -> set[str]:
        """The keys of all collections."""
        with self._database.transaction() as connection:
            return set(connection.execute(sa.select(collections.c.key)).scalars())

    def collections(
        self, project: str, location: str, page_size: int, page_token: str
    ) -> tuple[list[Collection], str]:
        """Collections in order of creation, and the token of the next page or ``""``."""
        rows, token = self._page(_counted(), collections, project, location, page_size, page_token)
        return [_collection(row) for row in rows], token

    def update_collection(self, name: CollectionName, changes: Mapping[str, Any]) -> Collection:
        key = self.collection_key(name)
        values = {**changes, "update_time": datetime.now(UTC)}
        with self._database.transaction() as connection:
            connection.execute(sa.update(collections).where(collections.c.key == key).values(**values))
        return self.collection(name)

    def delete_collection(self, name: CollectionName, *, force: bool) -> Job:
        """Drop the rows; the returned job is what is left to do."""
        with self._database.transaction() as connection:
            query = sa.select(collections.c.key).where(*named(collections, name))
            key = connection.execute(query).scalar()
            if key is None:
                raise _missing("collection", name)
            held = connection.execute(
                sa.select(sa.func.count()).select_from(documents).where(documents.c.collection == key)
            ).scalar_one()
            if held and not force:
                raise NotEmpty(
                    f"The collection '{name.id}' holds {held} documents. Delete them first, or use force."
                )
            connection.execute(sa.delete(documents).where(documents.c.collection == key))
            connection.execute(sa.delete(collections).where(collections.c.key == key))
            return self.journal.note(connection, REMOVE, str(key))

    # Engines.

    def create_engine(
        self,
        name: CollectionName,
        display_name: str,
        collection_ids: Sequence[str],
        details: Mapping[str, Any],
    ) -> Engine:
        now = datetime.now(UTC)
        row = {
            "project": name.project,
            "location": name.location,
            "id": name.id,
            "display_name": display_name,
            "collection_ids": list(collection_ids),
            "details": dict(details),
            "create_time": now,
            "update_time": now,
        }
        try:
            with self._database.transaction() as connection:
                connection.execute(sa.insert(engines).values(**row))
        except IntegrityError as error:
            raise AlreadyExists(f"An engine '{name.id}' exists already in {place(name)}.") from error
        return self.engine(name)

    def engine(self, name: CollectionName) -> Engine:
        with self._database.transaction() as connection:
            row = connection.execute(sa.select(engines).where(*named(engines, name))).mappings().first()
        if row is None:
            raise _missing("engine", name)
        return _engine(row)

    def engines(
        self, project: str, location: str, page_size: int, page_token: str
    ) -> tuple[list[Engine], str]:
        """Engines in order of creation, and the token of the next page or ``""``."""
        rows, token = self._page(sa.select(engines), engines, project, location, page_size, page_token)
        return [_engine(row) for row in rows], token

    def update_engine(self, name: CollectionName, changes: Mapping[str, Any]) -> Engine:
        values = {**changes, "update_time": datetime.now(UTC)}
        with self._database.transaction() as connection:
            connection.execute(sa.update(engines).where(*named(engines, name)).values(**values))
        return self.engine(name)

    def delete_engine(self, name: CollectionName) -> None:
        with self._database.transaction() as connection:
            gone = connection.execute(sa.delete(engines).where(*named(engines, name)))
            if not gone.rowcount:
                raise _missing("engine", name)

    def _page(
        self,
        query: sa.Select[Any],
        table: sa.Table,
        project: str,
        location: str,
        page_size: int,
        page_token: str,
    ) -> tuple[Sequence[Any], str]:
        size = size_of_page(page_size)
        here = (table.c.project == project, table.c.location == location, table.c.serial > after(page_token))
        with self._database.transaction() as connection:
            query = query.where(*here).order_by(table.c.serial).limit(size + 1)
            rows = connection.execute(query).mappings().all()
        return cut_page(rows, size)


def _missing(what: str, name: CollectionName) -> NotFound:
    return NotFound(f"There is no {what} '{name.id}' in {place(name)}. Create it first.")


def _counted() -> sa.Select[Any]:
    held = (
        sa.select(sa.func.count())
        .select_from(documents)
        .where(documents.c.collection == collections.c.key)
        .scalar_subquery()
    )
    return sa.select(collections, held.label("document_count"))


def _collection(row: Mapping[Any, Any]) -> Collection:
    return Collection(
        name=CollectionName(row["project"], row["location"], row["id"]),
        display_name=row["display_name"],
        description=row["description"],
        create_time=aware(row["create_time"]),
        update_time=aware(row["update_time"]),
        document_count=row["document_count"],
        details=row["details"],
    )


def _engine(row: Mapping[Any, Any]) -> Engine:
    return Engine(
        name=CollectionName(row["project"], row["location"], row["id"]),
        display_name=row["display_name"],
        collection_ids=tuple(row["collection_ids"]),
        create_time=aware(row["create_time"]),
        update_time=aware(row["update_time"]),
        details=row["details"],
    )
