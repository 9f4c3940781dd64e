"""The figures of a text in any language: digits with their separators and magnitudes, number words, times.

The counterpart of :mod:`grounding.quantities`, which knows English.
"""

import json
import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from grounding.languages import language_of

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
# Language -> number word -> its digits. No words for one: they are articles, too.
_NUMBER_WORDS: dict[str, dict[str, str]] = {
    language: {word: digits for digits, forms in numbers.items() for word in forms.split()}
    for language, numbers in json.loads(
        (Path(__file__).parent / "data" / "number_words.json").read_text(encoding="utf-8")
    ).items()
}
_WORD = re.compile(r"[^\W\d_]+")
# Minutes in a unit of time -> the beginnings of its words.
_TIMES = {
    525_600: "year|jahr|año|ans?\\b|année|ann[oi]|tahun|jaar|jaren|lat|rok|anos?\\b|год|лет|साल|वर्ष|سن|عام|أعوام|年|년",
    43_800: "month|monat|mes|mois|mês|bulan|maand|miesi|меся|महीन|माह|شهر|أشهر|か月|ヶ月|个月|個月|개월|달",
    10_080: "week|woche|semana|semaine|settiman|minggu|pekan|weken|tydzie|tygod|недел|सप्ताह|हफ़्त"
    "|أسبوع|أسابيع|週間|周|주",
    1_440: "day|tag|día|jour|giorn|hari|dag|dni|dzień|dias?\\b|дн|день|दिन|يوم|أيام|日間|天|일",
    60: "hour|stunde|hora|heure|or[ae]\\b|jam\\b|uur|godzin|час|घंट|ساع|時間|小时|시간",
    1: "minut|menit|минут|मिनट|دقيق|دقائق|分(?!の)|분",
}
_TIME = re.compile("|".join(f"({words})" for words in _TIMES.values()), re.IGNORECASE)
_MINUTES = tuple(_TIMES)
_MINUS = re.compile(r"(?:^|[\s(:])[-−–]$")
# Figures from here on may be told rounded: the most they may then differ by, as a share.
_ROUNDED_FROM, _ROUNDED_BY = 10_000, 0.005


class Figure(NamedTuple):
    """A figure with the ``values`` it can have: ``1.500`` is 1500 or 1.5. A time has its ``minutes``, too."""

    values: frozenset[float]
    minutes: float | None = None

    def agrees(self, other: "Figure") -> bool:
        """Whether this figure of a claim is ``other``, or a large ``other`` rounded to the places this one shows."""
        if self.minutes is not None and other.minutes is not None:
            return self.minutes == other.minutes
        return any(a == b or _is_rounded(a, b) for a in self.values for b in other.values)


@lru_cache(maxsize=20_000)
def figures(text: str) -> tuple[Figure, ...]:
    """Every figure of ``text``, in digits or in the number words of its language.

    >>> [sorted(one.values) for one in figures("82,8 milioni di euro, 1.500 pezzi")]
    [[82800000.0], [1.5, 1500.0]]
    >>> figures("drei Wochen vor der Abreise")
    (Figure(values=frozenset({3.0}), minutes=30240.0),)
    """
    text = _with_digits(one_form(text))
    text = _CJK_NUMBER.sub(lambda m: _from_cjk(m[0]), text)
    found: list[Figure] = []
    end, last = -1, 1.0
    for match in _DIGITS.finditer(text):
        scales, after = _scales_after(text, match.end())
        sign = -1 if _MINUS.search(text[max(0, match.start() - 2) : match.start()]) else 1
        readings = [
            frozenset(sign * value * scale for value in values for scale in scales)
            for values in _readings(match[0])
        ]
        if match.start() == end and scales[0] < last:  # 2億5000万
            readings[0] = frozenset(a + b for a in found.pop().values for b in readings[0])
        found += map(Figure, readings)
        if time := _TIME.match(text, after + text.startswith(" ", after)):
            unit = _MINUTES[(time.lastindex or 1) - 1]
            found[-1] = Figure(readings[-1], min(readings[-1]) * unit)
        end, last = after, scales[0]
    return tuple(found)


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


def _with_digits(text: str) -> str:
    numbers = _NUMBER_WORDS.get(language_of(text), {})
    return _WORD.sub(lambda match: numbers.get(match[0].lower(), match[0]), text) if numbers else text


def one_form(text: str) -> str:
    """``text`` with compatibility forms, and digits of every script, in their plain form."""
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
