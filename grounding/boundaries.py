"""Repairs over sentencex's sentence boundaries, which a trial on hard cases showed to be needed.

A boundary is dropped after an abbreviation, an initial or an ordinal; one is added after a bracketed sentence,
between scripts and after an ellipsis; and it moves behind what still belongs to the sentence before: closing
quotes and brackets, Markdown marks, citation markers and emoji.

>>> text = "Dr. Ito came at 9 p.m. (He was late.) We ate."
>>> [text[s:e] for s, e in repaired(text, [4, 23], "en")]
['Dr. Ito came at 9 p.m. ', '(He was late.) ', 'We ate.']
"""

import re
from collections.abc import Iterable

from grounding.citations import MARKER

# Never the last word of a sentence.
_TITLES = frozenset(
    """mr mrs ms mx dr prof st mt ft gen gov sen rep lt col sgt capt cpt maj cmdr adm rev hon fr sr sra srta dra dª
    mme mlle mm me hr fr. dipl ing sig dott ssa on avv geom ir drs mevr dhr e.g i.e vs cf viz approx ca z.b d.h
    u.a o.ä s.o s.u bzw ggf evtl vgl inkl zzgl bijv bv d.w.z m.b.t p.ex p.ej т.е т.д т.к напр ул пр им гр г-н г-жа
    np tzw ks inż mgr tj t.j resp tzn av al""".split()
)
# Not the last word where a number follows.
_BEFORE_NUMBER = frozenset(
    """no nos nr n num fig figs vol vols ch chap sec sect art arts p pp pag pág pg eq eqs ref refs ed ex par para abs
    tab app appx op cap lib verse v ver jan feb mar apr jun jul aug sep sept oct nov dec inv ap nº núm стр с рис гл
    ст п д кв кн т § bd hft kap ziff min max""".split()
)
# Abbreviations that may well end a sentence: a small letter shows that they do not.
_BEFORE_SMALL = frozenset(
    "etc inc ltd co corp dept est ass bros jr sr usw etcétera ecc enz др т.п approx cont ed eds vol incl".split()
)
_STARTERS = frozenset(
    """it he she they we you i this that these those the a an there in on at by for from with after before when while
    as if but and or so then however its his her their our my your who what where why how no not all some both most
    each one two three many der die das er sie es wir ich ein eine im am dann danach dort hier auch aber und""".split()
)
_ORDINAL_LANGUAGES = frozenset(
    {"de", "da", "no", "nb", "fi", "cs", "sk", "pl", "hu", "hr", "sl", "et", "lv", "tr"}
)
_FRONTED = re.compile(
    r"\W*(?:at|by|on|in|from|until|till|around|before|after|since|near|to|about|every|each)\b", re.IGNORECASE
)
_MOST_FRONTED_WORDS = 4

_EMOJI = r"[\U0001F000-\U0001FAFF\u2600-\u27BF\u2B00-\u2BFF\u203C\u2049][\uFE0F\u200D\u20E3\U0001F000-\U0001FAFF\u2600-\u27BF]*"
_LEADING_EMOJI = re.compile(rf"\W*?{_EMOJI}")
_TRAILING = re.compile(
    rf"(?:[\]\)}}\"'”’»」』）】*_~`]+(?=[\s\[]|$)|\s*{MARKER.pattern}(?:[.!?](?=\s|$))?|\s*{_EMOJI}(?=\s|$))+\s*"
)
_SPACE_AND_MARKS = re.compile(r"\s*(?:\s*" + _EMOJI + r"(?=\s|$)|\s*" + MARKER.pattern + r")*\s*")
_ENDING = re.compile(r"[.!?…。！？។៕][\"'”’»)\]*_]*\s+")
_LAST_WORD = re.compile(r"([^\s(\[{\"'“‘«„]+?)\.[\s*_]*$")
_UNIT = re.compile(r"\d\s?[a-zµ]{1,3}\.$")  # "310 m." is no initial
_NUMERAL = re.compile(r"[\"'(]?(?:\d|[IVXLC]+\b)")
_ENUMERATOR = re.compile(r"\W*(?:\d{1,3}|[A-Za-z]|[ivx]+)[.)]\s*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def repaired(text: str, cuts: Iterable[int], language: str) -> list[tuple[int, int]]:
    """Half-open character ranges that tile ``text``, from the starts of sentences in ``cuts``."""
    candidates = set(cuts) | {
        match.end() for match in _ENDING.finditer(text) if _is_missed(text, match.end())
    }
    keeps_emoji = _LEADING_EMOJI.match(text) is not None  # "✅ One. ✅ Two.": emoji used as list marks
    bounds: list[int] = [0]
    for cut in sorted(candidates):
        if not keeps_emoji or not _LEADING_EMOJI.match(text, cut):
            cut = _moved(text, cut)
        left, right = text[bounds[-1] : cut], text[cut:]
        if cut <= bounds[-1] or cut >= len(text) or _is_wrong(left, right, language):
            continue
        bounds.append(cut)
    return _with_words(text, list(zip(bounds, [*bounds[1:], len(text)], strict=True)))


def _moved(text: str, cut: int) -> int:
    """The cut, moved behind what belongs to the sentence before."""
    if cut and text[cut - 1].isspace():
        behind = _SPACE_AND_MARKS.match(text, cut)
    else:
        behind = _TRAILING.match(text, cut)
    return behind.end() if behind else cut


def _is_missed(text: str, cut: int) -> bool:
    """Whether a sentence starts at ``cut``, after an ending mark and white space, though sentencex saw none."""
    before, after = text[:cut].rstrip(), text[cut : cut + 1]
    if not after:
        return False
    if _CJK.match(after):
        return True
    if not (after.isupper() or after in "\"“'‘«([¿¡*_"):
        return False
    if before[-1] in ")]":
        opening = before.rfind("(" if before[-1] == ")" else "[")
        return opening >= 0 and (not before[:opening].strip() or before[:opening].rstrip()[-1] in ".!?…")
    return before[-1] in "…។៕" or _UNIT.search(before[-8:]) is not None


def _is_wrong(left: str, right: str, language: str) -> bool:
    """Whether the boundary between ``left`` and ``right`` is none."""
    if _ENUMERATOR.fullmatch(left):
        return True
    last = _LAST_WORD.search(left)
    if not last:
        return False
    word, first = last[1], right.lstrip("\"'“‘«„([*_ ")[:1]
    lower = word.lower()
    if lower in _TITLES or (lower in _BEFORE_NUMBER and _NUMERAL.match(right)):
        return True
    if first.islower() and (lower in _BEFORE_SMALL or "." in word):
        return True
    if len(word) == 1 and word.isalpha() and not word.isupper() and not word.islower():
        return True  # د. سلمى: a title of one letter, in a script without capitals
    follower = re.match(r"\w+", right)
    starts = follower is not None and follower[0].lower() in _STARTERS
    if language in _ORDINAL_LANGUAGES and re.fullmatch(r"\d{1,2}", word) and not starts:
        return True
    fronted = "." in word and not starts and _FRONTED.match(left)
    return bool(fronted) and len(left.split()) <= _MOST_FRONTED_WORDS


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
