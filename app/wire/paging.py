"""Page size and token of list calls."""

from typing import Annotated

from fastapi import Query

from app.wire.errors import BadRequest

PageSize = Annotated[int, Query(alias="pageSize", description="Entries per page; 0 takes the default.")]
PageToken = Annotated[str, Query(alias="pageToken", description="nextPageToken of the page before.")]


def page_size(asked: int, *, default: int, most: int) -> int:
    """Entries per page: ``default`` for 0, at most ``most``. Raises BadRequest below 0."""
    if asked < 0:
        raise BadRequest(f"page_size is {asked}; it must be 0 (the default, {default}) or more.", "page_size")
    return min(asked or default, most)
