"""Two names or two figures of the carrying sentence change places, so that nothing new stands there."""

import random
import re
from itertools import pairwise

from grounding.training.generator.corpus import Corpus, find_names
from grounding.training.generator.evidence.change import Change, Site, occurs
from grounding.training.generator.surface import NUMBER, YEAR
from grounding.training.rows import NOT_ENTAILMENT

_DIRECTED = re.compile(
    r"\b(?:by|for|from|defeated|beat|directed|wrote|produced|founded|bought|acquired|sold|gave|told|asked|taught|"
    r"succeeded|replaced|attacked|invaded|conquered|followed|criticised|criticized|accused|sued|praised|influenced|"
    r"helped|hired|killed|discovered|invented|designed|built|composed|published|owns|owned|created|called|visited)\b"
)
_MUTUAL = re.compile(r"[,;]|\b(?:and|or|with|married|met|between|near|as|like|than|who|which|that|but)\b")


def roles(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Who did it and to whom, exchanged."""
    names = [(n, s) for n, s in find_names(site.sentence)]
    opens = re.match(r"[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+){0,3}", site.sentence)
    if (
        opens
        and not any(s == 0 for _, s in names)
        and opens[0] in site.claim
        and occurs(site.passage, opens[0]) > 1
    ):
        names.insert(0, (opens[0], 0))
    for (one, at), (two, then) in pairwise(names):
        between = site.sentence[at + len(one) : then]
        if (
            at + len(one) > then
            or one in two
            or two in one
            or not _DIRECTED.search(between)
            or _MUTUAL.search(between)
        ):
            continue
        if any(occurs(text, n) != 1 for n in (one, two) for text in (site.sentence, site.claim)):
            continue
        return Change(
            _exchanged(site.sentence, one, two),
            NOT_ENTAILMENT,
            _exchanged(site.claim, one, two),
            NOT_ENTAILMENT,
        )
    return None


def exchanged_figures(site: Site, corpus: Corpus, rng: random.Random) -> Change | None:
    """Two figures of the same kind in the sentence change places, so that nothing new stands there."""
    found = [m[0] for m in NUMBER.finditer(site.sentence)]
    found = [n for n in dict.fromkeys(found) if found.count(n) == 1]
    pairs = [(a, b) for a in found for b in found if a != b and occurs(site.claim, a) == 1 and _alike(a, b)]
    # A claim with one of them alone may hold the other in another form.
    pairs = [p for p in pairs if occurs(site.claim, p[1]) == 1 or len(NUMBER.findall(site.claim)) == 1]
    # A range or a score read backwards says the same, or nothing.
    pairs = [
        p
        for p in pairs
        if not re.search(rf"{re.escape(p[0])}\s?(?:[-–:]|to|and|or)\s?{re.escape(p[1])}", site.sentence)
    ]
    pairs = [
        p
        for p in pairs
        if not re.search(rf"{re.escape(p[1])}\s?(?:[-–:]|to|and|or)\s?{re.escape(p[0])}", site.sentence)
    ]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    if any(occurs(site.passage, n) != 1 for n in (a, b)):
        return None
    return Change(
        _exchanged(site.sentence, a, b), NOT_ENTAILMENT, _exchanged(site.claim, a, b), NOT_ENTAILMENT
    )


def _alike(one: str, two: str) -> bool:
    return bool(YEAR.fullmatch(one)) == bool(YEAR.fullmatch(two)) and ("." in one) == ("." in two)


def _exchanged(text: str, one: str, two: str) -> str:
    found = re.compile(rf"(?<!\w)(?:{re.escape(one)}|{re.escape(two)})(?!\w)")
    return found.sub(lambda match: two if match[0] == one else one, text)
