"""The connection to the registry's database, and how lists are paged. SQLite in the data folder, or any
database SQLAlchemy knows."""

import base64
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ingest.errors import InvalidArgument, StoreUnavailable
from ingest.registry.schema import metadata, settings
from ingest.registry.upgrade import upgrade
from ingest.types import CollectionName

log = logging.getLogger(__name__)

DAMAGED = (
    "The registry (registry.sqlite in the data folder) is damaged. Stop the server and put the file back from a "
    "backup; or move it away with registry.sqlite-wal and -shm, and run `sureground fsck --repair`, which takes the "
    "stored files in again. The files themselves are not touched."
)

DEFAULT_PAGE, MAX_PAGE = 100, 1000
LARGEST_SERIAL = 2**63 - 1


class Database:
    """Transactions, with the library's errors turned into ours; ``IntegrityError`` is left to the caller."""

    def __init__(self, url: str) -> None:
        with _answering():
            self._engine = sa.create_engine(_with_driver(url), pool_pre_ping=True)
            try:
                self._prepare()
            except BaseException:
                self._engine.dispose()
                raise

    def _prepare(self) -> None:
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine, "connect", _prepare_sqlite)
            with self._engine.connect() as connection:
                if (found := connection.execute(sa.text("PRAGMA quick_check(1)")).scalar()) != "ok":
                    log.error("The registry's own check says: %s", found)
                    raise StoreUnavailable(DAMAGED)
        upgrade(self._engine)

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """All of what happens inside, or nothing."""
        with _answering(), self._engine.begin() as connection:
            yield connection

    def answers(self) -> bool:
        """Whether every table can be read, and the database can be written to."""
        try:
            with self.transaction() as connection:
                for table in metadata.sorted_tables:
                    connection.execute(sa.select(*table.primary_key).limit(1)).first()
                # Of no row, but a database that may only be read refuses it all the same.
                connection.execute(sa.update(settings).where(sa.false()).values(value=""))
        except StoreUnavailable:
            return False
        return True

    def close(self) -> None:
        self._engine.dispose()


def _with_driver(url: str) -> sa.URL:
    """PostgreSQL without a driver's name means the one of our extra ``postgres``."""
    address = sa.make_url(url)
    return address.set(drivername="postgresql+psycopg") if address.drivername == "postgresql" else address


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except ImportError as error:
        raise StoreUnavailable(f"The registry does not answer: {error}") from error
    except SQLAlchemyError as error:
        # Its text holds the statement and its values, which are nobody's business but the log's.
        log.error("The registry does not answer: %s", error)
        cause = str(getattr(error, "orig", "")).lower()
        if any(word in cause for word in ("malformed", "not a database", "corrupt")):
            raise StoreUnavailable(DAMAGED) from error
        full = " The disk is full." if "disk is full" in cause else ""
        raise StoreUnavailable(f"The registry does not answer.{full} The server's log says why.") from error


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # A commit survives the death of the process; a power cut may undo the last ones, each as a whole.
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.close()


def place(name: CollectionName) -> str:
    """Where a collection or engine is, for messages."""
    return f"projects/{name.project}/locations/{name.location}"


def named(table: sa.Table, name: CollectionName) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions that pick the row of a name."""
    return (table.c.project == name.project, table.c.location == name.location, table.c.id == name.id)


def size_of_page(page_size: int) -> int:
    """0 means the default; larger pages than the limit are cut to it."""
    if page_size < 0:
        raise InvalidArgument(f"page_size is {page_size}; it must not be negative.")
    return min(page_size or DEFAULT_PAGE, MAX_PAGE)


def after(page_token: str) -> int:
    """The serial number after which a page begins."""
    if not page_token:
        return 0
    serial = -1
    with suppress(ValueError):
        serial = int(base64.urlsafe_b64decode(page_token.encode()))
    if not 0 <= serial <= LARGEST_SERIAL:
        raise InvalidArgument(
            f"page_token {page_token!r} was not made by this list. Start again without one."
        )
    return serial


def cut_page(rows: Sequence[Any], size: int) -> tuple[Sequence[Any], str]:
    """The rows of a page, asked for with one row more than it holds, and the next page's token."""
    if len(rows) <= size:
        return rows, ""
    last = str(rows[size - 1]["serial"])
    return rows[:size], base64.urlsafe_b64encode(last.encode()).decode()


def aware(moment: datetime) -> datetime:
    """SQLite forgets the zone; every time in the registry is UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
