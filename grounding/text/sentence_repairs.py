"""Repairs over sentencex's sentence boundaries, which a trial on hard cases showed to be needed.

A boundary is dropped after an abbreviation or an ordinal; one is added after a bracketed sentence, a unit, an
ellipsis and between scripts; and it moves behind what still belongs to the sentence before: closing quotes
and brackets, Markdown marks, citation markers and emoji.

>>> text = "Dr. Ito came at 9 p.m. (He was late.) We ate."
>>> [text[start:end] for start, end in repaired(text, [4, 23], "en")]
['Dr. Ito came at 9 p.m. ', '(He was late.) ', 'We ate.']
"""

import re
from collections.abc import Iterable

from grounding.text.citation_marks import MARKER
from grounding.text.word_lists import word_lists

# Where "3. Oktober" is written so.
_ORDINAL_LANGUAGES = frozenset(["cs", "da", "de", "et", "fi", "hr", "hu", "lv", "no", "pl", "sk", "sl", "tr"])
# "At 7 a.m. Ms. Ito …", "In the U.S. Congress …": too little before the stop to be a sentence.
_FRONTED = re.compile(
    r"\W*(?:at|by|on|in|from|until|till|around|before|after|since|near|to|about|every|each)\b", re.IGNORECASE
)
_MOST_FRONTED_WORDS = 4
_LAST_WORD_REACH = 60  # characters before a boundary in which its last word is looked for

_EMOJI = (
    r"[\U0001F000-\U0001FAFF\u2600-\u27BF\u2B00-\u2BFF\u203C\u2049]"
    r"[\uFE0F\u200D\u20E3\U0001F000-\U0001FAFF\u2600-\u27BF]*"
)
_LEADING_EMOJI = re.compile(rf"\W*?{_EMOJI}")
_BELONGS_BEFORE = rf"\s*{_EMOJI}(?=\s|$)|\s*{MARKER.pattern}(?:[.!?](?=\s|$))?"
_BEHIND_SPACE = re.compile(rf"(?:{_BELONGS_BEFORE})*\s*")
_BEHIND_STOP = re.compile(rf"(?:[\]\)}}\"'”’»」』）】*_~`]+(?=[\s\[]|$)|{_BELONGS_BEFORE})+\s*")
_ENDING = re.compile(r"[.!?…。！？។៕][\"'”’»)\]*_]*\s+")
_LAST_WORD = re.compile(r"(?<![^\s(\[{\"'“‘«„])([^\s(\[{\"'“‘«„]+)\.[\s*_]*+$")
_UNIT = re.compile(r"\d\s?[a-zµ]{1,3}\.$")  # "310 m." is no initial
_FILE = re.compile(r"(?<!\w)[\w-]{1,40}\.[a-z]{2,5}\.$")  # "in notes.md." is no abbreviation
_NUMERAL = re.compile(r"[\"'(]?(?:\d|[IVXLC]+\b)")
_ENUMERATOR = re.compile(r"\W*(?:\d{1,3}|[A-Za-z]|[ivx]+)[.)]\s*")
_SPACELESS_SCRIPT = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def repaired(text: str, starts: Iterable[int], language: str) -> list[tuple[int, int]]:
    """Half-open character ranges that tile ``text``; ``starts`` are where sentences begin by sentencex."""
    missed = (match.end() for match in _ENDING.finditer(text) if _is_missed(text, match.end()))
    marks_lists = _LEADING_EMOJI.match(text) is not None  # "✅ One. ✅ Two."
    bounds = [0]
    for cut in sorted({*starts, *missed}):
        if not (marks_lists and _LEADING_EMOJI.match(text, cut)):
            cut = _moved(text, cut)
        if bounds[-1] < cut < len(text) and not _is_wrong(text, bounds[-1], cut, language):
            bounds.append(cut)
    return _with_words(text, list(zip(bounds, [*bounds[1:], len(text)], strict=True)))


def _moved(text: str, cut: int) -> int:
    """The cut, moved behind what belongs to the sentence before."""
    behind = (_BEHIND_SPACE if cut and text[cut - 1].isspace() else _BEHIND_STOP).match(text, cut)
    return behind.end() if behind else cut


def _is_missed(text: str, cut: int) -> bool:
    """Whether a sentence starts at ``cut``, behind an ending mark and a space, though sentencex saw none."""
    before, after = text[:cut].rstrip(), text[cut : cut + 1]
    if _SPACELESS_SCRIPT.match(after) or before[-1] in "។៕":
        return True
    if not (after.isupper() or (after and after in "\"“'‘«([¿¡*_")):
        return False
    if before[-1] in ")]":
        opening = before.rfind("(" if before[-1] == ")" else "[")
        return opening >= 0 and before[:opening].rstrip()[-1:] in ("", ".", "!", "?", "…", ")", "]")
    return (
        before[-1] == "…"
        or _UNIT.search(before, len(before) - 8) is not None
        or _FILE.search(before[-50:]) is not None
    )


def _is_wrong(text: str, start: int, cut: int, language: str) -> bool:
    """Whether the sentence that began at ``start`` goes on at ``cut``."""
    if _ENUMERATOR.fullmatch(text, start, cut):
        return True
    last = _LAST_WORD.search(text[max(start, cut - _LAST_WORD_REACH) : cut])
    if not last:
        return False
    word, lists = last[1], word_lists("abbreviations")
    lower, right = word.lower(), text[cut : cut + 40]
    if lower in lists["never_final"] or (lower in lists["before_number"] and _NUMERAL.match(right)):
        return True
    if word[-1].isupper() and not text[cut - 1].isspace():
        return True  # ASP.NET
    small = right.lstrip("\"'“‘«„([*_ ")[:1].islower()
    if small and (lower in lists["before_small_letter"] or "." in word or len(word) == 1):
        return True
    if len(word) == 1 and word.isalpha() and not (word.isupper() or word.islower()):
        return True  # د. سلمى: a title of one letter, in a script without capitals
    follower = re.match(r"\w+", right)
    if follower and follower[0].lower() in lists["sentence_starters"]:
        return False
    if lower in lists["before_names"]:
        return True
    if language in _ORDINAL_LANGUAGES and re.fullmatch(r"\d{1,2}", word):
        return True
    fronted = "." in word and _FRONTED.match(text, start, cut)
    return bool(fronted) and len(text[start:cut].split()) <= _MOST_FRONTED_WORDS


def _with_words(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges without a letter or digit joined to the one before (the first to the one behind)."""
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        if joined and not (_has_word(text, start, end) and _has_word(text, *joined[-1])):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _has_word(text: str, start: int, end: int) -> bool:
    return any(character.isalnum() for character in text[start:end])
