"""A LlamaIndex retriever over the library: hybrid search, exact spans and pages in the nodes' metadata."""

import asyncio
from collections.abc import Sequence

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode

from ingest.library import Library
from ingest.types import CollectionName, Hit


class LibraryRetriever(BaseRetriever):
    """Finds the ``top_k`` (1 to 1000) best passages of ``collections``.

    ``metadata_filter`` is an expression of :mod:`ingest.store.filter_language`;
    ``hybrid`` joins meaning and words. A node's
    score is the ranking's own figure: higher is better, comparable within one answer only.
    """

    def __init__(
        self,
        library: Library,
        collections: Sequence[CollectionName],
        *,
        top_k: int = 10,
        metadata_filter: str = "",
        hybrid: bool = True,
    ) -> None:
        self._library, self._collections = library, list(collections)
        self._top_k, self._filter, self._hybrid = top_k, metadata_filter, hybrid
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        hits = self._library.search(
            self._collections,
            query_bundle.query_str,
            top_k=self._top_k,
            metadata_filter=self._filter or None,
            hybrid=self._hybrid,
        )
        return [NodeWithScore(node=node_of(hit), score=hit.score) for hit in hits]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)


def node_of(hit: Hit) -> TextNode:
    """A passage as a node; its span counts characters of the document's text, pages count from 1."""
    stored, chunk = hit.document, hit.chunk
    place = {
        "title": stored.title or stored.display_name,
        "file_name": stored.display_name,
        "url": stored.link,
        "first_page": chunk.first_page,
        "last_page": chunk.last_page,
        "heading": chunk.heading,
        "distance": hit.distance,
    }
    own = {
        key: value for key, value in stored.metadata.items() if isinstance(value, str | int | float | bool)
    }
    metadata = own | {key: value for key, value in place.items() if value != ""}
    return TextNode(
        id_=chunk.id,
        text=chunk.text,
        start_char_idx=chunk.start,
        end_char_idx=chunk.end,
        metadata=metadata,
        # A language model and an embedding read the text; the numbers are for the program.
        excluded_llm_metadata_keys=[key for key in metadata if key not in ("title", "heading")],
        excluded_embed_metadata_keys=list(metadata),
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=stored.id)},
    )
