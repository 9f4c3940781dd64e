"""What can be compared in any language: shared words and figures.

The counterpart of :mod:`grounding.compare.features`, which knows English.
"""

import re
from collections.abc import Set
from functools import lru_cache
from itertools import pairwise

from grounding.compare.features import NAMES
from grounding.text.figures import agrees, figures, one_form
from grounding.text.languages import language_of
from grounding.text.sentences import sentence_spans
from grounding.text.words import words

# Letters of a word that are compared: inflected endings differ.
STEM_LETTERS = 5
# Figures that are one date or version by their order.
_JOINED = re.compile(r"(?<!\d)(?:\d++(?:[./-]\d++)+|\d++[月월]\s?\d++[日일])")
# A claim that shares at most this share of its words may be in another language; more, and its language is mistaken.
FEW_WORDS = 1 / 3


def plain(premise: str, claim: str) -> tuple[str, str]:
    """A pair as the multilingual model reads it: compatibility forms and digits in their one form."""
    return one_form(premise), one_form(claim)


def any_language_features(claim: str, premise: str) -> tuple[float, ...]:
    """A row of :data:`grounding.compare.features.NAMES` for one pair; what needs a known grammar is 0.

    A figure counts as missing where the premise has figures and none equals it; as opposed where the sentence that
    shares most with the claim has a figure that the claim lacks, double where the premise has all of its words.
    """
    wanted, held = plain_stems(claim), plain_stems(premise)
    held_set, held_pairs = set(held), set(pairwise(held))
    wanted_pairs = list(pairwise(wanted))
    shared_stems = sum(stem in held_set for stem in wanted)
    # Words for one are articles, too, and not read.
    claimed, stated = [figure for figure in figures(claim) if figure.readings != {1.0}], figures(premise)
    nearest, shared = _nearest(set(wanted), premise)
    # Where a sentence says half of the claim, its figures are the ones that count.
    near = (figures(nearest) if 2 * shared >= len(set(wanted)) else ()) or stated
    missing = [figure for figure in claimed if stated and not any(agrees(figure, other) for other in near)]
    opposed = bool(missing) and any(
        not any(agrees(figure, other) for figure in claimed) for other in figures(nearest)
    )
    if not missing and _exchanges(claim, premise):
        missing, opposed = claimed, True
    row = dict.fromkeys(NAMES, 0.0)
    row["coverage"] = shared_stems / len(wanted) if wanted else 0.0
    row["uncovered"] = float(not shared_stems)
    row["pairs"] = (
        sum(p in held_pairs for p in wanted_pairs) / len(wanted_pairs) if wanted_pairs else row["coverage"]
    )
    row["across"] = float(row["coverage"] < FEW_WORDS and language_of(claim) != language_of(premise))
    row["missing_numbers"] = float(min(2, len(missing)))
    row["stated_numbers"] = float(bool(claimed) and bool(stated) and not missing)
    row["opposed_numbers"] = float(opposed * (1 + (shared_stems == len(wanted))))
    return tuple(row[name] for name in NAMES)


def plain_stems(text: str) -> list[str]:
    """The first letters of every word of ``text`` that is no figure; pairs of characters in spaceless scripts."""
    return [word[:STEM_LETTERS] for word in words(text) if not word[0].isdigit()]


def _nearest(wanted: Set[str], premise: str) -> tuple[str, int]:
    """The sentence that holds most of the claim's stems, "" where several hold as many; and how many it holds."""
    shares = [len(wanted & set(plain_stems(sentence))) for sentence in _sentences(premise)]
    most = max(shares, default=0)
    return (_sentences(premise)[shares.index(most)] if shares.count(most) == 1 else ""), most


def _exchanges(claim: str, premise: str) -> bool:
    """Whether a date or version of the claim stands in the premise only with its parts in another order."""
    stated = [tuple(re.findall(r"\d+", date[0])) for date in _JOINED.finditer(one_form(premise))]
    claimed = [tuple(re.findall(r"\d+", date[0])) for date in _JOINED.finditer(one_form(claim))]
    return any(date not in stated and sorted(date) in [sorted(other) for other in stated] for date in claimed)


@lru_cache(maxsize=5_000)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(span.of(text) for span in sentence_spans(text))
