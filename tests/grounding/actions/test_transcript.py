"""OpenAI chat messages as a transcript."""

from typing import Any

import pytest

from grounding import InvalidInput
from grounding.actions import ToolCall, read_transcript


def called(identifier: str, name: str, arguments: str = "{}") -> dict[str, Any]:
    call = {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def test_results_go_to_their_calls_whatever_their_order() -> None:
    messages = [
        {"role": "user", "content": "Do it."},
        called("a", "save", '{"path": "x"}'),
        called("b", "send"),
        {"role": "tool", "tool_call_id": "b", "content": "sent"},
        {"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": '{"ok": true}'}]},
        {"role": "assistant", "content": "Done it all."},
    ]
    transcript = read_transcript(messages)
    assert transcript.calls == (ToolCall("save", {"path": "x"}, {"ok": True}), ToolCall("send", {}, "sent"))
    assert (transcript.said, transcript.answer) == (("Do it.",), "Done it all.")


def test_a_result_without_its_call_and_a_call_without_result_are_kept() -> None:
    messages = [{"role": "tool", "tool_call_id": "z", "content": "late"}, called("a", "save", "not json")]
    assert read_transcript(messages).calls == (ToolCall("", None, "late"), ToolCall("save", "not json"))


def test_json_that_is_nested_too_deep_stays_text() -> None:
    deep = '{"a":' * 150 + "1" + "}" * 150
    messages = [called("a", "save"), {"role": "tool", "tool_call_id": "a", "content": deep}]
    assert read_transcript(messages).calls[0].result == deep


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ({"role": "robot", "content": "x"}, "messages[0].role"),
        ({"role": "user", "content": 5}, "messages[0].content"),
        ({"role": "assistant", "tool_calls": 5}, "messages[0].tool_calls"),
        ({"role": "assistant", "tool_calls": [{"function": {}}]}, "messages[0].tool_calls[0]"),
        ("x", "messages[0]"),
    ],
)
def test_what_is_no_message_is_named(message: Any, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_transcript([message])
    assert refused.value.field == field


def test_the_number_of_messages_has_a_limit() -> None:
    with pytest.raises(InvalidInput, match="1001 messages; at most 1000"):
        read_transcript([{"role": "user", "content": "x"}] * 1001)
