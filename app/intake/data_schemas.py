"""The metadata schemas of a corpus, kept with the collection; what files and filters may hold follows them."""

import re
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from app.wire.conversions.metadata_values import plain, schema_for
from app.wire.errors import BadRequest, Missing
from app.wire.schemas.rag_metadata import (
    DataType,
    Granularity,
    MetadataValue,
    RagDataSchema,
    SchemaDetails,
    SearchStrategy,
    SearchStrategyType,
)
from ingest.errors import AlreadyExists
from ingest.library import Library
from ingest.types import CollectionName

KEPT_AS = "ragDataSchemas"  # key in a collection's details
MOST = 500  # at once

writing = threading.Lock()
"""Held from reading what is kept until it is written, of schemas and of values."""

_KEY = re.compile(r"[a-z][a-z0-9_-]{0,62}")
FITTING: dict[DataType, tuple[type, ...]] = {
    DataType.INTEGER: (int, float),
    DataType.FLOAT: (int, float),
    DataType.STRING: (str,),
    DataType.DATETIME: (str,),
    DataType.BOOLEAN: (bool,),
}


def schemas_of(library: Library, name: CollectionName) -> dict[str, SchemaDetails]:
    """The schemas of a corpus by key, oldest first. Raises NotFound."""
    kept = library.get_collection(name).details.get(KEPT_AS, {})
    return {key: SchemaDetails.model_validate(details) for key, details in kept.items()}


def create_schemas(
    library: Library, name: CollectionName, given: Sequence[RagDataSchema], *, equal_pass: bool = False
) -> list[RagDataSchema]:
    """Make all or none. Raises BadRequest, and AlreadyExists for a key that has one (with ``equal_pass``: another)."""
    checked = [(schema.key, _checked(schema)) for schema in given]
    with writing:
        kept = schemas_of(library, name)
        for key, details in checked:
            if key in kept and not (equal_pass and kept[key] == details):
                raise AlreadyExists(f"The key {key!r} has a schema already.")
            kept[key] = details
        _write(library, name, kept)
    return [RagDataSchema(key=key, schema_details=details) for key, details in checked]


def delete_schemas(library: Library, name: CollectionName, keys: Sequence[str]) -> None:
    """Delete all or none; the files keep their values. Raises Missing."""
    with writing:
        kept = schemas_of(library, name)
        for key in keys:
            if kept.pop(key, None) is None:
                raise Missing(f"There is no schema of the key {key!r}.")
        _write(library, name, kept)


def check_values(
    library: Library, name: CollectionName, values: Mapping[str, Any], given: Sequence[RagDataSchema]
) -> None:
    """Let ``values`` that come with a file in: ``given`` schemas are made first, and where a key has none its JSON
    type makes one. Raises BadRequest, AlreadyExists; then nothing was made.
    """
    kept = schemas_of(library, name) | {schema.key: _checked(schema) for schema in given}
    missing = []
    for key, value in values.items():
        field = f"inline_metadata_source.{key}"
        if key not in kept:
            missing.append(RagDataSchema(key=key, schema_details=schema_for(value, field)))
        elif not _fits_json(value, kept[key]):
            raise BadRequest(f"{field} does not fit its schema, {kept[key].type.name}.", field)
    create_schemas(library, name, [*given, *missing], equal_pass=True)


def converted(value: MetadataValue | None, key: str, schemas: Mapping[str, SchemaDetails], field: str) -> Any:
    """The JSON value of a key. Raises BadRequest where it has no schema or does not fit it."""
    if key not in schemas:
        raise BadRequest(
            f"The key {key!r} has no schema; create one in ragDataSchemas first.", f"{field}.key"
        )
    return plain(value, schemas[key], f"{field}.value")


def _write(library: Library, name: CollectionName, kept: Mapping[str, SchemaDetails]) -> None:
    details = dict(library.get_collection(name).details)
    details[KEPT_AS] = {key: schema.to_wire() for key, schema in kept.items()}
    library.update_collection(name, details=details)


def _checked(schema: RagDataSchema) -> SchemaDetails:
    """The details with what is unset filled in. Raises BadRequest."""
    field, details = "rag_data_schema", schema.schema_details or SchemaDetails()
    if not _KEY.fullmatch(schema.key):
        raise BadRequest(
            f"key is {schema.key[:80]!r}; it has 1 to 63 of a-z, 0-9, '_' and '-', a letter first.",
            f"{field}.key",
        )
    if details.type is DataType.DATA_TYPE_UNSPECIFIED:
        raise BadRequest(f"The type of {schema.key!r} is missing.", f"{field}.schema_details.type")
    inner = details.list_config.value_schema if details.list_config else None
    if (details.type is DataType.LIST) != (inner is not None and inner.type in FITTING):
        raise BadRequest(
            f"list_config.value_schema of {schema.key!r} must name a simple type for a LIST, and nothing else.",
            f"{field}.schema_details.list_config",
        )
    strategy = details.search_strategy.search_strategy_type if details.search_strategy else None
    return details.replace(
        granularity=Granularity.GRANULARITY_FILE_LEVEL,
        search_strategy=SearchStrategy(search_strategy_type=strategy or SearchStrategyType.EXACT_SEARCH),
    )


def _fits_json(value: Any, details: SchemaDetails) -> bool:
    if details.type is DataType.LIST:
        inner = details.list_config.value_schema if details.list_config else None
        return isinstance(value, list) and inner is not None and all(_fits_json(one, inner) for one in value)
    if isinstance(value, float) and details.type is DataType.INTEGER:
        return value.is_integer()
    return type(value) in FITTING[details.type]
