"""One value of the carrying sentence replaced by another: figures, units, dates, names, kinds, opposites."""

import random
import re
from collections.abc import Mapping, Sequence

from grounding.training.generator.corpus import Corpus, find_names, name_class
from grounding.training.generator.evidence.change import Change, Edit, Site, occurs, swapped
from grounding.training.generator.evidence.exchanges import exchanged_figures, roles
from grounding.training.generator.evidence.wordings import (
    FRACTIONS,
    MULTIPLES,
    UNITS,
)
from grounding.training.generator.surface import BOUNDED, NUMBER, NUMBER_WORD, YEAR, other_number
from grounding.training.generator.words import DAYS, KINDS, MONTHS, OPPOSITES
from grounding.training.rows import CONTRADICTION, NOT_ENTAILMENT

_MONEY = re.compile(r"(?<![\w$£€])(US\$|[$£€])(?=\d)")
# Near misses of a number leave "more than 500" true, and these name things rather than count.
_NAMING = re.compile(
    r"(?:\b[A-Z][\w.]*|\b(?:number|no\.|type|version|phase|between|and|from|of|or)|[(\[=±–-])\s?$"
)


def number(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """A figure that no bound stands before."""
    spans = [m for m in NUMBER.finditer(site.sentence) if not YEAR.fullmatch(m[0])]
    spans = [m for m in spans if not BOUNDED.search(site.sentence[: m.start()]) and _free(site.sentence, m)]
    return _numeric(site, spans, rng)


def count_word(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """A count in words: ``three bridges``."""
    spans = [m for m in NUMBER_WORD.finditer(site.sentence) if not BOUNDED.search(site.sentence[: m.start()])]
    spans = [m for m in spans if not re.match(r"\s?[(\[]\d", site.sentence[m.end() :])]
    return _numeric(site, spans, rng)


def year(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """A year that stands nowhere else in the passage; neither does the new one."""
    return _numeric(site, list(YEAR.finditer(site.sentence)), rng)


def _numeric(site: Site, spans: Sequence[re.Match[str]], rng: random.Random) -> Change | None:
    if not spans:
        return None
    old = rng.choice(spans)[0]
    new = other_number(old, rng)
    # "1,200" and "twelve hundred" of the same claim would both have to change.
    return swapped(site, old, new, CONTRADICTION)


def _free(sentence: str, match: re.Match[str]) -> bool:
    after = sentence[match.end() : match.end() + 3]
    return (
        match.start() > 0
        and not _NAMING.search(sentence[: match.start()])
        and not re.match(r"[-–/:]|\s?[-–]", after)
    )


def currency(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """``$5`` -> ``€5``."""
    found = _MONEY.search(site.sentence)
    if not found or len(_MONEY.findall(site.claim)) != 1 or len(_MONEY.findall(site.sentence)) != 1:
        return None
    amount = re.match(r"[\d.,]*\d", site.sentence[found.end() :])
    if not amount or f"{found[1]}{amount[0]}" not in site.claim:
        return None
    new = rng.choice([sign for sign in "$£€¥" if sign not in site.passage + found[1]] or ["CHF "])
    said = f"{found[1]}{amount[0]}"
    sentence, claim = (text.replace(said, f"{new}{amount[0]}") for text in (site.sentence, site.claim))
    return Change(sentence, CONTRADICTION, claim, CONTRADICTION)


def unit(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """``12 km`` -> ``12 miles``, behind a figure or a count in words."""
    options = [
        (match[0], f"{match[1]} {rng.choice(others)}")
        for own, *others in UNITS
        for match in re.finditer(
            rf"((?:\d|\b(?:two|three|four|five|six|ten|twelve|a|every|per|each))) {own}\b", site.sentence
        )
    ]
    options = [pair for pair in options if not BOUNDED.search(site.sentence[: site.sentence.find(pair[0])])]
    if not options:
        return None
    old, new = rng.choice(options)
    if site.claim.count(old) != 1 or site.sentence.count(old) != 1 or occurs(site.passage, old[2:]) > 1:
        return None
    sentence, claim = site.sentence.replace(old, new), site.claim.replace(old, new)
    return Change(sentence, CONTRADICTION, claim, CONTRADICTION)


def _of_sets(sets: Sequence[Sequence[str]], label: int) -> Edit:
    """Any word of a set replaced by another of it."""

    def edit(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
        claim = site.claim.lower()
        options = [
            (word, group)
            for group in sets
            for word in group
            if word.lower() in claim and word in site.sentence and occurs(site.sentence, word)
        ]
        if not options:
            return None
        old, group = rng.choice(options)
        return swapped(site, old, rng.choice([w for w in group if w != old]), label)

    return edit


multiple = _of_sets(MULTIPLES, CONTRADICTION)
fraction = _of_sets(FRACTIONS, CONTRADICTION)
# Words that are as often something else: "to play", "in general".
_AMBIGUOUS = frozenset("play western general model train horror king duke bird boat church cake".split())
_KINDS = [
    [word for word in group if word not in _AMBIGUOUS] for group in KINDS if group not in (MONTHS, DAYS)
]
kind = _of_sets(_KINDS, NOT_ENTAILMENT)
_calendar = _of_sets((MONTHS, DAYS), CONTRADICTION)


def calendar(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """A month or weekday; ``may`` is more often a verb than a month."""
    return None if re.search(r"\bmay\b", site.sentence) else _calendar(site, corpus, rng)


def opposite(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Comparatives, superlatives and other opposites: ``higher`` -> ``lower``."""
    claim = site.claim.lower()
    pairs = [pair for one, other in OPPOSITES for pair in ((one, other), (other, one))]
    pairs = [(old, new) for old, new in pairs if old in claim and occurs(site.sentence, old)]
    skipped = (
        "with",
        "without",
        "left",
        "right",
        "good",
        "first",
        "last",
        "new",
        "may",
        "long",
        "short",
        "day",
        "night",
    )
    pairs = [pair for pair in pairs if pair[0] not in skipped]
    if not pairs:
        return None
    old, new = rng.choice(pairs)
    return swapped(site, old, new, CONTRADICTION, fresh=False) if not occurs(site.sentence, new) else None


def name(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """A proper name that the passage holds once, by another of its class and length."""
    names = [
        (n, start)
        for n, start in find_names(site.sentence)
        if occurs(site.claim, n) == 1 and not re.search(r"['’]", n)
    ]
    names = [
        (n, s)
        for n, s in names
        if all(occurs(site.passage, word) == 1 for word in n.split() if len(word) > 3)
    ]
    if not names:
        return None
    old, start = rng.choice(names)
    pool = corpus.names.get(name_class(site.sentence, old, start)) or corpus.names.get("other") or []
    width = len(old.split())
    for new in rng.choices(pool, k=40) if pool else ():
        if (
            len(new.split()) == width
            and not re.search(r"['’]", new)
            and not any(occurs(site.passage, word) for word in new.split())
        ):
            return swapped(site, old, new, NOT_ENTAILMENT)
    return None


SWAPS: Mapping[str, Edit] = {
    "number": number, "count_word": count_word, "year": year, "currency": currency, "unit": unit,
    "multiple": multiple, "fraction": fraction, "kind": kind, "calendar": calendar, "opposite": opposite,
    "name": name, "roles": roles, "exchanged": exchanged_figures,
}  # fmt: skip
