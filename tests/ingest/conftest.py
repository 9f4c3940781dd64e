"""A library over small real parts, which can be opened again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from ingest.documents.file_storage import FileStore
from ingest.documents.upload import Limits
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.store.chunk_store import ChunkStore
from ingest.store.edge import EdgeStore
from ingest.types import CollectionName
from tests import postgres
from tests.fakes import WordEmbedder

NAME = CollectionName("local", "global", "notes")


@pytest.fixture(scope="session")
def postgres_socket() -> Iterator[Path]:
    """The folder of the socket of a PostgreSQL that runs as long as the tests do."""
    if postgres.BINARIES is None:
        pytest.skip("no PostgreSQL on this machine (Debian: postgresql)")
    with postgres.serving() as socket:
        yield socket


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'registry.sqlite'}"


@pytest.fixture
def registry_url(sqlite_url: str) -> str:
    """Where the registry lies: SQLite, as in a fresh installation."""
    return sqlite_url


@pytest.fixture(params=["sqlite", "postgresql"])
def every_registry_url(request: pytest.FixtureRequest, sqlite_url: str) -> str:
    """An empty registry on each kind of database; a module asks for it by overriding ``registry_url``."""
    if request.param == "sqlite":
        return sqlite_url
    socket, name = request.getfixturevalue("postgres_socket"), f"test_{uuid4().hex}"
    with psycopg.connect(
        host=str(socket), user="sureground", dbname="postgres", autocommit=True
    ) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"postgresql://sureground@/postgres?host={socket}&options=-csearch_path%3D{name}"


@pytest.fixture
def open_library(tmp_path: Path, registry_url: str) -> Iterator[Callable[..., Library]]:
    """Opens the library of one folder; ``wrap`` may put something between it and its chunk store."""
    opened: list[Library] = []

    def make(
        wrap: Callable[[ChunkStore], ChunkStore] = lambda store: store, limits: Limits | None = None
    ) -> Library:
        embedder = WordEmbedder()
        library = Library(
            registry=Registry(registry_url),
            files=FileStore(str(tmp_path / "files")),
            store=wrap(EdgeStore(tmp_path / "chunks", embedder.dimension)),
            embedder=embedder,
            limits=limits,
        )
        opened.append(library)
        return library

    yield make
    for library in opened:
        library.close()


@pytest.fixture
def library(open_library: Callable[..., Library]) -> Library:
    """A library with one empty collection, :data:`NAME`."""
    library = open_library()
    library.create_collection(NAME)
    return library
