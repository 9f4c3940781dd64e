"""Claims of real passages beside the passage and beside the passage edited where it carries them."""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from grounding.training.generator.corpus import PRONOUNS, Corpus
from grounding.training.generator.evidence import own, tables
from grounding.training.generator.evidence.change import Edit, Site
from grounding.training.generator.evidence.decoys import Decoys
from grounding.training.generator.evidence.passages import CARRIED, Passage, carried, passages
from grounding.training.generator.evidence.reshapes import RESHAPES, anyway, certain
from grounding.training.generator.evidence.swaps import SWAPS
from grounding.training.generator.material import Material
from grounding.training.generator.rephrase import compressed, reworded
from grounding.training.generator.surface import restated
from grounding.training.generator.windows import headed
from grounding.training.rows import ENTAILMENT, NEUTRAL, Row

EDITS: Mapping[str, Edit] = {**SWAPS, **RESHAPES}
OWN = {
    "frame": (own.frame, 0.14),
    "chat": (own.chat, 0.05),
    "statement": (own.statement, 0.04),
    "table": (tables.group, 0.12),
}
# Edits that are right for a claim in words of its own, too: the value itself is what it holds.
_ANYHOW = ("number", "count_word", "year", "currency", "unit", "calendar", "name", "multiple", "fraction")
# How often the words that an edit takes away stand in a foreign sentence beside it.
_DECOYS = 0.8


def edited_evidence(material: Material, rng: random.Random, count: int) -> list[Row]:
    """About ``count`` rows, kinds balanced as far as the text allows; the rows of one edit stand together."""
    rows: list[Row] = []
    for family, share in OWN.values():
        made: list[Row] = []
        while len(made) < share * count:
            made.extend(family(material, rng))
        rows.extend(made)
    kinds = [*EDITS, "removed"]
    wanted = (count - len(rows)) / len(kinds)
    limit, made_of = dict.fromkeys(kinds, wanted * 1.5) | {"removed": wanted * 0.7}, Counter[str]()
    decoys = Decoys(material.corpus)
    for passage in passages(material, rng):
        if len(rows) >= count:
            break
        for kind in sorted(kinds, key=lambda k: made_of[k] * rng.uniform(0.8, 1.2)):
            if made_of[kind] >= limit[kind]:
                continue
            group = edited(passage, kind, material.corpus, decoys, rng)
            if group:
                rows.extend(group)
                made_of[kind] += len(group)
                break
    return rows


def edited(passage: Passage, kind: str, corpus: Corpus, decoys: Decoys, rng: random.Random) -> list[Row]:
    """The rows of one edit of that kind: two, four where it makes a claim of its own, none where it does not fit."""
    own_words = carried(passage.claim, [passage.sentences[passage.index]])[0] < 0.8
    family = f"edited_{kind}"
    text = passage.gap.join(passage.sentences)
    heading = random.Random(rng.random())
    state = heading.getstate()

    def shown(sentences: Sequence[str]) -> str:
        heading.setstate(state)
        return headed(passage.gap.join(s for s in sentences if s), passage.title, heading, 0.25)

    if kind == "removed":
        return _removed(passage, shown)
    if kind not in _ANYHOW and (own_words or not passage.near):
        return []
    index = passage.index
    if own_words:
        found = [
            i
            for i in range(len(passage.sentences))
            if EDITS[kind](Site(passage.sentences[i], passage.claim, text), corpus, rng)
        ]
        # A value that stands in another sentence than the claim's may be about another matter.
        if found != [index] or carried(passage.claim, [passage.sentences[index]])[0] < 0.4:
            return []
    old = passage.sentences[index]
    change = EDITS[kind](Site(old, passage.claim, f"{text} {passage.title}"), corpus, rng)
    if not change or change.sentence == old:
        return []
    kept = old
    if kind == "status" and rng.random() < 0.5:
        kept = certain(old, rng)
    elif kind == "condition" and rng.random() < 0.5:
        kept = anyway(old, rng)
    before, after = (
        [*passage.sentences[:index], new, *passage.sentences[index + 1 :]] for new in (kept, change.sentence)
    )
    if rng.random() < _DECOYS:
        before, after = decoys.beside(before, after, passage, old, change, rng)
    claim = _in_other_form(passage.claim, kind, rng)
    rows = [Row(shown(before), claim, ENTAILMENT, family), Row(shown(after), claim, change.label, family)]
    if change.claim and not own_words:
        back = _in_other_form(change.claim, kind, rng)
        rows += [Row(shown(after), back, ENTAILMENT, family), Row(shown(before), back, change.back, family)]
    elif not own_words:
        rows += _beside(after, change.sentence, passage.gap, family, rng)
    return rows


def _beside(after: Sequence[str], changed: str, gap: str, family: str, rng: random.Random) -> list[Row]:
    """A claim of another sentence of the edited passage, so that an edited passage supports something, too."""
    options = [s for s in after if s != changed and 6 <= len(s.split()) <= 30 and s.endswith(".")]
    if not options:
        return []
    sentence = rng.choice(options)
    claim = compressed(reworded(sentence, rng) or sentence, rng) or sentence
    rest = [s for s in after if s != sentence]
    if any(share > 0.4 for share in carried(claim, rest)) or claim.split()[0] in PRONOUNS:
        return []
    return [Row(gap.join(after), claim, ENTAILMENT, family), Row(gap.join(rest), claim, NEUTRAL, family)]


def _in_other_form(claim: str, kind: str, rng: random.Random) -> str:
    """At times with a number or date written otherwise; not what a sign or a decimal point of its own stands at."""
    if kind in ("currency", "exchanged") or re.search(r"[·±=$£€¥]", claim) or rng.random() > 0.35:
        return claim
    return restated(claim, rng) or claim


def _removed(passage: Passage, shown: Callable[[Sequence[str]], str]) -> list[Row]:
    """Without the sentence that carries the claim, where no other says much of it."""
    if len(passage.sentences) < 2:
        return []
    shares = carried(passage.claim, passage.sentences)
    if shares[passage.index] < CARRIED or any(s > 0.4 for i, s in enumerate(shares) if i != passage.index):
        return []
    rest = [s for i, s in enumerate(passage.sentences) if i != passage.index]
    return [
        Row(shown(passage.sentences), passage.claim, ENTAILMENT, "edited_removed"),
        Row(shown(rest), passage.claim, NEUTRAL, "edited_removed"),
    ]
