"""Text that may stand in XML."""

import re

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """``text`` with what XML has no way to say, such as control characters, replaced by U+FFFD."""
    return _NOT_XML.sub("\ufffd", text)
