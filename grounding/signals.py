"""What can be compared without a model: which words, numbers and names of a claim a premise holds."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from grounding.quantities import compare_quantities
from grounding.sentences import sentence_spans
from grounding.words import names, stems, words

NAMES = (
    "coverage",  # share of the claim's content stems found in the premise
    "pairs",  # share of its neighbouring pairs of stems found as neighbours
    "opposed_numbers",  # quantities for which the premise states another amount, at most 2
    "missing_numbers",  # quantities the premise does not state at all, at most 2
    "missing_names",  # share of the claim's names the premise lacks
    "negation",  # 1 where exactly one of both is negated
    "length",  # log of the claim's content words
)

_NEGATIONS = frozenset("not no never none nobody nothing neither nor cannot without n't".split())


def signals(claim: str, premise: str) -> tuple[float, ...]:
    """The figures named in :data:`NAMES` for one pair."""
    wanted, held = stems(claim), stems(premise)
    held_set, held_pairs = set(held), set(zip(held, held[1:], strict=False))
    wanted_pairs = list(zip(wanted, wanted[1:], strict=False))
    _, opposed, missing = compare_quantities(claim, _sentences(premise))
    premise_words = words(premise)
    premise_set = set(premise_words)
    proper = names(claim)
    missing_names = sum(name not in premise_set for name in proper)
    return (
        _share(sum(one in held_set for one in wanted), len(wanted)),
        _share(sum(pair in held_pairs for pair in wanted_pairs), len(wanted_pairs)),
        float(min(2, opposed)),
        float(min(2, missing)),
        missing_names / len(proper) if proper else 0.0,
        float(_negated(words(claim)) != _negated(premise_words)),
        float(np.log1p(len(wanted))),
    )


@lru_cache(maxsize=5_000)
def _sentences(premise: str) -> tuple[str, ...]:
    return tuple(span.of(premise) for span in sentence_spans(premise)) or ("",)


def signal_rows(pairs: Sequence[tuple[str, str]]) -> npt.NDArray[np.float32]:
    """:func:`signals` of pairs (premise, claim) as ``(n_pairs, len(NAMES))``."""
    rows = [signals(claim, premise) for premise, claim in pairs]
    return np.array(rows, np.float32).reshape(len(pairs), len(NAMES))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _negated(found: Sequence[str]) -> bool:
    return any(word in _NEGATIONS or word.endswith(("n't", "n’t")) for word in found)
