"""How often a phrase leads to its page: ``python -m bench.phrases`` over ../shared/pdfs.

Every PDF that can be read goes into one collection; each phrase that people read on a page is asked, and its page
has to be among the first three passages.
"""

import csv
import json
import tempfile
import time
from collections import Counter
from pathlib import Path

from ingest.errors import IngestError
from ingest.library import Library
from ingest.types import CollectionName, Upload

CORPUS = Path(__file__).parents[2] / "shared" / "pdfs"
STORE = CollectionName("local", "global", "pdfs")


def main() -> None:
    with (CORPUS / "INDEX.tsv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    looked: Counter[str] = Counter()
    right: Counter[str] = Counter()
    missed = []
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder)) as library:
        library.create_collection(STORE)
        begun = time.monotonic()
        pages = chunks = 0
        for number, row in enumerate(rows):
            content = (CORPUS / row["file"]).read_bytes()
            upload = Upload(content, row["file"], f"d{number}", password=row["password"] or "")
            try:
                document = library.add_document(STORE, upload).document
            except IngestError:
                continue
            pages, chunks = pages + document.page_count, chunks + document.chunk_count
        seconds = time.monotonic() - begun
        print(f"{pages} pages, {chunks} chunks in {seconds:.1f} s")  # noqa: T201
        for row in rows:
            path = CORPUS / "expected" / row["file"].replace(".pdf", ".json")
            if not path.is_file():
                continue
            expected = json.loads(path.read_text())
            kind = "known hard" if expected.get("known_hard") else row["expected_outcome"]
            for check in expected["checks"]:
                hits = library.search([STORE], check["phrase"], top_k=3)
                looked[kind] += 1
                if any(
                    hit.document.display_name == row["file"]
                    and hit.chunk.first_page <= check["page"] <= hit.chunk.last_page
                    for hit in hits
                ):
                    right[kind] += 1
                else:
                    missed.append((row["file"], check["page"], check["phrase"]))
    for kind, count in looked.items():
        print(f"{right[kind]:4d} of {count:3d}  {kind}")  # noqa: T201
    print(f"{right.total():4d} of {looked.total():3d}  all")  # noqa: T201
    for miss in missed:
        print("missed", *miss)  # noqa: T201


if __name__ == "__main__":
    main()
