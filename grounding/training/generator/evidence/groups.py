"""Claims of real passages beside the passage and beside the passage edited where it carries them."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sentencex import segment

from grounding.compare.any_language import plain_stems
from grounding.training.generator.corpus import Corpus, Paragraph
from grounding.training.generator.evidence import own, tables
from grounding.training.generator.evidence.change import Change, Edit, Site
from grounding.training.generator.evidence.reshapes import RESHAPES, anyway, certain
from grounding.training.generator.evidence.swaps import SWAPS
from grounding.training.generator.material import Material
from grounding.training.generator.rephrase import rephrased
from grounding.training.generator.surface import restated
from grounding.training.generator.windows import around, headed
from grounding.training.rows import ENTAILMENT, NEUTRAL, Row
from grounding.training.written import read_written

EDITS: Mapping[str, Edit] = {**SWAPS, **RESHAPES}
OWN = {"frame": (own.frame, 0.14), "chat": (own.chat, 0.05), "statement": (own.statement, 0.04), "table": (tables.group, 0.12)}
# Edits that are right for a claim in words of its own, too: the value itself is what it holds.
_ANYHOW = ("number", "count_word", "year", "currency", "unit", "calendar", "name", "multiple", "fraction")
_WINDOW_WORDS = (20, 45, 70, 100, 130)
_SOURCES = ("mnli_gold", "mnli_llmsknow_train", "fever_nli", "cad_nli", "citation_integrity", "factcg_cg2c_doc", "rte", "scitail", "equate_newsnli")  # fmt: skip
# How often the words that an edit takes away stand in a foreign sentence beside it.
_DECOYS = 0.8
_SENTENCES_OF_A_WORD = 60
# Of its stems that a claim shares with the sentence that carries it, and with any other at most.
_CARRIED, _ELSEWHERE = 0.6, 0.5


@dataclass(frozen=True)
class Passage:
    """Sentences with a claim that the sentence at ``index`` carries; ``near`` where the claim is close to it in wording."""

    sentences: tuple[str, ...]
    index: int
    claim: str
    gap: str = " "
    title: str = ""
    near: bool = True


def edited_evidence(material: Material, rng: random.Random, count: int) -> list[Row]:
    """About ``count`` rows, kinds of edit balanced as far as the text allows; pairs and fours of rows stand together."""
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


def passages(material: Material, rng: random.Random) -> Iterator[Passage]:
    """Real passages with a claim each, in random order, from paragraphs, written text and labelled pairs, again and again."""
    written = [row for rows in read_written("english").values() for row in rows if row.label == ENTAILMENT]
    pairs = [row for source in _SOURCES for row in material.pairs.get(source, ()) if row.label == ENTAILMENT]
    places = [(paragraph, i) for paragraph in material.corpus.paragraphs for i in range(len(paragraph.sentences))]
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
    near = shared[index] >= _CARRIED and sum(share > _ELSEWHERE for share in shared) == 1
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


def edited(passage: Passage, kind: str, corpus: Corpus, decoys: "Decoys", rng: random.Random) -> list[Row]:
    """The rows of one edit of that kind: two, or four where the edit makes a claim of its own; none where it does not fit."""
    own_words = carried(passage.claim, [passage.sentences[passage.index]])[0] < 0.8
    family = f"edited_{kind}"
    text = passage.gap.join(passage.sentences)
    heading = random.Random(rng.random())
    state = heading.getstate()

    def shown(sentences: Sequence[str]) -> str:
        heading.setstate(state)
        return headed(passage.gap.join(s for s in sentences if s), passage.title, heading, 0.25)

    if kind == "removed":
        return _removed(passage, shown, rng)
    if kind not in _ANYHOW and (own_words or not passage.near):
        return []
    index = passage.index
    if own_words:
        found = [i for i in range(len(passage.sentences)) if EDITS[kind](Site(passage.sentences[i], passage.claim, text), corpus, rng)]
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
    before, after = ([*passage.sentences[:index], new, *passage.sentences[index + 1 :]] for new in (kept, change.sentence))
    if rng.random() < _DECOYS:
        before, after = decoys.beside(before, after, passage, old, change, rng)
    claim = _in_other_form(passage.claim, kind, rng)
    rows = [Row(shown(before), claim, ENTAILMENT, family), Row(shown(after), claim, change.label, family)]
    if change.claim and not own_words:
        back = _in_other_form(change.claim, kind, rng)
        rows += [Row(shown(after), back, ENTAILMENT, family), Row(shown(before), back, change.back, family)]
    return rows


def _in_other_form(claim: str, kind: str, rng: random.Random) -> str:
    """At times with a number or date written otherwise; not what a sign or a decimal point of its own stands at."""
    if kind in ("currency", "exchanged") or re.search(r"[·±=$£€¥]", claim) or rng.random() > 0.35:
        return claim
    return restated(claim, rng) or claim


def _removed(passage: Passage, shown, rng: random.Random) -> list[Row]:  # type: ignore[no-untyped-def]
    """Without the sentence that carries the claim, where no other says much of it."""
    if len(passage.sentences) < 2:
        return []
    shares = carried(passage.claim, passage.sentences)
    if shares[passage.index] < _CARRIED or any(s > 0.4 for i, s in enumerate(shares) if i != passage.index):
        return []
    rest = [s for i, s in enumerate(passage.sentences) if i != passage.index]
    return [
        Row(shown(passage.sentences), passage.claim, ENTAILMENT, "edited_removed"),
        Row(shown(rest), passage.claim, NEUTRAL, "edited_removed"),
    ]


class Decoys:
    """Sentences of other passages by the words they hold, so that a word's mere presence tells nothing."""

    def __init__(self, corpus: Corpus) -> None:
        self._of: dict[str, list[str]] = defaultdict(list)
        for paragraph in corpus.paragraphs:
            for sentence in paragraph.sentences:
                if 5 <= len(sentence.split()) <= 25 and sentence.endswith("."):
                    for word in set(_words(sentence)):
                        if len(self._of[word]) < _SENTENCES_OF_A_WORD:
                            self._of[word].append(sentence)
        self._any = [sentences[0] for sentences in self._of.values() if sentences]

    def beside(
        self, before: list[str], after: list[str], passage: Passage, old: str, change: Change, rng: random.Random
    ) -> tuple[list[str], list[str]]:
        """Both texts with a foreign sentence: in each one that holds a word that the other's carrying sentence says."""
        kept, come = set(_words(old)), set(_words(change.sentence))
        first = self._holding(sorted(come - kept), passage, rng)
        second = self._holding(sorted(kept - come), passage, rng)
        if not first or not second or abs(len(first.split()) - len(second.split())) > 8:
            return before, after
        place = rng.choice((0, len(before)))
        return [*before[:place], first, *before[place:]], [*after[:place], second, *after[place:]]

    def _holding(self, words: Sequence[str], passage: Passage, rng: random.Random) -> str | None:
        """A sentence with the rarest of ``words`` that is about another matter; any at all where there are none."""
        pools = sorted((self._of[word] for word in words if word in self._of), key=len)
        pool = pools[0] if pools else self._any if not words else []
        wanted = set(plain_stems(passage.claim))
        for sentence in rng.sample(pool, min(6, len(pool))):
            if len(wanted & set(plain_stems(sentence))) <= 3 and sentence not in passage.sentences:
                return sentence
        return None


def _words(sentence: str) -> list[str]:
    """Words and figures as they stand, without the marks around them."""
    return [word.strip(".,;:()[]\"'") for word in sentence.split()]
