"""Which sentences of an answer do these facts support, by which words, how surely?"""

from grounding.check import GroundingChecker
from grounding.errors import GroundingError, InvalidInput, ModelUnavailable
from grounding.types import (
    Citation,
    Claim,
    ClaimCheck,
    Evidence,
    Fact,
    FailedSpan,
    Report,
    Span,
    Verdict,
)

__all__ = [
    "Citation",
    "Claim",
    "ClaimCheck",
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
