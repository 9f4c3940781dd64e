"""Resource names: ``projects/…/locations/…/…`` to values and back.

The collection part of Discovery Engine names is optional on the way in and always written on the way out:
``projects/p/locations/l/dataStores/d`` means
``projects/p/locations/l/collections/default_collection/dataStores/d``.
"""

import re
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote

from pydantic.alias_generators import to_camel
from starlette.types import ASGIApp, Receive, Scope, Send

from app.wire.errors import BadRequest, Forbidden
from ingest.library import Library
from ingest.types import CollectionName

DEFAULT_COLLECTION = "default_collection"
BRANCHES = ("0", "default_branch", "1", "2")

callers_projects: ContextVar[frozenset[str] | None] = ContextVar("callers_projects", default=None)
"""The projects that the caller of this request may name, in its path and in its body; ``None`` is all of them."""

_SHORT = re.compile(
    r"(/v1(?:beta|alpha)?/projects/[^/]+/locations/[^/]+)(/(?:dataStores|engines)(?:[/:].*)?)"
)
_SNAKE = re.compile(rb"(?<![^&])[a-z]+(?:_[a-z]+)+(?==)")
_SERVING = re.compile(
    r"projects/([^/]+)/locations/([^/]+)(?:/collections/[^/]+)?/(dataStores|engines)/([^/]+)/servingConfigs/[^/]+"
)
_CORPUS = re.compile(r"projects/([^/]+)/locations/([^/]+)/ragCorpora/([^/]+)")


def refuse_foreign(project: str) -> None:
    """Raise Forbidden for a project that the caller may not name, in the same words whether there is one or not."""
    allowed = callers_projects.get()
    if allowed is not None and project not in allowed:
        raise Forbidden("This key may not use that project, or there is no such project.")


def project_of(name: str) -> str:
    """``P`` of ``projects/P/…``."""
    return name.removeprefix("projects/").partition("/")[0]


def is_foreign(name: str) -> bool:
    """Whether a full resource name is of a project that the caller may not name."""
    allowed = callers_projects.get()
    return allowed is not None and project_of(name) not in allowed


def with_collection(path: str) -> str:
    """``path`` with the optional ``/collections/default_collection`` written out."""
    match = _SHORT.fullmatch(path)
    return f"{match[1]}/collections/{DEFAULT_COLLECTION}{match[2]}" if match else path


class FullNames:
    """Lets every route be declared once, under full names.

    Writes out the optional collection of Discovery Engine paths, and query parameters in camelCase.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            query = _SNAKE.sub(lambda match: to_camel(match[0].decode()).encode(), scope["query_string"])
            inner = {**scope, "path": with_collection(scope["path"]), "query_string": query}
            try:
                await self.app(inner, receive, send)
            finally:
                scope["route"] = inner.get("route")  # for those outside who tell of the request
            return
        await self.app(scope, receive, send)


@dataclass(frozen=True)
class ServingConfig:
    """``…/{dataStores|engines}/{id}/servingConfigs/{any}``: where a search looks."""

    target: CollectionName
    is_engine: bool

    @classmethod
    def parse(cls, text: str, field: str) -> Self:
        """Read a serving-config name. Raises BadRequest, naming ``field``, and Forbidden."""
        match = _SERVING.fullmatch(text.strip("/"))
        if match is None:
            raise BadRequest(
                f"{field} is {text[:200]!r}; it must look like projects/P/locations/L/collections/"
                "default_collection/engines/E/servingConfigs/default_search, or dataStores/D in place of "
                "engines/E.",
                field,
            )
        project, location, kind, identifier = match.groups()
        refuse_foreign(project)
        return cls(CollectionName(project, location, identifier), kind == "engines")

    def collections(self, library: Library) -> list[CollectionName]:
        """The collections behind it; an engine that was never created is the data store of its id.

        Raises NotFound when there is neither.
        """
        if self.is_engine:
            return list(library.resolve(self.target))
        return [library.get_collection(self.target).name]


def parse_corpus(text: str, field: str) -> CollectionName:
    """Read ``projects/P/locations/L/ragCorpora/C``. Raises BadRequest, naming ``field``, and Forbidden."""
    match = _CORPUS.fullmatch(text.strip("/"))
    if match is None:
        raise BadRequest(
            f"{field} is {text[:200]!r}; it must look like projects/P/locations/L/ragCorpora/C.", field
        )
    refuse_foreign(match[1])
    return CollectionName(*match.groups())


def corpus(name: CollectionName) -> str:
    """``projects/P/locations/L/ragCorpora/C``."""
    return f"projects/{name.project}/locations/{name.location}/ragCorpora/{name.id}"


def rag_file(name: CollectionName, document_id: str) -> str:
    """``projects/P/locations/L/ragCorpora/C/ragFiles/F``."""
    return f"{corpus(name)}/ragFiles/{document_id}"


def parent_of(name: CollectionName) -> str:
    """``projects/P/locations/L/collections/default_collection``."""
    return f"projects/{name.project}/locations/{name.location}/collections/{DEFAULT_COLLECTION}"


def data_store(name: CollectionName) -> str:
    """``…/dataStores/D``."""
    return f"{parent_of(name)}/dataStores/{name.id}"


def engine(name: CollectionName) -> str:
    """``…/engines/E``."""
    return f"{parent_of(name)}/engines/{name.id}"


def document(name: CollectionName, document_id: str, branch: str = "0") -> str:
    """``…/dataStores/D/branches/B/documents/X``."""
    return f"{data_store(name)}/branches/{branch}/documents/{document_id}"


def file_link(base_url: str, name: CollectionName, document_id: str) -> str:
    """The absolute address that opens the original file."""
    path = "/".join(quote(part, safe="") for part in (name.project, name.location, name.id, document_id))
    return f"{base_url.rstrip('/')}/files/{path}"
