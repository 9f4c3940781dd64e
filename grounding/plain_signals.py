"""What can be compared in any language: shared words and figures.

The counterpart of :mod:`grounding.signals`, which knows English.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from grounding.sentences import sentence_spans
from grounding.signals import NAMES
from grounding.words import words

# Letters of a word that are compared: inflected endings differ.
STEM_LETTERS = 5
# A figure with its separators, and the word of its magnitude.
_DIGITS = re.compile(r"(?<![A-Za-z0-9.,])\d+(?:[.,:'’\u00a0\u202f ]\d{3}(?!\d)|[.,:٫٬]\d+)*")
# Word of a magnitude -> its value; of "billion" both, since most languages mean a million millions.
_SCALES: dict[str, tuple[float, ...]] = {
    r"(?:mil mill\w+|mrd|mld|milliard\w*|miliard\w*|miljard\w*|miliar|миллиард\w*|млрд)\b"
    r"|十[亿億]|अरब(?= )|مليار": (1e9,),
    r"(?:billion\w*|billón|billones|bilh\w+|bilion\w*)\b": (1e9, 1e12),
    r"[亿億억]": (1e8,),
    r"crore\b|करोड़": (1e7,),
    r"(?:mio|mln|million\w*|mill[oó]n\w*|milion\w*|milh\w+|miljoen|juta|млн|миллион\w*)\b"
    r"|百[万萬]|백만|मिलियन|مليون|ملايين": (1e6,),
    r"lakh\b|लाख": (1e5,),
    r"[万萬만]": (1e4,),
    r"(?:thousand|tausend|tsd|mille|mil|mila|duizend|ribu|tys|тыс\w*)\b"
    r"|千(?![米克瓦])|천|हज़ार|हजार|ألف|آلاف": (1e3,),
}
_SCALE = re.compile("|".join(f"({words})" for words in _SCALES), re.IGNORECASE)
_SCALE_VALUES = tuple(_SCALES.values())
_CJK_DIGITS = {
    c: n
    for n, cs in enumerate(["〇零", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九"])
    for c in cs
}
_CJK_TENS = {"十": 10, "百": 100, "千": 1000}
_CJK_NUMBER = re.compile("[〇零一二两兩三四五六七八九十百千]{2,}|十|[一二两兩三四五六七八九](?=[万萬亿億])")
_MINUS = re.compile(r"(?:^|[\s(:])[-−–]$")
# Figures from here on may be told rounded: the most they may then differ by, as a share.
_ROUNDED_FROM, _ROUNDED_BY = 10_000, 0.005


@lru_cache(maxsize=20_000)
def figures(text: str) -> tuple[frozenset[float], ...]:
    """Every figure of ``text`` as the values it can have: ``1.500`` is 1500 or 1.5, ``82,8 milioni`` 82,800,000.

    >>> [sorted(one) for one in figures("82,8 milioni di euro, 1.500 pezzi")]
    [[82800000.0], [1.5, 1500.0]]
    """
    text = _one_form(text)
    text = _CJK_NUMBER.sub(lambda m: _from_cjk(m[0]), text)
    found: list[frozenset[float]] = []
    end, last = -1, 1.0
    for match in _DIGITS.finditer(text):
        scales, after = _scales_after(text, match.end())
        sign = -1 if _MINUS.search(text[max(0, match.start() - 2) : match.start()]) else 1
        readings = [
            frozenset(sign * value * scale for value in values for scale in scales)
            for values in _readings(match[0])
        ]
        if match.start() == end and scales[0] < last:  # 2億5000万
            readings[0] = frozenset(a + b for a in found.pop() for b in readings[0])
        found += readings
        end, last = after, scales[0]
    return tuple(found)


def plain(premise: str, claim: str) -> tuple[str, str]:
    """A pair as the multilingual model reads it: compatibility forms and digits in their one form."""
    return _one_form(premise), _one_form(claim)


def signals(claim: str, premise: str) -> tuple[float, ...]:
    """A row of :data:`grounding.signals.NAMES` for one pair; what needs a known grammar is 0.

    A figure counts as missing where the premise has figures and none equals it; as opposed where the sentence that
    shares most with the claim has a figure that the claim lacks, double where the premise has all of its words.
    """
    wanted, held = plain_stems(claim), plain_stems(premise)
    held_set, held_pairs = set(held), set(pairwise(held))
    wanted_pairs = list(pairwise(wanted))
    found = sum(one in held_set for one in wanted)
    asked, told = figures(claim), figures(premise)
    missing = [one for one in asked if told and not any(agree(one, other) for other in told)]
    opposed = 0
    if missing:
        nearest = max(_sentences(premise), key=lambda s: len(set(wanted) & set(plain_stems(s))), default="")
        opposed = any(not any(agree(one, other) for one in asked) for other in figures(nearest))
    row = dict.fromkeys(NAMES, 0.0)
    row["coverage"] = found / len(wanted) if wanted else 0.0
    row["uncovered"] = float(not found)
    row["pairs"] = (
        sum(p in held_pairs for p in wanted_pairs) / len(wanted_pairs) if wanted_pairs else row["coverage"]
    )
    row["missing_numbers"] = float(min(2, len(missing)))
    row["opposed_numbers"] = float(opposed * (1 + (found == len(wanted))))
    return tuple(row[name] for name in NAMES)


def plain_stems(text: str) -> list[str]:
    """The first letters of every word of ``text`` that is no figure; pairs of characters in spaceless scripts."""
    return [word[:STEM_LETTERS] for word in words(text) if not word[0].isdigit()]


@lru_cache(maxsize=5_000)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(span.of(text) for span in sentence_spans(text))


def agree(one: frozenset[float], other: frozenset[float]) -> bool:
    """Whether the claim's figure ``one`` is ``other``, or a large ``other`` rounded to the places ``one`` shows."""
    return any(a == b or _is_rounded(a, b) for a in one for b in other)


def _is_rounded(told: float, exact: float) -> bool:
    if min(told, exact) < _ROUNDED_FROM or abs(told - exact) > _ROUNDED_BY * exact:
        return False
    unit = 1.0
    while told % (unit * 10) == 0:
        unit *= 10
    return abs(told - exact) <= unit / 2


def _readings(figure: str) -> list[list[float]]:
    """The values of one written figure, each with its readings; a date or a list of numbers is several figures."""
    parts = re.split(r"\D", figure)
    marks = re.findall(r"\D", figure)
    if not marks:
        return [[float(figure)]]
    grouped = all(len(part) == 3 for part in parts[1:]) and len(parts[0]) <= 3
    if len(marks) == 1:
        decimal = float(f"{parts[0]}.{parts[1]}")
        if not grouped:
            return [[decimal]]
        whole = float(parts[0] + parts[1])
        return [[whole, decimal]] if marks[0] in ".," else [[whole]]
    indian = set(marks) == {","} and len(parts[-1]) == 3 and all(len(part) == 2 for part in parts[1:-1])
    if (grouped and len(set(marks)) == 1) or indian:
        return [[float("".join(parts))]]
    if all(len(part) == 3 for part in parts[1:-1]) and len(set(marks[:-1])) == 1 and marks[-1] != marks[0]:
        return [[float("".join(parts[:-1]) + "." + parts[-1])]]
    return [[float(part)] for part in parts]


def _scales_after(text: str, end: int) -> tuple[tuple[float, ...], int]:
    """What the word of magnitude behind a figure stands for (1 where there is none), and where it ends."""
    match = _SCALE.match(text, end + text.startswith(" ", end))
    return (_SCALE_VALUES[match.lastindex - 1], match.end()) if match and match.lastindex else ((1.0,), end)


def _one_form(text: str) -> str:
    return _ascii_digits(unicodedata.normalize("NFKC", text))


def _ascii_digits(text: str) -> str:
    return "".join(str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() else c for c in text)


def _from_cjk(number: str) -> str:
    """``三百二十`` -> ``320``, ``二〇二四`` -> ``2024``; two digits without a ten ("一二") are no number."""
    if not set(number) & set(_CJK_TENS):
        return "".join(str(_CJK_DIGITS[c]) for c in number) if len(number) != 2 else number
    total = current = 0
    for c in number:
        if c in _CJK_TENS:
            total, current = total + (current or 1) * _CJK_TENS[c], 0
        else:
            current = _CJK_DIGITS[c]
    return str(total + current)
