"""Misspelt words of a question, over a real store."""

from collections.abc import Iterator

import pytest

from app.answering.spelling import corrected, nearest_word
from ingest.library import Library
from ingest.types import CollectionName, Upload

STORE = CollectionName("p", "l", "letters")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("data")) as library:
        library.create_collection(STORE)
        text = "Agreement with Halvorsen\n\nThe Brindle museum welcomed 41,280 visitors. Otto Lindqvist signed it."
        library.add_document(STORE, Upload(text.encode(), "letter.txt"))
        yield library


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Who signed for Halversen?", "Who signed for Halvorsen?"),
        ("How many vistors came to the musuem?", "How many visitors came to the museum?"),
        ("Was it signed by Otto Lindkvist or not?", "Was it signed by Otto Lindqvist or not?"),
        ("Who signed for Halvorsen?", "Who signed for Halvorsen?"),
        ("Did a zoologist visit Zanzibar?", "Did a zoologist visit Zanzibar?"),  # other words, spelt well
        ("Who is Mr Halv?", "Who is Mr Halv?"),  # nothing is near
        ("Is TC-4 or 41,281 there?", "Is TC-4 or 41,281 there?"),  # figures are never misspelt
        ("", ""),
    ],
)
def test_a_word_that_no_document_has_is_spelt_as_the_store_does(
    library: Library, question: str, meant: str
) -> None:
    assert corrected(library, [STORE], question) == meant


def test_the_nearest_word() -> None:
    assert nearest_word("lamp", ["ramp", "lump"]) == "lump"  # the first letter is seldom wrong
    assert nearest_word("harbuor", ["harbour"]) == "harbour"  # letters exchanged are one mistake
    assert nearest_word("cat", ["dog"]) == nearest_word("cat", []) == ""
