"""Page size and token of list calls, and how long a page of each list is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Query

from app.wire.errors import BadRequest

T = TypeVar("T")
PageSize = Annotated[int, Query(alias="pageSize", description="Entries per page; 0 takes the default.")]
PageToken = Annotated[str, Query(alias="pageToken", description="nextPageToken of the page before.")]


@dataclass(frozen=True)
class PageLimits:
    """Entries on a page where none are asked for, and at most."""

    default: int
    most: int


DATA_STORES = ENGINES = PageLimits(10, 50)
DOCUMENTS = RAG_CORPORA = RAG_FILES = PageLimits(100, 1000)
OPERATIONS = SESSIONS = DATA_SCHEMAS = METADATA = PageLimits(100, 1000)
SEARCH_RESULTS = PageLimits(50, 100)


def page_size(asked: int, limits: PageLimits) -> int:
    """Entries per page: the default for 0, never more than the most. Raises BadRequest below 0."""
    if asked < 0:
        raise BadRequest(
            f"page_size is {asked}; it must be 0 (the default, {limits.default}) or more.", "page_size"
        )
    return min(asked or limits.default, limits.most)


def page_of(found: Sequence[T], size: int, token: str, limits: PageLimits) -> tuple[list[T], str]:
    """A page of a list that is at hand whole, and the token of the next page or an empty one. Raises BadRequest."""
    if token and not (token.isdecimal() and len(token) <= 6):
        raise BadRequest("page_token is not one that an answer of ours held.", "page_token")
    first = int(token or 0)
    last = first + page_size(size, limits)
    return list(found[first:last]), str(last) if last < len(found) else ""
