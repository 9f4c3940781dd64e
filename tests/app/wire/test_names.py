"""Resource names, both ways."""

import pytest

from app.wire import names
from app.wire.byte_offsets import ByteOffsets
from app.wire.errors import BadRequest
from app.wire.names import ServingConfig, with_collection
from grounding import Span
from ingest.types import CollectionName

NAME = CollectionName("p", "global", "d")
LONG = "/v1/projects/p/locations/global/collections/default_collection/dataStores/d"


@pytest.mark.parametrize(
    ("path", "written"),
    [
        (LONG, LONG),
        ("/v1/projects/p/locations/global/dataStores/d", LONG),
        (
            "/v1beta/projects/p/locations/l/engines",
            "/v1beta/projects/p/locations/l/collections/default_collection/engines",
        ),
        ("/v1/projects/p/locations/l/ragCorpora/1", "/v1/projects/p/locations/l/ragCorpora/1"),
        ("/v1/projects/p/locations/l/dataStoresX", "/v1/projects/p/locations/l/dataStoresX"),
        ("/static/dataStores", "/static/dataStores"),
    ],
)
def test_the_collection_is_written_out(path: str, written: str) -> None:
    assert with_collection(path) == written


def test_names_are_read_as_they_are_written() -> None:
    assert names.parse_corpus(names.corpus(NAME), "rag_corpus") == NAME
    store = ServingConfig.parse(f"{names.data_store(NAME)}/servingConfigs/x", "serving_config")
    assert (store.target, store.is_engine) == (NAME, False)
    engine = ServingConfig.parse(f"{names.engine(NAME)}/servingConfigs/x", "serving_config")
    assert (engine.target, engine.is_engine) == (NAME, True)
    assert names.document(NAME, "x") == f"{LONG[4:]}/branches/0/documents/x"
    assert names.rag_file(NAME, "x") == "projects/p/locations/global/ragCorpora/d/ragFiles/x"


@pytest.mark.parametrize(
    "text", ["", "d", "projects/p/locations/l/dataStores/d", "projects/p/locations//engines/e"]
)
def test_what_is_no_name_is_shown_with_the_right_form(text: str) -> None:
    for parse in (names.parse_corpus, ServingConfig.parse):
        with pytest.raises(BadRequest, match="must look like projects/P"):
            parse(text, "field")


def test_a_link_quotes_what_an_id_may_hold() -> None:
    assert names.file_link("http://h:1/", NAME, "a b/c?é") == "http://h:1/files/p/global/d/a%20b%2Fc%3F%C3%A9"


@pytest.mark.parametrize("text", ["plain", "café", "aé喫🙂z", "", "🙂"])
def test_byte_offsets_slice_the_encoded_text(text: str) -> None:
    offsets = ByteOffsets(text)
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            first, last = offsets.of(Span(start, end))
            assert text.encode()[first:last].decode() == text[start:end]
