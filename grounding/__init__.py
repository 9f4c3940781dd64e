"""Which sentences of an answer do these facts support, by which words, how surely?"""

from typing import TYPE_CHECKING, Any

from grounding.errors import GroundingError, InvalidInput, ModelUnavailable
from grounding.types import (
    Citation,
    Claim,
    ClaimCheck,
    Correction,
    Counterpart,
    Evidence,
    Fact,
    FailedSpan,
    Report,
    Span,
    Verdict,
)

if TYPE_CHECKING:
    from grounding.check import GroundingChecker

__all__ = [
    "Citation",
    "Claim",
    "ClaimCheck",
    "Correction",
    "Counterpart",
    "Evidence",
    "Fact",
    "FailedSpan",
    "GroundingChecker",
    "GroundingError",
    "InvalidInput",
    "ModelUnavailable",
    "Report",
    "Span",
    "Verdict",
]


def __getattr__(name: str) -> Any:
    """The checker is imported when it is asked for: who wants a limit or a type does not wait for numpy."""
    if name != "GroundingChecker":
        raise AttributeError(f"module 'grounding' has no attribute {name!r}")
    from grounding.check import GroundingChecker

    return GroundingChecker
