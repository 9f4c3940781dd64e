"""The wire format: protobuf JSON, driven by message definitions.

Every request and response is a ``Message``: a pydantic model whose fields use the scalar types below. The
rules are protobuf's (https://protobuf.dev/programming-guides/json/): camelCase and snake_case names are both
read at every depth, ``null`` means absent, numbers come as numbers or strings, enums as names or numbers,
unknown fields are refused. Written names are camelCase; a default is left out unless the field has presence.

>>> class Point(Message):
...     x_axis: Int32 = 0          # no presence: 0 is not written
...     label: String | None = None  # presence (``optional`` in the proto): written when set, even when empty
>>> Point.model_validate({"xAxis": "3"}).x_axis
3
>>> Point(x_axis=0, label="").model_dump()
{'label': ''}
"""

import base64
import binascii
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, ClassVar, NoReturn, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    StrictBool,
    StrictStr,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError, core_schema
from starlette.responses import JSONResponse

ignore_unknown_fields: ContextVar[bool] = ContextVar("ignore_unknown_fields", default=False)
"""Set per request from the setting of the same name; unknown fields are then dropped instead of refused."""


class WireResponse(JSONResponse):
    """A JSON response with the content type Google sends."""

    media_type = "application/json; charset=UTF-8"


class Message(BaseModel):
    """Base of all wire messages. ``oneofs`` lists the field names of which at most one may be set."""

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

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        names, members = _spellings(cls), dict[str, Any]()
        for key, value in data.items():
            name = names.get(key)
            if name is None:
                if not ignore_unknown_fields.get():
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
        written = handler(self)
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            has_presence = field.default is None
            if value is None or (not has_presence and not value):
                written.pop(field.alias, None)
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


class ProtoEnum(IntEnum):
    """An enum read from its name, number or number-in-a-string, written as its name. 0 is the default."""

    @classmethod
    def _parse(cls, value: Any) -> Self:
        if isinstance(value, str) and value in cls.__members__:
            return cls[value]
        number = int(value) if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value) else value
        if type(number) in (int, cls) and number in cls._value2member_map_:
            return cls(number)
        _refuse(f"TYPE_ENUM {cls.__name__}, one of {', '.join(cls.__members__)}")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls._parse,
            json_schema_input_schema=core_schema.literal_schema(list(cls.__members__)),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda member: member.name, return_schema=core_schema.str_schema()
            ),
        )


def _refuse(kind: str) -> NoReturn:
    raise PydanticCustomError("wire_type", "{kind}", {"kind": kind})


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_FLOAT_MAX = 3.4028235e38


def _double(value: Any) -> float:
    if isinstance(value, str):
        text = value.strip()
        if text in _NOT_FINITE:
            return _NOT_FINITE[text]
        value = float(text) if _NUMBER.fullmatch(text) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        _refuse("TYPE_DOUBLE")
    try:
        return float(value)
    except OverflowError:
        _refuse("TYPE_DOUBLE")


def _float(value: Any) -> float:
    number = _double(value)
    if math.isfinite(number) and abs(number) > _FLOAT_MAX:
        _refuse("TYPE_FLOAT")
    return number


def _integer(value: Any, bits: int) -> int:
    kind = f"TYPE_INT{bits}"
    if isinstance(value, str):
        text = value.strip()
        if len(text) > 40 or not _NUMBER.fullmatch(text):
            _refuse(kind)
        value = int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not -(1 << bits - 1) <= value < 1 << bits - 1:
        _refuse(kind)
    return value


def _bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    if not isinstance(value, str):
        _refuse("TYPE_BYTES")
    text = value.translate({ord("-"): "+", ord("_"): "/"}).rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        _refuse("TYPE_BYTES, base64")


_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)")


def _timestamp(value: Any) -> datetime:
    if isinstance(value, datetime):
        return value
    match = _TIME.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        _refuse("Timestamp, RFC 3339 with a zone")
    day, clock, fraction, zone = match.groups()
    try:
        zone = "+00:00" if zone in "Zz" else zone
        return datetime.fromisoformat(f"{day}T{clock}.{(fraction or '0')[:6]:0<6}{zone}").astimezone(UTC)
    except (ValueError, OverflowError):
        _refuse("Timestamp, RFC 3339 with a zone")


def write_time(moment: datetime) -> str:
    """RFC 3339 in UTC with ``Z``; a naive ``moment`` counts as UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _write_number(value: float) -> float | str:
    return value if math.isfinite(value) else {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")


String = StrictStr
Bool = StrictBool
Double = Annotated[float, BeforeValidator(_double), PlainSerializer(_write_number)]
Float = Annotated[float, BeforeValidator(_float), PlainSerializer(_write_number)]
Int32 = Annotated[int, BeforeValidator(lambda value: _integer(value, 32))]
Int64 = Annotated[
    int,
    BeforeValidator(lambda value: _integer(value, 64)),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "format": "int64"}),
]
"""Written as a string, since JavaScript's numbers would round it."""
Bytes = Annotated[bytes, BeforeValidator(_bytes), PlainSerializer(lambda raw: base64.b64encode(raw).decode())]
Timestamp = Annotated[datetime, BeforeValidator(_timestamp), PlainSerializer(write_time)]
StringMap = dict[StrictStr, StrictStr]
"""A user's own map: its keys are data and are never renamed."""
Struct = dict[str, Any]
"""google.protobuf.Struct: any JSON object, kept exactly."""

_EXPECTED = {
    "string_type": "TYPE_STRING",
    "bool_type": "TYPE_BOOL",
    "list_type": "repeated field, a list",
    "dict_type": "map, an object",
    "model_type": "message, an object",
    "model_attributes_type": "message, an object",
}


def violations(errors: Iterable[Mapping[str, Any]], *, skip: int = 0) -> list[dict[str, str]]:
    """Pydantic's errors as ``google.rpc.BadRequest`` field violations, worded like Google's parser.

    ``field`` is the snake_case path with ``[i]`` for list items; the first ``skip`` parts of a place
    (FastAPI's ``body`` or ``query``) are left out.
    """
    return [_violation(error, error["loc"][skip:]) for error in errors]


def _violation(error: Mapping[str, Any], place: Sequence[int | str]) -> dict[str, str]:
    loc = [part for part in place if part != "[key]"]
    if error["type"] == "extra_forbidden":
        path = _path(loc[:-1])
        at = f" at '{path}'" if path else ""
        reason = f'Invalid JSON payload received. Unknown name "{loc[-1]}"{at}: Cannot find field.'
        return {"field": path, "description": reason}
    path = _path(loc)
    at = f" at '{path}'" if path else " at the top level"
    if error["type"] == "wire":
        return {"field": path, "description": f"Invalid value{at}: {error['msg']}."}
    kind = error["msg"] if error["type"] == "wire_type" else _EXPECTED.get(error["type"], error["msg"])
    return {"field": path, "description": f"Invalid value{at} ({kind}), {_shown(error['input'])}"}


def _path(loc: Iterable[int | str]) -> str:
    path = ""
    for part in loc:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


def _shown(value: Any) -> str:
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 80 else text[:80] + "…"
