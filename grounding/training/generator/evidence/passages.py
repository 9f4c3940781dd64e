"""Real passages with a claim that one of their sentences carries."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sentencex import segment

from grounding.compare.any_language import plain_stems
from grounding.training.generator.corpus import Paragraph
from grounding.training.generator.material import Material
from grounding.training.generator.rephrase import rephrased
from grounding.training.generator.windows import around
from grounding.training.rows import ENTAILMENT, Row
from grounding.training.written import read_written

_WINDOW_WORDS = (20, 45, 70, 100, 130)
_SOURCES = (
    "mnli_gold", "mnli_llmsknow_train", "fever_nli", "cad_nli", "citation_integrity", "factcg_cg2c_doc", "rte",
    "scitail", "equate_newsnli",
)  # fmt: skip
# Of its stems that a claim shares with the sentence that carries it, and with any other at most.
CARRIED, ELSEWHERE = 0.6, 0.5


@dataclass(frozen=True)
class Passage:
    """Sentences with a claim that the one at ``index`` carries; ``near`` where it is close to it in wording."""

    sentences: tuple[str, ...]
    index: int
    claim: str
    gap: str = " "
    title: str = ""
    near: bool = True


def passages(material: Material, rng: random.Random) -> Iterator[Passage]:
    """Real passages with a claim each, in random order: paragraphs, written text and labelled pairs, three times."""
    written = [row for rows in read_written("english").values() for row in rows if row.label == ENTAILMENT]
    pairs = [row for source in _SOURCES for row in material.pairs.get(source, ()) if row.label == ENTAILMENT]
    places = [
        (paragraph, i) for paragraph in material.corpus.paragraphs for i in range(len(paragraph.sentences))
    ]
    for _ in range(3):
        drawn: list[tuple[Paragraph, int] | Row] = [*places, *written, *pairs]
        rng.shuffle(drawn)
        for one in drawn:
            passage = _of_pair(one, material, rng) if isinstance(one, Row) else _of_paragraph(*one, rng)
            if passage:
                yield passage


def _of_paragraph(paragraph: Paragraph, index: int, rng: random.Random) -> Passage | None:
    sentence = paragraph.sentences[index]
    if not 5 <= len(sentence.split()) <= 40:
        return None
    window = around(paragraph.sentences, index, rng.choice(_WINDOW_WORDS), rng)
    claim = rephrased(sentence, paragraph, rng)
    return Passage(tuple(window), window.index(sentence), claim, title=paragraph.title)


def _of_pair(row: Row, material: Material, rng: random.Random) -> Passage | None:
    if len(row.premise.split()) > 150 or len(row.hypothesis.split()) < 5:
        return None
    gap = "\n" if "\n" in row.premise.strip() else " "
    sentences = [s.strip() for line in row.premise.split("\n") for s in segment("en", line) if s.strip()]
    if not sentences:
        return None
    shared = carried(row.hypothesis, sentences)
    index = max(range(len(sentences)), key=lambda i: shared[i])
    near = shared[index] >= CARRIED and sum(share > ELSEWHERE for share in shared) == 1
    if len(sentences) == 1 and rng.random() < 0.6:
        other = rng.choice(material.corpus.paragraphs).sentences
        window = around(other, rng.randrange(len(other)), rng.choice(_WINDOW_WORDS), rng)
        place = rng.randint(0, len(window))
        sentences, index = [*window[:place], sentences[0], *window[place:]], place
    return Passage(tuple(sentences), index, row.hypothesis, gap, near=near)


def carried(claim: str, sentences: Sequence[str]) -> list[float]:
    """The share in [0, 1] of the claim's stems that each sentence holds."""
    wanted = set(plain_stems(claim))
    return [len(wanted & set(plain_stems(sentence))) / (len(wanted) or 1) for sentence in sentences]
