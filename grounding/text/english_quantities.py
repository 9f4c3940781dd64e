"""The quantities of an English text, with units, bounds and labels: the figures that language models blur."""

import math
import re
from dataclasses import replace
from functools import lru_cache

from grounding.text.normalise import MONTHS, normalise
from grounding.text.quantity import Quantity
from grounding.text.units import english_unit
from grounding.text.words import STOP_WORDS, stem, stems

_NUMBER = re.compile(
    r"(?P<sign>(?<![\w-])-)?(?P<money>[$€£¥₹]\s?)?(?<![\d.])(?P<value>\d+(?:\.\d+)?)(?P<unit>\s?(?:%|°\s?[CF]\b))?"
    r"(?:[\s-]+(?P<word>[^\W\d_]+))?"
)
# What stands before a figure makes a bound of it: of two that hold, the longer one ("no more than", not "more than").
_BEFORE = re.compile(
    r"(?P<upper>(?:no|not) (?:[^\W\d_]+ ){0,6}?(?:more|greater|higher|longer|later) than|not (?:to )?exceed"
    r"|(?:fewer|less|lower) than|under|below|at most|up to|maximum of|[<≤])\s*$"
    r"|(?P<lower>(?:no|not) (?:fewer|less|lower|earlier|sooner) than|(?:more|greater|higher) than|over|above|at least"
    r"|minimum of|exceed(?:s|ed|ing)?|[>≥])\s*$"
    r"|(?P<about>about|around|approximately|nearly|almost|roughly|some|circa)\s*$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s*(?:to|-|–|and)\s*")
_RANGE_BEFORE = re.compile(r"\b(?:between|from)\s*$", re.IGNORECASE)
_LABEL = re.compile(r"([^:;|\n]{1,60}+):\s*+$")
ABBREVIATED = {"min": "minimum", "max": "maximum"}
_PER = re.compile(
    r"\s?[^\W\d]*\s?(?:per (?P<any>[^\W\d_]+)"
    r"|(?:a|an|each|every|/)\s?(?P<each>second|minute|hour|day|night|week|month|quarter|year|person|km|mile)\b)"
)
_DATED = re.compile(r"\W{0,3}(?:[^\W\d_]+\s)?(?:in|by|at|on)\s(?:[^\W\d_]+\s)?\d{4}\b")
_BESIDE = re.compile(r"[^\d.,;:|]{1,60}")
# "moves from 3 May to 17 May", "up 7% from 2024": what was, told beside what is.
_FORMER = re.compile(
    r"\b(?:mov|chang|shift|rais|ris|rose|increas|f[ae]ll|drop|cut|reduc|gr[eo]w|lower|postpon|delay|declin|climb|jump"
    r"|up\b|down\b)\w*\b[^.;]{0,30}\bfrom\s*$|\b(?:compared (?:with|to)|instead of|rather than)\b[^.;]{0,30}$",
    re.IGNORECASE,
)


@lru_cache(maxsize=20_000)
def ranges(text: str) -> tuple[tuple[Quantity, ...], tuple[Quantity, ...]]:
    """The ranges of ``text`` ("between 80% and 90%", "1914-1918"), and the numbers that belong to none of them."""
    text = normalise(text)
    read = _read(text)
    spanned, rest, number = [], [], 0
    while number < len(read):
        quantity, span = read[number]
        if number + 1 < len(read):
            other, after = read[number + 1]
            between = text[span.end() if not span["word"] else span.start("word") : after.start()]
            link = _RANGE.fullmatch(between + " ")
            named = _RANGE_BEFORE.search(text[max(0, span.start() - 20) : span.start()])
            alike = quantity.dimension in ("count", other.dimension)
            if (
                link
                and alike
                and (named or "and" not in between)
                and 0 <= _value_as(quantity, other) < other.value
            ):
                spanned.append(
                    replace(other, low=_value_as(quantity, other), high=other.value, approximate=False)
                )
                number += 2
                continue
        rest.append(quantity)
        number += 1
    return tuple(spanned), tuple(rest)


def _value_as(lower: Quantity, upper: Quantity) -> float:
    """The lower end of a range in the unit of its upper end, which often is the only one written."""
    return lower.value * upper.factor if lower.dimension == "count" else lower.value


@lru_cache(maxsize=20_000)
def _read(text: str) -> tuple[tuple[Quantity, re.Match[str]], ...]:
    """Every number of a normalised text, with where it stands."""
    quantities = []
    for match in _NUMBER.finditer(text):
        end = match.end("unit") if match["unit"] else match.end("value")
        after = _BESIDE.match(text, end)
        figure = match["value"]
        sign = -1.0 if match["sign"] else 1.0
        word = (match["word"] or "").casefold()
        before = text[max(0, match.start() - 60) : match.start()]
        decimals = len(figure.partition(".")[2])
        dimension, factor = "count", 1.0
        mark = "".join((match["unit"] or "").split()).casefold()
        if match["money"]:
            dimension = "money"
        elif match["word"] in MONTHS and not mark:
            dimension = "day"
        elif unit := english_unit(mark or word):
            dimension, factor = unit.dimension, unit.factor
        elif re.fullmatch(r"1\d\d\d|20\d\d", figure) and (
            not word or word in STOP_WORDS or before.rstrip(" ,").endswith(tuple(MONTHS))
        ):
            dimension = "year"
        thing = stem(word) if dimension == "count" and word not in STOP_WORDS else ""
        number = sign * float(figure)
        bound = _BEFORE.search(before)
        label = _LABEL.search(before)
        per = _PER.match(text, end)
        quantities.append(
            (
                Quantity(
                    frozenset({number}),
                    dimension,
                    factor,
                    low=-math.inf if bound and bound["upper"] else number * factor,
                    high=math.inf if bound and bound["lower"] else number * factor,
                    decimals=decimals,
                    thing=thing,
                    approximate=bool(bound and bound["about"]),
                    label=_label_stems(label[1]) if label else frozenset(),
                    per=_base_unit(per["any"] or per["each"]) if per else "",
                    former=bool(_FORMER.search(before)) and not _DATED.match(text, match.end("value")),
                    beside=frozenset(stems(after[0])) if after else frozenset(),
                ),
                match,
            )
        )
    return tuple(quantities)


def _base_unit(word: str) -> str:
    """One word for a unit that has several ("km", "kilometre")."""
    unit = english_unit(word)
    return unit.name if unit else word


def _label_stems(label: str) -> frozenset[str]:
    return frozenset(stem(ABBREVIATED.get(word, word)) for word in stems(label.partition("(")[0]))


@lru_cache(maxsize=20_000)
def stated(text: str) -> tuple[Quantity, ...]:
    """Ranges and every number, since a range states its ends, too."""
    return (*ranges(text)[0], *(quantity for quantity, _ in _read(normalise(text))))
