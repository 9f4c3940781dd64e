"""Amounts of a claim against those of a premise: held, opposed or missing.

A quantity of a claim is *held* by a premise that states the same amount (after unit conversion and rounding to the
claim's own precision), *opposed* by one that states another amount of the same unit or of the same counted thing
and does not state this one, else *missing*.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from grounding.compare.clauses import verb
from grounding.text.english_quantities import ABBREVIATED, ranges, stated
from grounding.text.quantity import Quantity
from grounding.text.units import POUND
from grounding.text.verbs import base_form
from grounding.text.words import stem, stems, words

_TOLD_OF_BEFORE = re.compile(
    r"\b(?:had|from|before|until|used to|previous(?:ly)?|original(?:ly)?|former(?:ly)?|initial(?:ly)?|old|earlier"
    r"|compared|instead|than)\b",
    re.IGNORECASE,
)
# A rule has one bound: who must give 28 days' notice is told something else by "at least 14 days".
_RULE = re.compile(
    r"\b(?:must|shall|(?:need|ha)(?:s|ve|ed|d)? to|requires?|required|minimum|maximum|allowed|limit(?:ed)?)\b",
    re.IGNORECASE,
)
_REST = re.compile(r"\b(?:others|rest|remaining|remainder)\b", re.IGNORECASE)
# Figures this large, or with decimals, that count nothing named, are measured alike: two of them are rivals.
_LARGE = 1000
# Converted units, and months of days, are told approximately.
_CONVERTED_BY = 0.02
_DATES = ("day", "year")
_EXTREMES = frozenset(stem(word) for word in ABBREVIATED.values())


def compare_quantities(claim: str, nearest: Sequence[str], premise: str) -> tuple[int, int, int]:
    """How many quantities of ``claim`` the premise holds, opposes, and lacks.

    ``nearest`` are the sentences of the premise that share most words with the claim: where they state another
    amount, one elsewhere does not help, so that "Velvet seats 22" is not borne out by "Velvet seats 13. Topaz
    seats 22."; and only they can oppose. A bound or a range of the claim holds for every amount within it.
    """
    near = [one for sentence in nearest for one in stated(sentence)]
    undated = [one for sentence in nearest if not _tells_event(claim, sentence) for one in stated(sentence)]
    if not _TOLD_OF_BEFORE.search(claim):
        near = [one for one in near if not one.former]
    said = frozenset(stems(claim))
    named = _named(near, said)
    is_rule = bool(_RULE.search(claim))
    spans, plain = ranges(claim)
    # What is said many times is compared once.
    counts = Counter((*spans, *plain))
    wanted = tuple(counts)
    held = opposed = missing = 0
    for one in wanted:
        bounds = [
            other for other in near if _faces(one, other) or (is_rule and _bounds_elsewhere(one, other))
        ]
        equal = [other for other in near if _same(one, other) and other not in bounds]
        rivals = bounds + [
            other
            for other in near
            if _rival(one, other, other in named) and not (other.dimension in _DATES and other in undated)
        ]
        if any(
            _is_meant(one, other, named, wanted) and not _is_aside(other, rivals, said) for other in equal
        ):
            held += counts[one]
            continue
        elsewhere = [] if rivals else [other for other in stated(premise) if _same(one, other)]
        rows = _rows(one, premise)
        counted = one.value == rows or (one.value == _rest(near) and _is_of_the_rest(claim, nearest))
        if not counted and (rivals or _is_of_another_row(elsewhere, near)):
            if rows or _is_reckoned(one, near):
                missing += counts[one]
            else:
                opposed += counts[one]
        elif equal or elsewhere or counted:
            held += counts[one]
        else:
            missing += counts[one]
    return held, opposed, missing


def _tells_event(claim: str, sentence: str) -> bool:
    """Whether a sentence has the claim's verb, as far as there is one to see: "sold in 2020" denies no founding."""
    event = verb(claim)
    return not event or event in {stem(base_form(word)) for word in words(sentence)}


def _is_reckoned(one: Quantity, near: Sequence[Quantity]) -> bool:
    """Whether an amount is what two others leave or add up to: ten, where "of 12 sensors, two failed"."""
    told = [other.value for other in near if other.dimension == one.dimension and other.is_plain]
    return one.dimension not in _DATES and any(
        math.isclose(one.value, reckoned)
        for a, b in permutations(told, 2)
        if a > b > 1
        for reckoned in (a - b, a + b)
    )


def _rest(near: Sequence[Quantity]) -> float:
    """What is left of the largest count when the others are taken away; -1 where there is but one."""
    counts = sorted(other.value for other in near if other.dimension == "count" and other.is_plain)
    return counts[-1] - sum(counts[:-1]) if len(counts) > 1 else -1.0


def _is_of_the_rest(claim: str, nearest: Sequence[str]) -> bool:
    """Whether the claim's verb is told of "the others"."""
    event = verb(claim)
    parts = [
        part for sentence in nearest for part in re.split(r"[;,]|\band\b", sentence) if _REST.search(part)
    ]
    return any(event in {stem(base_form(word)) for word in words(part)} for part in parts)


def _rows(one: Quantity, premise: str) -> int:
    """How many rows tell of the thing counted: of "the three regions", those that begin with "Region: "."""
    if not one.thing:
        return 0
    return len(re.findall(rf"(?:^|[;|\n])\s*{re.escape(one.thing)}\w*\s*:", premise, re.IGNORECASE))


def _is_of_another_row(elsewhere: Sequence[Quantity], near: Sequence[Quantity]) -> bool:
    """Whether an amount found elsewhere stands after labels after which the nearest sentences state others."""
    labels = {one.label for one in near if one.label}
    return bool(elsewhere) and all(one.label in labels for one in elsewhere)


def _named(near: Sequence[Quantity], said: frozenset[str]) -> list[Quantity]:
    """The quantities after a label that the claim names: by what sets it apart from the other labels."""
    labels = {one.label for one in near if one.label}
    others = {label: label.difference(*(other for other in labels if other != label)) for label in labels}
    return [one for one in near if one.label and (others[one.label] or one.label) <= said]


def _is_meant(one: Quantity, other: Quantity, named: Sequence[Quantity], wanted: Sequence[Quantity]) -> bool:
    """Whether an equal amount counts the same thing, and does not stand beside the label that the claim names."""
    if one.thing and other.thing and one.thing != other.thing:
        return False
    if not other.label or other in named:
        return True
    beside = [rival for rival in named if not any(_same(claimed, rival) for claimed in wanted)]
    return not any(_are_alike(other.label, rival.label) for rival in beside)


def _is_aside(equal: Quantity, rivals: Sequence[Quantity], said: frozenset[str]) -> bool:
    """Whether the claim has nothing of what stands beside an equal amount, but some of what does beside a rival."""
    own = equal.beside
    return bool(own) and not own & said and any((rival.beside - own) & said for rival in rivals)


def _are_alike(label: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two labels are of one kind: "weekday price" and "weekend price", "2019" and "2020", "min" and "max"."""
    return bool(label & other) or all(one.isdigit() for one in label | other) or label | other == _EXTREMES


def _same(one: Quantity, other: Quantity) -> bool:
    """Equal amounts; a figure rounded to fewer digits than the source gives is equal too.

    A bound or range is borne out by whatever lies within it.
    """
    if one.per and other.per and one.per != other.per:
        return False
    if {one.dimension, other.dimension} == {"mass", "money"}:
        # "1,450 pounds" may be money.
        return one.value / one.factor == other.value / other.factor and one.factor + other.factor == 1 + POUND
    if "count" not in (one.dimension, other.dimension) and one.dimension != other.dimension:
        return False
    if not one.is_plain:
        return one.low <= other.low and other.high <= one.high
    if abs(one.value - other.value) <= 1e-9 * max(1.0, abs(one.value)):
        return other.low == other.high or math.isinf(other.high - other.low)
    if not other.is_plain:
        return False
    if (
        other.decimals > one.decimals
        and round(other.value / other.factor, one.decimals) == one.value / one.factor
    ):
        return one.factor == other.factor
    close = abs(one.value - other.value) <= 0.05 * abs(other.value)
    return close and one.dimension not in _DATES and (one.approximate or one.factor != other.factor)


def _sides(one: Quantity, other: Quantity) -> set[tuple[bool, bool]]:
    return {(math.isinf(each.low), math.isinf(each.high)) for each in (one, other)}


def _faces(one: Quantity, other: Quantity) -> bool:
    """Whether one is a least and the other a greatest amount, and they are the same: "up to 18", "at least 18"."""
    alike = one.dimension == other.dimension and one.value == other.value
    return alike and _sides(one, other) == {(True, False), (False, True)}


def _bounds_elsewhere(one: Quantity, other: Quantity) -> bool:
    """Whether both are least, or both greatest, amounts of one kind, but not the same."""
    return (
        _sides(one, other) in ({(True, False)}, {(False, True)})
        and one.dimension == other.dimension
        and one.thing == other.thing
        and not math.isclose(one.value, other.value, rel_tol=_CONVERTED_BY)
    )


def _rival(one: Quantity, other: Quantity, named: bool) -> bool:
    """Amounts of the same kind, or after a label that the claim names, that cannot both be the figure in question."""
    if one.per and other.per and one.per != other.per:
        return one.dimension == other.dimension
    if one.low <= other.high and other.low <= one.high:
        return False
    if one.dimension == other.dimension != "count":
        return True
    if named and "count" in (one.dimension, other.dimension):
        return True
    if one.dimension != other.dimension or one.thing != other.thing:
        return False
    return bool(one.thing) or all(abs(each.value) >= _LARGE or each.decimals for each in (one, other))
