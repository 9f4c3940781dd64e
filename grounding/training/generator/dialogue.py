"""Speech made of real text: story sentences told in the first person, and turns of a conversation."""

import random
import re

from grounding.training.generator.corpus import Paragraph
from grounding.training.generator.edits import near_miss, negation_toggled
from grounding.training.generator.material import Material
from grounding.training.generator.words import MEN, WOMEN
from grounding.training.rows import ENTAILMENT, NEUTRAL, NOT_ENTAILMENT, Row

_ACTED = re.compile(
    r"^(?P<who>[A-Z][a-z]+)\s(?P<did>(?:was|had|went|got|saw|found|took|ran|ate|made|said|told|gave|came|put|"
    r"bought|felt|wanted|could|would|liked|loved|looked|decided|played|asked|walked|started|thought|knew|drank|met|"
    r"forgot|lost|won|sat|wore|heard|[a-z]+ed)\s[^\"“”]{6,100})[.!]$"
)
_FIRST_TO_THIRD = (
    (r"\bI am\b|\bI'm\b", "{name} is"), (r"\bI was\b", "{name} was"), (r"\bI have\b|\bI've\b", "{name} has"),
    (r"\bI had\b|\bI'd\b", "{name} had"), (r"\bI do not\b|\bI don't\b", "{name} does not"),
    (r"\bI'll\b", "{name} will"), (r"\bI do\b", "{name} does"),
    (r"\bI (think|like|love|know|want|believe|hate|need|live|work|play|watch|enjoy|own|use|feel|agree|hope|"
     r"prefer|see|read|understand|remember|go|get|eat)\b", "{name} {verb}"), (r"\bI\b", "{name}"),
    (r"\bmyself\b", "{him}self"), (r"\bmy\b", "{his}"), (r"\bMy\b", "{name}'s"), (r"\bme\b", "{him}"),
    (r"\bmine\b", "{his}"),
)  # fmt: skip


def told(material: Material, rng: random.Random) -> list[Row]:
    """Story sentences, each said by its hero: ``Natalie: I ate a biscuit`` -> ``Natalie ate a biscuit.``"""
    people = [*rng.sample(WOMEN, 2), *rng.sample(MEN, 2)]
    rng.shuffle(people)
    turns: list[str] = []
    facts: list[tuple[str, str]] = []
    for _ in range(rng.choice((3, 4, 5, 6, 8))):
        fact = _acted(material, rng)
        if not fact:
            continue
        speaker = people[len(turns) % rng.choice((2, 3)) if turns else 0]
        facts.append((speaker, fact))
        turns.append(f"{speaker}: {_in_first_person(fact, rng)}")
    if len({speaker for speaker, _ in facts}) < 2:
        return []
    premise = rng.choice(("\n", "\n", " ")).join(turns)
    speaker, fact = rng.choice(facts)
    other = rng.choice([p for p, _ in facts if p != speaker])
    frame = rng.choice(
        ("{who} {did}.", "{who} {did}.", "{who} says that {he} {did}.", "{who} told {other} that {he} {did}.")
    )
    he = "she" if speaker in WOMEN else "he"
    own = _of(fact, speaker)
    claim = frame.format(who=speaker, did=own, other=other, he=he)
    rows = [Row(premise, claim, ENTAILMENT, "told")]
    if rng.random() < 0.55:
        he = "she" if other in WOMEN else "he"
        wrong = frame.format(who=other, did=_of(fact, other), other=speaker, he=he)
        rows.append(Row(premise, wrong, NOT_ENTAILMENT, "told"))
    else:
        scene = Paragraph(tuple(turns), "told")
        missed = negation_toggled(claim, scene, material.corpus, rng) if rng.random() < 0.3 else None
        missed = missed or near_miss(claim, scene, material.corpus, rng)
        if missed:
            rows.append(Row(premise, *missed, "told"))
    if rng.random() < 0.3 and len(facts) > 2:
        (one, did_one), (two, did_two) = rng.sample(facts, 2)
        good = rng.random() < 0.5
        if not good:
            one, two = two, one
        if good or one != two:
            text = f"{one} {_of(did_one, one)} and {two} {_of(did_two, two)}."
            rows.append(Row(premise, text, ENTAILMENT if good else NOT_ENTAILMENT, "told"))
    return rows


def _acted(material: Material, rng: random.Random) -> str | None:
    """What the hero of a story sentence did, with ``_`` for words that refer to the hero."""
    if not material.stories:
        return None
    sentences = re.split(r"(?<=[.!?])\s+", rng.choice(material.stories))
    found = [match for sentence in sentences if (match := _ACTED.match(sentence))]
    if not found:
        return None
    match = rng.choice(found)
    did = match["did"]
    if re.search(r"\b(?:he|she|him|they|it|we|I|you|them|their)\b", did) or match["who"] in did:
        return None
    return re.sub(r"\b(?:his|her)\b", "_", did) if len(re.findall(r"\b(?:his|her)\b", did)) else did


def _in_first_person(fact: str, rng: random.Random) -> str:
    said = f"I {fact.replace('_', 'my')}"
    return said + rng.choice((".", "", "!", ", you know."))


def _of(fact: str, who: str) -> str:
    return fact.replace("_", "her" if who in WOMEN else "his")


def third_person(text: str, name: str) -> str:
    """``I think my car is old`` -> ``Anna thinks her car is old`` for Anna."""
    woman = name in WOMEN
    for pattern, new in _FIRST_TO_THIRD:

        def replacement(match: re.Match[str], new: str = new) -> str:
            verb = match[1] + ("es" if match[1].endswith(("ch", "go")) else "s") if match.re.groups else ""
            # "her" and "him" build "herself" and "himself".
            return new.format(
                name=name, verb=verb, his="her" if woman else "his", him="her" if woman else "him"
            )

        text = re.sub(pattern, replacement, text)
    # The second mention is a pronoun, as people write.
    first = text.find(name)
    rest = text[first + len(name) :]
    return (
        text[: first + len(name)] + re.sub(rf"\b{name}\b(?!')", "she" if woman else "he", rest)
        if first >= 0
        else text
    )


def conversation(material: Material, rng: random.Random) -> list[Row]:
    """Spoken MultiNLI as turns of two people; first-person claims name their speaker, rightly or wrongly."""
    people = rng.sample([*WOMEN, *MEN], 2)
    if not material.spoken:
        return []
    chosen = rng.sample(list(material.spoken), min(len(material.spoken), rng.choice((1, 2, 2, 3))))
    turns = [f"{people[i % 2]}: {row.premise.strip()}" for i, row in enumerate(chosen)]
    if sum(len(t.split()) for t in turns) > 150:
        return []
    premise = rng.choice(("\n", "\n", " ")).join(turns)
    at = rng.randrange(len(chosen))
    row, speaker, other = chosen[at], people[at % 2], people[(at + 1) % 2]
    if not re.search(r"\b(?:I|my|me|I'm|My)\b", row.hypothesis):
        if row.label == ENTAILMENT and rng.random() < 0.3:
            claim = f"{speaker} says that {row.hypothesis[0].lower()}{row.hypothesis[1:]}"
            return [Row(premise, claim, ENTAILMENT, "conversation"),
                    Row(premise, claim.replace(speaker, other, 1), NEUTRAL, "conversation")]  # fmt: skip
        return [Row(premise, row.hypothesis, row.label, "conversation")]
    rows = [Row(premise, third_person(row.hypothesis, speaker), row.label, "conversation")]
    if row.label == ENTAILMENT and len(turns) > 1:
        rows.append(Row(premise, third_person(row.hypothesis, other), NOT_ENTAILMENT, "conversation"))
    return rows
