"""Writes, replaces and deletes a hundred small documents until it is killed: ``python -m tests.ingest.killed_writer``.

Each line on standard input, a seed, starts a writer over the folder of the first argument and answers with
its process id. The writers are forked, so that the libraries are loaded once. A writer notes what it begins
and what it has done in ``DIARY``, in writes that a kill cannot cut.
"""

import itertools
import os
import random
import sys
import threading
from pathlib import Path

import llama_index.core.node_parser  # noqa: F401 (loaded before the first writer is forked)

from ingest.documents.file_storage import FileStore
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.store.edge import EdgeStore
from ingest.types import CollectionName, Upload
from tests.fakes import WordEmbedder

NAME = CollectionName("local", "global", "notes")
DIARY = "diary"
DOCUMENTS = 100
THREADS = 2
GONE = -1  # the turn of a document that is not there


def text_of(document: int, turn: int) -> str:
    """Three to four chunks, which no other document and no other turn has."""
    return f"Document {document} says in its turn {turn} that the lamp burns. " * (6 + turn % 3)


def work(data: Path, seed: int) -> None:
    """Again and again every document is put, some are put once more, some deleted, in an order of chance."""
    library = Library(
        registry=Registry(f"sqlite:///{data / 'registry.sqlite'}"),
        files=FileStore(str(data / "files")),
        store=EdgeStore(data / "chunks", WordEmbedder.dimension),
        embedder=WordEmbedder(),
    )
    diary = os.open(data / DIARY, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(event: str, document: int, turn: int) -> None:
        os.write(diary, f"{event} {document} {turn}\n".encode())

    def put(document: int, turn: int) -> None:
        note("begin", document, turn)
        content = text_of(document, turn).encode()
        library.add_document(NAME, Upload(content, "d.txt", document_id=f"d{document}", chunk_size=20))
        note("done", document, turn)

    def delete(document: int) -> None:
        note("begin", document, GONE)
        library.delete_document(NAME, f"d{document}")
        note("done", document, GONE)

    def write(own: list[int], chance: random.Random) -> None:
        turns = itertools.count(1_000_000 * seed)
        while True:
            for document in chance.sample(own, len(own)):
                put(document, next(turns))
                if chance.random() < 0.5:
                    put(document, next(turns))
                if chance.random() < 0.4:
                    delete(document)

    threads = []
    for number in range(THREADS):
        own = list(range(number, DOCUMENTS, THREADS))
        threads.append(threading.Thread(target=write, args=(own, random.Random(f"{seed}/{number}"))))
        threads[-1].start()
    for thread in threads:
        thread.join()


def main() -> None:
    """Serve until standard input ends."""

    def say(what: str) -> None:
        sys.stdout.write(what + "\n")
        sys.stdout.flush()

    say("ready")
    for line in sys.stdin:
        child = os.fork()
        if not child:
            work(Path(sys.argv[1]), int(line))
            return
        say(str(child))
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main()
