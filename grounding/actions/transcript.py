"""A transcript in OpenAI's chat message format: the tool calls with their results, the answer, and what others said.

>>> calls = [{"id": "a", "type": "function", "function": {"name": "save", "arguments": '{"path": "x.md"}'}}]
>>> messages = [
...     {"role": "assistant", "content": None, "tool_calls": calls},
...     {"role": "tool", "tool_call_id": "a", "content": '{"ok": true}'},
...     {"role": "assistant", "content": "I saved x.md."},
... ]
>>> transcript = read_transcript(messages)
>>> transcript.answer, transcript.calls[0].result
('I saved x.md.', {'ok': True})
"""

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grounding.actions.types import ToolCall
from grounding.errors import InvalidInput
from grounding.text.records import named_values

MOST_MESSAGES = 1_000
_SPEAKERS = ("system", "developer", "user")


@dataclass(frozen=True)
class Transcript:
    """``said`` holds what system, developer and user wrote; ``answer`` is the assistant's last text, empty for none."""

    calls: tuple[ToolCall, ...]
    said: tuple[str, ...]
    answer: str


def read_transcript(messages: Sequence[Mapping[str, Any]]) -> Transcript:
    """The transcript in ``messages``; the calls in the order in which they were made.

    Raises InvalidInput, naming the message, for what is no message of the format and for more than 1000 of them.
    """
    if len(messages) > MOST_MESSAGES:
        raise InvalidInput(
            "messages",
            f"There are {len(messages)} messages; at most {MOST_MESSAGES} are read. Send the latest ones.",
        )
    calls: list[ToolCall] = []
    waiting: dict[str, int] = {}
    said: list[str] = []
    answer = ""
    for number, message in enumerate(messages):
        field = f"messages[{number}]"
        if not isinstance(message, Mapping):
            raise InvalidInput(field, f"{field} is no object; send role and content.")
        role, text = message.get("role"), text_of(message.get("content"), field)
        if role in _SPEAKERS:
            said.append(text)
        elif role == "assistant":
            answer = text or answer
            for identifier, call in _called(message, field):
                waiting[identifier] = len(calls)
                calls.append(call)
        elif role in ("tool", "function"):
            key = str(message.get("tool_call_id") or message.get("name") or "")
            result, failed = json_or_text(text), message.get("is_error") is True
            if key in waiting:
                place = waiting.pop(key)
                calls[place] = replace(calls[place], result=result, marked_failed=failed)
            else:  # the call stands in a part of the conversation that was cut off
                calls.append(ToolCall(str(message.get("name") or ""), None, result, failed))
        else:
            raise InvalidInput(
                f"{field}.role",
                f"{field}.role is {str(role)[:80]!r}; it must be system, developer, user, assistant or tool.",
            )
    return Transcript(tuple(calls), tuple(text for text in said if text.strip()), answer)


def text_of(content: Any, field: str) -> str:
    """The text of a message's content: a string, or a list of parts of which those with text count.

    Raises InvalidInput, naming ``field``, for anything else.
    """
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, list) and all(isinstance(part, Mapping) for part in content):
        texts = (part.get("text") for part in content)
        return "\n".join(text for text in texts if isinstance(text, str))
    raise InvalidInput(f"{field}.content", f"{field}.content must be a text or a list of parts.")


def json_or_text(text: str) -> Any:
    """The JSON object or list in ``text``, else the text itself."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            value = json.loads(text)
            deque(named_values(value), maxlen=0)  # raises for one that is nested too deep
        except (ValueError, RecursionError):
            return text
        return value
    return text


def _called(message: Mapping[str, Any], field: str) -> Iterator[tuple[str, ToolCall]]:
    listed = message.get("tool_calls") or []
    if not isinstance(listed, list):
        raise InvalidInput(f"{field}.tool_calls", f"{field}.tool_calls must be a list.")
    for number, call in enumerate(listed):
        place = f"{field}.tool_calls[{number}]"
        asked = call.get("function") or call.get("custom") if isinstance(call, Mapping) else None
        if not isinstance(asked, Mapping) or not isinstance(asked.get("name"), str):
            raise InvalidInput(place, f"{place} needs function.name and function.arguments.")
        yield str(call.get("id") or ""), _tool_call(asked)
    if isinstance(old := message.get("function_call"), Mapping) and isinstance(old.get("name"), str):
        yield old["name"], _tool_call(old)


def _tool_call(asked: Mapping[str, Any]) -> ToolCall:
    arguments = asked.get("arguments", asked.get("input"))
    return ToolCall(asked["name"], json_or_text(arguments) if isinstance(arguments, str) else arguments)
