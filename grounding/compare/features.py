"""What can be compared without a model: which words, numbers and names of a claim a premise holds."""

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from grounding.cancellation import check_cancelled
from grounding.compare.amounts import compare_quantities
from grounding.compare.clauses import clauses, subject
from grounding.compare.event_order import contradicts_order
from grounding.compare.extremes import added_extremes
from grounding.compare.opposites import differs_in_negation, opposes
from grounding.text.sentences import sentence_spans
from grounding.text.words import names, stem, stems, words

NAMES = (
    "coverage",  # share of the claim's content stems found in the premise
    "uncovered",  # 1 where not one of them is found, or there is none
    "pairs",  # share of its neighbouring pairs of stems found as neighbours
    "opposed_numbers",  # quantities for which the nearest sentence states another amount (double if it says all else)
    "missing_numbers",  # quantities the premise does not state at all, at most 2
    "stated_numbers",  # 1 where the claim has quantities and the premise states them all
    "opposed_names",  # 1 where the nearest sentence has other names in the place of missing ones
    "missing_names",  # share of the claim's names the premise lacks
    "opposites",  # 1 where the claim turns the nearest sentence round by a negation, 3 where by other words
    "absent_subject",  # 1 where the claim's subject is a name or number of which the premise has no word
    "other_subject",  # 1 where a clause says of another subject what the claim says of its own
    "extremes",  # kinds of "all", "first", ... that the claim has and the premise lacks, at most 2; 4 for a mere "only"
    "across",  # 1 where claim and premise are in two languages and share few words (other languages only)
    "length",  # log of the premise's words per 60 of them, at least 0: long passages share words by chance
)
_SHORT = 60


_GOES_ON = re.compile(r"(?:he|she|it|they|his|her|its|their|this|these|do not|don't)\b", re.IGNORECASE)
_PRONOUNS = frozenset("he she they it him her them his their its who".split())


def english_features(claim: str, premise: str) -> tuple[float, ...]:
    """The figures named in :data:`NAMES` for one pair, both texts normalised."""
    wanted, held = stems(claim), stems(premise)
    held_set, held_pairs = set(held), set(pairwise(held))
    wanted_pairs = list(pairwise(wanted))
    nearest, shared = _nearest(claim, wanted, premise)
    stated, opposed, missing = compare_quantities(claim, nearest, premise)
    proper = names(claim)
    absent = set(proper) - set(words(premise))
    shared_stems = sum(own in held_set for own in wanted)
    says_all_else = all(own in held_set or own[0].isdigit() for own in wanted)
    all_stated = stated > 0 and not opposed and not missing
    extremes = added_extremes(claim, premise)
    return (
        shared_stems / len(wanted) if wanted else 0.0,
        float(not shared_stems),
        _share(sum(pair in held_pairs for pair in wanted_pairs), len(wanted_pairs)),
        float(min(2, opposed * (1 + says_all_else))),
        float(min(2, missing)),
        float(all_stated),
        float(_has_rivals(absent, proper, len(set(wanted)), nearest, shared)),
        len(absent) / len(set(proper)) if proper else 0.0,
        3.0
        if contradicts_order(claim, [sentence for sentence, _ in _pieces(premise)[0]])
        else float(opposes(claim, nearest, shared)),
        float(_is_absent(claim, proper, held_set)),
        float(
            _is_of_another(claim, wanted, premise, all_stated)
            or _is_displaced(wanted, proper, absent, premise)
        ),
        4.0 if "only" in extremes and says_all_else else float(min(2, len(extremes))),
        0.0,
        math.log(max(1.0, len(premise.split()) / _SHORT)),
    )


def feature_rows(
    pairs: Sequence[tuple[str, str]], features: Callable[[str, str], tuple[float, ...]] = english_features
) -> npt.NDArray[np.float32]:
    """The ``features`` (of claim and premise) of pairs (premise, claim) as ``(n_pairs, len(NAMES))``."""
    rows = []
    for premise, claim in pairs:
        check_cancelled()
        rows.append(features(claim, premise))
    return np.array(rows, np.float32).reshape(len(pairs), len(NAMES))


def _nearest(claim: str, wanted: Sequence[str], premise: str) -> tuple[list[str], int]:
    """The sentences that share most stems with the claim, figures left out, and how many they share.

    Of a sentence with several subjects only the clause about the claim's own, or one that shares as much as all of it.
    """
    plain = frozenset(stem for stem in wanted if not stem[0].isdigit())
    sentences, _ = _pieces(premise)
    most = max((len(plain & held) for _, held in sentences), default=0)
    best = [number for number, (_, held) in enumerate(sentences) if len(plain & held) == most]
    # What goes on about "she" belongs to the sentence before.
    following = [n + 1 for n in best if n + 1 < len(sentences) and _GOES_ON.match(sentences[n + 1][0])]
    nearest = [sentences[number][0] for number in dict.fromkeys([*best, *following])]
    return [part for sentence in nearest for part in _concerned(claim, plain, sentence, most)], most


def _concerned(claim: str, plain: frozenset[str], sentence: str, most: int) -> Sequence[str]:
    parts = clauses(sentence)
    if len(parts) < 2 or len(clauses(claim)) > 1:
        return (sentence,)
    own = subject(claim).stems
    return (
        [part for part in parts if own & subject(part).stems]
        or [part for part in parts if len(plain & frozenset(stems(part))) == most]
        or (sentence,)
    )


def _is_absent(claim: str, proper: Sequence[str], held: set[str]) -> bool:
    """Whether the claim's subject is a name or has a number ("R-15"), and the premise has no word of it."""
    own = subject(claim).stems
    figures = {stem for stem in own if stem[0].isdigit()}
    marks = figures or own & {stem(name) for name in proper}
    return bool(marks) and not marks & held


def _is_of_another(claim: str, wanted: Sequence[str], premise: str, all_stated: bool) -> bool:
    """Whether the premise says all that the claim says, but of another subject, and something else of the claim's.

    A name and a noun may be the same ("Acme", "the firm") and do not count as two; "Phase 1" and "Phase 2" do.
    """
    own = subject(claim)
    rest = frozenset(wanted) - own.stems
    _, parts = _pieces(premise)
    telling = [
        (subject(part), held)
        for part, held in parts
        if rest <= held and not differs_in_negation(claim, [part])
    ]
    if not own.stems or not rest or not telling:
        return False
    # "90 days' notice" and "3 months' notice" are one thing.
    if not all_stated and all(_differ_in_number(own.stems, other.stems) for other, _ in telling):
        return True
    return any(own.stems <= held for _, held in parts) and all(
        other.stems
        and other.is_name == own.is_name
        and not other.stems & frozenset(wanted)
        and not own.stems & held
        for other, held in telling
    )


def _differ_in_number(subject_stems: frozenset[str], other_stems: frozenset[str]) -> bool:
    """Whether two subjects have a word in common, and each its own figures: "Orion-2.6", "the Orion-2 series"."""
    figures, others = (
        {stem for stem in stems if stem[0].isdigit()} for stems in (subject_stems, other_stems)
    )
    return bool(figures and others and (subject_stems & other_stems) - figures) and not figures & others


def _is_displaced(wanted: Sequence[str], proper: Sequence[str], absent: set[str], premise: str) -> bool:
    """Whether the sentences that say the rest of the claim say it of other names, and the claim's stand elsewhere."""
    own = frozenset(proper)
    rest = frozenset(wanted) - {stem(name) for name in own}
    if not own or not rest or absent:
        return False
    telling = [
        sentence for sentence, held in _pieces(premise)[0] if rest <= held and not sentence.endswith("?")
    ]
    return bool(telling) and not any(
        (own | _PRONOUNS) & set(words(sentence)) or not names(sentence) for sentence in telling
    )


def _has_rivals(
    absent: set[str], proper: Sequence[str], wanted: int, nearest: Sequence[str], shared: int
) -> bool:
    """Whether the nearest sentences say most of the rest of the claim about somebody else."""
    rest = wanted - len(absent)
    if not absent or shared < max(1, min(2, rest), rest / 2):
        return False
    return any(set(names(sentence)) - set(proper) for sentence in nearest)


_Pieces = tuple[tuple[str, frozenset[str]], ...]


@lru_cache(maxsize=5_000)
def _pieces(premise: str) -> tuple[_Pieces, _Pieces]:
    """Its sentences, and their clauses, each with its stems."""
    sentences = [span.of(premise) for span in sentence_spans(premise)]
    parts = [clause for sentence in sentences for clause in clauses(sentence)]
    whole, cut = (
        tuple((piece, frozenset(stems(piece))) for piece in pieces) for pieces in (sentences, parts)
    )
    return whole, cut


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
