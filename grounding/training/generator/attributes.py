"""Who says it and what it is about: attribute lines above a passage, and claims that lean on them."""

import random

from grounding.training.generator.edits import near_miss
from grounding.training.generator.material import Material
from grounding.training.generator.rephrase import rephrased
from grounding.training.generator.windows import WORDS, around, author
from grounding.training.generator.words import NOT_NAMES
from grounding.training.rows import ENTAILMENT, NEUTRAL, Row

_SAYS = (
    "According to {who}, {claim}", "{who} says that {claim}", "{who} reports that {claim}",
    "{who} claims that {claim}", "{who} cites that {claim}", "{who} states that {claim}",
    "{who} notes that {claim}", "As {who} writes, {claim}", "{who} said that {claim}",
)  # fmt: skip
_OTHERS = (
    "The government", "The police", "The company", "A spokesman", "The Times", "Experts", "The court",
    "Facebook",
    "The United Nations", "My teacher", "The mayor", "Greenpeace", "The opposition", "Critics", "Amazon",
)  # fmt: skip


def group(material: Material, rng: random.Random) -> list[Row]:
    """``author: N`` over a passage: what N says, what another says, and N on something else."""
    paragraph = rng.choice(material.corpus.titled if rng.random() < 0.6 else material.corpus.paragraphs)
    index = rng.randrange(len(paragraph.sentences))
    if len(paragraph.sentences[index].split()) > 32:
        return []
    who = author(rng)
    lines = [f"{rng.choice(('author', 'author', 'source', 'publisher'))}: {who}"]
    if paragraph.title and rng.random() < 0.5:
        lines.insert(rng.randint(0, 1), f"title: {paragraph.title}")
    premise = "\n".join([*lines, " ".join(around(paragraph.sentences, index, rng.choice(WORDS), rng))])
    claim = rephrased(paragraph.sentences[index], paragraph, rng)
    frame = rng.choice(_SAYS)
    rows = [Row(premise, _framed(frame, who, claim), ENTAILMENT, "attributes")]
    if rng.random() < 0.35:
        rows.append(Row(premise, claim, ENTAILMENT, "attributes"))
    other = rng.choice(_OTHERS) if rng.random() < 0.6 else author(rng)
    if other != who and other not in paragraph.text:
        rows.append(Row(premise, _framed(frame, other, claim), NEUTRAL, "attributes"))
    missed = near_miss(claim, paragraph, material.corpus, rng)
    if missed and rng.random() < 0.7:
        rows.append(Row(premise, _framed(frame, who, missed[0]), missed[1], "attributes"))
    return rows


def _framed(frame: str, who: str, claim: str) -> str:
    first = claim.split()[0]
    inner = claim[0].lower() + claim[1:] if first in NOT_NAMES and first != "I" else claim
    return frame.format(who=who, claim=inner)
