"""The minimal near miss: one thing changed, so that a supported sentence no longer is.

Each function takes the claim, its paragraph, the corpus (to borrow from) and a random source, and returns
the changed claim with its label, or None where it does not apply.
"""

import random
import re
from collections.abc import Callable

from grounding.training.generator.corpus import Corpus, Paragraph, find_names, name_class
from grounding.training.generator.rephrase import capitalised, ended
from grounding.training.generator.surface import NUMBER, YEAR, numbers_in, other_number
from grounding.training.generator.words import DAYS, KINDS, MONTHS, OPPOSITES
from grounding.training.rows import CONTRADICTION, NEUTRAL, NOT_ENTAILMENT

Edit = Callable[[str, Paragraph, Corpus, random.Random], tuple[str, int] | None]

_PAIR = re.compile(
    r"\b([A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)*)(,|\sand|\sor)\s([A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)*)"
)
_VERB = re.compile(
    r"\b(is|was|are|were|has|have|had|can|could|will|would|should|may|might|must|does|did)\b(?!\s(?:not|n't|no|never)\b)"
)
_NEGATED = re.compile(
    r"\b(is|was|are|were|has|have|had|can|could|will|would|should|may|might|must|does|did|do)(?:\snot\b|n['’]t\b)|\bnever\s|\bcannot\b"
)
_PAST_VERB = re.compile(r"(?<=\s)([a-z]{2,}(?:ed))(?=\s(?:the|a|an|his|her|its|their|in|to|from|[A-Z]))")
_QUANTIFIER = (
    (r"\b[Aa]ll\b", ("some", "no", "few")), (r"\b[Mm]ost\b", ("all", "few", "no")),
    (r"\b[Ss]ome\b", ("all", "no", "most")), (r"\b[Mm]any\b", ("all", "few", "no")),
    (r"\b[Ee]very\b", ("almost no", "only one")), (r"\b[Ss]everal\b", ("no", "all")),
    (r"\b[Bb]oth\b", ("neither of",)), (r"\b[Oo]ne of the\b", ("none of the", "the only one of the")),
    (r"\b[Oo]ften\b", ("always", "never")), (r"\b[Uu]sually\b", ("always", "never")),
    (r"\b[Ss]ometimes\b", ("always", "never")), (r"\b[Aa]t least\b", ("at most",)),
    (r"\b[Mm]ore than\b", ("less than", "exactly")), (r"\b[Oo]nly\b", ("not only",)),
)  # fmt: skip
_HEDGES = (
    (re.compile(r"\b(?:may|might|could)\s(?:also\s)?be\b"), "is"),
    (re.compile(r"\b(?:may|might|could) have (?=\w+ed\b)"), "has "),
    (re.compile(r"\b(?:appears?|seems?) to be\b"), "is"),
    (re.compile(r"\b(?:plans?|intends?|hopes?|wants?) to\b"), "will"),
    (re.compile(r"\b(?:planned|intended|hoped|wanted|tried|attempted) to (?=be\b)"), "came to "),
    (re.compile(r"\b(?:possibly|probably|perhaps|reportedly|allegedly|likely|presumably)\s"), "certainly "),
    (re.compile(r"\b(?:is|are|was) (?:believed|thought|said|expected|likely|supposed) to be\b"), "is"),
    (re.compile(r"\b(?:suggests?|suggested|hypothesi[sz]ed?)\sthat\b"), "proved that"),
)  # fmt: skip
_CONDITION = re.compile(
    r"^(?:If|Unless|Provided that|In case)\s[^,]{5,80},\s(?:then\s)?(?P<rest>\S.{10,})$"
    r"|^(?P<main>.{15,}?),?\s(?:if|unless|provided that|except)\s.{5,}$"
)
_CAUSE = re.compile(
    r"^(?P<one>.{12,}?)(?P<link>,?\s(?:because|so that|before|after)\s)"
    r"(?P<two>(?:he|she|it|they|the|[A-Z]).{10,}?)[.!]?$"
)
_DETAIL = re.compile(
    r"\s((?:in|at|with|for|during|after|near|on)\s(?:the\s|a\s|his\s|her\s)?[\w'’-]+(?:\s[\w'’-]+){0,4})[.!]?$"
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


def negation_toggled(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    if match := _NEGATED.search(claim):
        if match[1]:
            return claim[: match.start()] + match[1] + claim[match.end() :], CONTRADICTION
        if match[0].startswith("never"):
            return claim[: match.start()] + claim[match.end() :], CONTRADICTION
        return claim[: match.start()] + "can" + claim[match.end() :], CONTRADICTION
    if match := _VERB.search(claim):
        new = rng.choice((f"{match[0]} not", f"{match[0]} never", f"{match[0]} not"))
        return claim[: match.start()] + new + claim[match.end() :], CONTRADICTION
    if (match := _PAST_VERB.search(claim)) and rng.random() < 0.7:
        return claim[: match.start()] + "never " + claim[match.start() :], CONTRADICTION
    return None


def quantifier_changed(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    found = [(re.search(p, claim), new) for p, new in _QUANTIFIER]
    matches = [(m, new) for m, new in found if m]
    if not matches:
        return None
    match, news = rng.choice(matches)
    new = rng.choice(news)
    denied = new in ("no", "never", "few", "less than", "at most", "neither of", "none of the", "almost no")
    text = claim[: match.start()] + new + claim[match.end() :]
    return capitalised(text), CONTRADICTION if denied else NOT_ENTAILMENT


def hedge_dropped(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """``may be`` -> ``is``: more certain than the passage."""
    for pattern, new in rng.sample(_HEDGES, len(_HEDGES)):
        text, count = pattern.subn(new, claim, count=1)
        if count:
            return capitalised(text), NEUTRAL
    return None


def condition_dropped(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    match = _CONDITION.match(claim)
    return (ended(capitalised(match["rest"] or match["main"])), NEUTRAL) if match else None


def opposite(claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random) -> tuple[str, int] | None:
    """One word replaced by its opposite."""
    pairs = [*OPPOSITES, *((b, a) for a, b in OPPOSITES)]
    rng.shuffle(pairs)
    for old, new in pairs:
        if match := re.search(rf"\b{old}\b", claim):
            return claim[: match.start()] + new + claim[match.end() :], CONTRADICTION
    return None


def kind_changed(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """``actor`` -> ``politician``, ``French`` -> ``Dutch``: false unless the paragraph says that too."""
    for group in rng.sample(KINDS, len(KINDS)):
        for old in group:
            if re.search(rf"\b{old}\b", claim):
                new = rng.choice([w for w in group if w != old])
                if new.lower() in paragraph.text.lower():
                    return None
                text = re.sub(rf"\b{old}\b", new, claim, count=1)
                vowel = new[0].lower() in "aeiou"
                return re.sub(rf"\ban? {new}", f"{'an' if vowel else 'a'} {new}", text), CONTRADICTION
    return None


def tense_changed(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """What will be, said as done; what was done, said as still to come."""
    if match := re.search(r"\b(?:will|is going to|are going to)\s(?:be\s(\w+ed)\b)", claim):
        return claim[: match.start()] + f"has been {match[1]}" + claim[match.end() :], NOT_ENTAILMENT
    if match := re.search(r"\b(?:was|were)\s(\w+ed)\b", claim):
        return claim[: match.start()] + f"will be {match[1]}" + claim[match.end() :], NOT_ENTAILMENT
    if match := re.search(r"\b(is|are)\s(?=(?:an?|the)\b)", claim):
        return claim[: match.start()] + "will become " + claim[match.end() :], NOT_ENTAILMENT
    return None


def order_reversed(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """Cause and effect, or before and after, exchanged."""
    match = _CAUSE.match(claim)
    if not match:
        return None
    one, two = match["one"], match["two"].rstrip(".")
    first = one.split()[0]
    lowered = one if first in paragraph.names or first == "I" else one[0].lower() + one[1:]
    return f"{capitalised(two)}{match['link']}{lowered}.", NOT_ENTAILMENT


def detail_added(
    claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random
) -> tuple[str, int] | None:
    """A detail of another text put at the end of a true claim."""
    for _ in range(6):
        match = _DETAIL.search(corpus.other_sentence(paragraph, rng))
        if match and match[1] not in paragraph.text:
            return f"{claim.rstrip('.!?')} {match[1]}.", NEUTRAL
    return None


# Kinds of near miss and how often each is tried first.
EDITS: dict[Edit, float] = {
    number_changed: 3.0, name_changed: 3.0, pair_half_false: 3.0, names_exchanged: 2.0, negation_toggled: 1.5,
    quantifier_changed: 2.5, hedge_dropped: 3.0, condition_dropped: 3.0, opposite: 2.0, kind_changed: 2.5,
    tense_changed: 0.8, order_reversed: 3.0, detail_added: 1.2, month_changed: 1.5,
}  # fmt: skip


def near_miss(claim: str, paragraph: Paragraph, corpus: Corpus, rng: random.Random) -> tuple[str, int] | None:
    """The claim with one thing changed, by an edit drawn by weight among those that apply."""
    edits = sorted(EDITS, key=lambda edit: rng.random() ** (1 / EDITS[edit]), reverse=True)
    for edit in edits:
        result = edit(claim, paragraph, corpus, rng)
        if result and result[0] != claim and result[0].rstrip(".") not in paragraph.text:
            return result
    return None
