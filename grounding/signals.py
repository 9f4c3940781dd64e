"""What can be compared without a model: which words, numbers and names of a claim a premise holds."""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from grounding.quantities import compare_quantities
from grounding.sentences import sentence_spans
from grounding.words import names, stems, words

NAMES = (
    "coverage",  # share of the claim's content stems found in the premise
    "pairs",  # share of its neighbouring pairs of stems found as neighbours
    "opposed_numbers",  # quantities for which the nearest sentence states another amount, at most 2
    "missing_numbers",  # quantities the premise does not state at all, at most 2
    "opposed_names",  # 1 where the nearest sentence has other names in the place of missing ones
    "missing_names",  # share of the claim's names the premise lacks
    "opposites",  # 1 where the nearest sentence has the opposite of a word of the claim ("enabled", "disabled")
    "negation",  # 1 where exactly one of both is negated
    "length",  # log of the claim's content words
)

_OPPOSITES = Path(__file__).parent / "data" / "opposites.json"
_NEGATIONS = frozenset("not no never none nobody nothing neither nor cannot without n't".split())


def signals(claim: str, premise: str) -> tuple[float, ...]:
    """The figures named in :data:`NAMES` for one pair, both texts normalised."""
    wanted, held = stems(claim), stems(premise)
    held_set, held_pairs = set(held), set(pairwise(held))
    wanted_pairs = list(pairwise(wanted))
    premise_words = words(premise)
    nearest, shared = _nearest(frozenset(wanted), premise)
    _, opposed, missing = compare_quantities(claim, nearest, premise)
    proper = names(claim)
    absent = set(proper) - set(premise_words)
    return (
        _share(sum(one in held_set for one in wanted), len(wanted)),
        _share(sum(pair in held_pairs for pair in wanted_pairs), len(wanted_pairs)),
        float(min(2, opposed)),
        float(min(2, missing)),
        float(_has_rivals(absent, proper, len(set(wanted)), nearest, shared)),
        len(absent) / len(set(proper)) if proper else 0.0,
        float(_has_opposites(set(words(claim)), nearest)),
        float(_negated(words(claim)) != _negated(premise_words)),
        float(np.log1p(len(wanted))),
    )


def signal_rows(pairs: Sequence[tuple[str, str]]) -> npt.NDArray[np.float32]:
    """:func:`signals` of pairs (premise, claim) as ``(n_pairs, len(NAMES))``."""
    rows = [signals(claim, premise) for premise, claim in pairs]
    return np.array(rows, np.float32).reshape(len(pairs), len(NAMES))


def _nearest(wanted: frozenset[str], premise: str) -> tuple[list[str], int]:
    """The sentences that share most stems with the claim, figures left out, and how many they share."""
    wanted = frozenset(one for one in wanted if not one[0].isdigit())
    counted = [(len(wanted & found), sentence) for sentence, found in _sentences(premise)]
    most = max((count for count, _ in counted), default=0)
    return [sentence for count, sentence in counted if count == most], most


def _has_rivals(
    absent: set[str], proper: Sequence[str], wanted: int, nearest: Sequence[str], shared: int
) -> bool:
    """Whether the nearest sentences say most of the rest of the claim about somebody else."""
    if not absent or shared < max(1, (wanted - len(absent)) / 2):
        return False
    return any(set(names(sentence)) - set(proper) for sentence in nearest)


def _has_opposites(claim: set[str], nearest: Sequence[str]) -> bool:
    """Whether every nearest sentence has an opposite of some word of the claim, and not the word itself."""
    wanted = [(word, other) for word in claim for other in _opposites().get(word, ()) if other not in claim]
    said = [set(words(sentence)) for sentence in nearest]
    return bool(said) and all(any(o in one and w not in one for w, o in wanted) for one in said)


@cache
def _opposites() -> dict[str, tuple[str, ...]]:
    known: dict[str, tuple[str, ...]] = {}
    for one, other in json.loads(_OPPOSITES.read_text(encoding="utf-8")):
        known[one] = (*known.get(one, ()), other)
        known[other] = (*known.get(other, ()), one)
    return known


@lru_cache(maxsize=5_000)
def _sentences(premise: str) -> tuple[tuple[str, frozenset[str]], ...]:
    found = [span.of(premise) for span in sentence_spans(premise)]
    return tuple((sentence, frozenset(stems(sentence))) for sentence in found)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _negated(found: Sequence[str]) -> bool:
    return any(word in _NEGATIONS or word.endswith(("n't", "n’t")) for word in found)
