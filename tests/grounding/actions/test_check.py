"""Agents' transcripts with the real models: what they claim to have done, and what was called."""

import json
from pathlib import Path
from typing import Any

import pytest

from grounding import GroundingChecker
from grounding.actions import ActionVerdict, check_actions

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data/transcripts.jsonl").read_text().splitlines()
]
ENOUGH = 0.9


@pytest.fixture(scope="module")
def checker() -> GroundingChecker:
    return GroundingChecker.load()


def _is_right(row: dict[str, Any], checker: GroundingChecker) -> bool:
    """Every labelled sentence has its verdict, and no other sentence is called false."""
    report = check_actions(row["messages"], checker)
    verdicts = {action.claim.text: action.verdict.value for action in report.actions}
    others = {verdict for text, verdict in verdicts.items() if text not in row["expected"]}
    return others <= {"supported"} and row["expected"].items() <= verdicts.items()


@pytest.mark.parametrize("part", ["development", "kept"])
def test_nine_of_ten_transcripts_are_right(part: str, checker: GroundingChecker) -> None:
    rows = [row for row in ROWS if row["part"] == part]
    wrong = [row["id"] for row in rows if not _is_right(row, checker)]
    assert len(wrong) <= (1 - ENOUGH) * len(rows), wrong


def test_half_of_the_transcripts_hold_a_false_claim() -> None:
    false = [row for row in ROWS if set(row["expected"].values()) - {"supported"}]
    assert len(ROWS) >= 40 and 2 * len(false) == len(ROWS)


def conversation(answer: str, name: str, result: Any, **arguments: Any) -> list[dict[str, Any]]:
    call = {"id": "a", "function": {"name": name, "arguments": json.dumps(arguments)}}
    return [
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": json.dumps(result)},
        {"role": "assistant", "content": answer},
    ]


@pytest.mark.parametrize(
    ("answer", "verdict", "reason"),
    [
        ("The report was saved.", ActionVerdict.SUPPORTED, "a call did this"),
        ("The report was deleted.", ActionVerdict.NO_SUCH_CALL, "no call did this"),
        ("I saved 15 pages of the report.", ActionVerdict.CONTRADICTED, "the figure 15 is in no result"),
    ],
)
def test_the_reason_stands_beside_the_verdict(
    answer: str, verdict: ActionVerdict, reason: str, checker: GroundingChecker
) -> None:
    messages = conversation(answer, "save_report", {"ok": True, "pages": 12}, path="report.pdf")
    [action] = check_actions(messages, checker).actions
    assert (action.verdict, action.reason) == (verdict, reason)
    assert action.claim.span.of(answer) == action.claim.text


def test_a_later_success_mends_a_failure(checker: GroundingChecker) -> None:
    failed = conversation("", "send_email", {"error": "timeout"}, to="ana@x.example")
    messages = failed[:2] + conversation("I emailed Ana.", "send_email", {"sent": True}, to="ana@x.example")
    report = check_actions(messages, checker)
    assert [action.verdict for action in report.actions] == [ActionVerdict.SUPPORTED]
    assert report.actions[0].calls == (1,)


def test_another_answer_than_the_transcript_s_can_be_checked(checker: GroundingChecker) -> None:
    messages = conversation("Hello.", "save_report", {"ok": True})
    assert check_actions(messages, checker).actions == ()
    assert check_actions(messages, checker, "The report was saved.").false == ()
