"""Work on foreign text grows with the text: no file of headings, rows or marks alone stops the server."""

from collections.abc import Sequence

import pytest

from ingest.chunk import sentences, split
from ingest.layout.headings import markdown_headings
from tests.hostile.growth import grows_with


def count_words(parts: Sequence[str]) -> list[int]:
    return [len(part.split()) for part in parts]


@pytest.mark.parametrize(
    "unit", ["# A\n", "# A\n## B\n### C\n", "A\n=\n", "# " + "word " * 10 + "\n", "# A\n\nOne sentence.\n\n"]
)
def test_chunks_of_headings(unit: str) -> None:
    sentences("The model is loaded when first needed.")

    def chunked(count: int) -> None:
        text = unit * count
        split(text, markdown_headings(text), count_tokens=count_words)

    assert grows_with(chunked, 1000)
