"""Sentence boundaries. The only importer of sentencex (Wikimedia, about 300 languages)."""

import re

import sentencex

from grounding.text.languages import language_of
from grounding.text.records import record_fields
from grounding.text.sentence_repairs import repaired
from grounding.types import Span

# sentencex counts characters, and fails on white space other than the plain kinds ("is not a char boundary").
_UNSAFE = re.compile(r"[^\S ]|[\ud800-\udfff]")
# Stops inside code and addresses end nothing.
_OPAQUE = re.compile(r"`[^`\n]+`|(?<=\]\()[^()\s]+(?=\))|\b(?:https?://|www\.)[^\s<>]*[^\s<>.,;:!?)\]\"'*_]")
# As much as tells the language; more would only cost time.
_SAMPLE = 1000


def guess_language(text: str) -> str:
    """ISO 639-1 code for the sentence rules, guessed from the first characters; English where in doubt."""
    return language_of(text[:_SAMPLE])


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without white space at either end."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def sentence_spans(text: str) -> list[Span]:
    """Character spans of the sentences of ``text`` in order, trimmed; a line end always divides, and nothing else
    a row of a table.
    """
    language = guess_language(text)
    return [
        Span(line.start() + span.start, line.start() + span.end)
        for line in re.finditer(r"[^\n\r]+", text)
        for span in _line_spans(line.group(), language)
    ]


def _line_spans(line: str, language: str) -> list[Span]:
    return [trimmed(line, 0, len(line))] if record_fields(line) else running_spans(line, language)


def running_spans(text: str, language: str) -> list[Span]:
    """As :func:`sentence_spans`, where line ends are mere white space, by the rules of ``language``."""
    masked = _UNSAFE.sub(lambda match: " " if match[0].isspace() else "\ufffd", text)
    masked = _OPAQUE.sub(lambda match: "x" * len(match[0]), masked)
    cuts = [boundary["start_index"] for boundary in sentencex.get_sentence_boundaries(language, masked)]
    spans = (trimmed(text, start, end) for start, end in repaired(masked, cuts, language))
    return [span for span in spans if span.start < span.end]
