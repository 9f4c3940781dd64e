"""Sentences of a paragraph as claims: said otherwise, and with one thing changed."""

import random
import re

from grounding.training.generator.edits import near_miss
from grounding.training.generator.material import Material
from grounding.training.generator.rephrase import compressed, rephrased
from grounding.training.generator.surface import (
    BOUNDED,
    NUMBER,
    equal_and_unequal,
    loosened,
    numbers_in,
    other_number,
    restated,
)
from grounding.training.generator.windows import WORDS, around, headed, without
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, Row


def sentence(material: Material, rng: random.Random) -> list[Row]:
    """A rephrased sentence (entailment) and one or two near misses of it, all of one window."""
    paragraph = rng.choice(material.corpus.titled if rng.random() < 0.6 else material.corpus.paragraphs)
    index = rng.randrange(len(paragraph.sentences))
    if len(paragraph.sentences[index].split()) > 40:
        return []
    body = " ".join(around(paragraph.sentences, index, rng.choice(WORDS), rng))
    premise = headed(body, paragraph.title, rng)
    claim = rephrased(paragraph.sentences[index], paragraph, rng)
    missed = near_miss(claim, paragraph, material.corpus, rng)
    if not missed:
        return []
    rows = [Row(premise, claim, ENTAILMENT, "sentence"), Row(premise, *missed, "sentence")]
    if rng.random() < 0.35:
        # Another wording on each side, so that neither label owns the text nearest the passage.
        again = rephrased(paragraph.sentences[index], paragraph, rng)
        second = near_miss(rephrased(again, paragraph, rng), paragraph, material.corpus, rng)
        rows.append(Row(premise, again, ENTAILMENT, "sentence"))
        if second:
            rows.append(Row(premise, *second, "sentence"))
    return rows


def rounded(material: Material, rng: random.Random) -> list[Row]:
    """A count as ``more than …``, true and false."""
    paragraph = rng.choice(material.corpus.paragraphs)
    for index in rng.sample(range(len(paragraph.sentences)), len(paragraph.sentences)):
        pair = loosened(paragraph.sentences[index], rng)
        if pair and len(pair[0].split()) <= 40:
            body = " ".join(around(paragraph.sentences, index, rng.choice(WORDS), rng))
            premise = headed(body, paragraph.title, rng)
            true, false = (
                rephrased(claim, paragraph, rng) if rng.random() < 0.4 else claim for claim in pair
            )
            return [Row(premise, true, ENTAILMENT, "rounded"), Row(premise, false, CONTRADICTION, "rounded")]
    return []


def restated_number(material: Material, rng: random.Random) -> list[Row]:
    """A number or date in another form of the same value, and that form with another value."""
    paragraph = rng.choice(material.corpus.paragraphs)
    for index in rng.sample(range(len(paragraph.sentences)), len(paragraph.sentences)):
        original = paragraph.sentences[index]
        new = restated(original, rng)
        if not new or len(new.split()) > 40:
            continue
        # Either the passage or the claim carries the rarer form.
        sentences, claim = list(paragraph.sentences), new
        if rng.random() < 0.35:
            sentences[index], claim = new, original
        if rng.random() < 0.6:
            claim = rephrased(claim, paragraph, rng)
        missed = _value_changed(claim, rng)
        if not missed:
            continue
        body = " ".join(around(sentences, index, rng.choice(WORDS), rng))
        premise = headed(body, paragraph.title, rng)
        return [Row(premise, claim, ENTAILMENT, "restated"), Row(premise, missed, CONTRADICTION, "restated")]
    return []


def valued(material: Material, rng: random.Random) -> list[Row]:
    """A count of the passage replaced by a fresh one, said there in one form and in the claim in another."""
    paragraph = rng.choice(material.corpus.paragraphs)
    for index in rng.sample(range(len(paragraph.sentences)), len(paragraph.sentences)):
        sentence = paragraph.sentences[index]
        counts = [m for m in NUMBER.finditer(sentence) if _counts(sentence, m)]
        if not counts or len(sentence.split()) > 35:
            continue
        match = rng.choice(counts)
        said, same, other = (
            sentence[: match.start()] + form + sentence[match.end() :] for form in equal_and_unequal(rng)
        )
        sentences = [*paragraph.sentences[:index], said, *paragraph.sentences[index + 1 :]]
        premise = headed(" ".join(around(sentences, index, rng.choice(WORDS), rng)), paragraph.title, rng)
        if rng.random() < 0.5:
            same, other = (compressed(claim, rng) or claim for claim in (same, other))
        return [Row(premise, same, ENTAILMENT, "valued"), Row(premise, other, CONTRADICTION, "valued")]
    return []


def _counts(sentence: str, match: re.Match[str]) -> bool:
    """Whether a number counts things and no ``about`` or ``over`` stands before it."""
    return bool(re.match(r"\s[a-z]{3,}", sentence[match.end() :])) and not BOUNDED.search(
        sentence[: match.start()]
    )


def _value_changed(claim: str, rng: random.Random) -> str | None:
    spans = numbers_in(claim)
    if not spans:
        return None
    start, end = rng.choice(spans)
    changed = claim[:start] + other_number(claim[start:end], rng) + claim[end:]
    return (restated(changed, rng) or changed) if rng.random() < 0.3 else changed


def evidence_removed(material: Material, rng: random.Random) -> list[Row]:
    """The same claim with its sentence in the window (entailment) and cut out of it (neutral)."""
    paragraph = rng.choice(material.corpus.paragraphs)
    if len(paragraph.sentences) < 3:
        return []
    index = rng.randrange(len(paragraph.sentences))
    # A first sentence is often said again further on.
    if len(paragraph.sentences[index].split()) > 40 or index == 0:
        return []
    claim = rephrased(paragraph.sentences[index], paragraph, rng)
    words = rng.choice(WORDS[1:])
    gone = headed(" ".join(without(paragraph, index, words, rng)), paragraph.title, rng)
    rows = [Row(gone, claim, NEUTRAL, "evidence_removed")]
    if rng.random() < 0.4:
        kept = headed(" ".join(around(paragraph.sentences, index, words, rng)), paragraph.title, rng)
        rows.append(Row(kept, claim, ENTAILMENT, "evidence_removed"))
    return rows
