"""Another embedding model: refused first, then everything is embedded anew, beside the old index."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from ingest.documents.file_storage import FileStore
from ingest.documents.reindex import Reindexed, Shelves, current_index, reindex, reindex_folder
from ingest.embedding.embedder import Embedder
from ingest.errors import StoreUnavailable
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.store.chunk_store import ChunkStore
from ingest.store.indexes import Indexes
from ingest.store.server import ServerStore
from ingest.types import CollectionName, Outcome, Upload
from tests.fakes import WordEmbedder

NAME = CollectionName("local", "global", "notes")
ROOT = Path(__file__).parents[3]


class LetterEmbedder(WordEmbedder):
    """A text is how often each of the 26 letters stands in it."""

    name = "letters"
    dimension = 26

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        counts = np.array([[text.lower().count(chr(97 + n)) + 0.01 for n in range(26)] for text in texts])
        return (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)

    embed_queries = embed_passages


class Failing(LetterEmbedder):
    """Gives up after some texts."""

    def __init__(self, texts: int) -> None:
        self.left = texts

    def embed_passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        self.left -= len(texts)
        if self.left < 0:
            raise KeyboardInterrupt
        return super().embed_passages(texts)


class InMemory:
    """Indexes of the trial engine, kept although they are closed."""

    def __init__(self) -> None:
        self.stores: dict[int, ServerStore] = {}

    def open(self, number: int, dimension: int) -> ChunkStore:
        store = self.stores.setdefault(number, ServerStore(":memory:", dimension or 1))
        store.close = lambda: None  # type: ignore[method-assign]
        return store

    def drop(self, number: int) -> None:
        self.stores.pop(number, None)


@pytest.fixture(params=["edge", "memory"])
def shelves(request: pytest.FixtureRequest, tmp_path: Path) -> Shelves:
    return Indexes(tmp_path / "chunks") if request.param == "edge" else InMemory()


@pytest.fixture
def opened(shelves: Shelves, tmp_path: Path) -> Callable[[Embedder], Library]:
    def open_(embedder: Embedder) -> Library:
        registry = Registry(f"sqlite:///{tmp_path / 'registry.sqlite'}")
        try:
            number = current_index(registry, embedder.name)
        except StoreUnavailable:
            registry.close()
            raise
        store = shelves.open(number, embedder.dimension)
        return Library(
            registry=registry, files=FileStore(str(tmp_path / "files")), store=store, embedder=embedder
        )

    return open_


def fill(library: Library) -> None:
    library.create_collection(NAME)
    for number in range(6):
        text = f"# Part {number}\n\nThe lamp of tower {number} burns.\n\n# More\n\nIt has {number} steps."
        upload = Upload(text.encode(), f"{number}.md", f"d{number}", metadata={"number": number})
        library.add_document(NAME, upload)


def kept(library: Library) -> list[object]:
    ids = [f"d{number}" for number in range(6)]
    return [(library.chunks(NAME, one), library.document_text(NAME, one).text) for one in ids]


def run(shelves: Shelves, tmp_path: Path, embedder: Embedder) -> Reindexed:
    registry = Registry(f"sqlite:///{tmp_path / 'registry.sqlite'}")
    try:
        return reindex(registry, shelves, embedder)
    finally:
        registry.close()


def test_another_model_is_refused_and_everything_can_be_embedded_anew(
    shelves: Shelves, opened: Callable[[Embedder], Library], tmp_path: Path
) -> None:
    with opened(WordEmbedder()) as library:
        fill(library)
        before = kept(library)
    with pytest.raises(StoreUnavailable, match=r"'words'.*'letters'.*sureground stores reindex"):
        opened(LetterEmbedder())
    assert run(shelves, tmp_path, LetterEmbedder()) == Reindexed(6, 12, 12)
    with opened(LetterEmbedder()) as library:
        assert kept(library) == before
        [hit] = library.search([NAME], "The lamp of tower 4 burns.", top_k=1, metadata_filter="number = 4")
        assert hit.document.id == "d4"
        # By letters, which are the same in another order.
        [hit] = library.search([NAME], "pmal teh fo rewot 4 snrub", top_k=1, hybrid=False)
        assert hit.distance < 0.05
        upload = Upload(b"A new file.", "new.txt", "new")
        assert library.add_document(NAME, upload).outcome is Outcome.CREATED
    with pytest.raises(StoreUnavailable, match="'letters'"):
        opened(WordEmbedder())


def test_a_run_that_was_cut_short_loses_nothing_and_goes_on(
    shelves: Shelves, opened: Callable[[Embedder], Library], tmp_path: Path
) -> None:
    with opened(WordEmbedder()) as library:
        fill(library)
        before = kept(library)
    with pytest.raises(KeyboardInterrupt):
        run(shelves, tmp_path, Failing(texts=7))
    with opened(WordEmbedder()) as library:
        assert kept(library) == before
        assert len(library.search([NAME], "lamp", join=False)) == 10
        library.update_document(NAME, "d0", metadata={"number": 100})
    # Three documents of two chunks were done.
    assert run(shelves, tmp_path, LetterEmbedder()) == Reindexed(6, 12, 6)
    with opened(LetterEmbedder()) as library:
        assert kept(library) == before
        assert library.search([NAME], "lamp", metadata_filter="number = 100")[0].document.id == "d0"


def test_what_changed_between_two_runs_is_as_it_is_now(
    shelves: Shelves, opened: Callable[[Embedder], Library], tmp_path: Path
) -> None:
    with opened(WordEmbedder()) as library:
        fill(library)
    with pytest.raises(KeyboardInterrupt):
        run(shelves, tmp_path, Failing(texts=7))
    with opened(WordEmbedder()) as library:
        library.delete_document(NAME, "d0")
        library.add_document(NAME, Upload(b"All is different.", "1.md", "d1"))
    assert run(shelves, tmp_path, LetterEmbedder()).chunks == 9
    with opened(LetterEmbedder()) as library:
        assert [chunk.text for chunk in library.chunks(NAME, "d1")] == ["All is different."]
        found = library.search([NAME], "lamp", top_k=50, join=False, collapse=False)
        assert {hit.document.id for hit in found} == {"d1", "d2", "d3", "d4", "d5"}
        assert len(found) == 9


def test_a_run_for_another_model_does_not_mix(
    shelves: Shelves, opened: Callable[[Embedder], Library], tmp_path: Path
) -> None:
    with opened(WordEmbedder()) as library:
        fill(library)
    with pytest.raises(KeyboardInterrupt):
        run(shelves, tmp_path, Failing(texts=7))
    assert run(shelves, tmp_path, WordEmbedder()) == Reindexed(6, 12, 12)
    with opened(WordEmbedder()) as library:
        assert library.search([NAME], "lamp")


def test_an_empty_folder_only_changes_its_model(
    shelves: Shelves, opened: Callable[[Embedder], Library], tmp_path: Path
) -> None:
    opened(WordEmbedder()).close()
    assert run(shelves, tmp_path, LetterEmbedder()) == Reindexed(0, 0, 0)
    with opened(LetterEmbedder()) as library:
        fill(library)
        assert library.search([NAME], "lamp")


def test_the_embedded_index_before_is_gone_from_the_disk(tmp_path: Path) -> None:
    with Library.open(tmp_path) as library:
        library.create_collection(NAME)
        library.add_document(NAME, Upload(b"The tower is 300 m tall.", "tower.txt"))
        with pytest.raises(StoreUnavailable, match="in use"):
            reindex_folder(tmp_path)
    assert reindex_folder(tmp_path) == Reindexed(1, 1, 1)
    assert sorted(path.name for path in tmp_path.glob("chunks*")) == ["chunks-2"]
    with Library.open(tmp_path) as library:
        assert library.search([NAME], "How tall is it?")[0].chunk.text == "The tower is 300 m tall."


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    shelves = Indexes(tmp_path / "chunks")
    registry = Registry(f"sqlite:///{tmp_path / 'registry.sqlite'}")
    store = shelves.open(current_index(registry, "words"), WordEmbedder.dimension)
    files = FileStore(str(tmp_path / "files"))
    with Library(registry=registry, files=files, store=store, embedder=WordEmbedder()) as library:
        fill(library)
    code = f"""
import os
from pathlib import Path
from tests.ingest.documents.test_reindex import Failing, Indexes, Registry, reindex
place = Path({str(tmp_path)!r})
class Killed(Failing):
    def embed_passages(self, texts):
        try:
            return super().embed_passages(texts)
        except KeyboardInterrupt:
            os.kill(os.getpid(), 9)
reindex(Registry(f"sqlite:///{{place / 'registry.sqlite'}}"), Indexes(place / "chunks"), Killed(9))
"""
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == -9
    assert run(shelves, tmp_path, LetterEmbedder()) == Reindexed(6, 12, 4)
