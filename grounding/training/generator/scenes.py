"""Chats written from small scenes of our own: who asked, who will come, when and where, and who did not.

A scene is a few turns (``a``, ``b`` speak; ``c`` may be spoken of) and the claims that follow. A true claim turns
false when a slot takes another value (``{day}`` -> another day) or the speakers change places.
"""

import random
import re
from collections.abc import Mapping

from grounding.training.generator.material import Material
from grounding.training.generator.scene_texts import FILLERS, LINKS, SCENES, SLOTS
from grounding.training.generator.words import DAYS, MEN, NOT_NAMES, WOMEN
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, NOT_ENTAILMENT, Row


def group(material: Material, rng: random.Random) -> list[Row]:
    """One chat of one or two scenes; a true claim, at times two joined, and two near misses."""
    scenes = rng.sample(SCENES, rng.choice((1, 1, 2)))
    people = _people(rng)
    fills = [_slots(people, rng) for _ in scenes]
    turns = [
        _turn(turn, fill, rng) for scene, fill in zip(scenes, fills, strict=True) for turn in scene.turns
    ]
    for _ in range(rng.choice((0, 1, 2, 4, 6))):
        turns.insert(rng.randint(0, len(turns)), _turn(rng.choice(FILLERS), fills[0], rng))
    if rng.random() < 0.3 and material.spoken:
        speaker = fills[0][rng.choice("ab")]
        turns.insert(rng.randint(0, len(turns)), f"{speaker}: {rng.choice(material.spoken).premise.strip()}")
    premise = rng.choice(LINKS).join(turns)
    at = rng.randrange(len(scenes))
    scene, fill = scenes[at], fills[at]
    template = rng.choice(scene.true)
    claim = render(template, fill)
    other = 1 - at if len(scenes) == 2 else at
    spare = [t for t in scenes[other].true if t != template]
    suffix = " " + render(rng.choice(spare), fills[other]) if rng.random() < 0.4 else ""
    if suffix and rng.random() < 0.6:
        tail = suffix.strip()
        suffix = " and " + (tail if tail.split()[0] not in NOT_NAMES else tail[0].lower() + tail[1:])
    rows = [Row(premise, _with(claim, suffix), ENTAILMENT, "scene")]
    misses = [m for m in (_changed(template, fill, rng), _exchanged(template, fill)) if m]
    misses += [(render(t, fill), CONTRADICTION) for t in rng.sample(scene.false, min(1, len(scene.false)))]
    misses += [(render(t, fill), NEUTRAL) for t in rng.sample(scene.unsaid, min(1, len(scene.unsaid)))]
    for text, label in rng.sample(misses, min(len(misses), rng.choice((1, 1, 2)))):
        rows.append(Row(premise, _with(text, suffix), label, "scene"))
    return rows


def _with(claim: str, suffix: str) -> str:
    return claim.rstrip(".") + suffix if suffix.startswith(" and ") else claim + suffix


def _people(rng: random.Random) -> dict[str, str]:
    people: dict[str, str] = {}
    for slot in "abc":
        woman = rng.random() < 0.5
        name = rng.choice([n for n in (WOMEN if woman else MEN) if n not in people.values()])
        he, his, him = ("she", "her", "her") if woman else ("he", "his", "him")
        people |= {slot: name, f"{slot}_he": he, f"{slot}_his": his, f"{slot}_him": him}
    return people


def _slots(people: dict[str, str], rng: random.Random) -> dict[str, str]:
    fill = dict(people)
    for name, values in SLOTS.items():
        fill[name], fill[f"{name}2"] = rng.sample(values, 2)
    fill["month"], fill["month2"] = rng.sample(("May", "July", "September", "December"), 2)
    fill |= {"zero": rng.choice(("nil", "0", "one")), "yesterday": rng.choice(("yesterday", "this morning"))}
    fill |= {
        "yes": rng.choice(("yes", "sure", "yep", "of course")),
        "no": rng.choice(("no", "sorry", "nope", "unfortunately not")),
    }
    fill["pity"] = rng.choice(("pity", "too bad", "oh no", "maybe next time"))
    return fill


def render(template: str, fill: Mapping[str, str]) -> str:
    """Slots filled; ``{on day}`` takes its preposition where the value wants one."""

    def value(match: re.Match[str]) -> str:
        slot = match[1]
        if slot.startswith("on "):
            day = fill[slot[3:]]
            return f"on {day}" if day in DAYS else day
        return fill[slot]

    text = re.sub(r"\{([^}]+)\}", value, template)
    return text[:1].upper() + text[1:]


def _turn(turn: str, fill: Mapping[str, str], rng: random.Random) -> str:
    speaker, _, said = turn.partition(": ")
    said = render(said, fill) if rng.random() < 0.6 else render(f"_{said}", fill)[1:]
    return f"{fill.get(speaker, speaker)}: {said}"


def _changed(template: str, fill: Mapping[str, str], rng: random.Random) -> tuple[str, int] | None:
    slots = [s for s in (*SLOTS, "month") if re.search(rf"\{{(?:on )?{s}\}}", template)]
    if not slots:
        return None
    slot = rng.choice(slots)
    return render(template, {**fill, slot: fill[f"{slot}2"]}), CONTRADICTION


def _exchanged(template: str, fill: Mapping[str, str]) -> tuple[str, int] | None:
    if "{a} and {b}" in template or not re.search(r"\{[ab]\}", template):
        return None
    turned = {"a": "b", "b": "a"}
    swapped = {
        k: fill[turned[k[0]] + k[1:]] if k[0] in turned and k[1:] in ("", "_he", "_his", "_him") else v
        for k, v in fill.items()
    }
    return render(template, swapped), NOT_ENTAILMENT
