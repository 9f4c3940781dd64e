"""Numbers with their units, compared explicitly: the figures that language models blur.

A quantity of a claim is *held* by a premise that states the same amount (after unit conversion and rounding to the
claim's own precision), *opposed* by one that states another amount of the same unit or of the same counted thing
and does not state this one, else *missing*.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from grounding.normalise import MONTHS, normalise
from grounding.words import STOP_WORDS, stem

# Unit word -> (dimension, factor to the dimension's base unit). Months and years are calendar approximations.
_UNITS: dict[str, tuple[str, float]] = {}
for _dimension, _table in {
    "length": "mm .001 millimetre .001 millimeter .001 cm .01 centimetre .01 centimeter .01 m 1 metre 1 meter 1 "
    "km 1000 kilometre 1000 kilometer 1000 inch .0254 inches .0254 foot .3048 feet .3048 ft .3048 yard .9144 "
    "mile 1609.344",
    "mass": "mg .001 g 1 gram 1 kg 1000 kilogram 1000 kilo 1000 tonne 1e6 ton 1e6 lb 453.592 pound 453.592 oz 28.35",
    "duration": "second 1 sec 1 minute 60 min 60 hour 3600 day 86400 week 604800 month 2629800 year 31557600",
    "volume": "ml .001 millilitre .001 l 1 litre 1 liter 1 gallon 3.785",
    "temperature": "°c 1 °f 1 celsius 1 fahrenheit 1",
    "share": "% 1",
}.items():
    _parts = _table.split()
    _UNITS |= {w: (_dimension, float(f)) for w, f in zip(_parts[::2], _parts[1::2], strict=True)}

_NUMBER = re.compile(
    r"(?P<sign>(?<![\w-])-)?(?P<money>[$€£¥₹]\s?)?(?<![\d.])(?P<value>\d+(?:\.\d+)?)(?P<unit>\s?(?:%|°\s?[CF]\b))?"
    r"(?:[\s-]+(?P<word>[^\W\d_]+))?"
)
_APPROXIMATE = re.compile(
    r"\b(about|around|approximately|nearly|almost|roughly|some|circa|over|more than|under|less than|up to|at least)"
    r"\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """``value`` in base units of ``dimension``; ``decimals`` of the written figure; the ``thing`` it counts.

    ``dimension`` is a physical dimension, ``money``, ``day`` (of a month), ``year`` or ``count``.
    """

    value: float
    dimension: str
    factor: float
    decimals: int
    thing: str
    approximate: bool


@lru_cache(maxsize=20_000)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of ``text``, which is normalised first."""
    text = normalise(text)
    found = []
    for match in _NUMBER.finditer(text):
        figure = match["value"]
        sign = -1.0 if match["sign"] else 1.0
        word = (match["word"] or "").casefold()
        before = text[max(0, match.start() - 20) : match.start()]
        decimals = len(figure.partition(".")[2])
        dimension, factor = "count", 1.0
        unit = (match["unit"] or "").replace(" ", "").casefold()
        if match["money"]:
            dimension = "money"
        elif unit:
            dimension, factor = _UNITS[unit]
        elif word.capitalize() in MONTHS:
            dimension = "day"
        elif word in _UNITS or word.removesuffix("s") in _UNITS:
            dimension, factor = _UNITS.get(word) or _UNITS[word.removesuffix("s")]
        elif word in ("euro", "euros", "dollar", "dollars", "pounds", "rupees", "yuan"):
            dimension = "money"
        elif re.fullmatch(r"1\d\d\d|20\d\d", figure) and (
            not word or word in STOP_WORDS or before.rstrip(" ,").endswith(tuple(MONTHS))
        ):
            dimension = "year"
        thing = stem(word) if dimension == "count" and word not in STOP_WORDS else ""
        approximate = bool(_APPROXIMATE.search(before))
        found.append(Quantity(sign * float(figure) * factor, dimension, factor, decimals, thing, approximate))
    return tuple(found)


def compare_quantities(claim: str, nearest: Sequence[str], premise: str) -> tuple[int, int, int]:
    """How many quantities of ``claim`` the premise holds, opposes, and lacks.

    ``nearest`` are the sentences of the premise that share most words with the claim: where they state another
    amount, one elsewhere does not help, so that "Velvet seats 22" is not borne out by "Velvet seats 13. Topaz
    seats 22."; and only they can oppose.
    """
    near = [one for sentence in nearest for one in quantities(sentence)]
    held = opposed = missing = 0
    for one in quantities(claim):
        if any(_same(one, other) for other in near):
            held += 1
        elif any(_rival(one, other) for other in near):
            opposed += 1
        elif any(_same(one, other) for other in quantities(premise)):
            held += 1
        else:
            missing += 1
    return held, opposed, missing


def _same(one: Quantity, other: Quantity) -> bool:
    """Equal amounts; a figure rounded to fewer digits than the source gives is equal too."""
    if "count" not in (one.dimension, other.dimension) and one.dimension != other.dimension:
        return False
    if abs(one.value - other.value) <= 1e-9 * max(1.0, abs(one.value)):
        return True
    if (
        other.decimals > one.decimals
        and round(other.value / other.factor, one.decimals) == one.value / one.factor
    ):
        return one.factor == other.factor
    close = abs(one.value - other.value) <= 0.05 * abs(other.value)
    return close and one.dimension not in ("day", "year") and (one.approximate or one.factor != other.factor)


def _rival(one: Quantity, other: Quantity) -> bool:
    """Amounts of the same kind that cannot both be the figure in question."""
    if one.dimension != other.dimension:
        return False
    return one.dimension != "count" or (bool(one.thing) and one.thing == other.thing)
