"""Metadata values: from the wire's typed form to plain JSON in a document's metadata, and back."""

import re
from datetime import datetime
from typing import Any

from app.wire.errors import BadRequest
from app.wire.schemas.rag_metadata import DataType, ListConfig, MetadataList, MetadataValue, SchemaDetails

FIELDS = {
    DataType.INTEGER: "int_value",
    DataType.FLOAT: "float_value",
    DataType.STRING: "str_value",
    DataType.DATETIME: "datetime_value",
    DataType.BOOLEAN: "bool_value",
    DataType.LIST: "list_value",
}

_DAY = re.compile(r"\d{4}(-\d\d)?")


def plain(value: MetadataValue | None, details: SchemaDetails, field: str) -> Any:
    """The JSON value of ``value``; an integer may stand where a float is due. Raises BadRequest."""
    given = [name for name in FIELDS.values() if value and getattr(value, name) is not None]
    wanted = FIELDS[details.type]
    if given == ["int_value"] and details.type is DataType.FLOAT:
        given, wanted = ["float_value"], "int_value"
    elif given != [wanted]:
        raise BadRequest(
            f"{field} holds {given[0] if given else 'no value'}; its schema asks for {details.type.name}, {wanted}.",
            field,
        )
    content = getattr(value, wanted)
    if details.type is DataType.LIST:
        inner = (details.list_config or ListConfig()).value_schema or SchemaDetails(type=DataType.STRING)
        return [plain(one, inner, f"{field}.values[{n}]") for n, one in enumerate(content.values)]
    if details.type is DataType.DATETIME:
        return _moment(content, field)
    return float(content) if details.type is DataType.FLOAT else content


def typed(value: Any, details: SchemaDetails | None) -> MetadataValue | None:
    """The wire's form of a stored value; ``None`` where it has none. Without a schema the JSON type decides."""
    if details is not None and details.type is DataType.DATETIME and isinstance(value, str):
        return MetadataValue(datetime_value=value)
    if isinstance(value, list):
        config = details.list_config if details else None
        inner = config.value_schema if config else None
        values = [typed(one, inner) for one in value]
        return MetadataValue(list_value=MetadataList(values=[one for one in values if one is not None]))
    kind = type_of(value)
    if kind is None:
        return None
    return MetadataValue.model_validate({FIELDS[kind]: value})


def type_of(value: Any) -> DataType | None:
    """The type that a JSON value has by itself; ``None`` for an object or null."""
    kinds = {bool: DataType.BOOLEAN, int: DataType.INTEGER, float: DataType.FLOAT, str: DataType.STRING}
    return DataType.LIST if isinstance(value, list) else kinds.get(type(value))


def schema_for(value: Any, field: str) -> SchemaDetails:
    """The schema that a JSON value asks for. Raises BadRequest for what metadata cannot hold."""
    kind = type_of(value)
    if kind is DataType.LIST:
        kinds = {type_of(one) for one in value}
        inner = kinds.pop() if len(kinds) == 1 else None
        if inner is None or inner is DataType.LIST:
            raise BadRequest(f"{field} must hold values of one simple type.", field)
        return SchemaDetails(type=kind, list_config=ListConfig(value_schema=SchemaDetails(type=inner)))
    if kind is None:
        raise BadRequest(f"{field} must be a text, a number, true, false or a list of them.", field)
    return SchemaDetails(type=kind)


def _moment(text: str, field: str) -> str:
    """A date or time as the store orders it: a year or a month alone is its first day."""
    whole = text + "-01-01"[len(text) - 4 :] if _DAY.fullmatch(text) else text
    try:
        datetime.fromisoformat(whole)
    except ValueError as error:
        raise BadRequest(f"{field} is {text[:50]!r}; write 2024, 2024-05-01 or RFC 3339.", field) from error
    return whole
