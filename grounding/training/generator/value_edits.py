"""A number, a month or a name of a claim replaced, or two names exchanged. Same form as :mod:`.edits`."""

import random
import re

from grounding.training.generator.corpus import Corpus, Paragraph, find_names, name_class
from grounding.training.generator.surface import NUMBER, YEAR, numbers_in, other_number
from grounding.training.generator.words import DAYS, MONTHS
from grounding.training.rows import CONTRADICTION, NOT_ENTAILMENT

_PAIR = re.compile(
    r"\b([A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)*)(,|\sand|\sor)\s([A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)*)"
)


def number_changed(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """A number, near, far, or taken from elsewhere in the paragraph."""
    spans = numbers_in(claim)
    if not spans:
        return None
    start, end = rng.choice(spans)
    old = claim[start:end]
    new = other_number(old, rng)
    if rng.random() < 0.4:
        year = bool(YEAR.fullmatch(old))
        others = {m[0] for m in NUMBER.finditer(paragraph.text)}
        others = {n for n in others if n not in claim and bool(YEAR.fullmatch(n)) == year}
        if others:
            new = rng.choice(sorted(others))
    return claim[:start] + new + claim[end:], CONTRADICTION


def month_changed(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    for group in (MONTHS, DAYS):
        found = [word for word in group if re.search(rf"\b{word}\b", claim)]
        if found:
            old = rng.choice(found)
            return re.sub(
                rf"\b{old}\b", rng.choice([w for w in group if w != old]), claim, count=1
            ), CONTRADICTION
    return None


def name_changed(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """A name replaced by another of the paragraph, or by an outside name of its class."""
    names = list(find_names(claim)) or [(n, claim.find(n)) for n in paragraph.names if n in claim]
    names = [(n, s) for n, s in names if n in paragraph.text or paragraph.title == n]
    if not names:
        return None
    name, start = rng.choice(names)
    inside = [n for n in paragraph.names if n not in claim and n not in name and name not in n]
    if inside and rng.random() < 0.5:
        new = rng.choice(inside)
    else:
        new = corpus.outside_name(name_class(claim, name, start), paragraph, rng)
    # A new subject makes another statement; a new object denies the old one.
    label = NOT_ENTAILMENT if start == 0 else CONTRADICTION
    return claim[:start] + new + claim[start + len(name) :], label


def pair_half_false(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """One of ``A and B`` replaced: half of the claim still holds."""
    matches = [m for m in _PAIR.finditer(claim) if m[1] in paragraph.text and m[3] in paragraph.text]
    if not matches:
        return None
    match = rng.choice(matches)
    group = rng.choice((1, 3))
    new = corpus.outside_name(name_class(claim, match[group], match.start(group)), paragraph, rng)
    return claim[: match.start(group)] + new + claim[match.end(group) :], CONTRADICTION


def names_exchanged(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """``X directed Y`` -> ``Y directed X``; a mere list does not change by it and is left alone."""
    names = [(n, s) for n, s in find_names(claim)]
    if claim.startswith(paragraph.title + " ") and paragraph.title and (not names or names[0][1] != 0):
        names.insert(0, (paragraph.title, 0))
    if len(names) < 2:
        return None
    (one, at), (two, then) = rng.sample(names, 2) if len(names) > 2 else names[:2]
    if at > then:
        one, at, two, then = two, then, one, at
    between = claim[at + len(one) : then]
    if one == two or then < at + len(one) or re.fullmatch(r",?\s?(?:(?:and|or|&)\s)?", between):
        return None
    if "," in between or " and " in between:
        return None
    return claim[:at] + two + between + one + claim[then + len(two) :], CONTRADICTION
