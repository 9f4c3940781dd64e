"""Which words of a claim the facts do not bear out."""

import re
from collections.abc import Sequence

from grounding.text.citation_marks import MARKER
from grounding.text.figures import agrees, figures
from grounding.text.languages import ENGLISH, language_of
from grounding.text.number_words import is_figure
from grounding.text.words import STOP_WORDS, WORD, names, stems, words
from grounding.types import Claim, FailedSpan, Span

# What no reader takes for words of the claim: where a link leads, addresses, citation markers.
_UNREAD = re.compile(rf"\]\([^()\s]*\)|https?://[^\s<>()\[\]]+|{MARKER.pattern}")


def failed_spans(claim: Claim, premises: Sequence[str], contradicted: bool) -> tuple[FailedSpan, ...]:
    """Parts of ``claim`` that no premise holds, as spans of the answer; neighbouring words are one span.

    ``kind`` is ``number`` or ``name`` where the missing word is one, else ``not_found``; a claim whose words all
    stand in the facts fails as a whole, ``contradicted`` or ``not_found``. In languages other than English, where words
    are inflected, only figures are looked for.
    """
    spans = _words(claim, premises) if language_of(claim.resolved) == ENGLISH else _figures(claim, premises)
    return tuple(spans) or (FailedSpan(claim.span, "contradicted" if contradicted else "not_found"),)


def _figures(claim: Claim, premises: Sequence[str]) -> list[FailedSpan]:
    stated = [other for premise in premises for other in figures(premise)]
    # With what follows: "82,8 Millionen".
    claimed = {
        match: figures(claim.text[match.start() :])[: len(figures(match[0]))]
        for match in WORD.finditer(claim.text)
        if match[0][0].isdigit()
    }
    return [
        FailedSpan(Span(claim.span.start + match.start(), claim.span.start + match.end()), "number")
        for match, own in claimed.items()
        if not all(any(agrees(figure, other) for other in stated) for figure in own)
    ]


def _words(claim: Claim, premises: Sequence[str]) -> list[FailedSpan]:
    held_stems = {stem for premise in premises for stem in stems(premise)}
    held_words = {word for premise in premises for word in words(premise)}
    proper = set(names(claim.text))
    spans: list[FailedSpan] = []
    unread = [match.span() for match in _UNREAD.finditer(claim.text)]
    for match in WORD.finditer(claim.text):
        word = match.group().casefold()
        if any(start <= match.start() < end for start, end in unread):
            continue
        if word in STOP_WORDS or word in held_words or set(stems(word)) & held_stems:
            continue
        kind = "number" if is_figure(word) else "name" if word in proper else "not_found"
        start, end = claim.span.start + match.start(), claim.span.start + match.end()
        last = spans[-1] if spans else None
        gap = claim.text[last.span.end - claim.span.start : match.start()] if last else "x"
        if last and last.kind == kind and not gap.strip():
            spans[-1] = FailedSpan(Span(last.span.start, end), kind)
        else:
            spans.append(FailedSpan(Span(start, end), kind))
    return spans
