"""Snippets: the sentences of a passage where the words of a query stand, marked for display."""

import html
import re

from grounding import Span
from grounding.text.sentences import sentence_spans

WIDTH = 240  # characters of a snippet
_WORD = re.compile(r"\w+")


def snippet(text: str, query: str) -> str:
    """The sentence of ``text`` with most of the query's words, those in ``<b>``; all else is escaped.

    >>> snippet("Penguins swim. Penguins cannot fly.", "can a penguin fly?")
    'Penguins cannot <b>fly</b>.'
    """
    shown = " ".join(best_sentence(text, query).of(text).split())
    if len(shown) > WIDTH:
        shown = shown[:WIDTH].rsplit(" ", 1)[0] + "…"
    return _marked(shown, _words(query))


def best_sentence(text: str, query: str) -> Span:
    """Where the sentence of ``text`` with most of the query's words stands."""
    words = _words(query)
    spans = list(sentence_spans(text)) or [Span(0, len(text))]
    return max(spans, key=lambda span: len(words & set(_WORD.findall(span.of(text).lower()))))


def _words(query: str) -> set[str]:
    return {word for word in _WORD.findall(query.lower()) if len(word) > 2}


def _marked(text: str, words: set[str]) -> str:
    parts, last = [], 0
    for match in _WORD.finditer(text):
        if match[0].lower() in words:
            parts += [html.escape(text[last : match.start()]), f"<b>{html.escape(match[0])}</b>"]
            last = match.end()
    return "".join([*parts, html.escape(text[last:])])
