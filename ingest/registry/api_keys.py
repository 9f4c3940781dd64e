"""API keys as rows: what a key may do, and a hash to know it by. The key itself is kept nowhere."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from ingest.errors import NotFound
from ingest.registry.database import Database, aware
from ingest.registry.schema import api_keys


@dataclass(frozen=True)
class ApiKey:
    """A key's row. ``projects`` and ``rights`` are what it is limited to; ``*`` among the projects means all."""

    id: str
    hash: str
    name: str
    projects: tuple[str, ...]
    rights: tuple[str, ...]
    create_time: datetime
    expire_time: datetime | None = None
    revoke_time: datetime | None = None


class ApiKeys:
    """The keys of a registry. Safe to call from several threads and, beside a server, from several processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, key: ApiKey) -> None:
        """Keep a new key."""
        row = asdict(key) | {"projects": list(key.projects), "rights": list(key.rights)}
        with self._database.transaction() as connection:
            connection.execute(sa.insert(api_keys).values(**row))

    def list(self) -> list[ApiKey]:
        """All keys, oldest first, those that expired or were revoked included."""
        query = sa.select(api_keys).order_by(api_keys.c.create_time, api_keys.c.id)
        with self._database.transaction() as connection:
            return [_key(row) for row in connection.execute(query).mappings()]

    def revoke(self, identifier: str) -> None:
        """End a key for good; its row stays, as what was written with it names it. Raises :class:`NotFound`."""
        with self._database.transaction() as connection:
            changed = connection.execute(
                sa.update(api_keys)
                .where(api_keys.c.id == identifier)
                .values(revoke_time=sa.func.coalesce(api_keys.c.revoke_time, datetime.now(UTC)))
            )
        if not changed.rowcount:
            raise NotFound(f"There is no key '{identifier}'. `sureground keys list` shows the ids.")


def _key(row: Mapping[Any, Any]) -> ApiKey:
    return ApiKey(
        id=row["id"],
        hash=row["hash"],
        name=row["name"],
        projects=tuple(row["projects"]),
        rights=tuple(row["rights"]),
        create_time=aware(row["create_time"]),
        expire_time=row["expire_time"] and aware(row["expire_time"]),
        revoke_time=row["revoke_time"] and aware(row["revoke_time"]),
    )
