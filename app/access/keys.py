"""API keys: how they are made, and which caller a presented one stands for."""

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import anyio
import anyio.to_thread

from app.access.rights import RIGHTS, Right
from app.settings import Settings
from ingest.errors import InvalidArgument
from ingest.names import check_place
from ingest.registry.api_keys import ApiKey, ApiKeys
from ingest.registry.registry import REGISTRY, Registry, registry_address

EVERY_PROJECT = "*"
FRESH_FOR = 2.0  # seconds: a key made or revoked by another process counts after that long
MOST_DAYS = 3650


@dataclass(frozen=True)
class Caller:
    """Who a request is from. ``projects`` is ``None`` where it may use all of them."""

    id: str
    projects: frozenset[str] | None = None
    rights: frozenset[Right] = frozenset(RIGHTS)
    expired: bool = False


class KeyRing:
    """The keys that open the server: those of the settings, and, once there is a registry, those of its rows."""

    def __init__(self, given: Sequence[str]) -> None:
        self._given = {hash_of(key): Caller(f"settings-{place}") for place, key in enumerate(given, 1)}
        self._stored: dict[str, ApiKey] = {}
        self._read: Callable[[], list[ApiKey]] = list
        self._read_at = -FRESH_FOR
        self._reading = anyio.Lock()
        self._threads: anyio.CapacityLimiter | None = None

    def add_stored(self, keys: ApiKeys) -> None:
        """Read further keys from rows, again and again."""
        self._read, self._read_at = keys.list, -FRESH_FOR

    async def refresh(self) -> None:
        """Read the rows again where they were read too long ago. Raises StoreUnavailable."""
        if time.monotonic() - self._read_at < FRESH_FOR:
            return
        async with self._reading:
            if time.monotonic() - self._read_at < FRESH_FOR:
                return
            # A thread of its own: requests that wait for a worker must not hold up the question who they are from.
            self._threads = self._threads or anyio.CapacityLimiter(1)
            rows = await anyio.to_thread.run_sync(self._read, limiter=self._threads)
            self._stored = {row.hash: row for row in rows}
            self._read_at = time.monotonic()

    def __bool__(self) -> bool:
        """Whether a key is asked for: whoever revokes the last one shuts the server, and does not open it."""
        return bool(self._given or self._stored)

    def caller(self, presented: Iterable[str]) -> Caller | None:
        """Whom the first key that is known stands for; ``None`` for unknown and revoked ones."""
        for key in presented:
            # Looked up by its hash, the time of which says nothing about which key is near.
            known = hash_of(key)
            if given := self._given.get(known):
                return given
            row = self._stored.get(known)
            if row and not row.revoke_time:
                return _caller(row)
        return None


def hash_of(key: str) -> str:
    """What is kept of a key. It is long and random, so that a quick hash is as good as a slow one."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def new_key(
    name: str, projects: Sequence[str], rights: Sequence[Right], days: int | None
) -> tuple[str, ApiKey]:
    """A fresh key and its row. ``projects`` and ``rights`` empty mean all, ``days`` ``None`` for ever.

    Raises :class:`InvalidArgument` for a project that cannot be one and for days outside 1 to 3650.
    """
    for project in projects:
        check_place("The project", project)
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise InvalidArgument(f"days is {days}; it must be between 1 and {MOST_DAYS}, or left out.")
    identifier, now = secrets.token_hex(4), datetime.now(UTC)
    key = f"sg-{identifier}-{secrets.token_urlsafe(32)}"
    expire_time = now + timedelta(days=days) if days else None
    row = ApiKey(
        id=identifier,
        hash=hash_of(key),
        name=name,
        projects=tuple(dict.fromkeys(projects)) or (EVERY_PROJECT,),
        rights=tuple(right for right in RIGHTS if right in rights or not rights),
        create_time=now,
        expire_time=expire_time,
    )
    return key, row


@contextmanager
def stored_keys(settings: Settings) -> Iterator[ApiKeys]:
    """The keys of the registry that ``settings`` name, beside a server that may be running."""
    settings.data.mkdir(parents=True, exist_ok=True)
    registry = Registry(registry_address(settings.data, settings.database_url))
    try:
        yield registry.api_keys
    finally:
        registry.close()


def has_stored_keys(settings: Settings) -> bool:
    """Whether there are any; no registry is made to find out."""
    if not settings.database_url and not (settings.data / REGISTRY).is_file():
        return False
    with stored_keys(settings) as keys:
        return bool(keys.list())


def _caller(row: ApiKey) -> Caller:
    projects = None if EVERY_PROJECT in row.projects else frozenset(row.projects)
    expired = row.expire_time is not None and row.expire_time <= datetime.now(UTC)
    return Caller(row.id, projects, frozenset(right for right in RIGHTS if right in row.rights), expired)
