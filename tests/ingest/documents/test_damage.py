"""Files that are cut, changed or too heavy: a clear error, whatever the libraries make of them."""

import random
from collections.abc import Iterator

import pytest

from ingest.errors import IngestError, UnreadableDocument
from ingest.formats.detection import detect_format
from ingest.media_types import HTML, JSON
from ingest.pipeline import read
from ingest.processes.messages import Refusal
from ingest.processes.reader_process import ReaderLimits, read_apart
from ingest.processes.reader_worker import answer
from ingest.types import Upload
from tests.ingest.made_files import every_format

MADE = every_format()
HERE = ("a.txt", "a.md", "a.csv", "a.tsv", "a.eml")  # read without a process of their own


def damaged(content: bytes, times: int) -> Iterator[bytes]:
    """Cut at its end or its begin, bytes changed, a part doubled; the same at every run."""
    dice = random.Random(len(content))
    for _ in range(times):
        place = dice.randrange(len(content))
        yield content[:place]
        yield content[place:]
        changed = bytearray(content)
        for _ in range(dice.choice([1, 5, 50])):
            changed[dice.randrange(len(changed))] = dice.randrange(256)
        yield bytes(changed)
        yield content[:place] + content[place // 2 :]


@pytest.mark.parametrize("name", MADE)
def test_damaged_bytes_never_surprise(name: str) -> None:
    for content in damaged(MADE[name], 40 if name in HERE else 15):
        try:
            kind = detect_format(content, name)
        except IngestError:
            continue
        if name in HERE:
            try:
                read(Upload(content, name))
            except IngestError as error:
                assert str(error)
        else:
            result = answer({"kind": kind, "name": name, "charset": ""}, content)
            if isinstance(result, Refusal):
                assert result.message
                assert "/ingest/" not in result.message


@pytest.mark.parametrize("name", [name for name in MADE if name not in HERE])
def test_half_a_file_is_refused_or_read_as_far_as_it_goes(name: str) -> None:
    half = MADE[name][: len(MADE[name]) // 2]
    if name == "a.html":
        assert read(Upload(half, name)).text == "Lam"
    elif name == "a.jsonl":
        assert "lines left out as no JSON: 1," in read(Upload(MADE[name][:-5], name)).pages[0].reason
    else:
        with pytest.raises(UnreadableDocument) as caught:
            read(Upload(half, name))
        assert name in str(caught.value) or "The file is no JSON" in str(caught.value)


def test_a_file_that_takes_too_long() -> None:
    slow = b"<div>" * 60_000
    with pytest.raises(
        UnreadableDocument, match=r"'a\.html' cannot be read: stopped at the limit of 0\.5 seconds"
    ):
        read_apart(slow, HTML, name="a.html", limits=ReaderLimits(seconds=0.5, seconds_per_mebibyte=0))


def test_a_file_that_takes_too_much_memory() -> None:
    large = b"[" + b"[]," * 4_000_000 + b"[]]"
    with pytest.raises(
        UnreadableDocument, match=r"'a\.json' cannot be read: stopped at the memory limit of 200 MiB"
    ):
        read_apart(large, JSON, name="a.json", limits=ReaderLimits(memory=200 << 20))


def test_no_text_is_told() -> None:
    for name in ("a.html", "a.csv", "a.json"):
        content = {"a.html": b"<p> </p>", "a.csv": b",,\n,,\n", "a.json": b"[{}, null]"}[name]
        with pytest.raises(UnreadableDocument, match=f"The file '{name}' has no text"):
            read(Upload(content, name))
