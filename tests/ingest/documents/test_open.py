"""The whole room with the shipped model over a real data folder: opened, locked, asked about real files."""

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from ingest.errors import DiskFull, EncryptedDocument, StoreUnavailable
from ingest.library import Library
from ingest.types import CollectionName, Outcome, Upload
from tests.outside import PDFS, needs_pdfs

NAME = CollectionName("local", "global", "default")
ROOT = Path(__file__).parents[3]

# A file of each outcome that has text, small ones.
FILES = [
    "pp-crazyones",
    "bx-ligatures-3044",
    "pm-zen-corrupted",
    "pg-encrypted",
    "un-password",
    "rp-chinese",
    "dl-invisible-text-layer",
    "dl-multi-page",
    "sf-pdflatex-4-pages",
    "un-layout-parser-empty-pages",
    "js-xfa-form",
]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "data") as library:
        library.create_collection(NAME)
        yield library


def test_a_folder_is_open_once(library: Library, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"in use by another process.*SUREGROUND_DATA"):
        Library.open(tmp_path / "data")
    library.close()
    with Library.open(tmp_path / "data") as again:
        assert again.get_collection(NAME).name == NAME


def test_what_was_kept_is_there_after_reopening(library: Library, tmp_path: Path) -> None:
    upload = Upload(b"# Tower\n\nThe tower is 300 m tall.\n", "tower.md")
    kept = library.add_document(NAME, upload).document
    library.close()
    with Library.open(tmp_path / "data") as again:
        [hit] = again.search([NAME], "How high is the tower?")
        assert (hit.document.id, hit.chunk.heading) == (kept.id, "Tower")
        assert again.add_document(NAME, upload).outcome is Outcome.UNCHANGED


@pytest.mark.parametrize(
    ("lost", "words"), [("registry.sqlite", "registry is empty"), ("chunks", "store is empty")]
)
def test_a_folder_that_lost_a_part_is_refused_until_it_is_repaired(
    library: Library, tmp_path: Path, lost: str, words: str
) -> None:
    content = b"The tower is 300 m tall."
    library.add_document(NAME, Upload(content, "tower.txt"))
    library.close()
    for path in (tmp_path / "data").glob(f"{lost}*"):
        path.rename(tmp_path / path.name)
    with pytest.raises(StoreUnavailable, match=f"{words}.*fsck --repair"):
        Library.open(tmp_path / "data")
    with Library.open(tmp_path / "data", resume=False) as broken:
        assert broken.fsck(repair=True, strangers=True).clean
    with Library.open(tmp_path / "data") as whole:
        [collection] = whole.list_collections("local", "global")[0]
        [document] = whole.list_documents(collection.name)[0]
        assert whole.open_file(collection.name, document.id)[0] == content
        assert whole.search([collection.name], "How high is the tower?")


def test_a_damaged_registry_is_told_at_the_start(library: Library, tmp_path: Path) -> None:
    for number in range(200):
        library.create_collection(replace(NAME, id=f"store-{number}"))
    library.close()
    path = tmp_path / "data" / "registry.sqlite"
    content = bytearray(path.read_bytes())
    content[8192:24576] = bytes(16384)
    path.write_bytes(content)
    with pytest.raises(StoreUnavailable, match=r"registry.*is damaged.*backup.*fsck") as caught:
        Library.open(tmp_path / "data")
    assert "SELECT" not in str(caught.value)
    path.write_bytes(b"no database at all" * 1000)
    with pytest.raises(StoreUnavailable, match=r"registry.*is damaged"):
        Library.open(tmp_path / "data")


def test_no_sql_reaches_callers(library: Library) -> None:
    with library._registry._database.transaction() as connection:
        connection.execute(sa.text("DROP TABLE documents"))
    with pytest.raises(StoreUnavailable) as caught:
        library.list_documents(NAME)
    assert "documents" not in str(caught.value) and "SELECT" not in str(caught.value)
    assert not library.healthy()


def test_opening_loads_no_torch_and_no_llama_index(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from ingest.library import Library
from ingest.types import CollectionName
with Library.open(Path({str(tmp_path / "data")!r})) as library:
    name = library.create_collection(CollectionName("p", "l", "c")).name
    library.search([name], "anything")
print({{"torch", "transformers", "llama_index"}} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@needs_pdfs
def test_phrases_lead_to_their_pages(library: Library) -> None:
    """Of the phrases people read on pages, nine of ten lead to their page within the first three passages."""
    with (PDFS / "INDEX.tsv").open(newline="") as file:
        passwords = {row["file"]: row["password"] or "" for row in csv.DictReader(file, delimiter="\t")}
    with pytest.raises(EncryptedDocument):
        library.add_document(NAME, Upload((PDFS / "un-password.pdf").read_bytes(), "un-password.pdf"))
    for name in FILES:
        content = (PDFS / f"{name}.pdf").read_bytes()
        receipt = library.add_document(NAME, Upload(content, name, password=passwords[f"{name}.pdf"]))
        assert receipt.document.chunk_count > 0
        text = library.document_text(NAME, receipt.document.id).text
        assert all(text[c.start : c.end] == c.text for c in library.chunks(NAME, receipt.document.id))
    looked, missed = 0, []
    for name in FILES:
        for check in json.loads((PDFS / "expected" / f"{name}.json").read_text())["checks"]:
            looked += 1
            hits = library.search([NAME], check["phrase"], top_k=3)
            if not any(
                hit.document.display_name == name
                and hit.chunk.first_page <= check["page"] <= hit.chunk.last_page
                for hit in hits
            ):
                missed.append((name, check["page"], check["phrase"]))
    assert looked >= 20
    assert len(missed) <= 0.1 * looked, missed
    for document in library.list_documents(NAME)[0]:
        library.delete_document(NAME, document.id)
    assert library._store.count() == library._files.count() == 0


def test_an_upload_that_leaves_too_little_space_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with Library.open(tmp_path / "data", min_free_bytes=1 << 60) as library:
        library.create_collection(NAME)
        with pytest.raises(DiskFull, match=r"MiB free.*SUREGROUND_MIN_FREE_BYTES.*make room"):
            library.add_document(NAME, Upload(b"The tower is 300 m tall.", "tower.txt"))
        assert not library.list_documents(NAME)[0]
        assert library._files.count() == library._store.count() == 0
        assert library.search([NAME], "tower") == [], "it can still be asked"


def test_a_full_disk_is_told_before_the_store_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.library.LEAST_TO_OPEN", 1 << 60)
    with pytest.raises(StoreUnavailable, match="Make room and start again"):
        Library.open(tmp_path / "data")
