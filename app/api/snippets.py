"""Snippets: the sentences of a passage where the words of a query stand, marked for display."""

import html
import re

from grounding.text.sentences import sentence_spans

WIDTH = 240  # characters of a snippet
_WORD = re.compile(r"\w+")


def snippet(text: str, query: str) -> str:
    """The sentence of ``text`` with most of the query's words, those in ``<b>``; all else is escaped.

    >>> snippet("Penguins swim. Penguins cannot fly.", "can a penguin fly?")
    'Penguins cannot <b>fly</b>.'
    """
    words = {word for word in _WORD.findall(query.lower()) if len(word) > 2}
    sentences = [span.of(text) for span in sentence_spans(text)] or [text]
    best = max(sentences, key=lambda sentence: len(words & set(_WORD.findall(sentence.lower()))))
    shown = " ".join(best.split())
    if len(shown) > WIDTH:
        shown = shown[:WIDTH].rsplit(" ", 1)[0] + "…"
    return _marked(shown, words)


def _marked(text: str, words: set[str]) -> str:
    parts, last = [], 0
    for match in _WORD.finditer(text):
        if match[0].lower() in words:
            parts += [html.escape(text[last : match.start()]), f"<b>{html.escape(match[0])}</b>"]
            last = match.end()
    return "".join([*parts, html.escape(text[last:])])
