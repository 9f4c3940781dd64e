"""Superscripts and subscripts of a page, by the size and the baseline of its characters, and their marks in its text.

Readers that follow the drawing run them into the figure before: 10⁶ becomes 106, and 1,204 with a note 1,2043.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from ingest.layout.raised_text import lowered, raised

# A small character has at most this share of the height of its neighbours, and no less than that.
SMALL, TINY = 0.88, 0.35
# Shares of that height by which a word is raised or lowered; characters of their neighbours' size are raised more.
RAISED, RAISED_WHOLE, LOWERED, MOST = 0.12, 0.25, -0.04, 0.9
# Its neighbours stand at most so far apart; what stands nearer touches.
NEAR, TOUCHING = 0.5, 0.15

# Characters of a superscript, of one in the size of the line, and those around it that tell its place in a text.
LONGEST, LONGEST_WHOLE, AROUND = 12, 3, 8

MOST_RUNS = 2000  # on a page

_SIGNS = frozenset("*†‡§¶#+−–-=")
_BAR = "|"  # between cells, which only a reading has


class Character(NamedTuple):
    """A character of a page and its loose box in points, y upwards."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        return self.top - self.bottom


@dataclass(frozen=True, slots=True)
class Run:
    """A superscript, or a subscript where ``up`` is false, and the visible characters around it on its line.

    ``lead`` and ``joint`` are what stands before and behind it: nothing, a blank, or the end of a line.
    """

    text: str
    up: bool
    before: str
    after: str
    lead: str
    joint: str


def runs_of(characters: Sequence[Character], baseline: Callable[[int], float]) -> list[Run]:
    """The superscripts and subscripts among characters in the order in which they are drawn; ``baseline`` of the
    n-th of them is asked for where it matters.
    """
    visible = [n for n, one in enumerate(characters) if not one.text.isspace() and one.height > 0]

    def look(n: int) -> tuple[float, float]:
        return round(characters[n].height, 1), round(characters[n].bottom, 1)

    spans = [list(span) for _, span in groupby(visible, key=look)]
    found: list[Run] = []
    for place, span in enumerate(spans):
        if len(span) > LONGEST or len(found) == MOST_RUNS:
            continue
        text = "".join(one.text for one in characters[span[0] : span[-1] + 1]).strip()
        if not _is_figure(text):
            continue
        above = _rise(characters, baseline, span, spans[place - 1][-1], span[0]) if place else 0.0
        rise = above
        if not above and place + 1 < len(spans):
            rise = _rise(characters, baseline, span, spans[place + 1][0], span[-1])
        if rise > 0 or (rise and above and any(c.isdigit() for c in text)):
            found.append(_run(characters, span, text, up=rise > 0, begins=not above))
    return found


def _is_figure(text: str) -> bool:
    """Whether a text could be taken for a part of the figure or word beside it: letters alone (TM, st) could not."""
    letters = sum(c.isalpha() for c in text)
    return letters <= 2 and (any(c.isdigit() or c in _SIGNS for c in text) or (letters == 1 == len(text)))


def _rise(
    characters: Sequence[Character],
    baseline: Callable[[int], float],
    span: Sequence[int],
    base: int,
    near: int,
) -> float:
    """How far a span stands above its neighbour, the character ``base`` beside its own one ``near``, as a share of
    the height there; 0 where it is no small word.
    """
    line, small = characters[base], characters[near]
    gap = small.left - line.right if base < near else line.left - small.right
    size = small.height / line.height
    whole = SMALL < size < 1.05 and len(span) <= LONGEST_WHOLE and small.bottom > line.bottom
    if not -NEAR < gap / line.height < NEAR or not (TINY < size <= SMALL or whole):
        return 0.0
    rise = (baseline(near) - baseline(base)) / line.height
    if (RAISED_WHOLE if whole else RAISED) < rise < MOST or (not whole and -MOST < rise < LOWERED):
        return rise
    return 0.0


def _run(characters: Sequence[Character], span: Sequence[int], text: str, *, up: bool, begins: bool) -> Run:
    first, last = characters[span[0]], characters[span[-1]]
    before = _beside(characters, range(span[0] - 1, max(-1, span[0] - 3 * AROUND), -1), first)
    after = _beside(characters, range(span[-1] + 1, min(len(characters), span[-1] + 3 * AROUND)), last)
    lead = "\n" if begins or not before else _blank(first.left - before[0].right, first)
    joint = _blank(after[0].left - last.right, last) if after else "\n"
    return Run(
        text, up, "".join(one.text for one in before[::-1]), "".join(one.text for one in after), lead, joint
    )


def _beside(characters: Sequence[Character], places: range, start: Character) -> list[Character]:
    """The visible characters on the line of a superscript, from it on; the reader's line ends may be its own."""
    found: list[Character] = []
    line = start
    for place in places:
        one = characters[place]
        if one.text.isspace():
            continue
        aside = min(one.top, line.top) - max(one.bottom, line.bottom) < 0.2 * one.height
        gap = max(one.left - line.right, line.left - one.right)
        if len(found) == AROUND or aside or abs(gap) > one.height:
            break
        found.append(one)
        line = one
    return found


def _blank(gap: float, beside: Character) -> str:
    return "" if gap < TOUCHING * beside.height else " "


def with_marks(text: str, runs: Sequence[Run]) -> str:
    """A reading of the page with marks around its superscripts and subscripts, for
    :func:`ingest.layout.raised_text.resolved`; those that do not stand there are left out.
    """
    if not runs:
        return text
    places = [n for n, c in enumerate(text) if not c.isspace() and c != _BAR]
    visible = "".join(text[n] for n in places)
    parts: list[str] = []
    written = 0
    for at, end, run in _found(visible, runs):
        # The lines and blanks around a superscript are the page's, not the reader's.
        first, last = places[at], places[end - 1] + 1
        before = text[written:first]
        parts += [before if run.lead else before.rstrip(), _marked(run)]
        written = last
        if end < len(places) and run.joint != "\n" and not text[last : places[end]].strip():
            parts.append(_joint(run))
            written = places[end]
    return "".join([*parts, text[written:]])


def _found(visible: str, runs: Sequence[Run]) -> list[tuple[int, int, Run]]:
    """The half-open places of the runs in order; a reading may take columns and lines in another order."""
    found: dict[int, tuple[int, int, Run]] = {}
    cursor = 0
    for run in runs:
        squeezed = "".join(run.text.split())
        at = _find(visible, squeezed, run, cursor)
        if at < 0 or at in found:
            at = _find(visible, squeezed, run, 0)
        if at >= 0 and at not in found:
            cursor = at + len(squeezed)
            found[at] = at, cursor, run
    ordered = sorted(found.values(), key=lambda one: one[:2])
    return [one for n, one in enumerate(ordered) if not n or one[0] >= ordered[n - 1][1]]


def _marked(run: Run) -> str:
    if run.lead == "\n":
        return run.text  # the number of a note before the note
    return raised(run.text) if run.up else lowered(run.text)


def _joint(run: Run) -> str:
    if run.lead == "\n":
        return " "
    return "" if run.after[:1] in ("/", "\u2044") and run.after[1:2].isdigit() else run.joint


def _find(visible: str, squeezed: str, run: Run, cursor: int) -> int:
    """Where a run stands, known by what is around it; -1 where it does not."""
    for around in (AROUND, 3, 1):
        before, after = run.before[-around:], run.after[:around]
        at = visible.find(before + squeezed + after, max(0, cursor - len(before)))
        if at >= 0 and (before or after):
            return at + len(before)
    return -1
