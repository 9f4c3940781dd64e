"""What of a chat request in OpenAI's format is ours: the field ``grounding``. All else is the chat's own."""

from app.wire.messages import Message
from app.wire.scalars import Int32, String


class GroundingOptions(Message):
    """``store`` answers from stored documents, as a model named ``store/ID`` does.

    ``unsupported``: annotate (the default), drop or refuse. ``context``: texts that are facts beside the messages.
    ``top_k``: passages to look at.
    """

    store: String = ""
    unsupported: String = ""
    context: list[String] = []
    top_k: Int32 = 0
