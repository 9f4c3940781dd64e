"""Our store as a LlamaIndex retriever."""

import asyncio

import pytest
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.response_synthesizers import get_response_synthesizer
from llama_index.core.schema import MetadataMode, NodeRelationship, TextNode

from ingest.library import Library
from ingest.llama_index import LibraryRetriever
from ingest.types import CollectionName, Upload

TEXT = "The tower of Brindle Cove is 61 metres tall."


@pytest.fixture
def stocked(library: Library) -> tuple[Library, CollectionName]:
    name = library.create_collection(CollectionName("p", "l", "town")).name
    tower = {"place": "cove", "tags": ["not", "shown"]}
    library.add_document(name, Upload(TEXT.encode(), "tower.txt", title="The tower", metadata=tower))
    library.add_document(
        name, Upload(b"Forty boats lie in the harbour.", "boats.txt", metadata={"place": "bay"})
    )
    return library, name


def test_it_finds_passages_with_their_places(stocked: tuple[Library, CollectionName]) -> None:
    library, name = stocked
    found = LibraryRetriever(library, [name], top_k=2).retrieve("How tall is the tower?")
    assert [one.node.metadata["file_name"] for one in found] == ["tower.txt", "boats.txt"]
    assert found[0].score is not None and found[1].score is not None and found[0].score > found[1].score
    node = found[0].node
    assert isinstance(node, TextNode)
    document = library.list_documents(name)[0][0]
    pages = library.document_text(name, document.id).pages
    assert pages[0].text[node.start_char_idx : node.end_char_idx] == node.text == TEXT
    told = {"title": "The tower", "place": "cove", "first_page": 1, "last_page": 1}
    assert told.items() <= node.metadata.items()
    assert "tags" not in node.metadata
    assert node.relationships[NodeRelationship.SOURCE].node_id == document.id  # type: ignore[union-attr]
    assert node.get_content(MetadataMode.LLM) == f"title: The tower\n\n{TEXT}"


def test_it_filters_and_runs_asynchronously(stocked: tuple[Library, CollectionName]) -> None:
    library, name = stocked
    retriever = LibraryRetriever(library, [name], metadata_filter='place = "bay"', hybrid=False)
    found = asyncio.run(retriever.aretrieve("the tower"))
    assert [one.node.metadata["file_name"] for one in found] == ["boats.txt"]


def test_it_serves_a_query_engine(stocked: tuple[Library, CollectionName]) -> None:
    library, name = stocked
    engine = RetrieverQueryEngine(
        LibraryRetriever(library, [name], top_k=1), get_response_synthesizer(llm=MockLLM())
    )
    answered = engine.query("How tall is the tower?")
    assert TEXT in str(answered), "the mock model repeats its prompt"
    assert [one.node.metadata["file_name"] for one in answered.source_nodes] == ["tower.txt"]
