"""What can go wrong between a client and its server.

GroundingError
├── RequestRefused  the server answered, and with an error
└── NoAnswer        the server did not answer, or with something that is not its own
"""

from grounding.errors import GroundingError


class RequestRefused(GroundingError):
    """The server refused: ``status`` is the HTTP status, ``code`` the name (``INVALID_ARGUMENT``), ``field`` the field
    at fault as the wire calls it, or empty.
    """

    def __init__(self, message: str, status: int, code: str = "", field: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.field = field


class NoAnswer(GroundingError):
    """No connection, a connection that broke, or an answer that no server of ours gives."""
