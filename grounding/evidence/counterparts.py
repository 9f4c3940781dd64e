"""What a passage says in place of the words that a claim fails by: a figure for a figure, a name for a name.

>>> claim, passage = "The museum has 28 rooms.", "Since May the museum has 25 rooms."
>>> [(c.claimed.of(claim), c.stated.of(passage)) for c in counterparts(claim, [(Span(15, 17), "number")], passage)]
[('28', '25')]
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grounding.text.normalise import MONTHS
from grounding.text.number_words import is_figure, with_digits
from grounding.text.records import record_fields
from grounding.text.words import WORD, names, stems
from grounding.types import Span

_YEAR = re.compile(r"1\d\d\d|20\d\d")
_MONTH = rf"(?:{'|'.join(MONTHS)})"
_DATE = re.compile(
    rf"\d{{1,2}}(?:st|nd|rd|th)? {_MONTH}\b(?:,? \d{{4}})?|\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?"
)
# What may stand between the words of one name.
_LINK = re.compile(r"[ \u00a0-]|\. ")
_BESIDE = 40  # characters on each side that tell what a figure or name is about


@dataclass(frozen=True, slots=True)
class WordPair:
    """Words of a claim (``claimed``, characters of it) and those of a passage in their place (``stated``)."""

    claimed: Span
    stated: Span


def counterparts(claim: str, failed: Sequence[tuple[Span, str]], passage: str) -> tuple[WordPair, ...]:
    """For each failed span of ``claim`` (with its kind: ``number``, ``name``, …) the words of the same kind in
    ``passage`` that stand in its place, where it is plain which these are.
    """
    pairs: list[WordPair] = []
    for span, kind in failed:
        if kind not in ("number", "name"):
            cell = _cell_in_place(claim, passage)
            pairs += [WordPair(span, cell)] if cell else []
            continue
        phrases = _phrases(claim, kind)
        claimed = next((p for p in phrases if p.start < span.end and span.start < p.end), None)
        if claimed is None or any(pair.claimed == claimed for pair in pairs):
            continue
        said = {_bare(phrase.of(claim)) for phrase in phrases}
        taken = {pair.stated for pair in pairs}
        rivals = [
            phrase
            for phrase in _phrases(passage, kind)
            if phrase not in taken
            and _bare(phrase.of(passage)) not in said
            and _alike(claimed.of(claim), phrase.of(passage))
        ]
        if stated := _nearest(claim, claimed, passage, rivals):
            pairs.append(WordPair(claimed, stated))
    return tuple(pairs)


def _cell_in_place(claim: str, row: str) -> Span | None:
    """The one cell of a table row whose column ``claim`` names and whose words it does not say."""
    said = set(stems(claim))
    cells = [
        value
        for name, value in record_fields(row)
        if said & set(stems(name)) and not said & set(stems(value))
    ]
    if len(cells) != 1 or not cells[0]:
        return None
    start = row.index(cells[0])
    return Span(start, start + len(cells[0]))


def _phrases(text: str, kind: str) -> list[Span]:
    """The figures or the names of ``text``; words of one name that follow each other are one."""
    spans: list[Span] = []
    proper = set(names(text))
    if kind == "number":
        dates = [Span(*match.span()) for match in _DATE.finditer(text)]
        figures = [Span(*match.span()) for match in WORD.finditer(text) if is_figure(match[0])]
        return dates + [f for f in figures if not any(d.start <= f.start < d.end for d in dates)]
    for match in WORD.finditer(text):
        if match[0].casefold() in proper:
            goes_on = spans and _LINK.fullmatch(text, spans[-1].end, match.start())
            spans.append(Span(spans.pop().start if goes_on else match.start(), match.end()))
    return spans


def _bare(phrase: str) -> str:
    return with_digits(phrase).casefold()


def _alike(claimed: str, stated: str) -> bool:
    """A year stands in the place of a year only, a date in that of a date."""
    return all(bool(form.fullmatch(claimed)) == bool(form.fullmatch(stated)) for form in (_YEAR, _DATE))


def _nearest(claim: str, claimed: Span, passage: str, rivals: Sequence[Span]) -> Span | None:
    """The one of ``rivals`` that most of the same words stand beside; None where two are as near."""
    ranked = sorted(
        ((_shared(claim, claimed, passage, rival), rival) for rival in rivals), key=lambda pair: -pair[0]
    )
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]


def _shared(claim: str, claimed: Span, passage: str, stated: Span) -> float:
    """How many stems beside the one stand beside the other, too; those that touch it count twice."""
    return sum(
        len(set(stems(own)) & set(stems(other)))
        for own, other in zip(_beside(claim, claimed), _beside(passage, stated), strict=True)
    )


def _beside(text: str, span: Span) -> Iterator[str]:
    """The words around, the words just before, the words just after."""
    before, after = text[max(0, span.start - _BESIDE) : span.start], text[span.end : span.end + _BESIDE]
    yield f"{before} {after}"
    yield " ".join(before.split()[-2:])
    yield " ".join(after.split()[:2])
