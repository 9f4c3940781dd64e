"""What can go wrong in the grounding core.

GroundingError
├── InvalidInput     the caller's text, facts or numbers are outside the limits
├── Cancelled        nobody waits for the result any more
└── ModelUnavailable the entailment model is missing or cannot be read; no verdict is ever made up
"""


class GroundingError(Exception):
    """Base of all errors of this room; the message names the value, the limit and the remedy."""


class InvalidInput(GroundingError, ValueError):
    """The caller's text, facts or numbers are outside the limits. ``field`` is the argument at fault."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Cancelled(GroundingError):
    """Nobody waits for the result any more."""


class ModelUnavailable(GroundingError):
    """The entailment model is missing or cannot be read."""
