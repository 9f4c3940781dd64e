"""Paragraphs to write about: their sentences, their subject, and the names found in them."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sentencex import segment

from grounding.training.generator.words import DAYS, DEMONYMS, MEN, MONTHS, NOT_NAMES

_NAME = re.compile(
    r"\b[A-Z][\w'’-]*[a-z][\w'’-]*(?:\s(?:(?:of|de|van|von|del|la|al|bin|the)\s)?[A-Z][\w'’-]*[a-z.]?[\w'’-]*)*"
)
_TITLE = re.compile(
    r"^(?:The\s)?((?:[A-Z0-9][\w'’.:&-]*)(?:\s(?:of|the|de|van|von|and|in|for|a|[A-Z0-9][\w'’.:&-]*))*)"
    r"(?=\s*(?:\(|,\s(?:a|an|the|also|born)\b|\s(?:is|was|are|were)\b))"
)
_KIND = re.compile(
    r"\b(?:is|was)\s(?:an?|the)\s(?:[\w'’-]+\s){0,5}?(film|series|album|song|band|novel|book|city|town|village|"
    r"company|river|school|university|game|show|play|airport|bridge|museum|club|team|magazine|language)\b"
)
_PLACE_BEFORE = re.compile(r"\b(?:in|at|from|near|to|into|across)\s$")
_PERSON_BEFORE = re.compile(
    r"\b(?:by|with|Mr|Mrs|Dr|actor|actress|director|author|married|and|starring)\.?\s$"
)
_UNTITLED = ("contractnli", "citation", "evidence", "folio", "impli", "mnli", "equate")
PRONOUNS = ("He", "She", "It", "They")


@dataclass(frozen=True)
class Paragraph:
    """Prose of 2 or more sentences. ``title`` is what it is about, or empty where that is not clear."""

    sentences: tuple[str, ...]
    source: str
    title: str = ""

    @cached_property
    def text(self) -> str:
        return " ".join(self.sentences)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Distinct proper names, in order, without the words that merely open a sentence."""
        return tuple(dict.fromkeys(name for name, _ in find_names(self.text)))

    @cached_property
    def pronoun(self) -> str:
        """He, She, It or They: what the text calls its subject; It where it says nothing."""
        counts = {p: len(re.findall(rf"\b{p}\b", self.text)) for p in PRONOUNS}
        best = max(counts, key=lambda p: counts[p])
        return best if counts[best] else ""

    @cached_property
    def kind(self) -> str:
        """``film``, ``band``, ``city``…, as the first sentence calls the subject; empty if it does not."""
        match = _KIND.search(self.sentences[0])
        return match[1] if match and self.title else ""


def find_names(text: str) -> Iterable[tuple[str, int]]:
    """Each proper name with its start. A sentence's first word counts only as part of a longer name."""
    for match in _NAME.finditer(text):
        name, start = match[0].rstrip(".'’-"), match.start()
        words = name.split()
        while words and words[0] in NOT_NAMES:
            start += len(words[0]) + 1
            words = words[1:]
        if not words:
            continue
        name = " ".join(words)
        before = text[:start].rstrip()
        opens = not before or before[-1] in '.!?:"\n'
        if opens and len(words) == 1 and text.count(name) < 2:
            continue
        if name in MONTHS or name in DAYS or name in DEMONYMS:
            continue
        yield name, start


def name_class(text: str, name: str, start: int) -> str:
    """place, person or other, guessed by the word before the name, so that a swap stays plausible."""
    before = text[max(0, start - 12) : start]
    if _PLACE_BEFORE.search(before):
        return "place"
    if _PERSON_BEFORE.search(before) or (start == 0 and len(name.split()) > 1):
        return "person"
    return "other"


@dataclass
class Corpus:
    """All paragraphs of a share of the text, with pools to borrow from: sentences, and names by class."""

    paragraphs: Sequence[Paragraph]
    names: Mapping[str, list[str]] = field(default_factory=dict)

    @classmethod
    def build(cls, texts: Mapping[str, Sequence[str]]) -> "Corpus":
        """From prose by source; texts of one sentence or fewer than 20 words are left out."""
        paragraphs = []
        for source, premises in sorted(texts.items()):
            for premise in premises:
                paragraph = read_paragraph(premise, source)
                if paragraph:
                    paragraphs.append(paragraph)
        names: dict[str, list[str]] = defaultdict(list)
        for paragraph in paragraphs:
            for name, start in find_names(paragraph.text):
                names[name_class(paragraph.text, name, start)].append(name)
        return cls(paragraphs, dict(names))

    @cached_property
    def titled(self) -> list[Paragraph]:
        return [p for p in self.paragraphs if p.title]

    @cached_property
    def by_title(self) -> dict[str, Paragraph]:
        return {p.title: p for p in self.titled}

    def outside_name(self, kind: str, paragraph: Paragraph, rng: random.Random) -> str:
        """A name of that class that the paragraph does not hold."""
        pool = self.names.get(kind) or self.names.get("other") or MEN
        for name in (*rng.choices(pool, k=30), *MEN):
            if name not in paragraph.text:
                return name
        raise ValueError("a paragraph that holds every first name cannot be written about")

    def other_sentence(self, paragraph: Paragraph, rng: random.Random) -> str:
        """A sentence of another paragraph."""
        other = rng.choice(self.paragraphs)
        while other is paragraph and len(self.paragraphs) > 1:
            other = rng.choice(self.paragraphs)
        return rng.choice(other.sentences)


def read_paragraph(text: str, source: str) -> Paragraph | None:
    """A paragraph with its title, or None for what is too short or too broken to write about."""
    words = text.split()
    if len(words) < 20:
        return None
    text = " ".join(words[:420]).replace(" -- ", " – ").replace("-LRB-", "(").replace("-RRB-", ")")
    sentences = [s.strip() for s in segment("en", text)]
    title = ""
    # FEVER writes "Title. It is …": the title is a sentence of its own.
    if source.startswith("fever") and len(sentences) > 1 and sentences[0].endswith("."):
        head = sentences[0].rstrip(".")
        if len(head.split()) <= 5 and head[:1].isupper() and sentences[1].split()[0] in (*PRONOUNS, "The"):
            title, sentences = re.sub(r"\s?\([^)]*\)", "", head), sentences[1:]
    sentences = [s for s in sentences if len(s.split()) >= 4 and len(s.split()) <= 60]
    if len(sentences) < 2:
        return None
    # A contract or an abstract is about no one thing.
    if (
        not title
        and not source.startswith(_UNTITLED)
        and (match := _TITLE.match(sentences[0]))
        and match[1].split()[0] not in NOT_NAMES
    ):
        title = match[1].strip(" ,")
        title = title if len(title.split()) <= 6 and len(title) > 2 else ""
    return Paragraph(tuple(sentences), source, title)
