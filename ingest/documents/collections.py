"""Collections and engines by name: the part of the library's front that holds no documents."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ingest.documents.lifecycle import Lifecycle
from ingest.errors import NotFound
from ingest.names import check_name, fresh_id
from ingest.registry.registry import Registry
from ingest.types import Collection, CollectionName, Engine


class Collections:
    """Made, listed, changed, deleted. Safe to call from several threads."""

    _registry: Registry
    _life: Lifecycle

    def create_collection(
        self,
        name: CollectionName,
        *,
        display_name: str = "",
        description: str = "",
        details: Mapping[str, Any] | None = None,
    ) -> Collection:
        """A new collection; an empty id gets a fresh one. Raises :class:`AlreadyExists`."""
        name = check_name(replace(name, id=name.id or fresh_id()))
        return self._registry.create_collection(name, display_name, description, details or {})

    def get_collection(self, name: CollectionName) -> Collection:
        return self._registry.collection(name)

    def list_collections(
        self, project: str, location: str, *, page_size: int = 100, page_token: str = ""
    ) -> tuple[list[Collection], str]:
        """A page in order of creation, and the token of the next page or an empty one."""
        return self._registry.collections(project, location, page_size, page_token)

    def update_collection(
        self,
        name: CollectionName,
        *,
        display_name: str | None = None,
        description: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Collection:
        """Change what is given."""
        changes = given(display_name=display_name, description=description, details=details)
        return self._registry.update_collection(name, changes)

    def delete_collection(self, name: CollectionName, *, force: bool = False) -> None:
        """Remove a collection, and with ``force`` all its documents; else :class:`NotEmpty` when it has
        any.
        """
        self._life.finish(self._registry.delete_collection(name, force=force))

    # Engines.

    def create_engine(
        self,
        name: CollectionName,
        *,
        display_name: str = "",
        collection_ids: Sequence[str] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Engine:
        """A new engine over collections of its project and location. Raises :class:`NotFound` for an
        unknown one.
        """
        name = check_name(replace(name, id=name.id or fresh_id()))
        self._check_collections(name, collection_ids)
        return self._registry.create_engine(name, display_name, collection_ids, details or {})

    def get_engine(self, name: CollectionName) -> Engine:
        return self._registry.engine(name)

    def list_engines(
        self, project: str, location: str, *, page_size: int = 100, page_token: str = ""
    ) -> tuple[list[Engine], str]:
        """A page in order of creation, and the token of the next page or an empty one."""
        return self._registry.engines(project, location, page_size, page_token)

    def update_engine(
        self,
        name: CollectionName,
        *,
        display_name: str | None = None,
        collection_ids: Sequence[str] | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Engine:
        """Change what is given."""
        self._check_collections(name, collection_ids or ())
        ids = collection_ids and list(collection_ids)
        changes = given(display_name=display_name, collection_ids=ids, details=details)
        return self._registry.update_engine(name, changes)

    def delete_engine(self, name: CollectionName) -> None:
        self._registry.delete_engine(name)

    def resolve(self, name: CollectionName) -> list[CollectionName]:
        """An engine's collections, or the collection of the same id where no such engine was made."""
        try:
            return [
                replace(name, id=collection_id)
                for collection_id in self._registry.engine(name).collection_ids
            ]
        except NotFound:
            return [self._registry.collection(name).name]

    def _check_collections(self, name: CollectionName, ids: Sequence[str]) -> None:
        for collection_id in ids:
            self._registry.collection_key(replace(name, id=collection_id))


def given(**values: Any) -> dict[str, Any]:
    """The values that are not ``None``."""
    return {name: value for name, value in values.items() if value is not None}
