"""The figures of a text in any language: digits with their separators and magnitudes, number words, units.

The counterpart of :mod:`grounding.text.english_quantities`, which knows English.
"""

import math
import re
import unicodedata
from functools import lru_cache

from grounding.text.number_words import with_digits
from grounding.text.powers import with_powers
from grounding.text.quantity import Quantity
from grounding.text.units import UNITS, Unit

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
_UNITS = [unit for unit in UNITS if unit.elsewhere]
_UNIT = re.compile("|".join(f"({unit.elsewhere})" for unit in _UNITS), re.IGNORECASE)
# Conversions and months are approximate.
_CONVERTED_BY = 0.03
_CLOCK = re.compile(
    r"(?<!\d)(\d{1,2})\s?(?:h|:|[点點時时시]\s?|Uhr\s|час\w{0,5}\s)(\d{2})(?!\d)(?:\s?(?:分|분|мин\w*|min\w*))?",
    re.IGNORECASE,
)
_MINUS = re.compile(r"(?:^|[\s(:])[-−–]$")
_CJK_SCALE = re.compile(r"[万萬만亿億억兆조천千]")
# Figures from here on may be told rounded to so many places: the most they may then differ by, as a share.
_ROUNDED_FROM, _ROUNDED_TO, _ROUNDED_BY = 10_000, 100, 0.005


@lru_cache(maxsize=20_000)
def figures(text: str) -> tuple[Quantity, ...]:
    """Every figure of ``text``, in digits or in the number words of its language.

    >>> [sorted(figure.readings) for figure in figures("82,8 milioni di euro, 1.500 pezzi")]
    [[82800000.0], [1.5, 1500.0]]
    >>> [(figure.value, figure.dimension) for figure in figures("drei Wochen vor der Abreise")]
    [(1814400.0, 'duration')]
    """
    text = _CLOCK.sub(r"\1:\2", with_digits(one_form(text)))
    numbers: list[Quantity] = []
    end, last = -1, 1.0
    for match in _DIGITS.finditer(text):
        scales, after = _scales_after(text, match.end())
        sign = -1 if _MINUS.search(text[max(0, match.start() - 2) : match.start()]) else 1
        readings = [
            frozenset(sign * value * scale for value in values for scale in scales)
            for values in _readings(match[0])
        ]
        if scales[0] < last and _goes_on(text, end, match.start()):
            readings[0] = frozenset(a + b for a in numbers.pop().readings for b in readings[0])
        numbers += map(_quantity, readings)
        if unit := _UNIT.match(text, after + text.startswith(" ", after)):
            numbers[-1] = _quantity(readings[-1], _UNITS[(unit.lastindex or 1) - 1])
        end, last = after, scales[0]
    return tuple(numbers)


def agrees(claimed: Quantity, stated: Quantity) -> bool:
    """Whether the figure of a claim is the ``stated`` one: converted, or rounded to the places it shows."""
    if "count" not in (claimed.dimension, stated.dimension):
        # A currency stands as the thing.
        if (claimed.dimension, claimed.thing) != (stated.dimension, stated.thing):
            return False
        if claimed.factor != stated.factor:
            amounts = [
                (a * claimed.factor, b * stated.factor) for a in claimed.readings for b in stated.readings
            ]
            return any(math.isclose(a, b, rel_tol=_CONVERTED_BY) for a, b in amounts)
    return any(a == b or _is_rounded(a, b) for a in claimed.readings for b in stated.readings)


def _quantity(readings: frozenset[float], unit: Unit | None = None) -> Quantity:
    factor = unit.factor if unit else 1.0
    amount = max(readings) * factor
    currency = unit.name if unit and unit.dimension == "money" else ""
    return Quantity(
        readings, unit.dimension if unit else "count", factor, low=amount, high=amount, thing=currency
    )


def _goes_on(text: str, end: int, start: int) -> bool:
    """Whether a figure goes on behind a magnitude, as in 2億5000万 and 2억 5천만."""
    return start == end or (text[end:start] == " " and _CJK_SCALE.match(text, end - 1) is not None)


def _is_rounded(rounded: float, exact: float) -> bool:
    if min(rounded, exact) < _ROUNDED_FROM or abs(rounded - exact) > _ROUNDED_BY * exact:
        return False
    unit = 1.0
    while rounded % (unit * 10) == 0:
        unit *= 10
    return unit >= _ROUNDED_TO and abs(rounded - exact) <= unit / 2


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
    return _ascii_digits(unicodedata.normalize("NFKC", with_powers(text)))


def _ascii_digits(text: str) -> str:
    return "".join(str(unicodedata.digit(c)) if c.isdigit() and not c.isascii() else c for c in text)
