"""Superscripts and subscripts of marked-up text: exponents keep their meaning, marks of notes are left out.

Readers put marks around raised and lowered words (:func:`raised`, :func:`lowered`); when the sentence is whole,
:func:`resolved` writes it: ``10⁶``, ``m²``, ``CO₂``, ``¹⁴C``, ``2 1/2``, and ``1,204`` where the page has a note's
number behind it. No digit is ever joined to another. What Unicode has no small letter for stands in brackets:
``x^(ab)``.
"""

import re

# Non-characters, which cleaning has taken out of every text.
_UP, _DOWN, _NOTE, _END = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"
_MARKED = re.compile(f"([{_UP}{_DOWN}{_NOTE}])([^{_UP}-{_END}]*){_END}")
_FRACTION = re.compile(f"(\\d?){_UP}(\\d{{1,3}}){_END} ?[/\u2044] ?{_DOWN}?(\\d{{1,3}}){_END}?")

_SUPER = str.maketrans("0123456789+-−–=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ")
_SUB = str.maketrans("0123456789+-−–=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")
_DIGITS = re.compile(r"[-+−–]?\d+|\d+[-+−–]|[-+−–]")
_NUMBER_OF_NOTE = re.compile(r"\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§¶#]{1,3}")
_LONGEST_REFERENCE = 24
# Letters that stand for a number; others behind a figure are the end of an ordinal (1st, 2e).
_VARIABLES = frozenset("nxki")

# What an exponent stands behind: ten and other single digits, a variable, a unit of length, a bracketed term, and
# another unit behind a figure or another unit.
_BASE = re.compile(
    r"(?<![\d.,])10$|(?<![\w.,])\d$|(?<![^\W\d_])[^\W\d_]$|(?<![^\W\d_])(?:[kcdmnµμ]m|dam|hm|ft|yd|mi|mc|px)$"
    r"|(?:\d\s?|[/·*]\s?)(?:in|[kmµμ]?[gslLJWVAN]|mol|Hz|Pa|hPa|kPa|min|ha|sec)$|\([^()]{1,20}\)$"
)
_WORDS = re.compile(r"[^\W\d_]{3}")
_LETTERS_AFTER = re.compile(r"[A-Z][a-z]?(?![a-z])")


def raised(text: str, *, note: bool = False) -> str:
    """``text`` marked as a superscript; ``note``: it leads to a note."""
    return f"{_NOTE if note and _is_reference(text) else _UP}{text}{_END}" if text.strip() else text


def lowered(text: str) -> str:
    """``text`` marked as a subscript."""
    return f"{_DOWN}{text}{_END}" if text.strip() else text


def resolved(text: str) -> str:
    """The text with its marks written out.

    >>> resolved(f"10{raised('6')} litres for 1,204{raised('3')} homes and H{lowered('2')}S")
    '10⁶ litres for 1,204 homes and H₂S'
    """
    if _END not in text:
        return text
    text = text.replace(f"{_END}{_UP}", "").replace(f"{_END}{_DOWN}", "")  # one word in several runs
    text = _FRACTION.sub(lambda m: f"{m[1]}{' ' * bool(m[1])}{m[2]}/{m[3]}", text)
    parts: list[str] = []
    position = 0
    for mark in _MARKED.finditer(text):
        parts.append(text[position : mark.start()])
        before = "".join(parts[-3:])[-30:]
        parts.append(_written(mark[1], mark[2].strip(), before, text[mark.end() : mark.end() + 3]))
        position = mark.end()
    return re.sub(f"[{_UP}-{_END}]", "", "".join([*parts, text[position:]]))


def _written(kind: str, words: str, before: str, after: str) -> str:
    if kind == _NOTE:
        return ""
    if kind == _DOWN:
        return words.translate(_SUB) if _is_small(words, _SUB) else f"_({words})"
    if before[-1:].isdigit() and words.isalpha() and words not in _VARIABLES:
        # The end of an ordinal, or a note behind a longer figure.
        return "" if len(words) == 1 and re.search(r"[.,]\d+$|\d{3}$", before) else words
    if words.isalpha() and len(words) > 1 and words.islower() and before[-1:].isupper():
        return words  # Mme, Mlle
    base = _BASE.search(before)
    if base and not _WORDS.search(base[0]):
        return words.translate(_SUPER) if _is_small(words, _SUPER) else f"^({words})"
    if (not words[:1].isalnum() and _DIGITS.fullmatch(words)) or re.fullmatch(r"\d[-+−–]", words):
        return words.translate(_SUPER)  # a charge, or an exponent with a sign
    if not before.strip() or before[-1].isspace() or before[-1] in "([":
        # In front of a symbol: an isotope. In front of words: the note itself.
        return words.translate(_SUPER) if words.isdecimal() and _LETTERS_AFTER.match(after) else f"{words} "
    if _is_reference(words) and not (words.isalpha() and len(words) > 1):
        return ""
    return words if words.isalpha() else f"^({words})"


def _is_reference(text: str) -> bool:
    """Whether a text is numbers, letters or signs of notes: ``3``, ``[4]``, ``1,2``, ``a``, ``*``."""
    parts = re.split(r"[\s,;–\[\]()-]+", text) if len(text) <= _LONGEST_REFERENCE else ["?"]
    return any(parts) and all(_NUMBER_OF_NOTE.fullmatch(part) for part in parts if part)


def _is_small(words: str, table: dict[int, int]) -> bool:
    return all(ord(character) in table for character in words)
