"""Character spans to UTF-8 byte spans: the wire counts bytes, everything behind it characters."""

from dataclasses import dataclass, field
from itertools import accumulate

from grounding import Span


@dataclass(frozen=True)
class ByteOffsets:
    """Byte positions in ``text``.

    >>> ByteOffsets("café opened").of(Span(5, 11))
    (6, 12)
    """

    text: str
    _before: list[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # In ASCII text a character is a byte, so nothing needs counting.
        counts = [] if self.text.isascii() else [0, *accumulate(map(_width, self.text))]
        object.__setattr__(self, "_before", counts)

    def at(self, position: int) -> int:
        """Bytes before character ``position``."""
        return self._before[position] if self._before else position

    def of(self, span: Span) -> tuple[int, int]:
        """Start and end (exclusive) of ``span`` in bytes."""
        return self.at(span.start), self.at(span.end)


def _width(char: str) -> int:
    point = ord(char)
    return 1 if point < 0x80 else 2 if point < 0x800 else 3 if point < 0x10000 else 4
