"""The minimal near miss: one thing changed, so that a supported sentence no longer is.

Each function takes the claim, its paragraph, the corpus (to borrow from) and a random source, and returns
the changed claim with its label, or None where it does not apply.
"""

import random
import re
from collections.abc import Callable

from grounding.training.generator.corpus import Corpus, Paragraph
from grounding.training.generator.rephrase import capitalised, ended
from grounding.training.generator.value_edits import (
    month_changed,
    name_changed,
    names_exchanged,
    number_changed,
    pair_half_false,
)
from grounding.training.generator.words import KINDS, OPPOSITES
from grounding.training.rows import CONTRADICTION, NEUTRAL, NOT_ENTAILMENT

Edit = Callable[[str, Paragraph, Corpus, random.Random], tuple[str, int] | None]

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
