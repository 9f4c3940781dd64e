"""The figures of a text in any language: digits with their separators and magnitudes, number words, units.

The counterpart of :mod:`grounding.text.quantities`, which knows English.
"""

import math
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from grounding.text.number_words import with_digits

# A figure with its separators, and the word of its magnitude.
_DIGITS = re.compile(r"(?<![A-Za-z0-9.,])\d+(?:[.,:'’\u00a0\u202f ]\d{3}(?!\d)|[.,:٫٬]\d+)*")
# Word of a magnitude -> its value; of "billion" both, since most languages mean a million millions.
_SCALES: dict[str, tuple[float, ...]] = {
    r"(?:mil mill\w+|mrd|mld|milliard\w*|miliard\w*|miljard\w*|miliar|миллиард\w*|млрд)\b"
    r"|十[亿億]|십억|अरब(?= )|مليار": (1e9,),
    r"(?:billion\w*|billón|billones|bilh\w+|bilion\w*)\b": (1e9, 1e12),
    r"[兆조]": (1e12,),
    r"千[亿億]|천억": (1e11,),
    r"百[亿億]|백억": (1e10,),
    r"[亿億억]": (1e8,),
    r"crore\b|करोड़|千[万萬]|천만": (1e7,),
    r"(?:mio|mln|million\w*|mill[oó]n\w*|milion\w*|milh\w+|miljoen|juta|млн|миллион\w*)\b"
    r"|百[万萬]|백만|मिलियन|مليون|ملايين": (1e6,),
    r"lakh\b|लाख|十[万萬]|십만": (1e5,),
    r"[万萬만]": (1e4,),
    r"(?:thousand|tausend|tsd|mille|mil|mila|duizend|ribu|tys|тыс\w*)\b"
    r"|千(?![米克瓦])|천|हज़ार|हजार|ألف|آلاف": (1e3,),
}
_SCALE = re.compile("|".join(f"({words})" for words in _SCALES), re.IGNORECASE)
_SCALE_VALUES = tuple(_SCALES.values())
# Kind of unit -> the beginnings of its words, with the size of each. Units of other kinds are left out.
_UNITS: dict[str, dict[str, float]] = {
    "minutes": {
        "year|jahr|año|ans?\\b|année|ann[oi]|tahun|jaar|jaren|lat|rok|anos?\\b|год|лет|साल|वर्ष|سن|عام|أعوام"
        "|年|周年|년": 525_600,
        "month|monat|mes|mois|mês|bulan|maand|miesi|меся|महीन|माह|شهر|أشهر|か月|ヶ月|个月|個月|개월|달": 43_800,
        "week|woche|semana|semaine|settiman|minggu|pekan|weken|tydzie|tygod|недел|सप्ताह|हफ़्त|أسبوع|أسابيع"
        "|週間|周(?!年)|주": 10_080,
        "day|tag|día|jour|giorn|hari|dag|dni|dzień|dias?\\b|дн|день|दिन|يوم|أيام|日間|天|일": 1_440,
        "hour|stunde|hora|heure|or[ae]\\b|jam\\b|uur|godzin|час|घंट|ساع|時間|小时|시간": 60,
        "minut|menit|минут|मिनट|دقيق|دقائق|分(?!の)|분": 1,
    },
    "grams": {
        "t\\b|ton|тонн|吨|トン|톤|टन|طن": 1e6,
        "kg|kilo(?!m)|кг|килогр|公斤|千克|キロ(?!メ)|킬로그램|किलो(?!मी)|كيلوغرام": 1e3,
        "g\\b|gram|гр|克|グラム|그램|ग्राम|غرام": 1,
    },
    "metres": {
        "km|kilom|quilôm|chilom|км|килом|公里|千米|キロメ|킬로미터|किमी|किलोमी|كيلومتر": 1e3,
        "cm|zentim|cent[ií]m|см|сантим|厘米|センチ|센티": 0.01,
        "mm|millim|мм|毫米|ミリ|밀리": 0.001,
        "m\\b|met(?:er|re|ro)|mètre|м\\b|метр|米|メートル|미터|मीटर|متر": 1,
    },
    "percent": {
        "%|prozent|percent|por ?cent|pour ?cent|per ?cento|процент|パーセント|퍼센트|प्रतिशत|بالمئة": 1
    },
    "euros": {"€|eur": 1},
    "dollars": {"\\$|dollar|d[óo]lar|доллар|ドル|美元|달러|डॉलर|دولار": 1},
}
_UNIT = re.compile("|".join(f"({words})" for sizes in _UNITS.values() for words in sizes), re.IGNORECASE)
_SIZES = [(kind, size) for kind, sizes in _UNITS.items() for size in sizes.values()]
# Conversions and months are approximate.
_CONVERTED_BY = 0.03
_CLOCK = re.compile(
    r"(?<!\d)(\d{1,2})\s?(?:h|:|[点點時时시]\s?|Uhr\s|час\w*\s)(\d{2})(?!\d)(?:\s?(?:分|분|мин\w*|min\w*))?",
    re.IGNORECASE,
)
_MINUS = re.compile(r"(?:^|[\s(:])[-−–]$")
_CJK_SCALE = re.compile(r"[万萬만亿億억兆조천千]")
# Figures from here on may be told rounded to so many places: the most they may then differ by, as a share.
_ROUNDED_FROM, _ROUNDED_TO, _ROUNDED_BY = 10_000, 100, 0.005


class Figure(NamedTuple):
    """A figure with the ``values`` it can have: ``1.500`` is 1500 or 1.5. ``kind`` and ``size`` are of its unit."""

    values: frozenset[float]
    kind: str = ""
    size: float = 1.0

    def agrees(self, other: "Figure") -> bool:
        """Whether this figure of a claim is ``other``: converted, or rounded to the places this one shows."""
        if self.kind and other.kind:
            if self.kind != other.kind:
                return False
            if self.size != other.size:
                amounts = [(a * self.size, b * other.size) for a in self.values for b in other.values]
                return any(math.isclose(a, b, rel_tol=_CONVERTED_BY) for a, b in amounts)
        return any(a == b or _is_rounded(a, b) for a in self.values for b in other.values)


@lru_cache(maxsize=20_000)
def figures(text: str) -> tuple[Figure, ...]:
    """Every figure of ``text``, in digits or in the number words of its language.

    >>> [sorted(one.values) for one in figures("82,8 milioni di euro, 1.500 pezzi")]
    [[82800000.0], [1.5, 1500.0]]
    >>> figures("drei Wochen vor der Abreise")
    (Figure(values=frozenset({3.0}), kind='minutes', size=10080),)
    """
    text = _CLOCK.sub(r"\1:\2", with_digits(one_form(text)))
    found: list[Figure] = []
    end, last = -1, 1.0
    for match in _DIGITS.finditer(text):
        scales, after = _scales_after(text, match.end())
        sign = -1 if _MINUS.search(text[max(0, match.start() - 2) : match.start()]) else 1
        readings = [
            frozenset(sign * value * scale for value in values for scale in scales)
            for values in _readings(match[0])
        ]
        if scales[0] < last and _goes_on(text, end, match.start()):
            readings[0] = frozenset(a + b for a in found.pop().values for b in readings[0])
        found += map(Figure, readings)
        if unit := _UNIT.match(text, after + text.startswith(" ", after)):
            found[-1] = Figure(readings[-1], *_SIZES[(unit.lastindex or 1) - 1])
        end, last = after, scales[0]
    return tuple(found)


def _goes_on(text: str, end: int, start: int) -> bool:
    """Whether a figure goes on behind a magnitude, as in 2億5000万 and 2억 5천만."""
    return start == end or (text[end:start] == " " and _CJK_SCALE.match(text, end - 1) is not None)


def _is_rounded(told: float, exact: float) -> bool:
    if min(told, exact) < _ROUNDED_FROM or abs(told - exact) > _ROUNDED_BY * exact:
        return False
    unit = 1.0
    while told % (unit * 10) == 0:
        unit *= 10
    return unit >= _ROUNDED_TO and abs(told - exact) <= unit / 2


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


def one_form(text: str) -> str:
    """``text`` with compatibility forms, and digits of every script, in their plain form."""
    return _ascii_digits(unicodedata.normalize("NFKC", text))


def _ascii_digits(text: str) -> str:
    return "".join(str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() else c for c in text)
