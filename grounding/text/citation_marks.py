"""Citation markers that a writer puts into an answer: ``[1]``, ``[1, 2]``, ``[^3]``, ``【4】``, ``^5^``, and those of
books and journals: ``(Okafor & Lind, 2021)``, ``(p. 12)``.

They never count as evidence: a marker is taken off before a claim is read, whatever it points to.
"""

import re
from dataclasses import dataclass

from grounding.types import Span

# An author as journals name one, with an address behind it where the writer links it.
_AUTHOR = r"[^\W\d_][\w’'-]{1,40}"
_YEARED = rf"(?:{_AUTHOR}(?:,? (?:&|and|et al\.?|und|et|y) ?{_AUTHOR}| et al\.?)?,? (?:1\d\d\d|20\d\d)[a-z]?)"
_PAGES = r"(?:(?:pp?\.|pages?|S\.|Seiten?) ?\d{1,5}(?: ?[-–] ?\d{1,5})?)"
_AUTHOR_DATE = (
    rf"\((?:(?:see|cf\.|e\.g\.),? )?\[?(?=[A-ZÀ-Þ]){_YEARED}(?:, {_PAGES})?\]?(?:\([^()\s]{{1,500}}\))?"
    rf"(?:; {_YEARED}){{0,5}}\)"
)
_PAGE_MARK = re.compile(rf"[(\[](?:see )?{_PAGES}[)\]]")
MARKER = re.compile(
    rf"(?:{_AUTHOR_DATE}|{_PAGE_MARK.pattern}|"
    r"\[\[?\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*\]?\](?:\([^()\s]*\))?"
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
    return tuple(Marker(Span(*match.span()), _numbers(match[0])) for match in MARKER.finditer(text))


def _numbers(marker: str) -> tuple[int, ...]:
    """The numbers of sources that it names: none of an author with a year, or of pages."""
    if marker.startswith("(") or _PAGE_MARK.fullmatch(marker):
        return ()
    return tuple(int(number) for number in re.findall(r"\d+", marker.split("](")[0]))


def without_markers(text: str) -> str:
    """``text`` with its citation markers taken out, and the space before each.

    >>> without_markers("The hall seats 600 [1]. It is old.[2][3]")
    'The hall seats 600. It is old.'
    """
    return re.sub(rf"(?:(?<!\s)\s++)?+{MARKER.pattern}", "", text)
