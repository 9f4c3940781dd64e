"""The wire format: protobuf JSON, driven by message definitions.

Every request and response is a ``Message``: a pydantic model whose fields use the types of
:mod:`app.wire.scalars`. The rules are protobuf's (https://protobuf.dev/programming-guides/json/): camelCase and
snake_case names are both read at every depth, ``null`` means absent, numbers come as numbers or strings, enums as
names or numbers, unknown fields are refused. Written names are camelCase; a default is left out unless the field
has presence.

>>> from app.wire.scalars import Int32, String
>>> class Point(Message):
...     x_axis: Int32 = 0          # no presence: 0 is not written
...     label: String | None = None  # presence (``optional`` in the proto): written when set, even when empty
>>> Point.model_validate({"xAxis": "3"}).x_axis
3
>>> Point(x_axis=0, label="").model_dump()
{'label': ''}
"""

from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from typing import Any, ClassVar, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    field_validator,
    model_serializer,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError
from starlette.responses import JSONResponse

MAX_ITEMS = 10_000  # of a list or map in a request, where its message has no limit of its own
MAX_UNKNOWN = 20  # unknown fields that are named in an answer

ignore_unknown_fields: ContextVar[bool] = ContextVar("ignore_unknown_fields", default=False)
"""Set per request from the setting of the same name; unknown fields are then dropped instead of refused."""


class WireResponse(JSONResponse):
    """A JSON response with the content type Google sends."""

    media_type = "application/json; charset=UTF-8"

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        super().init_headers({"X-Content-Type-Options": "nosniff", **(headers or {})})


class Message(BaseModel):
    """Base of all wire messages.

    ``oneofs`` lists the field names of which at most one may be set, ``most_items`` how many items a list may have.
    """

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        serialize_by_alias=True,
        loc_by_alias=False,
        extra="forbid",
        frozen=True,
        protected_namespaces=(),
    )
    oneofs: ClassVar[tuple[tuple[str, ...], ...]] = ()
    most_items: ClassVar[Mapping[str, int]] = {}

    @field_validator("*", mode="before")
    @classmethod
    def _count(cls, value: Any, info: ValidationInfo) -> Any:
        """Refuse a list or map by its length, before its items are validated one by one."""
        if isinstance(value, list | dict) and value and not isinstance(next(iter(value)), BaseModel):
            most = cls.most_items.get(info.field_name or "", MAX_ITEMS)
            if len(value) > most:
                reason = "it has {items} items; the limit is {most}, send fewer at once"
                raise PydanticCustomError("wire", reason, {"items": len(value), "most": most})
        return value

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        names, members, unknown = _spellings(cls), dict[str, Any](), 0
        for key, value in data.items():
            name = names.get(key)
            if name is None:
                unknown += 1
                if unknown <= MAX_UNKNOWN and not ignore_unknown_fields.get():
                    members[key] = value
            elif name in members:
                raise PydanticCustomError("wire", f'field "{name}" is given twice (camelCase and snake_case)')
            elif value is not None:
                members[name] = value
        for oneof in cls.oneofs:
            given = [name for name in oneof if name in members]
            if len(given) > 1:
                reason = f'"{given[0]}" and "{given[1]}" exclude each other (oneof); set one of them'
                raise PydanticCustomError("wire", reason)
        return members

    @model_serializer(mode="wrap")
    def _write(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = handler(self)
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            has_presence = field.default is None
            if value is None or (not has_presence and not value):
                written.pop(str(field.alias), None)
        return written

    def to_wire(self) -> dict[str, Any]:
        """The message as JSON-ready data: what ``WireResponse`` sends."""
        return self.model_dump(mode="json")

    def replace(self, **changes: Any) -> Self:
        """A copy with ``changes`` (Python names), validated again."""
        kept = {name: getattr(self, name) for name in self.model_fields_set if name not in changes}
        return type(self).model_validate(kept | changes)


@cache
def _spellings(message: type[Message]) -> dict[str, str]:
    fields = message.model_fields
    return {name: name for name in fields} | {str(field.alias): name for name, field in fields.items()}
