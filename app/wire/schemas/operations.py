"""Messages of google.longrunning: contract.md part 6."""

from app.wire.messages import Message
from app.wire.scalars import Bool, String, Struct


class Operation(Message):
    """Work that may take a while; once ``done`` it holds ``response``, with its ``@type``, or ``error``."""

    name: String = ""
    metadata: Struct | None = None
    done: Bool = False
    error: Struct | None = None
    response: Struct | None = None


class ListOperationsResponse(Message):
    """The operations that are still kept."""

    operations: list[Operation] = []
    next_page_token: String = ""
