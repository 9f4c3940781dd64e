"""Whether a call failed, by the shape of its result."""

from typing import Any

import pytest

from grounding.actions.outcome import failure_of
from grounding.actions.types import ToolCall


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ({"ok": False}, "ok: False"),
        ({"success": False, "error": "disk full"}, "error: disk full"),
        ({"status": 413, "message": "too large"}, "status: 413"),
        ({"status_code": "404"}, "status_code: 404"),
        ({"status": "REJECTED"}, "status: REJECTED"),
        ({"deleted": False}, "deleted: False"),
        ("Traceback (most recent call last):\n  x", "Traceback (most recent call last):"),
        ("403 Forbidden: no permission", "403 Forbidden: no permission"),
        ("ValueError: no such day", "ValueError: no such day"),
        ("convert: command not found\n", "convert: command not found"),
    ],
)
def test_failures(result: Any, reason: str) -> None:
    failure = failure_of(ToolCall("t", {}, result))
    assert failure and failure.reason == reason and not failure.by_program


@pytest.mark.parametrize(
    "result",
    [
        {"ok": True, "error": None},
        {"errors": 0},
        {"errors": 3},  # a count, as a linter tells it
        {"status": "sent"},
        {"status": 200},
        {"exit_code": 0},
        "[main 91be0d2] Fix error in README",
        None,
        [],
    ],
)
def test_no_failures(result: Any) -> None:
    assert failure_of(ToolCall("t", {}, result)) is None


def test_a_program_that_ends_with_a_fault_is_told_apart() -> None:
    failure = failure_of(ToolCall("bash", {}, {"exit_code": 2}))
    assert failure and failure.by_program


def test_a_transcript_may_mark_a_failure_itself() -> None:
    assert failure_of(ToolCall("t", {}, "busy", marked_failed=True))
