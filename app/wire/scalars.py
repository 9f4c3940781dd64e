"""Protobuf's scalar types and enums as fields of messages: how each is read from JSON and written to it."""

import base64
import binascii
import math
import re
from datetime import UTC, datetime
from enum import IntEnum
from typing import Annotated, Any, NoReturn, Self

from pydantic import BeforeValidator, PlainSerializer, StrictBool, StrictStr, WithJsonSchema
from pydantic_core import PydanticCustomError, core_schema


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


_NUMBER = re.compile(r"[+-]?(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?\d++)?+")
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
