"""What a client asks and how it reads the answers, without sending anything: shared by sync and async."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from grounding.client.report_reader import Characters, pages_of, read_report
from grounding.client.types import Answer, Document, Passage, Store, Support
from grounding.types import Citation, Fact, Report

T = TypeVar("T")
Body = dict[str, Any]
MODEL = "publishers/sureground/models/default"
PAGE_SIZE = 100


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and how its answer is read. ``repeatable``: to send it twice does no more than to send it once."""

    method: str
    path: str
    read: Callable[[Body], T]
    json: Body | None = None
    params: Mapping[str, str | int] = field(default_factory=dict)
    files: Mapping[str, Any] | None = None
    repeatable: bool = True


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list; an empty ``next`` token ends it."""

    items: tuple[T, ...]
    next: str


@dataclass(frozen=True)
class Calls:
    """The calls on the stores of one project and location."""

    project: str
    location: str

    @property
    def parent(self) -> str:
        """``projects/P/locations/L``."""
        return f"projects/{_part(self.project)}/locations/{_part(self.location)}"

    def corpus(self, store: str) -> str:
        """The resource name of a store."""
        return f"{self.parent}/ragCorpora/{_part(store)}"

    def check(
        self,
        answer: str,
        facts: Sequence[Fact] | None,
        store: str | None,
        threshold: float,
        anti_threshold: float,
        prompt: str | None,
    ) -> Call[Report]:
        """Check an answer against facts, or against what a store holds. Raises ValueError for both or neither."""
        if (facts is None) == (store is None):
            raise ValueError("Give either facts or store: what the answer is checked against.")
        request: Body = {
            "answerCandidate": answer,
            "groundingSpec": {
                "citationThreshold": threshold,
                "antiCitationThreshold": anti_threshold,
                "enableClaimLevelScore": True,
                "enableAntiCitations": True,
                "returnAllScores": True,
                "enableHelpfulnessScore": bool(prompt),
            },
            "prompt": prompt or "",
        }
        if facts is not None:
            request["facts"] = [{"factText": f.text, "attributes": dict(f.attributes)} for f in facts]
        else:
            config = f"{self._data_stores}/{_part(store or '')}/servingConfigs/default_search"
            request["groundingSource"] = {"searchSource": config}
        path = f"/v1/{self.parent}/groundingConfigs/default_grounding_config:check"
        return Call("POST", path, lambda body: read_report(body, answer, threshold, facts), request)

    def ask(self, question: str, store: str, top_k: int) -> Call[Answer]:
        """An answer from a store."""
        retrieval = {
            "ragResources": [{"ragCorpus": self.corpus(store)}],
            "ragRetrievalConfig": {"topK": top_k},
        }
        request = {
            "contents": [{"role": "user", "parts": [{"text": question}]}],
            "tools": [{"retrieval": {"vertexRagStore": retrieval}}],
        }
        return Call("POST", f"/v1/{self.parent}/{MODEL}:generateContent", _answer, request)

    def search(self, query: str, store: str, top_k: int) -> Call[list[Passage]]:
        """The passages of a store that fit a query best."""
        request = {
            "vertexRagStore": {"ragResources": [{"ragCorpus": self.corpus(store)}]},
            "query": {"text": query, "ragRetrievalConfig": {"topK": top_k}},
        }
        return Call("POST", f"/v1/{self.parent}:retrieveContexts", _contexts, request)

    def upload(
        self, content: bytes, name: str, store: str, document: str | None, password: str
    ) -> Call[Document]:
        """A file into a store; with ``document`` it replaces the document of that id."""
        corpus = self.corpus(store)
        stored = {"displayName": name} | ({"name": f"{corpus}/ragFiles/{document}"} if document else {})
        metadata: Body = {"ragFile": stored}
        if password:
            metadata["uploadRagFileConfig"] = {"password": password}
        return Call(
            "POST",
            f"/upload/v1beta1/{corpus}/ragFiles:upload",
            lambda body: _document(body["ragFile"]),
            params={"view": "full"},
            files={"metadata": (None, json.dumps(metadata)), "file": (name, content)},
            repeatable=bool(document),  # else a second one would be a second document
        )

    def stores(self, token: str) -> Call[Page[Store]]:
        """A page of the stores."""
        return self._page(f"/v1/{self._data_stores}", "dataStores", token, _store)

    def documents(self, store: str, token: str) -> Call[Page[Document]]:
        """A page of the documents of a store."""
        return self._page(f"/v1beta1/{self.corpus(store)}/ragFiles", "ragFiles", token, _document)

    def create_store(self, store: str, name: str) -> Call[Body]:
        """A new store; the answer is an operation."""
        body = {
            "displayName": name or store,
            "industryVertical": "GENERIC",
            "contentConfig": "CONTENT_REQUIRED",
        }
        return Call(
            "POST",
            f"/v1/{self._data_stores}",
            dict,
            body,
            params={"dataStoreId": store},
            repeatable=False,
        )

    def delete_store(self, store: str, force: bool) -> Call[Body]:
        """A store goes; the answer is an operation."""
        params = {"force": "true"} if force else {}
        return Call("DELETE", f"/v1/{self.corpus(store)}", dict, params=params, repeatable=False)

    def delete_document(self, store: str, document: str) -> Call[Body]:
        """A document goes; the answer is an operation."""
        path = f"/v1/{self.corpus(store)}/ragFiles/{_part(document)}"
        return Call("DELETE", path, dict, repeatable=False)

    def operation(self, name: str) -> Call[Body]:
        """How far an operation is."""
        return Call("GET", f"/v1/{name}", dict)

    @property
    def _data_stores(self) -> str:
        return f"{self.parent}/collections/default_collection/dataStores"

    def _page(self, path: str, key: str, token: str, read: Callable[[Body], T]) -> Call[Page[T]]:
        params: dict[str, str | int] = {"pageSize": PAGE_SIZE, "view": "full"}
        return Call(
            "GET",
            path,
            lambda body: Page(tuple(map(read, body.get(key, []))), body.get("nextPageToken", "")),
            params=params | ({"pageToken": token} if token else {}),
        )


def _answer(body: Body) -> Answer:
    candidate = body["candidates"][0]
    text = "".join(part.get("text", "") for part in candidate["content"]["parts"])
    metadata, at = candidate.get("groundingMetadata", {}), Characters(text)
    supports = []
    for support in metadata.get("groundingSupports", []):
        segment = support["segment"]
        cited = zip(
            support.get("groundingChunkIndices", []), support.get("confidenceScores", []), strict=True
        )
        citations = tuple(Citation(index, score) for index, score in cited)
        supports.append(Support(at.span(segment.get("startIndex", 0), segment["endIndex"]), citations))
    contexts = (chunk["retrievedContext"] for chunk in metadata.get("groundingChunks", []))
    passages = (
        _passage(context, context.get("title", ""), context.get("uri", ""), context.get("ragChunk", {}))
        for context in contexts
    )
    return Answer(text, tuple(passages), tuple(supports))


def _contexts(body: Body) -> list[Passage]:
    return [
        _passage(c, c.get("sourceDisplayName", ""), c.get("sourceUri", ""), c.get("chunk", {}))
        for c in body.get("contexts", {}).get("contexts", [])
    ]


def _passage(body: Body, title: str, uri: str, chunk: Body) -> Passage:
    first, last = pages_of(chunk.get("pageSpan"))
    return Passage(
        body.get("text", ""), title, uri, chunk.get("fileId", ""), first, last, body.get("distance")
    )


def _store(body: Body) -> Store:
    return Store(_last(body), body.get("displayName", ""))


def _document(body: Body) -> Document:
    status = body.get("fileStatus", {})
    return Document(
        _last(body),
        body.get("displayName", ""),
        body.get("pageCount", 0),
        body.get("chunkCount", 0),
        int(body.get("sizeBytes", 0)),
        status.get("state") == "ACTIVE",
        status.get("errorStatus", ""),
    )


def _last(body: Body) -> str:
    return str(body["name"]).rpartition("/")[2]


def _part(text: str) -> str:
    return quote(text, safe="")
