"""Messages of google.longrunning that are not operations themselves."""

from app.wire import Message, String, Struct


class ListOperationsResponse(Message):
    """The operations that are still kept."""

    operations: list[Struct] = []
    next_page_token: String = ""
