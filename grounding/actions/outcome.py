"""What came of a call: whether it failed, read from the shape of its result."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grounding.actions.types import ToolCall
from grounding.actions.verbs import FAILING, root
from grounding.text.verbs import english, is_regular_past

_ERRORS = frozenset("error errors exception traceback stderr_error failure iserror is_error".split())
_EXITS = frozenset("exit_code exitcode returncode return_code exit_status rc".split())
_STATES = frozenset("status state result outcome code status_code statuscode http_status".split())
_GOOD = frozenset("ok okay success successful succeeded succeed".split())
# How programs say in plain text that they failed: a mark of failure at the start of a line, or an HTTP status.
_FAILED_LINE = re.compile(
    r"^[ \t!*>]{0,9}(?:\[?(?i:error|fatal|failed|failure|exception|denied|panic)\b[^\n.:]{0,40}:|"
    r"(?:Failed to|Traceback \(|\[?ERROR\b)|"
    r"[A-Za-z]{0,40}(?:Error|Exception):|(?:HTTP[/ \d.]{0,9})?[45]\d\d [A-Z])",
    re.MULTILINE,
)
# What shells and programs print when they could not do it; in a long text it may be spoken of.
_FAILED_PROGRAM = re.compile(
    r"^[^\n:]{1,80}: (?:command not found|not found|no such file|permission denied|cannot |could not |unable to |"
    r"invalid |unrecognized |unknown )",
    re.MULTILINE | re.IGNORECASE,
)
_SHORT_TEXT = 300  # characters


@dataclass(frozen=True)
class Failure:
    """Why a call failed, in the result's words. ``by_program``: the tool did run a program, and that told a failure."""

    reason: str
    by_program: bool = False


def failure_of(call: ToolCall) -> Failure | None:
    """How the call failed, ``None`` where its result shows no failure.

    A result of ``None`` (there is none in the transcript) shows none.

    >>> failure_of(ToolCall("save", {}, {"ok": False, "error": "disk full"}))
    Failure(reason='error: disk full', by_program=False)
    >>> failure_of(ToolCall("save", {}, {"ok": True}))
    """
    if isinstance(call.result, str):
        line = _FAILED_LINE.search(call.result[:20_000]) or _FAILED_PROGRAM.search(call.result[:_SHORT_TEXT])
        if line or call.marked_failed:
            start = line.start() if line else 0
            return Failure(call.result[start:].strip().partition("\n")[0][:200])
        return None
    failures = list(_failures(call.result)) if isinstance(call.result, Mapping) else []
    if call.marked_failed and not failures:
        return Failure("the call is marked as failed")
    # What the tool itself says goes before what a program in it said.
    return min(
        failures, key=lambda failure: (failure.by_program, "error" not in failure.reason), default=None
    )


def _failures(result: Mapping[str, Any]) -> Iterator[Failure]:
    for key, value in result.items():
        name = str(key).lower()
        shown = f"{key}: {str(value)[:200]}"
        if name in _ERRORS and value and not _is_count(value):
            yield Failure(shown)
        elif name in _EXITS and isinstance(value, int) and value:
            yield Failure(shown, by_program=True)
        elif (value is False and (name in _GOOD or _is_participle(name))) or (
            name in _STATES and _is_bad_state(value)
        ):
            yield Failure(shown)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_participle(name: str) -> bool:
    last = name.rpartition("_")[2]
    return is_regular_past(last) or last in english("past")


def _is_bad_state(value: Any) -> bool:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) or (isinstance(value, str) and re.fullmatch(r"\d{3}", value)):
        return 400 <= int(value) < 600
    return isinstance(value, str) and any(
        root(word) in FAILING | {"cancel"} for word in re.findall(r"[a-z]+", value.lower())
    )
