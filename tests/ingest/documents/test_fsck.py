"""What fsck finds, and that a repaired library is whole."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from ingest.documents.fsck import Fault, Report
from ingest.errors import IngestError, StoreUnavailable
from ingest.library import Library
from ingest.registry.schema import collections, documents, journal
from ingest.store.chunk_store import StoredChunk
from ingest.types import Chunk, CollectionName, DocumentState, Upload
from tests.ingest.documents.test_recovery import Dying

NAME = CollectionName("local", "global", "notes")
LAMP = Upload(b"The lamp burns. " * 300, "lamp.txt", document_id="lamp", metadata={"shelf": "3"})
WHALE = Upload(b"The whale sings. " * 300, "whale.txt", document_id="whale")


@pytest.fixture
def full(library: Library) -> Library:
    """A library with two documents, the first in its second version."""
    library.add_document(NAME, replace(LAMP, content=b"The lamp smokes. " * 300))
    library.add_document(NAME, LAMP)
    library.add_document(NAME, WHALE)
    return library


def key_of(library: Library) -> str:
    return library._registry.collection_key(NAME)


def faults(report: Report) -> list[tuple[str, str, int]]:
    return [(one.fault.value, one.document, one.version) for one in report.findings]


def is_whole(library: Library) -> None:
    report = library.fsck()
    assert report.clean and not report.findings
    for name in ("lamp", "whale"):
        assert library.search([NAME], name)[0].document.id == name
        assert library.document_text(NAME, name).text.startswith(f"The {name}")


def test_a_whole_library_is_clean(full: Library) -> None:
    is_whole(full)
    report = full.fsck()
    assert (report.documents, report.files) == (2, 4)
    assert report.chunks == full._store.count() > 2


def test_damaged_files(full: Library) -> None:
    """What was read is read again; a file that is not what was sent is told, and nothing is made of it."""
    key = key_of(full)
    files = full._files
    for document, version, part in (("lamp", 2, ".pages"), ("whale", 1, ".pages"), ("whale", 1, "")):
        files._files.pipe_file(files._path(key, document, version) + part, b"The w")
    with pytest.raises(StoreUnavailable, match="fsck --repair"):
        full.document_text(NAME, "lamp")
    wrong = [("damaged_pages", "lamp", 2), ("damaged_file", "whale", 1), ("damaged_pages", "whale", 1)]
    assert faults(full.fsck()) == wrong
    assert [one.repaired for one in full.fsck(repair=True).findings] == [True, False, False]
    assert full.document_text(NAME, "lamp").text.startswith("The lamp")
    assert full.search([NAME], "whale")[0].chunk.text.startswith("The whale sings.")
    assert full.is_outdated(full.get_document(NAME, "whale"))
    full.add_document(NAME, WHALE)
    is_whole(full)


def test_chunks_and_files_of_other_versions_and_of_nobody(full: Library) -> None:
    key = key_of(full)
    for document, version, copies in (("lamp", 1, 2), ("lamp", 3, 1), ("nobody", 1, 1)):
        some = full.chunks(NAME, "whale")[:copies]
        put(full, key, version, [replace(one, id=str(uuid4()), document_id=document) for one in some])
        full._files.write(key, document, version, b"x")
    put(full, "0123456789abcdef", 1, [replace(full.chunks(NAME, "whale")[0], id=str(uuid4()))])
    found = full.fsck()
    chunks_found = [one for one in faults(found) if one[0] == "orphan_chunks"]
    assert sorted(chunks_found) == [
        ("orphan_chunks", "lamp", 1),
        ("orphan_chunks", "lamp", 3),
        ("orphan_chunks", "nobody", 1),
        ("orphan_chunks", "whale", 1),
    ]
    assert [one[0] for one in faults(found)].count("orphan_files") == 3
    assert not found.clean
    half = full.fsck(repair=True)
    assert [one.collection for one in half.findings if not one.repaired] == ["0123456789abcdef"]
    assert full.fsck(repair=True, strangers=True, force=True).clean
    is_whole(full)


def put(library: Library, key: str, version: int, chunks: Sequence[Chunk]) -> None:
    stored = [StoredChunk(key, version, one, one.text, {}) for one in chunks]
    library._store.add(stored, library.embedder.embed_passages([one.text for one in chunks]))


def test_lost_and_miscounted_chunks_are_made_anew(full: Library) -> None:
    key = key_of(full)
    full._store.remove(key, "lamp", 2)
    with full._registry._database.transaction() as connection:
        changed = sa.update(documents).where(documents.c.id == "whale").values(chunk_count=99)
        connection.execute(changed)
    assert faults(full.fsck()) == [("wrong_chunks", "lamp", 2), ("wrong_chunks", "whale", 1)]
    assert full.fsck(repair=True).clean
    is_whole(full)
    assert full.get_document(NAME, "lamp").metadata == {"shelf": "3"}
    assert full.search([NAME], "lamp", metadata_filter='shelf = "3"')


def test_lost_files(full: Library) -> None:
    key = key_of(full)
    path = full._files._path(key, "lamp", 2)
    full._files._files.rm_file(path + ".pages")
    full._files._files.rm_file(full._files._path(key, "whale", 1))
    report = full.fsck(repair=True)
    assert faults(report) == [("missing_pages", "lamp", 2), ("missing_file", "whale", 1)]
    assert [one.repaired for one in report.findings] == [True, False]
    assert faults(full.fsck()) == [("missing_file", "whale", 1)]
    assert full.search([NAME], "whale"), "its passages still answer"
    full.add_document(NAME, replace(WHALE, chunk_size=50))
    is_whole(full)


def test_rows_that_nobody_owns_or_reads(full: Library) -> None:
    full.record_failure(NAME, Upload(b"x", "x.txt", document_id="stalled"), "")
    with full._registry._database.transaction() as connection:
        connection.execute(
            sa.update(documents)
            .where(documents.c.id == "stalled")
            .values(state=DocumentState.PROCESSING.value)
        )
        row = dict(connection.execute(sa.select(documents).where(documents.c.id == "lamp")).mappings().one())
        row |= {"collection": "fedcba9876543210", "id": "lonely"}
        del row["serial"]
        connection.execute(sa.insert(documents).values(**row))
    found = full.fsck()
    assert faults(found) == [("stalled_row", "stalled", 0), ("orphan_row", "lonely", 2)]
    assert full.fsck(repair=True).clean
    stalled = full.get_document(NAME, "stalled")
    assert stalled.state is DocumentState.ERROR and "again" in stalled.error
    full.delete_document(NAME, "stalled")
    is_whole(full)


def test_unfinished_work_is_told_and_finished(open_library: Callable[..., Library]) -> None:
    library = open_library()
    library.create_collection(NAME)
    library.add_document(NAME, LAMP)
    library.add_document(NAME, WHALE)
    library.close()
    library = open_library(lambda store: Dying(store, 1))
    with pytest.raises(IngestError):
        library.add_document(NAME, replace(LAMP, content=LAMP.content * 2))
    library.close()
    library = open_library()
    assert faults(library.fsck()) == [("unfinished_job", "lamp", 2)]
    report = library.fsck(repair=True)
    assert report.clean and faults(report) == [("unfinished_job", "lamp", 2)]
    is_whole(library)
    assert library.get_document(NAME, "lamp").size == 2 * len(LAMP.content)


def test_work_of_another_process_over_the_same_database_is_no_fault(full: Library) -> None:
    key = key_of(full)
    put(full, key, 3, [replace(full.chunks(NAME, "lamp")[0], id=str(uuid4()))])
    job = {
        "owner": "another",
        "kind": "write",
        "collection": key,
        "document": "lamp",
        "version": 3,
        "upload": {},
    }
    with full._registry._database.transaction() as connection:
        connection.execute(sa.insert(journal).values(**job))
    assert not full.fsck(repair=True).findings
    assert full._store.versions()[key, "lamp", 3] == 1


def test_a_collection_that_is_gone_leaves_nothing(full: Library) -> None:
    key = key_of(full)
    with full._registry._database.transaction() as connection:
        connection.execute(sa.delete(collections).where(collections.c.key == key))
    assert {one.fault for one in full.fsck().findings} == {
        Fault.ORPHAN_CHUNKS,
        Fault.ORPHAN_FILES,
        Fault.ORPHAN_ROW,
    }
    assert full.fsck(repair=True, strangers=True, force=True).clean
    assert (full._store.count(), full._files.count()) == (0, 0)
    assert not full.fsck().findings


def lose_the_registry(library: Library) -> None:
    with library._registry._database.transaction() as connection:
        for table in (collections, documents, journal):
            connection.execute(sa.delete(table))


def test_no_file_is_deleted_when_the_registry_is_lost(full: Library) -> None:
    originals = {full.open_file(NAME, one)[0] for one in ("lamp", "whale")}
    key = key_of(full)
    lose_the_registry(full)
    report = full.fsck(repair=True, strangers=True)
    assert report.clean and "Taken in again" in str(report.findings)
    recovered = replace(NAME, id=f"recovered-{key}")
    assert {full.open_file(recovered, one)[0] for one in ("lamp", "whale")} == originals
    assert full.search([recovered], "whale")[0].document.id == "whale"
    assert not full.fsck().findings


def test_what_cannot_be_taken_in_again_is_moved_to_lost_and_found(full: Library, tmp_path: Path) -> None:
    key = key_of(full)
    full._files.write(key, "deleted once", 1, b"\x00\x01 no text")
    assert full.fsck(repair=True).clean
    [kept] = (tmp_path / "files" / "lost+found").iterdir()
    assert kept.read_bytes() == b"\x00\x01 no text"
    full._files.write("0123456789abcdef", "picture", 3, b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert full.fsck(repair=True, strangers=True).clean
    assert len(list((tmp_path / "files" / "lost+found").iterdir())) == 2
    is_whole(full)


def test_passages_that_are_all_that_is_left_stay(full: Library) -> None:
    key = key_of(full)
    lose_the_registry(full)
    full._files.remove(key)
    before = full._store.count()
    report = full.fsck(repair=True, strangers=True)
    assert not report.clean and full._store.count() == before
    assert full.fsck(repair=True, strangers=True, force=True).clean
    assert full._store.count() == 0
