"""Premises shaped as the checker shapes them: a run of sentences, attribute lines above, at times a join."""

import random
import re
from collections.abc import Sequence

from sentencex import segment

from grounding.training.generator.corpus import Corpus, Paragraph

WORDS = (18, 40, 60, 80, 100)
_AUTHORS = (
    "Wikipedia", "Reuters", "BBC News", "The Guardian", "Ministry of Health", "J. Smith", "World Bank",
    "NASA",
    "Encyclopaedia Britannica", "Legal department", "HR team", "Associated Press", "European Commission",
    "The New York Times", "WHO", "Product team", "A. Kumar", "National Weather Service", "Harvard University",
)  # fmt: skip


def around(sentences: Sequence[str], index: int, words: int, rng: random.Random) -> list[str]:
    """Consecutive sentences with ``index`` among them, at most about ``words`` words."""
    start, end = index, index + 1
    length = len(sentences[index].split())
    while True:
        sides = [side for side in (0, 1) if (start > 0 if side == 0 else end < len(sentences))]
        if not sides:
            break
        at = start - 1 if rng.choice(sides) == 0 else end
        # A side was drawn; past the budget the window is full.
        length += len(sentences[at].split())
        if length > words:
            break
        start, end = min(start, at), max(end, at + 1)
    return list(sentences[start:end])


def planted(text: str, corpus: Corpus, rng: random.Random, words: int) -> list[str]:
    """``text`` among sentences of another paragraph, at a random place."""
    other = rng.choice(corpus.paragraphs).sentences
    window = around(other, rng.randrange(len(other)), max(10, words - len(text.split())), rng)
    place = rng.randint(0, len(window))
    return [*window[:place], text, *window[place:]]


def headed(body: str, title: str, rng: random.Random, share: float = 0.35) -> str:
    """At times with attribute lines or a heading above, as facts carry them."""
    if rng.random() > share:
        return body
    lines = []
    if rng.random() < 0.4:
        lines.append(f"{rng.choice(('author', 'source', 'publisher'))}: {rng.choice(_AUTHORS)}")
    if title and rng.random() < 0.7:
        lines.append(rng.choice((f"title: {title}", f"title: {title}", title, f"# {title}")))
    return "\n".join([*lines, body])


def author(rng: random.Random) -> str:
    return rng.choice(_AUTHORS)


def joined(first: str, second: str, rng: random.Random) -> str:
    """Two windows as one premise, either first."""
    parts = [first, second]
    rng.shuffle(parts)
    return rng.choice(("\n", " ", "\n\n")).join(parts)


def without(paragraph: Paragraph, index: int, words: int, rng: random.Random) -> list[str]:
    """A window of the same paragraph with that sentence cut out."""
    rest = [s for i, s in enumerate(paragraph.sentences) if i != index]
    return around(rest, rng.randrange(len(rest)), words, rng)


_WORD = re.compile(r"[a-z0-9]+")


def relevant(premise: str, hypothesis: str, words: int) -> str:
    """A premise of more than ``words`` words cut as the checker would: its two best runs by shared words.

    Lines (tables, turns) are kept whole; the first line, often a title or a header, stays.
    """
    if len(premise.split()) <= words:
        return premise
    lines = premise.split("\n")
    tabular = len(lines) > 3
    head = lines[0] if tabular and len(lines[0].split()) <= 40 else ""
    units = lines[1:] if head else lines if tabular else list(segment("en", premise))
    wanted = set(_WORD.findall(hypothesis.lower()))
    runs: list[tuple[int, list[str]]] = []
    run: list[str] = []
    for unit in units:
        if run and sum(len(u.split()) for u in run) + len(unit.split()) > words // 2:
            runs.append((len(runs), run))
            run = []
        run = [*run, " ".join(unit.split()[: words // 2]) if not tabular else unit]
    runs.append((len(runs), run))

    def shared(numbered: tuple[int, list[str]]) -> int:
        return len(wanted & set(_WORD.findall(" ".join(numbered[1]).lower())))

    best = sorted(sorted(runs, key=shared, reverse=True)[:2])
    gap = "\n" if tabular else " "
    return "\n".join([*([head] if head else []), *(gap.join(u.strip() for u in run) for _, run in best)])
