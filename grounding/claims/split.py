"""From an answer to its claims: Markdown structure first, then sentences, then each made to stand alone.

>>> [c.resolved for c in split_claims("Here you are! Titanic sank. It was a ship.") if c.check_required]
['Titanic sank.', 'Titanic was a ship.']
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from grounding.claims.check_required import needs_check
from grounding.claims.markdown import Block, Kind, blocks, plain
from grounding.claims.pronouns import Statement, stand_alone
from grounding.text.citation_marks import without_markers
from grounding.text.records import record_fields
from grounding.text.sentences import guess_language, running_spans, trimmed
from grounding.types import Claim, Span

# Writers and word processors have line ends that Markdown does not know.
_LINE = re.compile(r"[^\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_HARD_BREAK = re.compile(r"(?:(?<! ) {2,}+|\\)$")
_ENDED = re.compile(r"[.!?:;…。！？：；।॥؟۔][^\w\s.!?:;…。！？：；।॥؟۔]*+\s*+$")
# A line that stops in one of these goes on in the next.
_UNFINISHED = re.compile(
    r"(?:[,(–—-]|\b(?:the|a|an|of|in|on|at|to|for|by|with|from|and|or|but|as|is|are|was|were|that|which|der|die|das|"
    r"und|oder|von|zu|mit|de|la|le|el|los|y|et|di|e|que|en))\s*$",
    re.IGNORECASE,
)
# Characters; a "sentence" beyond this (a list without stops, a pasted log) is several claims.
LONGEST_CLAIM = 600
_WRAP_WIDTH = 50  # characters; shorter lines without a stop are lines of their own (names, addresses, verse)
_BOLD_LINE = re.compile(r"(\*\*|__)(?:(?!\1).)*[^.!?。]\1:?")
_QUOTE_MARKS = re.compile(r"[\r\n]+[ \t]*(?:>[ \t]?)*")


def split_claims(answer: str) -> tuple[Claim, ...]:
    """The claims of ``answer`` in order: sentences, list items, table rows, headings and code blocks.

    ``answer[c.span.start:c.span.end] == c.text`` for each, spans do not overlap, and every character but
    white space and Markdown marks is in one of them.
    """
    structure = blocks(answer)
    leads = {block.lead for block in structure if block.lead}
    language = guess_language(answer)
    pieces = [(block, lines) for block in structure for lines in _paragraphs(answer, block)]
    claims: list[Claim] = []
    stated: list[Statement] = []  # what the claims so far assert
    introductions: dict[Block, str] = {}  # "The film stars:", by the block that ends so
    for number, (block, lines) in enumerate(pieces):
        heading = _is_heading(answer, block, lines, followed=number + 1 < len(pieces))
        for span in _spans(answer, block, lines, language):
            words = _words(span.of(answer), block)
            introduction = introductions.get(block.lead, "") if block.lead else ""
            introduces = block in leads and words.endswith((":", "："))
            if introduces:
                introductions[block] = introduction + words + " "
            states_nothing = heading or introduces or block.kind in (Kind.CODE, Kind.TABLE_HEAD)
            checked = not states_nothing and needs_check(words)
            if checked:
                row = block.kind is Kind.TABLE_ROW
                stated.append(Statement(words) if row else stand_alone(words, stated))
                words = introduction + stated[-1].text
            claims.append(Claim(span, span.of(answer), words, checked))
    return tuple(claims)


def _paragraphs(answer: str, block: Block) -> Iterator[list[Span]]:
    """The lines of a block, in groups that run on: a line end divides unless the sentence plainly goes on."""
    if block.kind not in (Kind.TEXT, Kind.ITEM):
        yield list(block.lines)
        return
    group: list[Span] = []
    for line in _all_lines(answer, block.lines):
        if group and not _runs_on(answer, group[-1], line):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _all_lines(answer: str, lines: Sequence[Span]) -> Iterator[Span]:
    for line in lines:
        for part in _LINE.finditer(answer, line.start, line.end):
            span = trimmed(answer, *part.span())
            if span.start < span.end:
                yield span


def _runs_on(answer: str, line: Span, following: Span) -> bool:
    above, below = line.of(answer), following.of(answer)
    if record_fields(above) or record_fields(below):
        return False
    if _HARD_BREAK.search(answer[line.end : line.end + 2]) or _ENDED.search(above):
        return False
    first = below.lstrip("\"'“‘(*_`")[:1]
    return first.islower() or bool(_UNFINISHED.search(above)) or len(above) >= _WRAP_WIDTH


def _is_heading(answer: str, block: Block, lines: Sequence[Span], *, followed: bool) -> bool:
    """A Markdown heading, or a bold line above something else; a full sentence is a claim all the same."""
    text = lines[0].of(answer).strip()
    if block.kind is Kind.HEADING:
        return not text.rstrip("*_").endswith((".", "。"))
    return block.kind is Kind.TEXT and followed and len(lines) == 1 and _BOLD_LINE.fullmatch(text) is not None


def _spans(answer: str, block: Block, lines: Sequence[Span], language: str) -> Iterator[Span]:
    """The spans of the claims in lines that run on."""
    start, end = lines[0].start, lines[-1].end
    if block.kind not in (Kind.TEXT, Kind.ITEM) or record_fields(answer[start:end]):
        yield trimmed(answer, start, end)
        return
    running = list(answer[start:end])
    for line, following in pairwise(lines):
        # Line ends, and the quote marks and indentation after them.
        running[line.end - start : following.start - start] = " " * (following.start - line.end)
    own = guess_language("".join(running))
    for span in running_spans("".join(running), language if own == "en" else own):
        yield from _readable(answer, Span(start + span.start, start + span.end))


def _readable(answer: str, span: Span) -> Iterator[Span]:
    """``span``, cut at a semicolon, comma or space where the model could not read it in one go."""
    while span.end - span.start > LONGEST_CLAIM:
        middle, limit = span.start + LONGEST_CLAIM // 2, span.start + LONGEST_CLAIM
        cut = next(
            (at for mark in ("; ", ", ", " ") if (at := answer.rfind(mark, middle, limit)) > 0), limit - 1
        )
        yield trimmed(answer, span.start, cut + 1)
        span = trimmed(answer, cut + 1, span.end)
    yield span


def _words(text: str, block: Block) -> str:
    """The claim as plain text: no Markdown, no citation markers; a table row with its headers."""
    if block.kind in (Kind.CODE, Kind.TABLE_HEAD):
        return text
    if block.kind is Kind.TABLE_ROW:
        columns = zip(block.headers, block.cells, strict=False)
        cells = [(plain(without_markers(header)), plain(without_markers(cell))) for header, cell in columns]
        return "; ".join(f"{header}: {cell}" if header else cell for header, cell in cells if cell)
    return plain(without_markers(_QUOTE_MARKS.sub(" ", text)))
