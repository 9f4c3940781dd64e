"""The values of a check of actions: frozen."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from grounding.types import Claim


@dataclass(frozen=True)
class ToolCall:
    """A call and what came of it. ``arguments`` and ``result`` are JSON values, or the text that was no JSON.

    ``result`` is ``None`` where the transcript has none. ``marked_failed``: the transcript itself says that it failed.
    """

    name: str
    arguments: Any = None
    result: Any = None
    marked_failed: bool = False


class ActionVerdict(StrEnum):
    """What the calls say about a sentence: borne out, the tool said otherwise, or nothing was called that does it."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NO_SUCH_CALL = "no such call"


@dataclass(frozen=True)
class ActionCheck:
    """A sentence that claims an action or a measured result.

    ``calls`` are the indices of the calls that decide (``ActionReport.calls``); ``reason`` says in a few words why.
    """

    claim: Claim
    verdict: ActionVerdict
    calls: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class ActionReport:
    """The verdicts on the sentences of ``answer`` that claim something done; other sentences are not among them."""

    answer: str
    calls: tuple[ToolCall, ...]
    actions: tuple[ActionCheck, ...]

    @property
    def false(self) -> tuple[ActionCheck, ...]:
        """The sentences that no call bears out."""
        return tuple(action for action in self.actions if action.verdict != ActionVerdict.SUPPORTED)
