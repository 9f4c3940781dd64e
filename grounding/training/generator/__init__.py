"""Document-level examples made from real text: every family a supported claim and its minimal near misses.

A family is a function that draws from the :class:`Material` and returns a small group of rows about one
premise (often a claim and its near misses), or nothing where the text drawn does not lend itself.
"""

import random
from collections.abc import Callable, Mapping

from grounding.training.generator import (
    attributes,
    dialogue,
    figures,
    joint,
    paragraphs,
    planted,
    records,
    replies,
    scenes,
    statements,
)
from grounding.training.generator.material import Material
from grounding.training.rows import Row

Family = Callable[[Material, random.Random], list[Row]]

FAMILIES: Mapping[str, Family] = {
    "planted": planted.group,
    "joint_pairs": joint.of_pairs,
    "joint_sentences": joint.of_sentences,
    "joint_entity": joint.over_an_entity,
    "crossed": joint.crossed,
    "sentence": paragraphs.sentence,
    "rounded": paragraphs.rounded,
    "restated": paragraphs.restated_number,
    "valued": paragraphs.valued,
    "evidence_removed": paragraphs.evidence_removed,
    "attributes": attributes.group,
    "scene": scenes.group,
    "told": dialogue.told,
    "conversation": dialogue.conversation,
    "reply": replies.group,
    "figures": figures.group,
    "records": records.group,
    "statement": statements.group,
}


def generate(material: Material, quotas: Mapping[str, int], rng: random.Random) -> list[Row]:
    """About ``quotas[family]`` rows of each family; fewer where 400 draws in a row give nothing."""
    rows: list[Row] = []
    for name, quota in sorted(quotas.items()):
        made, idle = 0, 0
        while made < quota and idle < 400:
            group = FAMILIES[name](material, rng)
            rows.extend(group)
            made += len(group)
            idle = 0 if group else idle + 1
    return rows
