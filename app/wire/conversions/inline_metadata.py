"""Metadata that comes along with a file, as JSON in a text (``ragFileMetadataConfig``)."""

from typing import Any

from pydantic import ValidationError

from app.wire.conversions.metadata_values import FIELDS
from app.wire.errors import BadRequest
from app.wire.json_text import MalformedJson, read_json
from app.wire.schemas.rag_metadata import MetadataValue, RagDataSchema, UserSpecifiedMetadata

SOURCE = "rag_file_metadata_config.inline_metadata_source"
SCHEMAS = "rag_file_metadata_config.inline_metadata_schema_source"


def inline_values(text: str) -> dict[str, Any]:
    """The values by key: from a flat object, or from an array of ``{key, value}``. Raises BadRequest."""
    value = _read(text, SOURCE) if text else {}
    if isinstance(value, dict):
        return value
    try:
        entries = [UserSpecifiedMetadata.model_validate(entry) for entry in value]
    except ValidationError as error:
        raise BadRequest(
            f"{SOURCE} must be a JSON object, or an array of objects with key and value.", SOURCE
        ) from error
    return {entry.key: _plain(entry.value) for entry in entries}


def inline_schemas(text: str) -> list[RagDataSchema]:
    """The schemas in an array of them; none of an empty text. Raises BadRequest."""
    value = _read(text, SCHEMAS) if text else []
    try:
        return [RagDataSchema.model_validate(entry) for entry in value]
    except ValidationError as error:
        raise BadRequest(f"{SCHEMAS} must be an array of data schemas: {error}", SCHEMAS) from error


def _plain(value: MetadataValue | None) -> Any:
    """A typed value without a schema at hand."""
    for name in FIELDS.values():
        content = getattr(value, name) if value else None
        if content is not None:
            return [_plain(inner) for inner in content.values] if name == "list_value" else content
    raise BadRequest(f"{SOURCE} holds a key without a value.", SOURCE)


def _read(text: str, field: str) -> Any:
    try:
        value = read_json(text.encode())
    except MalformedJson as error:
        raise BadRequest(f"{field} is not JSON: {error}", field) from error
    if not isinstance(value, dict | list):
        raise BadRequest(f"{field} must hold a JSON object or array.", field)
    return value
