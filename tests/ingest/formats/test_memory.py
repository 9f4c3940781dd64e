"""How much memory a large file takes: in a process of its own, so that nothing else is measured."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MEGABYTES = 6

# The whole way of a document, with an embedder that only counts words; the answer is the growth in megabytes.
SCRIPT = """
import json, resource, sys
from pathlib import Path
from bench.ingest_memory import text_file
from ingest.documents.file_storage import FileStore
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.store.edge import EdgeStore
from ingest.types import CollectionName, Upload
from tests.fakes import WordEmbedder

folder, megabytes = Path(sys.argv[1]), int(sys.argv[2])
text_file(folder / "long.txt", megabytes * 10**6)
with Library(
    registry=Registry(f"sqlite:///{folder / 'registry.sqlite'}"),
    files=FileStore(str(folder / "files")),
    store=EdgeStore(folder / "chunks", WordEmbedder.dimension),
    embedder=WordEmbedder(),
) as library:
    name = library.create_collection(CollectionName("local", "global", "long")).name
    library.add_document(name, Upload(b"Warm up. Everything is loaded now.", "warm.txt"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    chunks = library.add_document(name, Upload((folder / "long.txt").read_bytes(), "long.txt")).document.chunk_count
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"chunks": chunks, "growth": (after - before) / 1024}))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss counts other units elsewhere")
def test_a_long_text_takes_a_small_multiple_of_its_size(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path), str(MEGABYTES)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert told["chunks"] > 1000 * MEGABYTES
    # Measured: 180 MB here, 500 MB for 30 MB of text; with the server's models that stays below 1.5 GB.
    assert told["growth"] < 100 + 25 * MEGABYTES
