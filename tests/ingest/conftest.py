"""A library over small real parts, which can be opened again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ingest.documents.file_storage import FileStore
from ingest.documents.upload import Limits
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.store.contract import ChunkStore
from ingest.store.edge import EdgeStore
from ingest.types import CollectionName
from tests.fakes import WordEmbedder

NAME = CollectionName("local", "global", "notes")


@pytest.fixture
def open_library(tmp_path: Path) -> Iterator[Callable[..., Library]]:
    """Opens the library of one folder; ``wrap`` may put something between it and its chunk store."""
    opened: list[Library] = []

    def make(
        wrap: Callable[[ChunkStore], ChunkStore] = lambda store: store, limits: Limits | None = None
    ) -> Library:
        embedder = WordEmbedder()
        library = Library(
            registry=Registry(f"sqlite:///{tmp_path / 'registry.sqlite'}"),
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
