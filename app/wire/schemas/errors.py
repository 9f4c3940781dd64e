"""The body of every error: contract.md part 7."""

from app.wire.messages import Message
from app.wire.scalars import Int32, String, Struct


class Status(Message):
    """google.rpc.Status over HTTP: ``code`` is the HTTP status, ``status`` the google.rpc.Code's name."""

    code: Int32 = 0
    message: String = ""
    status: String = ""
    details: list[Struct] = []


class ErrorAnswer(Message):
    """What a call answers when it fails."""

    error: Status | None = None
