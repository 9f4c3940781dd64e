"""A crash at any point leaves the old or the new state, and the next start finishes what was begun."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest

from ingest.errors import IngestError, StoreUnavailable
from ingest.library import Library
from ingest.store.chunk_store import ChunkStore, StoredChunk, chunk_id
from ingest.store.server import ServerStore
from ingest.types import CollectionName, DocumentState, Upload
from tests.fakes import WordEmbedder

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
    library._life.finish_resuming()
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


@pytest.mark.parametrize("kept", [b"", OLD.content[:100]])
def test_a_file_that_was_cut_short_is_not_taken_for_the_whole(
    open_library: Callable[..., Library], kept: bytes
) -> None:
    library = open_library(lambda store: Dying(store, 0))
    library.create_collection(NAME)
    with pytest.raises(IngestError):
        library.add_document(NAME, OLD)
    job = library._registry.journal.unfinished()[0]
    library._files.write(job.collection, job.document, job.version, kept)
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
    library._life.finish_resuming()
    assert consistent(library) == "new"


class Half:
    """A store that fails once, when it has half of a batch."""

    def __init__(self, store: ChunkStore) -> None:
        self.store, self.failed = store, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def add(self, chunks: Sequence[StoredChunk], vectors: Any) -> None:
        if self.failed:
            self.store.add(chunks, vectors)
            return
        self.failed = True
        half = len(chunks) // 2
        assert half > 3
        self.store.add(chunks[:half], vectors[:half])
        raise StoreUnavailable("the server is gone")


def unable(_: object) -> None:
    raise StoreUnavailable("the server is gone")


@pytest.mark.parametrize(
    ("engine", "again"),
    [("edge", "in the same process"), ("edge", "at the next start"), ("server", "in the same process")],
)
def test_a_batch_that_half_arrived_is_not_doubled(
    open_library: Callable[..., Library], engine: str, again: str
) -> None:
    memory = ServerStore(":memory:", WordEmbedder.dimension)
    library = open_library(lambda store: Half(store if engine == "edge" else memory))
    library.create_collection(NAME)
    key = library._registry.collection_key(NAME)
    # What a failure leaves when even the cleaning up fails: half a batch, and the job in the journal.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library._life, "finish", unable)
        with pytest.raises(StoreUnavailable):
            library.add_document(NAME, OLD)
    assert library._store.count() > 3
    if again == "in the same process":
        library.add_document(NAME, OLD)
        library._life.resume()
        library._life.finish_resuming()
    else:
        library.close()
        library = resumed(open_library)
    assert consistent(library) == "old"
    found = library.chunks(NAME, "d")
    assert [one.id for one in found] == [chunk_id(key, "d", 1, position) for position in range(len(found))]
    assert library._store.count() == len(found) > 7


class Death(BaseException):
    """The end of the process."""


def die(*_: object, **__: object) -> None:
    raise Death


def left_unfinished(open_library: Callable[..., Library], first: Upload | None = None) -> None:
    """A document whose reading ended the process."""
    library = open_library()
    library.create_collection(NAME)
    if first:
        library.add_document(NAME, first)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ingest.documents.lifecycle.read", die)
        patch.setattr(library._life, "finish", die)
        with pytest.raises(Death):
            library.add_document(NAME, NEW)
    library.close()


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process proves at once that it lives."""
    monkeypatch.setattr("ingest.documents.lifecycle.PROBATION", 0.0)


def died_while_resuming(open_library: Callable[..., Library]) -> None:
    library = open_library()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library._life, "_rewrite_one", die)
        with pytest.raises(Death):
            library._life._work_off(library._registry.journal.unfinished())
    library.close()


@pytest.mark.usefixtures("proved")
@pytest.mark.parametrize("first", [None, OLD])
def test_what_ends_the_process_thrice_is_set_aside(
    open_library: Callable[..., Library], first: Upload | None, caplog: pytest.LogCaptureFixture
) -> None:
    left_unfinished(open_library, first)
    died_while_resuming(open_library)
    died_while_resuming(open_library)
    library = open_library()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library._life, "_rewrite_one", die)
        library._life._work_off(library._registry.journal.unfinished())
        report = library.fsck(repair=True)
    document = library.get_document(NAME, "d")
    assert "begun three times" in document.error and "set aside" in caplog.text
    assert document.state is (DocumentState.ACTIVE if first else DocumentState.ERROR)
    assert bool(library.search([NAME], "lamp")) is bool(first)
    assert [(one.fault.value, one.repaired) for one in report.findings] == [("set_aside", False)]
    # To be sent again, or to be deleted, ends it.
    library.add_document(NAME, NEW)
    assert consistent(library) == "new"


@pytest.mark.usefixtures("proved")
def test_what_was_set_aside_can_be_deleted(open_library: Callable[..., Library]) -> None:
    left_unfinished(open_library)
    died_while_resuming(open_library)
    died_while_resuming(open_library)
    library = resumed(open_library)
    library.delete_document(NAME, "d")
    assert consistent(library) == ""


def test_processes_that_are_killed_one_after_the_other_set_nothing_aside(
    open_library: Callable[..., Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second begins the document again; those that follow die before they have proved to live."""
    left_unfinished(open_library)
    died_while_resuming(open_library)
    for _ in range(5):
        library = open_library()
        with monkeypatch.context() as patch:
            patch.setattr(library._life._closed, "wait", die)
            with pytest.raises(Death):
                library._life._work_off(library._registry.journal.unfinished())
        library.close()
    monkeypatch.setattr("ingest.documents.lifecycle.PROBATION", 0.0)
    assert consistent(resumed(open_library)) == "new"


@pytest.mark.usefixtures("proved")
def test_a_process_that_is_stopped_in_order_sets_nothing_aside(
    open_library: Callable[..., Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    left_unfinished(open_library)
    monkeypatch.setattr("ingest.documents.lifecycle.LAST_WAIT", 0.0)
    for _ in range(4):
        library, begun, free = open_library(), threading.Event(), threading.Event()

        def slow(*_: object, begun: threading.Event = begun, free: threading.Event = free) -> None:
            begun.set()
            free.wait()

        with monkeypatch.context() as patch:
            patch.setattr(library._life, "_rewrite_one", slow)
            library._life.resume()
            assert begun.wait(60)
            library._life.close()
        assert library._registry.journal.unfinished()[0].kind == "write"
        free.set()
        library._life.finish_resuming()
        library.close()
    assert consistent(resumed(open_library)) == "new"


def test_a_failure_is_an_end(open_library: Callable[..., Library]) -> None:
    """A store that does not answer at two starts has nothing to do with the document."""
    left_unfinished(open_library)
    for _ in range(3):
        library = open_library(lambda store: Dying(store, 0))
        library._life.resume()
        library._life.finish_resuming()
        library.close()
    assert consistent(resumed(open_library)) == "new"


def test_the_start_does_not_wait_for_what_is_resumed(open_library: Callable[..., Library]) -> None:
    left_unfinished(open_library)
    library, free = open_library(), threading.Event()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library._life, "_rewrite_one", lambda *_: free.wait())
        library._life.resume()
        assert library.search([NAME], "lamp") == []
        free.set()
        library._life.finish_resuming()
