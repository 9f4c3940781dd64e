"""Answers in a conversation: a claim under an opener, with or without an opinion that no passage supports."""

import random

from grounding.training.generator.edits import near_miss
from grounding.training.generator.material import Material
from grounding.training.generator.rephrase import rephrased
from grounding.training.generator.windows import WORDS, around, headed, planted
from grounding.training.generator.words import NOT_NAMES
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, NOT_ENTAILMENT, Row

_OPENERS = (
    "Yes, {claim}", "Yes, I think {claim}", "Did you know that {claim}?", "I know that {claim}",
    "Well, {claim}",
    "Yeah, {claim}", "That's right, {claim}", "I heard that {claim}", "Oh, {claim}", "I believe {claim}",
    "Actually, {claim}", "Sure! I know {claim}", "Interesting question. {claim}", "I'm not sure, but {claim}",
    "No, but I do know that {claim}", "Fun fact: {claim}", "I think that {claim}", "This is because {claim}",
    "In short, {claim}", "It is true that {claim}", "Overall, {claim}", "As far as I know, {claim}",
)  # fmt: skip
_OPINIONS = (
    "I love it!", "I really like that.", "My favorite one is the first.", "I have never tried it myself.",
    "It's so much fun.", "I used to do that with my brother.", "It is my favorite.", "I think it is great.",
    "My mom used to make it for me.", "I've always wanted to go there.", "That was the best day of my life.",
    "I wish I could do that.", "I haven't seen it yet, but I want to.", "It makes me happy.",
    "I saw it last week.",
    "I'm a big fan.", "I hope to visit one day.", "It sounds amazing.",
    "I know a lot of people who enjoy it.",
)  # fmt: skip
_QUESTIONS = (
    "Do you like it?",
    "Have you ever been there?",
    "What about you?",
    "What do you think?",
    "Have you tried it?",
)


def group(material: Material, rng: random.Random) -> list[Row]:
    """An opener over a supported claim, over its near miss, and with an opinion added or alone."""
    if rng.random() < 0.4:
        pair = material.real_pair(rng)
        premise = " ".join(planted(pair.premise.strip(), material.corpus, rng, rng.choice(WORDS[:3])))
        claim, missed = pair.hypothesis, None
        label = pair.label
    else:
        paragraph = rng.choice(material.corpus.paragraphs)
        index = rng.randrange(len(paragraph.sentences))
        if len(paragraph.sentences[index].split()) > 32:
            return []
        body = " ".join(around(paragraph.sentences, index, rng.choice(WORDS), rng))
        premise = headed(body, paragraph.title, rng, 0.2)
        claim = rephrased(paragraph.sentences[index], paragraph, rng)
        missed = near_miss(claim, paragraph, material.corpus, rng)
        label = ENTAILMENT
    rows = [Row(premise, _opened(claim, rng), label, "reply")]
    if missed:
        rows.append(Row(premise, _opened(missed[0], rng), missed[1], "reply"))
    draw = rng.random()
    if draw < 0.3:
        worse = CONTRADICTION if label == CONTRADICTION else NEUTRAL if label == ENTAILMENT else label
        text = f"{_opened(claim, rng)} {rng.choice(_OPINIONS)}"
        rows.append(Row(premise, text, worse, "reply"))
    elif draw < 0.42:
        rows.append(Row(premise, rng.choice(_OPINIONS), NEUTRAL, "reply"))
    elif draw < 0.5 and label != NOT_ENTAILMENT:
        # A question asserts nothing: what comes before it decides.
        rows.append(Row(premise, f"{_opened(claim, rng)} {rng.choice(_QUESTIONS)}", label, "reply"))
    return rows


def _opened(claim: str, rng: random.Random) -> str:
    frame = rng.choice(_OPENERS)
    first = claim.split()[0]
    inner = (
        claim[0].lower() + claim[1:] if first in NOT_NAMES and first != "I" and ". {" not in frame else claim
    )
    if frame.endswith("?"):
        inner = inner.rstrip(".!")
    return frame.format(claim=inner)
