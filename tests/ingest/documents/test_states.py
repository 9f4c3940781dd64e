"""What is shown of a document while it is written, after it failed, and when it is given up."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from ingest.errors import Cancelled, NotFound, UnknownFormat
from ingest.library import Library
from ingest.registry.journal import WRITE
from ingest.types import CollectionName, Document, DocumentState, Outcome, Upload
from tests.ingest.documents.test_recovery import consistent, resumed

NAME = CollectionName("local", "global", "notes")
OLD = Upload(b"The old lamp burns. " * 30, "lamp.txt", document_id="d", chunk_size=20)
NEW = Upload(b"The new lamp shines. " * 40, "lamp.txt", document_id="d", chunk_size=20)
PICTURE = Upload(b"\xff\xd8\xff" + bytes(50), "lamp.jpg", document_id="d")


@contextmanager
def held(library: Library, upload: Upload, stage: str = "embedding") -> Iterator[list[BaseException]]:
    """While the block runs, the upload is being written and waits at ``stage``; yields what ended it."""
    there, go = threading.Event(), threading.Event()
    ended: list[BaseException] = []

    def wait(now: str, done: int, total: int) -> None:
        if now == stage and not there.is_set():
            there.set()
            go.wait(60)

    def write() -> None:
        try:
            library.add_document(NAME, upload, on_progress=wait)
        except Exception as error:
            ended.append(error)
        there.set()

    writer = threading.Thread(target=write)
    writer.start()
    assert there.wait(60)
    release = threading.Timer(0.2, go.set)  # a block that waits for the writing is let go on
    release.start()
    try:
        yield ended
    finally:
        go.set()
        writer.join(60)
        release.cancel()


def shown(library: Library) -> Document:
    [document] = library.list_documents(NAME)[0]
    return document


def test_a_new_document_is_shown_while_it_is_written(library: Library) -> None:
    with held(library, OLD):
        document = library.get_document(NAME, "d")
        assert (document.state, document.display_name) == (DocumentState.PROCESSING, "lamp.txt")
        assert (document.size, document.chunk_count) == (len(OLD.content), 0)
        assert library.search([NAME], "lamp") == library.chunks(NAME, "d") == []
        with pytest.raises(NotFound):
            library.open_file(NAME, "d")
    assert shown(library).state is DocumentState.ACTIVE
    assert shown(library).create_time == document.create_time
    assert consistent(library) == "old"


def test_the_old_version_is_active_while_it_is_replaced(library: Library) -> None:
    library.add_document(NAME, OLD)
    with held(library, NEW):
        assert shown(library).state is DocumentState.ACTIVE
        assert "old" in library.search([NAME], "lamp")[0].chunk.text
    assert consistent(library) == "new"


def test_a_failed_replacement_says_why_until_one_works(library: Library) -> None:
    library.add_document(NAME, OLD)
    with pytest.raises(UnknownFormat):
        library.add_document(NAME, PICTURE)
    kept = shown(library)
    assert kept.state is DocumentState.ACTIVE
    assert "the one before stays" in kept.error and "JPEG" in kept.error
    assert "old" in library.search([NAME], "lamp")[0].chunk.text
    assert library.add_document(NAME, OLD).outcome is Outcome.UNCHANGED
    assert shown(library).error == ""
    with pytest.raises(UnknownFormat):
        library.add_document(NAME, PICTURE)
    library.add_document(NAME, NEW)
    assert shown(library).error == ""
    assert consistent(library) == "new"


def test_a_failed_new_document_leaves_nothing(library: Library) -> None:
    def fail(stage: str, done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError):
        library.add_document(NAME, OLD, on_progress=fail)
    assert consistent(library) == ""


def test_a_failure_that_nobody_waits_for_is_shown(library: Library) -> None:
    library.record_failure(NAME, PICTURE, "It is a JPEG picture.")
    assert (shown(library).state, shown(library).error) == (DocumentState.ERROR, "It is a JPEG picture.")
    assert library.chunks(NAME, "d") == []
    with pytest.raises(UnknownFormat):
        library.add_document(NAME, PICTURE)
    assert shown(library).state is DocumentState.ERROR
    assert library.add_document(NAME, OLD).outcome is Outcome.CREATED
    assert (shown(library).state, shown(library).error) == (DocumentState.ACTIVE, "")
    library.record_failure(NAME, PICTURE, "It is a JPEG picture.")
    assert consistent(library) == "old"


@pytest.mark.parametrize("stage", ["parsing", "embedding"])
def test_deleting_gives_up_a_new_document(library: Library, stage: str) -> None:
    with held(library, OLD, stage) as ended:
        library.delete_document(NAME, "d")
    assert isinstance(ended[0], Cancelled) and "deleted" in str(ended[0])
    assert consistent(library) == ""
    with pytest.raises(NotFound):
        library.delete_document(NAME, "d")


def test_deleting_gives_up_a_replacement(library: Library) -> None:
    library.add_document(NAME, OLD)
    with held(library, NEW) as ended:
        library.delete_document(NAME, "d")
    assert isinstance(ended[0], Cancelled)
    assert consistent(library) == ""


def test_an_unreadable_file_is_an_error_after_a_crash(open_library: Callable[..., Library]) -> None:
    """Nobody waits for the answer any more, so the document itself says why."""
    library = open_library()
    library.create_collection(NAME)
    key = library._registry.collection_key(NAME)
    broken = {"display_name": "lamp.pdf", "document_id": "d", "chunk_size": 20, "chunk_overlap": 4}
    with library._registry._database.transaction() as connection:
        job = library._registry.journal.note(connection, WRITE, key, "d", 1, broken)
    library._files.write(key, "d", 1, b"no PDF")
    library.record_failure(NAME, Upload(b"no PDF", "lamp.pdf", document_id="d"), "")
    library.close()
    library = resumed(open_library)
    assert shown(library).state is DocumentState.ERROR
    assert "PDF" in shown(library).error
    assert not library._registry.journal.holds(job)
    assert library._files.count() == library._store.count() == 0


def test_a_password_is_kept_nowhere(library: Library) -> None:
    sealed = Upload(b"The lamp burns. " * 30, "lamp.txt", document_id="d", password="opensesame")
    with held(library, sealed):
        [job] = library._registry.journal.unfinished()
        assert "opensesame" not in str(job)
