"""Facts cut into windows of whole sentences that the entailment model can read in one go, and ranked per claim."""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from grounding.evidence.relative_dates import DATE, with_years
from grounding.evidence.table_rows import rows_with_headers
from grounding.text.languages import ENGLISH, language_of
from grounding.text.records import record_fields
from grounding.text.sentences import sentence_spans
from grounding.text.words import stems
from grounding.types import Fact, Span

# Long enough for support that spans sentences, short enough to stay near what the model was trained on.
WINDOW_WORDS = 130
# A "sentence" without full stops (a table, a listing) is cut at white space into pieces of this many characters.
LONGEST_SENTENCE = 500
# Code and numbers have long "words" of many tokens; so many characters weigh as one word at least.
CHARACTERS_PER_WORD = 6
LONGEST_HEADER = 400
# A shorter line above the rows of a table is its title.
LONGEST_TITLE = 150
# As much of a fact as tells its language.
LANGUAGE_SAMPLE = 1_000


@dataclass(frozen=True)
class Window:
    """Consecutive sentences of one fact; ``span`` counts characters of its text.

    Models read ``premise``: ``header`` (the fact's attributes as lines), then what the ``sentences`` say (``texts``,
    of the same length): themselves, and rows of tables with their headers. ``language`` is that of the fact, a code of
    :func:`grounding.text.languages.language_of`.
    """

    fact: int
    language: str
    span: Span
    header: str
    premise: str
    sentences: tuple[Span, ...]
    texts: tuple[str, ...]
    stems: frozenset[str]


def windows_of(index: int, fact: Fact, reads: Callable[[str], bool]) -> list[Window]:
    """All windows of ``fact``; they tile its sentences, and each repeats the last sentence of the one before.

    Of a fact that is mostly in a language that nobody ``reads`` (a code), only the other sentences are taken.
    """
    header = attribute_lines(fact.attributes)
    groups = [
        (language, group)
        for language, run in _readable(fact.text, reads)
        for group in _grouped(run, fact.text)
    ]
    rows = rows_with_headers(fact.text) if "|" in fact.text else {}
    windows = []
    title = ""
    for language, sentences in groups:
        span = Span(sentences[0].start, sentences[-1].end)
        written = fact.attributes.get(DATE, "")
        texts = tuple(
            with_years(rows.get(sentence, sentence.of(fact.text)), written) for sentence in sentences
        )
        ends = [sentence.end for sentence in sentences[:-1]]
        starts = [sentence.start for sentence in sentences[1:]]
        gaps = [fact.text[end:start] for end, start in zip(ends, starts, strict=True)]
        row = len(sentences) == 1 and bool(record_fields(texts[0]))
        if not row:
            above = sentences[-1].of(fact.text)
            title = f"{above.strip('#* ')}\n" if len(above) <= LONGEST_TITLE else ""
        premise = (
            header
            + title * row
            + "".join(part for pair in zip(texts, [*gaps, ""], strict=True) for part in pair)
        )
        windows.append(
            Window(index, language, span, header, premise, tuple(sentences), texts, frozenset(stems(premise)))
        )
    return windows


def attribute_lines(attributes: Mapping[str, str]) -> str:
    """Attributes as ``name: value`` lines before the text, since they count as evidence; addresses are left out."""
    lines = ""
    for name, value in sorted(attributes.items()):
        line = f"{name}: {value}\n"
        if value and "://" not in value and len(lines) + len(line) <= LONGEST_HEADER:
            lines += line
    return lines


def _words(text: str) -> int:
    return max(len(text.split()), len(text) // CHARACTERS_PER_WORD)


def _grouped(run: Sequence[Span], text: str) -> list[list[Span]]:
    """Consecutive sentences in groups of at most :data:`WINDOW_WORDS`, overlapping by one where it fits. A row of a
    table is a group of its own: those around it are about something else.
    """
    groups: list[list[Span]] = []
    group: list[Span] = []
    size = 0
    for span in run:
        length = _words(span.of(text))
        if record_fields(span.of(text)):
            groups += [group] * bool(group) + [[span]]
            group, size = [], 0
            continue
        if group and size + length > WINDOW_WORDS:
            groups.append(group)
            overlap = _words(group[-1].of(text))
            group, size = ([group[-1]], overlap) if overlap + length <= WINDOW_WORDS else ([], 0)
        group.append(span)
        size += length
    return [*groups, group] if group else groups


def _readable(text: str, reads: Callable[[str], bool]) -> list[tuple[str, list[Span]]]:
    """Runs of consecutive sentences in a language that somebody ``reads``, each with the language.

    A fact in another language than English is taken as a whole where most of its text is told to be in that language
    sentence by sentence, too: headlines and menus of English pages look like anything.
    """
    pieces = pieces_of(text)
    whole = language_of(text[:LANGUAGE_SAMPLE])
    own = [language_of(piece.of(text)) for piece in pieces] if whole != ENGLISH else []
    share = sum(p.end - p.start for p, language in zip(pieces, own, strict=False) if language == whole)
    if reads(whole) and (whole == ENGLISH or 2 * share >= sum(p.end - p.start for p in pieces)):
        return [(whole, pieces)]
    runs = groupby(zip(own, pieces, strict=False), key=lambda pair: pair[0])
    return [(language, [piece for _, piece in run]) for language, run in runs if reads(language)]


def pieces_of(text: str) -> list[Span]:
    """Sentence spans of ``text``, with over-long ones cut at white space."""
    pieces = []
    for span in sentence_spans(text):
        start = span.start
        while span.end - start > LONGEST_SENTENCE:
            cut = text.rfind(" ", start + LONGEST_SENTENCE // 2, start + LONGEST_SENTENCE)
            end = cut if cut > start else start + LONGEST_SENTENCE
            pieces.append(Span(start, end))
            start = end + (cut > start)
        pieces.append(Span(start, span.end))
    return pieces


class WindowIndex:
    """Finds the windows that share most with a claim: summed inverse document frequency of the shared stems."""

    def __init__(self, windows: Sequence[Window]) -> None:
        self.windows = windows
        self._postings: dict[str, list[int]] = defaultdict(list)
        for number, window in enumerate(windows):
            for stem in window.stems:
                self._postings[stem].append(number)

    def weight(self, stem: str) -> float:
        """Inverse document frequency of a stem over the windows; a stem that no window holds weighs most."""
        count = len(self._postings.get(stem, ()))
        return math.log(1 + (len(self.windows) + 0.5) / (count + 0.5))

    def rank(self, claim: str, allowed: frozenset[int] | None = None) -> list[tuple[int, float]]:
        """Window numbers with the share in [0, 1] of the claim's weight they hold, best first.

        ``allowed`` restricts the facts that may be looked at.
        """
        wanted = dict.fromkeys(stems(claim))
        total = sum(self.weight(stem) for stem in wanted) or 1.0
        shares = dict.fromkeys(range(len(self.windows)), 0.0)
        for stem in wanted:
            weight = self.weight(stem) / total
            for number in self._postings.get(stem, ()):
                shares[number] += weight
        # Ties by text, so that the order of the facts changes nothing.
        ranked = sorted(shares.items(), key=lambda item: (-item[1], self.windows[item[0]].premise))
        return [(n, share) for n, share in ranked if allowed is None or self.windows[n].fact in allowed]
