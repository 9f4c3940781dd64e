"""Our own passages in two states: frames, chats, statements. Each claim is read beside both."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from grounding.training.generator import scene_texts, scenes, statements
from grounding.training.generator.evidence.frames import FRAMES
from grounding.training.generator.material import Material
from grounding.training.generator.windows import WORDS, around, headed
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NOT_ENTAILMENT, Row

# Slots that a claim carries as they are told, so that another value makes it false.
_CHANGED = (
    "day",
    "time",
    "place",
    "city",
    "food",
    "event",
    "thing",
    "n",
    "price",
    "month",
    "town",
    "year",
    "item",
    "cause",
    "good",
    "part",
)


def frame(material: Material, rng: random.Random) -> list[Row]:
    """One frame in both states, each claim of either state beside both."""
    one = rng.choice(FRAMES)
    fill = _filled(rng)
    said = [scenes.render(rng.choice(wordings), fill) for wordings in one.says]
    texts = _among(said, material, rng)
    rows: list[Row] = []
    for state, wordings in enumerate(one.claims):
        for wording in rng.sample(wordings, min(len(wordings), 1 + (rng.random() < 0.4))):
            claim = scenes.render(wording, fill)
            rows.append(Row(texts[state], claim, ENTAILMENT, f"edited_{one.kind}"))
            rows.append(Row(texts[1 - state], claim, one.labels[state], f"edited_{one.kind}"))
    return rows


def chat(material: Material, rng: random.Random) -> list[Row]:
    """A scene with another value of a slot, or with its speakers exchanged."""
    scene = rng.choice(scene_texts.SCENES)
    fill = scenes._slots(scenes._people(rng), rng)
    text = " ".join(scene.turns)
    template = rng.choice(scene.true)
    slots = [
        s
        for s in _CHANGED
        if _holds(template, s) and _holds(text, s) and not _holds(text + template, f"{s}2")
    ]
    if slots and rng.random() < 0.7:
        slot = rng.choice(slots)
        other, label, family = {**fill, slot: fill[f"{slot}2"]}, CONTRADICTION, "edited_dialogue"
    elif re.search(r"\{[ab]\}", template) and "{a} and {b}" not in template and "{b} and {a}" not in template:
        turned = {"a": "b", "b": "a"}
        other = {
            k: fill[turned[k[0]] + k[1:]] if k[0] in turned and k[1:] in ("", "_he", "_his", "_him") else v
            for k, v in fill.items()
        }
        label, family = NOT_ENTAILMENT, "edited_roles"
    else:
        return []
    seed = rng.random()
    gap = rng.choice(("\n", "\n", " "))
    told = [gap.join(_turns(scene.turns, state, seed)) for state in (fill, other)]
    if family == "edited_dialogue" and (rest := _elsewhere(slot, fill, rng)) and rng.random() < 0.7:
        told = [
            text + gap + gap.join(_turns(rest.turns, state, seed))
            for text, state in zip(told, rest.fills, strict=True)
        ]
    claims = [scenes.render(template, state) for state in (fill, other)]
    if claims[0] == claims[1]:
        return []
    return _crossed(told, claims, label, family)


def statement(material: Material, rng: random.Random) -> list[Row]:
    """A statement with another value of a slot that the claim holds as well."""
    one = rng.choice(statements.STATEMENTS)
    fill = _filled(rng)
    says, template = rng.choice(one.says), rng.choice(one.true)
    slots = [
        s
        for s in (*_CHANGED, "co", "law", "group", "drug")
        if _holds(template, s) and _holds(says, s) and not _holds(says + template, f"{s}2")
    ]
    if not slots:
        return []
    slot = rng.choice(slots)
    other = {**fill, slot: fill[f"{slot}2"]}
    said = [scenes.render(says, state) for state in (fill, other)]
    beside = [s for s in statements.STATEMENTS if s is not one and any(_holds(text, slot) for text in s.says)]
    if beside and rng.random() < 0.8:
        # The value that the statement has lost stands in another one.
        template_beside = rng.choice([text for s in beside for text in s.says if _holds(text, slot)])
        rest = statements._filled(rng, without=fill)
        said = [
            f"{text} {scenes.render(template_beside, {**rest, slot: state[slot]})}"
            for text, state in zip(said, (other, fill), strict=True)
        ]
    told = _among(said, material, rng)
    claims = [scenes.render(template, state) for state in (fill, other)]
    return _crossed(told, claims, NOT_ENTAILMENT, "edited_statement")


@dataclass(frozen=True)
class _Elsewhere:
    turns: tuple[str, ...]
    fills: tuple[dict[str, str], dict[str, str]]


def _elsewhere(slot: str, fill: dict[str, str], rng: random.Random) -> _Elsewhere | None:
    """A chat of other people about another matter that holds the value which the first no longer has."""
    fitting = [
        s
        for s in scene_texts.SCENES
        if _holds(" ".join(s.turns), slot) and not _holds(" ".join(s.turns), f"{slot}2")
    ]
    people = scenes._people(rng)
    if not fitting or {people[p] for p in "abc"} & {fill[p] for p in "abc"}:
        return None
    own = scenes._slots(people, rng)
    first, second = {**own, slot: fill[f"{slot}2"]}, {**own, slot: fill[slot]}
    return _Elsewhere(rng.choice(fitting).turns, (first, second))


def _crossed(told: Sequence[str], claims: Sequence[str], label: int, family: str) -> list[Row]:
    return [
        Row(told[0], claims[0], ENTAILMENT, family), Row(told[1], claims[0], label, family),
        Row(told[1], claims[1], ENTAILMENT, family), Row(told[0], claims[1], label, family),
    ]  # fmt: skip


def _holds(template: str, slot: str) -> bool:
    return re.search(rf"\{{(?:on )?{slot}\}}", template) is not None


def _turns(turns: Sequence[str], fill: dict[str, str], seed: float) -> list[str]:
    rng = random.Random(seed)
    return [scenes._turn(turn, fill, rng) for turn in turns]


def _filled(rng: random.Random) -> dict[str, str]:
    """Slots of a statement, and of people how they are spoken of."""
    fill = statements._filled(rng)
    for slot in "abc":
        fill[f"{slot}_his"] = "her" if fill[f"{slot}_he"] == "she" else "his"
    return fill


def _among(said: Sequence[str], material: Material, rng: random.Random) -> list[str]:
    """Each text in the same surroundings: alone, among other sentences, or beside another statement."""
    draw = rng.random()
    if draw < 0.2:
        return [headed(text, "", random.Random(draw), 0.15) for text in said]
    if draw < 0.4:
        other = rng.choice(statements.STATEMENTS)
        rest = scenes.render(rng.choice(other.says), statements._filled(rng))
        return [f"{text} {rest}" if draw < 0.3 else f"{rest} {text}" for text in said]
    paragraph = rng.choice(material.corpus.paragraphs).sentences
    window = around(paragraph, rng.randrange(len(paragraph)), rng.choice((*WORDS, 130)), rng)
    place = rng.randint(0, len(window))
    gap = "\n" if rng.random() < 0.15 else " "
    return [gap.join([*window[:place], text, *window[place:]]) for text in said]
