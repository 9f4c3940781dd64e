"""A crash at any point leaves the old or the new state, and the next start finishes what was begun."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ingest.errors import IngestError, StoreUnavailable
from ingest.library import Library
from ingest.store import ChunkStore
from ingest.types import CollectionName, DocumentState, Upload

NAME = CollectionName("local", "global", "notes")
OLD = Upload(b"The old lamp burns. " * 30, "lamp.txt", document_id="d", chunk_size=20)
NEW = Upload(b"The new lamp shines. " * 40, "lamp.txt", document_id="d", chunk_size=20)


class Dying:
    """A store whose process dies at the ``calls``-th writing call: from then on nothing gets through."""

    def __init__(self, store: ChunkStore, calls: int) -> None:
        self.store, self.left = store, calls

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.store, name)
        if name not in ("add", "remove"):
            return method

        def call(*arguments: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise StoreUnavailable("the process is dead")
            return method(*arguments)

        return call


def resumed(open_library: Callable[..., Library]) -> Library:
    library = open_library()
    library._life.resume()
    library._life.close()
    return library


def consistent(library: Library) -> str:
    """What is stored, after checking that row, chunks and files agree and nothing else is there."""
    documents, _ = library.list_documents(NAME)
    assert not library._registry.journal.unfinished()
    assert library._store.count() == sum(document.chunk_count for document in documents)
    assert library._files.count() == 2 * len(documents)
    if not documents:
        return ""
    [document] = documents
    content, _ = library.open_file(NAME, document.id)
    text = content.decode().strip()
    chunks = library.chunks(NAME, document.id)
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert library.document_text(NAME, document.id).text.strip() == text
    return "old" if content == OLD.content else "new"


@pytest.mark.parametrize("calls", range(4))
def test_death_while_adding(open_library: Callable[..., Library], calls: int) -> None:
    library = open_library(lambda store: Dying(store, calls))
    library.create_collection(NAME)
    try:
        library.add_document(NAME, OLD)
    except IngestError:
        [shown] = library.list_documents(NAME)[0]
        assert (shown.state, shown.error) == (DocumentState.ERROR, "the process is dead")
        assert library.search([NAME], "lamp") == library.chunks(NAME, "d") == []
    library.close()
    # The bytes were kept before the store was touched, so the work is finished at the next start.
    assert consistent(resumed(open_library)) == "old"


@pytest.mark.parametrize("calls", range(5))
def test_death_while_replacing(open_library: Callable[..., Library], calls: int) -> None:
    library = open_library()
    library.create_collection(NAME)
    library.add_document(NAME, OLD)
    library.close()
    library = open_library(lambda store: Dying(store, calls))
    with suppress(IngestError):
        library.add_document(NAME, NEW)
    hits = library.search([NAME], "lamp", top_k=50)
    assert len({hit.document.version for hit in hits}) == 1
    library.close()
    assert consistent(resumed(open_library)) == "new"


def test_death_while_deleting(open_library: Callable[..., Library]) -> None:
    library = open_library()
    library.create_collection(NAME)
    library.add_document(NAME, OLD)
    library.close()
    library = open_library(lambda store: Dying(store, 0))
    with pytest.raises(StoreUnavailable):
        library.delete_document(NAME, "d")
    assert library.search([NAME], "lamp") == []
    library.close()
    assert consistent(resumed(open_library)) == ""


def test_what_cannot_be_finished_is_given_up(open_library: Callable[..., Library]) -> None:
    library = open_library(lambda store: Dying(store, 0))
    library.create_collection(NAME)
    with pytest.raises(IngestError):
        library.add_document(NAME, OLD)
    job = library._registry.journal.unfinished()[0]
    library._files.remove(job.collection, job.document, job.version)
    library.close()
    assert consistent(resumed(open_library)) == ""


def test_a_newer_sending_beats_the_unfinished_one(open_library: Callable[..., Library]) -> None:
    library = open_library(lambda store: Dying(store, 0))
    library.create_collection(NAME)
    with pytest.raises(IngestError):
        library.add_document(NAME, OLD)
    library.close()
    library = open_library()
    library.add_document(NAME, NEW)
    library._life.resume()
    library._life.close()
    assert consistent(library) == "new"


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from ingest.library import Library
from ingest.files import FileStore
from ingest.registry import Registry
from ingest.store_edge import EdgeStore
from ingest.types import CollectionName, DocumentState, Upload
from tests.fakes import WordEmbedder
data = Path({data!r})
registry = Registry(f"sqlite:///{{data / 'registry.sqlite'}}")
files, store = FileStore(str(data / "files")), EdgeStore(data / "chunks", 64)
library = Library(registry=registry, files=files, store=store, embedder=WordEmbedder())
library._life.resume()
name = CollectionName("local", "global", "notes")
print("ready", flush=True)
for turn in range(1000):
    for n in range(5):
        text = f"Turn {{turn}} of document {{n}} says lamp. " * 20
        library.add_document(name, Upload(text.encode(), f"{{n}}.txt", document_id=f"d{{n}}", chunk_size=20))
    library.delete_document(name, f"d{{turn % 5}}")
"""


@pytest.mark.slow
def test_killed_at_any_moment(open_library: Callable[..., Library], tmp_path: Path) -> None:
    """SIGKILL while documents are added, replaced and deleted: each is whole afterwards, or is not there."""
    library = open_library()
    library.create_collection(NAME)
    library.close()
    script = WRITER.format(root=str(Path(__file__).parents[2]), data=str(tmp_path))
    moments = random.Random(7)
    for _ in range(int(os.environ.get("SUREGROUND_TEST_KILLS", "5"))):
        writer = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        time.sleep(moments.uniform(0.05, 1.5))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        library = resumed(open_library)
        documents, _ = library.list_documents(NAME)
        assert not library._registry.journal.unfinished()
        assert library._store.count() == sum(document.chunk_count for document in documents)
        assert library._files.count() == 2 * len(documents)
        for document in documents:
            text = library.open_file(NAME, document.id)[0].decode()
            assert all(text[c.start : c.end] == c.text for c in library.chunks(NAME, document.id))
        library.close()
