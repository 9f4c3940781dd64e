"""On which pages of its file a text stands: shared by citations and retrieved chunks."""

from app.wire.messages import Message
from app.wire.scalars import Int32


class PageSpan(Message):
    """Physical pages from 1, both inclusive."""

    first_page: Int32 = 0
    last_page: Int32 = 0
