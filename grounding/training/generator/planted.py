"""Real paraphrases at document length: a sentence pair's premise hidden among sentences of another text."""

import random

from grounding.training.generator.material import Material
from grounding.training.generator.windows import WORDS, headed, planted
from grounding.training.rows import Row


def group(material: Material, rng: random.Random) -> list[Row]:
    """One real pair, its premise in a window of distractors; the label stays."""
    pair = material.real_pair(rng)
    premise = " ".join(planted(pair.premise.strip(), material.corpus, rng, rng.choice(WORDS)))
    return [Row(headed(premise, "", rng, 0.2), pair.hypothesis, pair.label, "planted")]
