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

_SPEAKS_OF_BEFORE = re.compile(
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
    near = [quantity for sentence in nearest for quantity in stated(sentence)]
    undated = [
        quantity for sentence in nearest if not _tells_event(claim, sentence) for quantity in stated(sentence)
    ]
    if not _SPEAKS_OF_BEFORE.search(claim):
        near = [quantity for quantity in near if not quantity.former]
    claim_stems = frozenset(stems(claim))
    named = _named(near, claim_stems)
    is_rule = bool(_RULE.search(claim))
    spans, plain = ranges(claim)
    # What is said many times is compared once.
    counts = Counter((*spans, *plain))
    wanted = tuple(counts)
    held = opposed = missing = 0
    for claimed in wanted:
        bounds = [
            other
            for other in near
            if _faces(claimed, other) or (is_rule and _bounds_elsewhere(claimed, other))
        ]
        equal = [other for other in near if _same(claimed, other) and other not in bounds]
        rivals = bounds + [
            other
            for other in near
            if _rival(claimed, other, other in named) and not (other.dimension in _DATES and other in undated)
        ]
        if any(
            _is_meant(claimed, other, named, wanted) and not _is_aside(other, rivals, claim_stems)
            for other in equal
        ):
            held += counts[claimed]
            continue
        elsewhere = [] if rivals else [other for other in stated(premise) if _same(claimed, other)]
        rows = _rows(claimed, premise)
        counted = claimed.value == rows or (claimed.value == _rest(near) and _is_of_the_rest(claim, nearest))
        if not counted and (rivals or _is_of_another_row(elsewhere, near)):
            if rows or _is_reckoned(claimed, near):
                missing += counts[claimed]
            else:
                opposed += counts[claimed]
        elif equal or elsewhere or counted:
            held += counts[claimed]
        else:
            missing += counts[claimed]
    return held, opposed, missing


def _tells_event(claim: str, sentence: str) -> bool:
    """Whether a sentence has the claim's verb, as far as there is one to see: "sold in 2020" denies no founding."""
    event = verb(claim)
    return not event or event in {stem(base_form(word)) for word in words(sentence)}


def _is_reckoned(claimed: Quantity, near: Sequence[Quantity]) -> bool:
    """Whether an amount is what two others leave or add up to: ten, where "of 12 sensors, two failed"."""
    values = [other.value for other in near if other.dimension == claimed.dimension and other.is_plain]
    return claimed.dimension not in _DATES and any(
        math.isclose(claimed.value, reckoned)
        for a, b in permutations(values, 2)
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


def _rows(claimed: Quantity, premise: str) -> int:
    """How many rows tell of the thing counted: of "the three regions", those that begin with "Region: "."""
    if not claimed.thing:
        return 0
    return len(
        re.findall(rf"(?:^|[;|\n])[^\S\n]*+{re.escape(claimed.thing)}\w*+\s*+:", premise, re.IGNORECASE)
    )


def _is_of_another_row(elsewhere: Sequence[Quantity], near: Sequence[Quantity]) -> bool:
    """Whether an amount found elsewhere stands after labels after which the nearest sentences state others."""
    labels = {quantity.label for quantity in near if quantity.label}
    return bool(elsewhere) and all(quantity.label in labels for quantity in elsewhere)


def _named(near: Sequence[Quantity], claim_stems: frozenset[str]) -> list[Quantity]:
    """The quantities after a label that the claim names: by what sets it apart from the other labels."""
    labels = {quantity.label for quantity in near if quantity.label}
    others = {label: label.difference(*(other for other in labels if other != label)) for label in labels}
    return [
        quantity
        for quantity in near
        if quantity.label and (others[quantity.label] or quantity.label) <= claim_stems
    ]


def _is_meant(
    claimed: Quantity, other: Quantity, named: Sequence[Quantity], wanted: Sequence[Quantity]
) -> bool:
    """Whether an equal amount counts the same thing, and does not stand beside the label that the claim names."""
    if claimed.thing and other.thing and claimed.thing != other.thing:
        return False
    if not other.label or other in named:
        return True
    beside = [rival for rival in named if not any(_same(own, rival) for own in wanted)]
    return not any(_are_alike(other.label, rival.label) for rival in beside)


def _is_aside(equal: Quantity, rivals: Sequence[Quantity], claim_stems: frozenset[str]) -> bool:
    """Whether the claim has nothing of what stands beside an equal amount, but some of what does beside a rival."""
    own = equal.beside
    return bool(own) and not own & claim_stems and any((rival.beside - own) & claim_stems for rival in rivals)


def _are_alike(label: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two labels are of one kind: "weekday price" and "weekend price", "2019" and "2020", "min" and "max"."""
    return bool(label & other) or all(word.isdigit() for word in label | other) or label | other == _EXTREMES


def _same(claimed: Quantity, other: Quantity) -> bool:
    """Equal amounts; a figure rounded to fewer digits than the source gives is equal too.

    A bound or range is borne out by whatever lies within it.
    """
    if claimed.per and other.per and claimed.per != other.per:
        return False
    if {claimed.dimension, other.dimension} == {"mass", "money"}:
        # "1,450 pounds" may be money.
        return (
            claimed.value / claimed.factor == other.value / other.factor
            and claimed.factor + other.factor == 1 + POUND
        )
    if "count" not in (claimed.dimension, other.dimension) and claimed.dimension != other.dimension:
        return False
    if not claimed.is_plain:
        return claimed.low <= other.low and other.high <= claimed.high
    if abs(claimed.value - other.value) <= 1e-9 * max(1.0, abs(claimed.value)):
        return other.low == other.high or math.isinf(other.high - other.low)
    if not other.is_plain:
        return False
    if (
        other.decimals > claimed.decimals
        and round(other.value / other.factor, claimed.decimals) == claimed.value / claimed.factor
    ):
        return claimed.factor == other.factor
    close = abs(claimed.value - other.value) <= 0.05 * abs(other.value)
    return (
        close and claimed.dimension not in _DATES and (claimed.approximate or claimed.factor != other.factor)
    )


def _sides(claimed: Quantity, other: Quantity) -> set[tuple[bool, bool]]:
    return {(math.isinf(each.low), math.isinf(each.high)) for each in (claimed, other)}


def _faces(claimed: Quantity, other: Quantity) -> bool:
    """Whether one is a least and the other a greatest amount, and they are the same: "up to 18", "at least 18"."""
    alike = claimed.dimension == other.dimension and claimed.value == other.value
    return alike and _sides(claimed, other) == {(True, False), (False, True)}


def _bounds_elsewhere(claimed: Quantity, other: Quantity) -> bool:
    """Whether both are least, or both greatest, amounts of one kind, but not the same."""
    return (
        _sides(claimed, other) in ({(True, False)}, {(False, True)})
        and claimed.dimension == other.dimension
        and claimed.thing == other.thing
        and not math.isclose(claimed.value, other.value, rel_tol=_CONVERTED_BY)
    )


def _rival(claimed: Quantity, other: Quantity, named: bool) -> bool:
    """Amounts of the same kind, or after a label that the claim names, that cannot both be the figure in question."""
    if claimed.per and other.per and claimed.per != other.per:
        return claimed.dimension == other.dimension
    if claimed.low <= other.high and other.low <= claimed.high:
        return False
    if claimed.dimension == other.dimension != "count":
        return True
    if named and "count" in (claimed.dimension, other.dimension):
        return True
    if claimed.dimension != other.dimension or claimed.thing != other.thing:
        return False
    return bool(claimed.thing) or all(abs(each.value) >= _LARGE or each.decimals for each in (claimed, other))
