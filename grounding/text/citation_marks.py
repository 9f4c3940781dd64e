"""Citation markers that a writer puts into an answer: ``[1]``, ``[1, 2]``, ``[^3]``, ``【4】``, ``^5^``.

They never count as evidence: a marker is taken off before a claim is read, whatever it points to.
"""

import re
from dataclasses import dataclass

from grounding.types import Span

MARKER = re.compile(
    r"(?:\[\[?\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*\]?\](?:\([^()\s]*\))?"
    r"|\[(?i:source|sources|doc|document|ref|citation|fact|quelle|fuente)s?[\s.:#]*\d{1,3}\]"
    r"|【[^】\n]{1,40}】|\^\[?\d{1,3}(?:,\s?\d{1,3})*\]?\^|<sup>\[?\d{1,3}\]?</sup>)"
)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker at ``span`` (characters) and the numbers it names, as written."""

    span: Span
    numbers: tuple[int, ...]


def citation_markers(text: str) -> tuple[Marker, ...]:
    """The citation markers of ``text`` in order.

    >>> [m.numbers for m in citation_markers("The hall seats 600 [1, 3]. It is old.[2]")]
    [(1, 3), (2,)]
    """
    return tuple(
        Marker(Span(*match.span()), tuple(int(n) for n in re.findall(r"\d+", match[0].split("](")[0])))
        for match in MARKER.finditer(text)
    )


def without_markers(text: str) -> str:
    """``text`` with its citation markers taken out, and the space before each.

    >>> without_markers("The hall seats 600 [1]. It is old.[2][3]")
    'The hall seats 600. It is old.'
    """
    return re.sub(rf"(?:(?<!\s)\s++)?+{MARKER.pattern}", "", text)
