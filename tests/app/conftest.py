"""The door before small real parts."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.operations.operations import Operations
from app.services import Services
from app.settings import Settings
from ingest.documents.file_storage import FileStore
from ingest.documents.upload import Limits
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.store.server import ServerStore
from tests.fakes import ContainmentChecker, FirstSentenceWriter, WordEmbedder, WordReader


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a fresh installation."""
    return Settings(data=tmp_path / "data")


@pytest.fixture
def small_parts() -> Callable[[Settings], Services]:
    """Builds the services: the real library over word sets, a checker that looks for the text itself."""
    return build_small


@pytest.fixture(scope="module")
def small_parts_of_module() -> Callable[[Settings], Services]:
    """The same for a server that the tests of a module share."""
    return build_small


def build_small(settings: Settings) -> Services:
    settings.data.mkdir(parents=True, exist_ok=True)
    embedder = WordEmbedder()
    library = Library(
        registry=Registry(f"sqlite:///{settings.data / 'registry.sqlite'}"),
        files=FileStore(str(settings.data / "files")),
        store=ServerStore(":memory:", embedder.dimension),  # as the embedded one, but open in no time
        embedder=embedder,
        limits=Limits(max_upload_bytes=settings.max_upload_bytes),
    )
    checker: Any = ContainmentChecker()
    reader: Any = WordReader()
    return Services(settings, library, checker, reader, FirstSentenceWriter(), Operations())


@pytest.fixture
def client(settings: Settings, small_parts: Callable[[Settings], Services]) -> Iterator[TestClient]:
    """The door over small real parts, called from this machine."""
    app = create_app(settings, small_parts)
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client
