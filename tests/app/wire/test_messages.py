"""Every row of the decoding table (contract.md 0.1) and the encoding rules (0.2)."""

import math
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from app.wire.messages import Message, ignore_unknown_fields
from app.wire.scalars import (
    Bool,
    Bytes,
    Double,
    Float,
    Int32,
    Int64,
    ProtoEnum,
    String,
    StringMap,
    Struct,
    Timestamp,
)
from app.wire.violations import violations


class Colour(ProtoEnum):
    COLOUR_UNSPECIFIED = 0
    RED = 1
    DEEP_BLUE = 2


class Part(Message):
    part_name: String = ""
    share: Double | None = None


class Box(Message):
    oneofs = (("by_name", "by_number"),)

    big_name: String = ""
    note: String | None = None
    ratio: Double = 0.0
    small: Float = 0.0
    count: Int32 = 0
    total: Int64 = 0
    flag: Bool = False
    shown: Bool | None = None
    colour: Colour = Colour.COLOUR_UNSPECIFIED
    raw: Bytes = b""
    made: Timestamp | None = None
    first_part: Part | None = None
    more_parts: list[Part] = []
    tags: list[String] = []
    user_labels: StringMap = {}
    struct_data: Struct | None = None
    by_name: String = ""
    by_number: Int32 = 0


def read(**members: Any) -> Box:
    return Box.model_validate(members)


def refused(members: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        Box.model_validate(members)
    return "\n".join(violation["description"] for violation in violations(caught.value.errors()))


def test_camel_and_snake_case_may_mix_at_every_depth() -> None:
    box = read(bigName="a", first_part={"partName": "b"}, moreParts=[{"part_name": "c"}])
    assert (box.big_name, box.first_part, box.more_parts) == ("a", Part(part_name="b"), [Part(part_name="c")])


def test_keys_of_user_maps_stay_untouched() -> None:
    box = read(userLabels={"my_key": "x", "myKey": "y"}, structData={"a_b": {"c_d": None}})
    assert box.to_wire() == {
        "userLabels": {"my_key": "x", "myKey": "y"},
        "structData": {"a_b": {"c_d": None}},
    }


@pytest.mark.parametrize("value", [0.6, "0.6", "6e-1", " 0.6 ", "+0.6", ".6"])
def test_doubles_come_as_numbers_or_strings(value: object) -> None:
    assert read(ratio=value).ratio == 0.6


@pytest.mark.parametrize(("text", "value"), [("Infinity", math.inf), ("-Infinity", -math.inf)])
def test_named_doubles(text: str, value: float) -> None:
    assert read(ratio=text).ratio == value
    assert math.isnan(read(ratio="NaN").ratio)
    assert read(ratio=text).to_wire() == {"ratio": text}


@pytest.mark.parametrize(
    "value", ["abc", "", "nan", "inf", "1_0", "0x1", True, [], {}, "1" + "0" * 400 + "x"]
)
def test_what_is_no_double_is_refused(value: object) -> None:
    assert "Invalid value at 'ratio' (TYPE_DOUBLE)" in refused({"ratio": value})


def test_a_float_beyond_float32_is_refused() -> None:
    assert "TYPE_FLOAT" in refused({"small": 1e39})
    assert read(small=1e38).small == 1e38


@pytest.mark.parametrize("value", [3, "3", 3.0, "3.0", "3e0"])
def test_integers_come_as_numbers_or_strings(value: object) -> None:
    assert (read(count=value).count, read(total=value).total) == (3, 3)


@pytest.mark.parametrize(
    "value", [5.5, "5.5", "", "x", True, 2**31, -(2**31) - 1, "9" * 50, "1e99", [], "NaN"]
)
def test_what_is_no_int32_is_refused(value: object) -> None:
    assert "Invalid value at 'count' (TYPE_INT32)" in refused({"count": value})


def test_int64_keeps_every_digit() -> None:
    assert read(total="9007199254740993").to_wire() == {"total": "9007199254740993"}
    assert "TYPE_INT64" in refused({"total": 2**63})


@pytest.mark.parametrize("value", ["true", 1, 0, "", []])
def test_a_bool_is_true_or_false_only(value: object) -> None:
    assert "(TYPE_BOOL)" in refused({"flag": value})


@pytest.mark.parametrize("value", [5, 1.5, True, [], {}])
def test_a_string_is_a_string_only(value: object) -> None:
    assert "Invalid value at 'big_name' (TYPE_STRING)" in refused({"bigName": value})


@pytest.mark.parametrize("value", ["DEEP_BLUE", 2, "2"])
def test_enums_come_as_name_or_number_and_go_as_name(value: object) -> None:
    assert read(colour=value).to_wire() == {"colour": "DEEP_BLUE"}


@pytest.mark.parametrize("value", ["PURPLE", 9, "9", "deep_blue", 1.5, True, ["RED"], {}])
def test_an_unknown_enum_value_is_refused_by_name(value: object) -> None:
    assert "TYPE_ENUM Colour, one of COLOUR_UNSPECIFIED, RED, DEEP_BLUE" in refused({"colour": value})


def test_null_is_absent() -> None:
    assert read(
        bigName=None, count=None, firstPart=None, tags=None, userLabels=None, byName=None, byNumber=1
    ) == Box(by_number=1)


def test_null_in_a_list_or_a_map_is_refused() -> None:
    assert "'tags[0]'" in refused({"tags": [None]})
    assert "'more_parts[1]'" in refused({"moreParts": [{}, None]})
    assert "'user_labels.a'" in refused({"userLabels": {"a": None}})


def test_an_object_is_no_list_and_a_list_no_object() -> None:
    assert "Invalid value at 'more_parts' (repeated field, a list)" in refused(
        {"moreParts": {"partName": "x"}}
    )
    assert "Invalid value at 'first_part' (message, an object)" in refused({"firstPart": []})
    assert "at the top level" in refused([])


def test_two_members_of_a_oneof_are_refused() -> None:
    assert "oneof" in refused({"byName": "a", "by_number": 1})


def test_both_spellings_of_one_field_are_refused() -> None:
    assert "given twice" in refused({"bigName": "a", "big_name": "a"})


def test_an_unknown_field_is_refused_in_googles_words() -> None:
    assert refused({"foo": 1}) == 'Invalid JSON payload received. Unknown name "foo": Cannot find field.'
    assert (
        refused({"moreParts": [{"fooBar": 1}]})
        == "Invalid JSON payload received. Unknown name \"fooBar\" at 'more_parts[0]': Cannot find field."
    )


def test_unknown_fields_are_dropped_where_the_setting_says_so() -> None:
    token = ignore_unknown_fields.set(True)
    try:
        assert read(foo=1, firstPart={"bar": 2}) == Box(first_part=Part())
    finally:
        ignore_unknown_fields.reset(token)


@pytest.mark.parametrize("text", ["+/8=", "-_8=", "+/8", "-_8"])
def test_bytes_come_in_both_base64_alphabets(text: str) -> None:
    assert read(raw=text).raw == b"\xfb\xff"
    assert read(raw=text).to_wire() == {"raw": "+/8="}


@pytest.mark.parametrize("value", ["a", "ä===", "a b=", 5, "=a"])
def test_what_is_no_base64_is_refused(value: object) -> None:
    assert "TYPE_BYTES" in refused({"raw": value})


@pytest.mark.parametrize(
    "text",
    ["2026-11-30T10:00:00.123456789Z", "2026-11-30T12:00:00.123456+02:00", "2026-11-30t10:00:00.123456z"],
)
def test_timestamps_are_rfc_3339_with_a_zone(text: str) -> None:
    assert read(made=text).made == datetime(2026, 11, 30, 10, 0, 0, 123456, UTC)
    assert read(made=text).to_wire() == {"made": "2026-11-30T10:00:00.123456Z"}


@pytest.mark.parametrize("value", ["2026-11-30T10:00:00", "2026-11-30", "2026-13-30T10:00:00Z", 5, "x"])
def test_what_is_no_timestamp_is_refused(value: object) -> None:
    assert "Timestamp" in refused({"made": value})


def test_defaults_are_left_out_unless_the_field_has_presence() -> None:
    assert Box().to_wire() == {}
    empty = Box(note="", shown=False, first_part=Part(share=0.0), struct_data={}, made=None)
    assert empty.to_wire() == {"note": "", "shown": False, "firstPart": {"share": 0.0}, "structData": {}}


def test_every_error_names_its_field() -> None:
    with pytest.raises(ValidationError) as caught:
        Box.model_validate({"foo": 1, "count": "x", "moreParts": [{"share": "y"}]})
    fields = [violation["field"] for violation in violations(caught.value.errors())]
    assert sorted(fields) == ["", "count", "more_parts[0].share"]


def test_replace_checks_again() -> None:
    assert Box(big_name="a", count=1).replace(count=0).to_wire() == {"bigName": "a"}
    with pytest.raises(ValidationError):
        Box().replace(count="x")
