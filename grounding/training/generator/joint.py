"""Support that no single sentence gives: two facts, or two windows, that a claim puts together."""

import random
import re

from grounding.training.generator.corpus import PRONOUNS, Corpus, Paragraph
from grounding.training.generator.edits import near_miss
from grounding.training.generator.material import Material
from grounding.training.generator.rephrase import compressed, ended, reworded
from grounding.training.generator.windows import WORDS, around, headed, joined, planted
from grounding.training.generator.words import NOT_NAMES
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, NOT_ENTAILMENT, Row

_CUT = re.compile(r",\s(?:which|who|where|while|although|but|and)\b.*$|\s?\([^()]*\)|;.*$")


def of_pairs(material: Material, rng: random.Random) -> list[Row]:
    """Two real pairs: both premises in one premise, both hypotheses in one claim. The worse label counts."""
    labels = rng.choices(
        ((ENTAILMENT, ENTAILMENT), (ENTAILMENT, NEUTRAL), (ENTAILMENT, CONTRADICTION)), (46, 26, 28)
    )[0]
    one, two = (rng.choice(material.joinable[label]) for label in rng.sample(labels, 2))
    first, second = one.hypothesis.rstrip(" ."), two.hypothesis.rstrip(" .")
    lowered = second if second.split()[0] not in NOT_NAMES else second[0].lower() + second[1:]
    if second.split()[0] == "I":
        lowered = second
    link = rng.choice((" and ", ", and ", ", while ", "; ", ". "))
    claim = f"{first}{link}{second if link == '. ' else lowered}."
    if rng.random() < 0.5:
        body = planted(one.premise.strip(), material.corpus, rng, rng.choice(WORDS))
        body.insert(rng.randint(0, len(body)), two.premise.strip())
        premise = headed(" ".join(body), "", rng, 0.15)
    else:
        parts = [
            planted(row.premise.strip(), material.corpus, rng, rng.choice(WORDS[:3])) for row in (one, two)
        ]
        first_part, second_part = (headed(" ".join(part), "", rng, 0.3) for part in parts)
        premise = joined(first_part, second_part, rng)
    return [Row(premise, claim, max(labels), "joint_pairs")]


def predicate(sentence: str, paragraph: Paragraph, rng: random.Random) -> str | None:
    """What a sentence says of the subject: ``It was released in 1997, …`` -> ``was released in 1997``."""
    first, _, rest = sentence.partition(" ")
    if sentence.startswith(paragraph.title + " ") and paragraph.title:
        rest = sentence[len(paragraph.title) + 1 :]
    elif first != paragraph.pronoun or first not in PRONOUNS:
        return None
    rest = _CUT.sub("", re.sub(r"^\s?\([^()]*\)\s?", "", rest)).rstrip(" .!?,")
    if not rest[:1].islower() or not 3 <= len(rest.split()) <= 18:
        return None
    changed = (
        reworded(rest, rng) if rng.random() < 0.4 else compressed(rest, rng) if rng.random() < 0.2 else None
    )
    changed = changed or rest
    return (changed[0].lower() + changed[1:]).rstrip(" .")


def statements(paragraph: Paragraph, rng: random.Random) -> list[tuple[int, str]]:
    """``(sentence, predicate)`` for the run of sentences from the start that are surely about the subject."""
    said: list[tuple[int, str]] = []
    person = paragraph.pronoun in ("He", "She")
    # One word and no birth: more likely a band or a film, and "he" is someone else.
    unclear = person and " " not in paragraph.title and "born" not in paragraph.sentences[0]
    pronoun = paragraph.title if unclear or not paragraph.pronoun else paragraph.pronoun
    for index, sentence in enumerate(paragraph.sentences):
        if not sentence.startswith((paragraph.title, f"The {paragraph.title}", pronoun)):
            break
        text = predicate(sentence, paragraph, rng)
        # Two different things can share a title: each says anew what it is.
        again = said and text and text.startswith(("is a", "was a")) and not sentence.startswith(pronoun)
        if text and not again:
            said.append((index, text))
    return said


def _fused(subject: str, one: str, two: str, rng: random.Random) -> str:
    """One sentence of two predicates."""
    forms = [f"{subject} {one} and {two}", f"{subject}, which {one}, {two}", f"{subject} {one}, and {two}"]
    if match := re.match(r"(?:is|was)\s(an?|the)\s(.*)", one):
        forms += [f"{subject}, {match[1]} {match[2]}, {two}"] * 2
        forms.append(f"{match[1].capitalize()} {match[2]}, {subject} {two}")
    form = rng.choice(forms)
    return ended(form)


def of_sentences(material: Material, rng: random.Random) -> list[Row]:
    """Two things a paragraph says of its subject in one claim, from one window or from two passages."""
    paragraph = rng.choice(material.corpus.titled)
    said = statements(paragraph, rng)
    if len(said) < 2:
        return []
    (i, one), (j, two) = rng.sample(said, 2)
    claim = _fused(paragraph.title, one, two, rng)
    if paragraph.pronoun in ("He", "She"):
        claim = claim.replace(", which ", ", who ", 1)
    words = rng.choice(WORDS[1:4])
    # A lone passage must show what its pronoun stands for.
    bodies = [
        f"title: {paragraph.title}\n" + " ".join(_near(paragraph, k, other, words, rng))
        for k, other in ((i, j), (j, i))
    ]
    if rng.random() < 0.5:
        premise = joined(bodies[0], bodies[1], rng)
    elif sum(len(s.split()) for s in paragraph.sentences[min(i, j) : max(i, j) + 1]) <= 110:
        premise = headed(" ".join(paragraph.sentences[min(i, j) : max(i, j) + 1]), paragraph.title, rng, 0.5)
    else:
        premise = joined(bodies[0], bodies[1], rng)
    rows = [Row(premise, claim, ENTAILMENT, "joint_sentences")]
    # One half changed, or one half's passage missing.
    if rng.random() < 0.6:
        which = rng.random() < 0.5
        missed = near_miss(one if which else two, paragraph, material.corpus, rng)
        if missed:
            changed = missed[0].rstrip(".")
            changed = changed if changed.startswith(paragraph.names) else changed[0].lower() + changed[1:]
            halves = (changed, two) if which else (one, changed)
            rows.append(Row(premise, _fused(paragraph.title, *halves, rng), missed[1], "joint_sentences"))
    else:
        other = f"title: {paragraph.title}\n" + " ".join(
            planted(paragraph.sentences[i], material.corpus, rng, words)
        )
        rows.append(Row(other, claim, NEUTRAL, "joint_sentences"))
    return rows


def crossed(material: Material, rng: random.Random) -> list[Row]:
    """Passages about several things in one premise: what is said of one is not said of another."""
    told: list[tuple[Paragraph, int, str]] = []
    for paragraph in rng.sample(material.corpus.titled, min(12, len(material.corpus.titled))):
        said = statements(paragraph, rng)
        if said and all(paragraph.title != other.title for other, _, _ in told):
            told.append((paragraph, *rng.choice(said)))
        if len(told) == rng.choice((2, 3, 4, 5)):
            break
    if len(told) < 2:
        return []
    words = rng.choice((12, 25, 40)) if len(told) > 2 else rng.choice(WORDS[:3])
    parts = []
    for paragraph, index, _ in told:
        text = " ".join(around(paragraph.sentences, index, words, rng))
        unnamed = paragraph.title not in text
        parts.append(
            f"title: {paragraph.title}\n{text}" if unnamed else headed(text, paragraph.title, rng, 0.3)
        )
    rng.shuffle(parts)
    premise = rng.choice(("\n", "\n\n", " ")).join(parts)
    (one, _, right), (two, _, wrong) = rng.sample(told, 2)
    rows = [Row(premise, ended(f"{one.title} {right}"), ENTAILMENT, "crossed")]
    if wrong not in one.text:
        rows.append(Row(premise, ended(f"{one.title} {wrong}"), NOT_ENTAILMENT, "crossed"))
    if rng.random() < 0.4:
        true = f"{one.title} {right} and {two.title} {wrong}"
        false = f"{two.title} {right} and {one.title} {wrong}"
        rows.append(Row(premise, ended(true), ENTAILMENT, "crossed"))
        rows.append(Row(premise, ended(false), NOT_ENTAILMENT, "crossed"))
    return rows


def _near(paragraph: Paragraph, index: int, without: int, words: int, rng: random.Random) -> list[str]:
    """A window about one sentence that does not hold the other."""
    low, high = (0, without) if index < without else (without + 1, len(paragraph.sentences))
    return around(paragraph.sentences[low:high], index - low, words, rng)


def over_an_entity(material: Material, rng: random.Random) -> list[Row]:
    """Passage A names someone, passage B says more of them: ``… was directed by Y, who was born in Z``."""
    hop = _hop(material.corpus, rng)
    if not hop:
        return []
    first, index, second, at, said = hop
    sentence = first.sentences[index]
    end = sentence.find(second.title) + len(second.title)
    person = second.pronoun in ("He", "She") and not re.search(
        r"\b(?:group|supergroup|band|team)\b", second.sentences[0]
    )
    pronoun = "who" if person else "which"
    claim = f"{sentence[:end]}, {pronoun} {said}{sentence[end:].rstrip('.')}."
    if sentence[end : end + 1] not in (",", ".", ""):
        claim = f"{sentence[:end]}, {pronoun} {said},{sentence[end:].rstrip('.')}."
    if rng.random() < 0.4 or len(claim.split()) > 45:
        claim = f"{sentence[:end].rstrip('.')}, {pronoun} {said}."
    words = rng.choice(WORDS[:3])
    one = headed(" ".join(around(first.sentences, index, words, rng)), first.title, rng, 0.5)
    two = f"title: {second.title}\n" + " ".join(around(second.sentences, at, words, rng))
    premise = joined(one, two, rng)
    rows = [Row(premise, claim, ENTAILMENT, "joint_entity")]
    draw = rng.random()
    if draw < 0.5:
        missed = near_miss(said, second, material.corpus, rng)
        if missed and missed[0].rstrip(".") != said:
            changed = missed[0].rstrip(".")
            rows.append(
                Row(premise, claim.replace(said, changed[0].lower() + changed[1:]), missed[1], "joint_entity")
            )
    elif draw < 0.75:
        missed = near_miss(claim, first, material.corpus, rng)
        if missed:
            label = NOT_ENTAILMENT if missed[1] != CONTRADICTION else CONTRADICTION
            rows.append(Row(premise, missed[0], label, "joint_entity"))
    else:
        rest = " ".join(planted("", material.corpus, rng, words)).strip()
        rows.append(Row(joined(one, rest, rng), claim, NEUTRAL, "joint_entity"))
    return rows


def _hop(corpus: Corpus, rng: random.Random) -> tuple[Paragraph, int, Paragraph, int, str] | None:
    """A sentence that names another paragraph's subject, and what that paragraph says of it."""
    for _ in range(60):
        first = rng.choice(corpus.paragraphs)
        names = [n for n in first.names if n in corpus.by_title and n != first.title and len(n) > 4]
        if not names:
            continue
        second = corpus.by_title[rng.choice(names)]
        index = next((i for i, s in enumerate(first.sentences) if f" {second.title}" in s), None)
        said = statements(second, rng)
        if index is None or not said or len(first.sentences[index].split()) > 35:
            continue
        at, text = rng.choice(said)
        if text not in first.text:
            return first, index, second, at, text
    return None
