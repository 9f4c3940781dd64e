"""Sentence boundaries. The only importer of sentencex (https://pypi.org/project/sentencex/, about 300 languages)."""

import re
from collections.abc import Iterable

import sentencex

from grounding.types import Span

_LANGUAGE_BY_SCRIPT = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("zh", re.compile(r"[\u3400-\u9fff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
)


def guess_language(text: str) -> str:
    """ISO 639-1 code for the sentence rules, guessed from the script of the first 500 characters; else English."""
    head = text[:500]
    return next((code for code, letters in _LANGUAGE_BY_SCRIPT if letters.search(head)), "en")


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without white space at either end."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def sentence_spans(text: str) -> list[Span]:
    """Character spans of the sentences of ``text`` in order, trimmed, none empty; a line end always divides."""
    return list(_sentences(text))


def _sentences(text: str) -> Iterable[Span]:
    language = guess_language(text)
    for line in re.finditer(r"[^\n\r]+", text):
        offset = line.start()
        for boundary in sentencex.get_sentence_boundaries(language, line.group()):
            span = trimmed(text, offset + boundary["start_index"], offset + boundary["end_index"])
            if span.start < span.end:
                yield span
