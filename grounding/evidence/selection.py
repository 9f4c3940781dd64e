"""Where the evidence for a claim stands: the windows worth reading, joins of several, and the exact sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from grounding.compare.amounts import compare_quantities
from grounding.evidence.windows import Window, WindowIndex
from grounding.text.languages import language_of
from grounding.text.words import stems
from grounding.types import Evidence, Span

WINDOWS_PER_CLAIM = 5
WINDOWS_PER_FACT = 2
# Read at least so many windows, even if they share no word with the claim: it may be a paraphrase.
WINDOWS_AT_LEAST = 3
# Claim and window in two languages share no words to rank by: so many are read, whatever they share.
WINDOWS_ACROSS_LANGUAGES = 16
JOINED_SENTENCES = 4
JOINED_CHARACTERS = 900


@dataclass(frozen=True)
class Join:
    """Sentences of several windows read together: ``facts`` are those that contribute, in order of use."""

    premise: str
    languages: frozenset[str]
    facts: tuple[int, ...]
    evidence: tuple[Evidence, ...]


def shortlist(claim: str, index: WindowIndex, allowed: frozenset[int] | None = None) -> list[Window]:
    """The windows that the model reads for ``claim``, best first, not all of the same fact."""
    chosen: list[Window] = []
    per_fact: dict[int, int] = {}
    own = language_of(claim)
    for number, share in index.rank(claim, allowed):
        window = index.windows[number]
        across = window.language != own
        if len(chosen) >= (WINDOWS_ACROSS_LANGUAGES if across else WINDOWS_PER_CLAIM):
            break
        if share == 0 and not across and len(chosen) >= WINDOWS_AT_LEAST:
            break
        if per_fact.get(window.fact, 0) < WINDOWS_PER_FACT:
            per_fact[window.fact] = per_fact.get(window.fact, 0) + 1
            chosen.append(window)
    return chosen


def join(claim: str, windows: Sequence[Window], index: WindowIndex) -> Join | None:
    """The fewest sentences of ``windows`` that together hold most of the claim, or None where one holds as much.

    Greedy set cover over the claim's stems, weighed by rarity. A sentence is only
    added where it shares a word with one that is in already, or stands in the same fact: statements about
    different things do not add up.
    """
    missing = set(stems(claim))
    texts = {(w.fact, span): text for w in windows for span, text in zip(w.sentences, w.texts, strict=True)}
    pool = [(window, span) for window in windows for span in window.sentences]
    held = {key: frozenset(stems(text)) for key, text in texts.items()}
    chosen: list[tuple[Window, Span]] = []

    def linked(fact: int, span: Span) -> bool:
        own = held[fact, span]
        return not chosen or any(fact == w.fact or own & held[w.fact, s] for w, s in chosen)

    while missing and len(chosen) < JOINED_SENTENCES:
        room = JOINED_CHARACTERS - sum(span.end - span.start for _, span in chosen)
        gains = [
            (sum(index.weight(stem) for stem in missing & held[w.fact, s]), w, s)
            for w, s in pool
            if s.end - s.start <= room and linked(w.fact, s)
        ]
        gain, window, span = max(gains, key=lambda item: item[0], default=(0.0, None, None))
        if window is None or span is None or gain <= 0:
            break
        missing -= held[window.fact, span]
        chosen.append((window, span))
    if len({(w.fact, w.span) for w, _ in chosen}) < 2:
        return None
    facts = tuple(dict.fromkeys(window.fact for window, _ in chosen))
    parts = []
    for fact in facts:
        spans = sorted({s for w, s in chosen if w.fact == fact}, key=lambda s: s.start)
        header = next(w.header for w, _ in chosen if w.fact == fact)
        parts.append(header + " ".join(texts[fact, s] for s in spans))
    languages = frozenset(window.language for window, _ in chosen)
    return Join("\n".join(parts), languages, facts, tuple(Evidence(w.fact, s) for w, s in chosen))


def evidence_in(claim: str, window: Window) -> tuple[Evidence, ...]:
    """The sentence of ``window`` that holds most of ``claim``; of equals the one that states or opposes its figures.

    And a second one, where it adds two words and a quarter of the claim.
    """
    wanted = set(stems(claim))
    texts = dict(zip(window.sentences, window.texts, strict=True))
    held = {span: wanted & set(stems(text)) for span, text in texts.items()}
    figures = {span: sum(compare_quantities(claim, [text], text)[:2]) for span, text in texts.items()}
    first = max(window.sentences, key=lambda span: (len(held[span]), figures[span], -span.start))
    rest = [span for span in window.sentences if span != first]
    second = max(rest, key=lambda span: len(held[span] - held[first]), default=None)
    chosen = [first]
    if second is not None and len(held[second] - held[first]) >= max(2, len(wanted) / 4):
        chosen.append(second)
    return tuple(Evidence(window.fact, span) for span in sorted(chosen, key=lambda span: span.start))
