"""Did an agent do what its answer says? Its sentences against the tool calls of the transcript."""

from grounding.actions.check import ActionChecker, check_actions
from grounding.actions.transcript import Transcript, read_transcript
from grounding.actions.types import ActionCheck, ActionReport, ActionVerdict, ToolCall

__all__ = [
    "ActionCheck",
    "ActionChecker",
    "ActionReport",
    "ActionVerdict",
    "ToolCall",
    "Transcript",
    "check_actions",
    "read_transcript",
]
