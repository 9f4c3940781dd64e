"""What people do with documents: keep, find, replace, delete; and that nothing is lost or left behind."""

import base64
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ingest.documents.file_storage import FileStore
from ingest.documents.upload import Limits
from ingest.errors import (
    AlreadyExists,
    IngestError,
    InvalidArgument,
    NotEmpty,
    NotFound,
    StoreUnavailable,
    TooLarge,
    UnknownFormat,
    UnreadableDocument,
)
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.store.chunk_store import ChunkStore
from ingest.store.server import ServerStore
from ingest.types import CollectionName, DocumentState, Outcome, PageStatus, Upload
from tests.fakes import WordEmbedder

NAME = CollectionName("local", "global", "notes")
OTHER = CollectionName("local", "global", "other")


@pytest.fixture
def registry_url(every_registry_url: str) -> str:
    """What people do with documents is done on every kind of database."""
    return every_registry_url


def text(content: str, name: str = "a.txt", **fields: Any) -> Upload:
    return Upload(content.encode(), name, **fields)


def found(library: Library, query: str, **options: Any) -> list[tuple[str, str]]:
    return [
        (hit.document.display_name, hit.chunk.text)
        for hit in library.search([NAME], query, alpha=0, **options)
    ]


def remains(library: Library) -> tuple[int, int]:
    """Chunks and files that are kept."""
    return library._store.count(), library._files.count()


def test_a_document_is_kept_and_found(library: Library) -> None:
    upload = text(
        "The lamp burns whale oil.",
        "lamp.txt",
        link="https://example.org/lamp",
        metadata={"year": 1850},
        details={"structData": {"title": "Lamp"}},
    )
    receipt = library.add_document(NAME, upload)
    document = receipt.document
    assert receipt.outcome is Outcome.CREATED
    assert document.state is DocumentState.ACTIVE
    assert (document.display_name, document.title, document.link) == (
        "lamp.txt",
        "lamp",
        "https://example.org/lamp",
    )
    assert (document.size, document.page_count, document.chunk_count, document.version) == (25, 1, 1, 1)
    assert document.metadata == {"year": 1850}
    assert document.details == {"structData": {"title": "Lamp"}}
    assert [(page.number, page.status, page.text) for page in document.page_report] == [
        (1, PageStatus.OK, "")
    ]
    assert library.get_document(NAME, document.id) == document
    [hit] = library.search([NAME], "whale oil")
    assert hit.document == replace(document, page_report=())
    assert hit.chunk.text == "The lamp burns whale oil."
    assert library.chunks(NAME, document.id) == [hit.chunk]
    assert library.open_file(NAME, document.id) == (upload.content, document)
    assert library.document_text(NAME, document.id).text == "The lamp burns whale oil."


def test_the_same_again_is_nothing_to_do(library: Library) -> None:
    first = library.add_document(NAME, text("The lamp burns."))
    again = library.add_document(NAME, text("The lamp burns."))
    assert again.outcome is Outcome.UNCHANGED
    assert again.document == first.document
    assert remains(library) == (1, 2)


def test_the_same_bytes_with_other_news_about_them(library: Library) -> None:
    library.add_document(NAME, text("The lamp burns.", metadata={"year": 1}))
    again = library.add_document(
        NAME,
        text("The lamp burns.", title="Lamp", link="https://e.org", metadata={"year": 2}, details={"x": 1}),
    )
    assert again.outcome is Outcome.UNCHANGED
    assert (again.document.title, again.document.link) == ("Lamp", "https://e.org")
    assert again.document.version == 1
    assert found(library, "lamp", metadata_filter="year = 2")
    assert not found(library, "lamp", metadata_filter="year = 1")


def test_two_files_with_the_same_text_are_two_documents_and_one_passage(library: Library) -> None:
    library.add_document(NAME, text("The lamp burns.", "a.txt"))
    library.add_document(NAME, text("The lamp burns.", "b.txt"))
    library.add_document(NAME, text("The lamp is out.", "c.txt"))
    assert len(found(library, "lamp burns")) == 2
    hits = library.search([NAME], "lamp burns", collapse=False)
    assert {hit.document.display_name for hit in hits} == {"a.txt", "b.txt", "c.txt"}
    a, b, _ = library.list_documents(NAME)[0]
    for one in (a, b):
        [hit] = library.search([NAME], "lamp burns", document_ids=[one.id])
        assert hit.document.id == one.id
    library.delete_document(NAME, a.id)
    assert [name for name, _ in found(library, "lamp burns")] == ["b.txt", "c.txt"]


def test_a_shorter_version_leaves_no_tail(library: Library) -> None:
    sections = [f"## Section {k}\n\nIt holds the word mark{k}.\n\n" for k in range(1, 11)]
    first = library.add_document(NAME, text("".join(sections), "notes.md", document_id="notes"))
    assert found(library, "mark9")
    second = library.add_document(NAME, text("".join(sections[:3]), "notes.md", document_id="notes"))
    assert (second.outcome, second.document.version) == (Outcome.REPLACED, 2)
    assert second.document.create_time == first.document.create_time
    assert not found(library, "mark9")
    assert found(library, "mark3")
    assert remains(library) == (second.document.chunk_count, 2)


def test_other_chunk_settings_cut_anew(library: Library) -> None:
    words = " ".join(f"Sentence number {n} is here." for n in range(60))
    coarse = library.add_document(NAME, text(words)).document
    fine = library.add_document(NAME, text(words, chunk_size=20, chunk_overlap=0))
    assert fine.outcome is Outcome.REPLACED
    assert fine.document.chunk_count > coarse.chunk_count
    assert (
        library.add_document(NAME, text(words, chunk_size=20, chunk_overlap=0)).outcome is Outcome.UNCHANGED
    )


@pytest.mark.parametrize(
    ("upload", "error"),
    [
        (Upload(b"", "a.txt"), UnreadableDocument),
        (Upload(b"  \n", "a.txt"), UnreadableDocument),
        (Upload(b"text", "a.pdf"), UnreadableDocument),
        (Upload(b"%PDF-1.4\n", "a.pdf"), UnreadableDocument),
        (Upload(b"\x89PNG\r\n\x1a\n" + bytes(99), "a.png"), UnknownFormat),
        (Upload(b"x" * 1001, "a.txt"), TooLarge),
        (Upload(b"text", "a.txt", document_id="../x"), InvalidArgument),
        (Upload(b"text", "a.txt", document_id=".."), InvalidArgument),
        (Upload(b"text", "a.txt", document_id="x" * 129), InvalidArgument),
        (Upload(b"text", "a.txt", chunk_size=10, chunk_overlap=10), InvalidArgument),
        (Upload(b"text", "/"), InvalidArgument),
    ],
)
def test_what_is_refused_leaves_nothing_behind(
    open_library: Callable[..., Library], upload: Upload, error: type[IngestError]
) -> None:
    library = open_library(limits=Limits(max_upload_bytes=1000))
    library.create_collection(NAME)
    with pytest.raises(error):
        library.add_document(NAME, upload)
    assert remains(library) == (0, 0)
    assert library.list_documents(NAME) == ([], "")
    assert not library._registry.journal.unfinished()
    assert library.add_document(NAME, text("The next one is fine.")).outcome is Outcome.CREATED


def test_a_failed_replacement_keeps_the_old_version(library: Library) -> None:
    library.add_document(NAME, text("The lamp burns.", document_id="d"))
    for broken in (b"\xff\xd8\xff" + bytes(50), b"%PDF-1.4 broken"):
        with pytest.raises(IngestError):
            library.add_document(NAME, Upload(broken, "a.pdf", document_id="d"))
    assert found(library, "lamp")
    assert library.open_file(NAME, "d")[0] == b"The lamp burns."
    assert remains(library) == (1, 2)


@pytest.mark.parametrize(
    "name", ["../../etc/cron.d/x.txt", "..\\..\\x.txt", "/etc/x.txt", "a/b/x.txt", "x\x00.txt"]
)
def test_names_never_become_paths(library: Library, tmp_path: Path, name: str) -> None:
    before = {
        path for path in tmp_path.rglob("*") if "files" not in path.parts and "chunks" not in path.parts
    }
    document = library.add_document(NAME, text("The lamp burns.", name)).document
    assert document.display_name == "x.txt"
    after = {path for path in tmp_path.rglob("*") if "files" not in path.parts and "chunks" not in path.parts}
    assert before == after
    assert all("x" not in path.name for path in (tmp_path / "files").rglob("*"))


def test_names_keep_their_letters(library: Library) -> None:
    name = "報告書 – 2024 (최종) e\u0301.txt"
    document = library.add_document(NAME, text("The lamp burns.", name)).document
    assert document.display_name == "報告書 – 2024 (최종) é.txt"
    assert document.title == "報告書 – 2024 (최종) é"


def test_what_is_told_about_a_document_changes_without_reading_it_again(library: Library) -> None:
    library.add_document(NAME, text("The lamp burns.", document_id="d", metadata={"year": 1}))
    changed = library.update_document(
        NAME, "d", display_name="b.txt", title="B", link="x", metadata={"year": 2}, details={"k": "v"}
    )
    assert (changed.display_name, changed.title, changed.link, changed.details) == (
        "b.txt",
        "B",
        "x",
        {"k": "v"},
    )
    assert changed.version == 1
    assert found(library, "lamp", metadata_filter="year = 2") == [("b.txt", "The lamp burns.")]
    with pytest.raises(NotFound, match="no document 'x'"):
        library.update_document(NAME, "x", title="B")


def test_delete_leaves_nothing(library: Library) -> None:
    library.add_document(NAME, text("The lamp burns.", document_id="d"))
    library.add_document(NAME, text("The lamp burns brighter.", document_id="d"))
    library.delete_document(NAME, "d")
    assert remains(library) == (0, 0)
    assert not found(library, "lamp")
    for _ in range(2):
        with pytest.raises(NotFound):
            library.delete_document(NAME, "d")
    for gone in (library.get_document, library.open_file, library.document_text, library.chunks):
        with pytest.raises(NotFound):
            gone(NAME, "d")
    again = library.add_document(NAME, text("The lamp burns.", document_id="d"))
    assert again.outcome is Outcome.CREATED
    assert found(library, "lamp")


def test_collections(library: Library) -> None:
    made = library.create_collection(OTHER, display_name="Other", description="More", details={"a": [1]})
    assert (made.name, made.display_name, made.description, made.details) == (
        OTHER,
        "Other",
        "More",
        {"a": [1]},
    )
    with pytest.raises(AlreadyExists, match="'other'"):
        library.create_collection(OTHER)
    fresh = library.create_collection(replace(OTHER, id="")).name.id
    assert fresh.isdecimal() and len(fresh) == 19
    assert library.update_collection(OTHER, description="Less").description == "Less"
    assert library.get_collection(OTHER).display_name == "Other"
    library.add_document(OTHER, text("The lamp burns."))
    assert library.get_collection(OTHER).document_count == 1
    with pytest.raises(NotEmpty, match="holds 1 documents"):
        library.delete_collection(OTHER)
    library.delete_collection(OTHER, force=True)
    assert remains(library) == (0, 0)
    for call in (
        library.get_collection,
        library.delete_collection,
        library.update_collection,
        library.list_documents,
    ):
        with pytest.raises(NotFound, match="'other'"):
            call(OTHER)
    library.create_collection(OTHER)
    assert library.list_documents(OTHER) == ([], "")


@pytest.mark.parametrize("part", ["project", "location", "id"])
@pytest.mark.parametrize("value", ["a/b", "", "..", "a b", "ä", "x" * 129])
def test_bad_names_are_refused(library: Library, part: str, value: str) -> None:
    if part == "id" and not value:
        pytest.skip("an empty id asks for a fresh one")
    if part != "id" and value == "..":
        pytest.skip("only ids are checked for this")
    with pytest.raises(InvalidArgument):
        library.create_collection(replace(OTHER, **{part: value}))


def test_lists_are_paged_in_order_of_creation(library: Library) -> None:
    ids = [f"d{n}" for n in (3, 1, 2, 5, 4)]
    for one in ids:
        library.add_document(NAME, text(f"The lamp {one}.", f"{one}.txt", document_id=one))
    seen, token = [], ""
    while True:
        page, token = library.list_documents(NAME, page_size=2, page_token=token)
        assert len(page) <= 2
        seen += [document.id for document in page]
        if not token:
            break
    assert seen == ids
    with pytest.raises(InvalidArgument, match="page_token"):
        library.list_documents(NAME, page_token="!")
    for number in (b"-1", b"9" * 30):
        with pytest.raises(InvalidArgument, match="page_token"):
            library.list_documents(NAME, page_token=base64.urlsafe_b64encode(number).decode())
    with pytest.raises(InvalidArgument, match="page_size"):
        library.list_documents(NAME, page_size=-1)
    for n in range(3):
        library.create_collection(replace(OTHER, id=f"c{n}"))
    page, token = library.list_collections("local", "global", page_size=3)
    rest, end = library.list_collections("local", "global", page_size=3, page_token=token)
    assert [one.name.id for one in page + rest] == ["notes", "c0", "c1", "c2"]
    assert end == ""
    assert library.list_collections("else", "global") == ([], "")


def test_engines(library: Library) -> None:
    library.create_collection(OTHER)
    name = replace(NAME, id="engine")
    made = library.create_engine(name, display_name="E", collection_ids=["notes", "other"], details={"a": 1})
    assert (made.collection_ids, made.display_name, made.details) == (("notes", "other"), "E", {"a": 1})
    assert library.resolve(name) == [NAME, OTHER]
    assert library.resolve(OTHER) == [OTHER]
    with pytest.raises(NotFound):
        library.resolve(replace(NAME, id="nothing"))
    with pytest.raises(AlreadyExists):
        library.create_engine(name)
    with pytest.raises(NotFound, match="'missing'"):
        library.create_engine(replace(NAME, id="e2"), collection_ids=["missing"])
    assert library.update_engine(name, collection_ids=["other"]).collection_ids == ("other",)
    assert [engine.name for engine in library.list_engines("local", "global")[0]] == [name]
    library.delete_engine(name)
    for call in (library.get_engine, library.delete_engine):
        with pytest.raises(NotFound, match="no engine"):
            call(name)


def test_search_keeps_to_its_collections_and_documents(library: Library) -> None:
    library.create_collection(OTHER)
    for collection in (NAME, OTHER):
        for one in ("a", "b"):
            library.add_document(collection, text(f"The lamp {one} of {collection.id}.", document_id=one))

    def hits(*collections: CollectionName, **options: Any) -> set[str]:
        return {hit.chunk.text for hit in library.search(list(collections), "lamp", **options)}

    assert hits(NAME) == {"The lamp a of notes.", "The lamp b of notes."}
    assert len(hits(NAME, OTHER)) == 4
    assert hits(NAME, document_ids=["b"]) == {"The lamp b of notes."}
    assert hits(NAME, OTHER, document_ids={NAME: ["a"]}) == {
        "The lamp a of notes.",
        "The lamp a of other.",
        "The lamp b of other.",
    }
    assert hits(NAME, document_ids=["nothing"]) == set()
    assert hits() == set()
    assert len(hits(NAME, OTHER, top_k=1)) == 1
    with pytest.raises(NotFound):
        hits(replace(NAME, id="nothing"))
    for top_k in (0, 1001):
        with pytest.raises(InvalidArgument, match="top_k"):
            hits(NAME, top_k=top_k)
    with pytest.raises(InvalidArgument, match="alpha"):
        hits(NAME, alpha=1.1)
    with pytest.raises(InvalidArgument, match="filter"):
        hits(NAME, metadata_filter="year >")
    assert library.search_many([NAME], []) == []
    assert [len(one) for one in library.search_many([NAME, OTHER], ["lamp", "notes"], top_k=3)] == [3, 3]


def test_hits_are_in_order_with_their_distance(library: Library) -> None:
    for content in ("whale oil lamp", "whale oil", "steam train"):
        library.add_document(NAME, text(content, f"{content}.txt"))
    hits = library.search([NAME], "whale oil lamp", hybrid=False)
    assert hits[0].chunk.text == "whale oil lamp"
    assert hits[0].distance == pytest.approx(0, abs=1e-5)
    assert [hit.distance for hit in hits] == sorted(hit.distance for hit in hits)
    joined = library.search([NAME], "whale oil lamp")
    assert [hit.score for hit in joined] == sorted((hit.score for hit in joined), reverse=True)


def test_progress(library: Library) -> None:
    steps: list[tuple[str, int, int]] = []
    words = " ".join(f"Sentence number {n} is here." for n in range(3000))
    receipt = library.add_document(
        NAME, text(words, chunk_size=20), on_progress=lambda *step: steps.append(step)
    )
    count = receipt.document.chunk_count
    assert steps[0] == ("parsing", 1, 1)
    assert steps[-1] == ("embedding", count, count)
    embedding = [done for stage, done, _ in steps if stage == "embedding"]
    assert len(embedding) > 1
    assert embedding == sorted(embedding)


def test_many_writers_at_once(library: Library) -> None:
    """Different documents go in side by side; of one document the last version is whole."""

    def write(n: int) -> None:
        library.add_document(NAME, text(f"The lamp number{n} burns.", f"{n}.txt", document_id=f"d{n}"))
        library.add_document(NAME, text(f"Shared by writer{n}.", "shared.txt", document_id="shared"))
        library.search([NAME], "lamp")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(16)))
    documents, _ = library.list_documents(NAME)
    assert len(documents) == 17
    assert remains(library) == (17, 34)
    [shared] = [document for document in documents if document.id == "shared"]
    assert shared.version == 16
    assert len(found(library, "shared")) == 1


def test_a_document_never_vanishes_from_search_while_it_is_replaced(library: Library) -> None:
    library.add_document(NAME, text("The lamp version 0 burns.", document_id="d"))
    done = threading.Event()
    missed = []

    def look() -> None:
        while not done.is_set():
            hits = library.search([NAME], "lamp", top_k=1)
            if len(hits) != 1:
                missed.append(hits)

    looking = threading.Thread(target=look)
    looking.start()
    for n in range(1, 40):
        library.add_document(NAME, text(f"The lamp version {n} burns.", document_id="d"))
    done.set()
    looking.join()
    assert not missed


def test_a_document_that_is_replaced_during_every_look_is_found(open_library: Callable[..., Library]) -> None:
    """However busy the machine: a search that always comes too late stops the replacing for a moment."""
    library: Library
    versions = iter(range(1, 100))

    class Replacing(Wrapped):
        def search(self, queries: Any) -> Any:
            found = self.store.search(queries)
            upload = text(f"The lamp version {next(versions)} burns.", document_id="d")
            replacing = threading.Thread(target=library.add_document, args=(NAME, upload))
            replacing.start()
            writers.append(replacing)
            replacing.join(timeout=0.5)
            return found

    writers: list[threading.Thread] = []
    library = open_library(Replacing)
    library.create_collection(NAME)
    library.add_document(NAME, text("The lamp version 0 burns.", document_id="d"))
    assert len(library.search([NAME], "lamp", top_k=1)) == 1
    for writer in writers:
        writer.join()


def test_a_collection_deleted_while_a_document_comes_in(open_library: Callable[..., Library]) -> None:
    """The deletion wins, and nothing of the document stays."""
    library: Library

    class Deleting(Wrapped):
        def add(self, *arguments: Any) -> None:
            self.store.add(*arguments)
            library.delete_collection(NAME, force=True)

    library = open_library(Deleting)
    library.create_collection(NAME)
    with pytest.raises(NotFound, match="deleted"):
        library.add_document(NAME, text("The lamp burns."))
    assert remains(library) == (0, 0)


class Wrapped:
    """Hands everything on to a real store."""

    def __init__(self, store: ChunkStore) -> None:
        self.store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


def test_another_embedding_model_is_refused(tmp_path: Path) -> None:
    class OtherEmbedder(WordEmbedder):
        name = "other words"

    registry = Registry(f"sqlite:///{tmp_path / 'registry.sqlite'}")
    files = FileStore(str(tmp_path / "files"))
    store = ServerStore(":memory:", 64)
    Library(registry=registry, files=files, store=store, embedder=WordEmbedder())
    with pytest.raises(StoreUnavailable, match=r"'words'.*'other words'"):
        Library(registry=registry, files=files, store=store, embedder=OtherEmbedder())


@pytest.mark.parametrize(
    "url", ["sqlite:////proc/nowhere/r.sqlite", "nonsense://x", "postgresql+nothing://x"]
)
def test_a_registry_that_does_not_answer_is_named(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="registry"):
        Registry(url)


def test_a_file_store_that_does_not_answer_is_named() -> None:
    with pytest.raises(StoreUnavailable, match="file store"):
        FileStore("nonsense://bucket")
