"""Markdown structure of an answer: paragraphs, list items, headings, code and tables, each line with its
span.

The only importer of markdown-it-py. Parts of CommonMark that would swallow plain prose are switched off:
indented code, raw HTML blocks, underlined headings and link definitions are read as text.

>>> answer = "# Films\\n- Up\\n- Cars"
>>> [(block.kind.value, block.text(answer)) for block in blocks(answer)]
[('heading', 'Films'), ('item', 'Up'), ('item', 'Cars')]
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from grounding.types import Span

_MARKDOWN = MarkdownIt("commonmark").enable("table").disable(["code", "html_block", "lheading", "reference"])
_LINE_END = re.compile(r"\r\n?|\n")
# List marks that writers use and CommonMark does not know; "2." counts only below another item or a full
# stop.
_BULLET = re.compile(
    r"\s*(?:[•◦▪▫‣⁃●○■□◆➢➤►▶✓✔·・①-⑳]\s*|[–—]\s+|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})\)\s+|(?P<number>\d{1,3}\.)\s+)"
)
_SENTENCE_END = re.compile(r"[.!?:;。！？：][^\w.!?:;。！？：]*+$")
# A line of marks alone: rulers, empty list items, empty headings, quote marks.
_ONLY_MARKS = re.compile(r"[\s>]*+[-*+_=#|:\s]*+")
_EMPTY_ITEM = re.compile(r"[\s>]*+\d{1,2}[.)]\s*+")
_PREFIX = re.compile(r"[\s>]*+(?:(?:[-*+]|\d{1,9}[.)])\s++)*+[\s>]*+")
_NUMBER_MARK = re.compile(r"(\d{1,9}[.)])\s+$")
# CommonMark reads "1997. That year" as a list that starts at 1997; no writer means that.
_HIGHEST_ITEM = 999
_LONGEST_MARK = 20  # characters: a number, its stop, and the space behind


class Kind(StrEnum):
    """What a block is."""

    TEXT = "text"
    ITEM = "item"
    HEADING = "heading"
    CODE = "code"
    TABLE_HEAD = "table head"
    TABLE_ROW = "table row"


@dataclass(frozen=True)
class Block:
    """One block: the spans of its lines (characters of the answer) without indentation, list and quote marks.

    ``lead`` introduces an item: the paragraph above its list, or the item that it is nested in. ``headers``
    and ``cells`` are the Markdown of a table row and of the head above it.
    """

    kind: Kind
    lines: tuple[Span, ...]
    lead: "Block | None" = None
    headers: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()

    @property
    def start(self) -> int:
        """Where the block begins, in characters of the answer."""
        return self.lines[0].start

    def text(self, answer: str) -> str:
        """The lines of the block, joined by line feeds."""
        return "\n".join(line.of(answer) for line in self.lines)


def blocks(answer: str) -> list[Block]:
    """The blocks of ``answer`` in order: every character but white space and Markdown marks is in one."""
    return _Reader(answer).read()


def plain(markdown: str) -> str:
    """Inline Markdown as plain text: marks dropped, links as their words, entities and line ends resolved.

    >>> plain("**Smith &amp; Sons** made [a profit](https://x.y).")
    'Smith & Sons made a profit.'
    """
    tokens = _MARKDOWN.parseInline(markdown)[0].children or ()
    spaces = ("softbreak", "hardbreak", "html_inline")
    text = "".join(" " if token.type in spaces else token.content for token in tokens)
    # A sentence cut out of a longer bold passage keeps one half of a pair.
    text = re.sub(r"\*\*+|__+|~~|(?<!\w)[*`](?=\w)|(?<=[\w.!?])[*`](?!\w)", "", text)
    return re.sub(r"\s+", " ", text).strip()


class _Reader:
    """One walk through the parsed answer."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        ends = [(match.start(), match.end()) for match in _LINE_END.finditer(answer)]
        starts = [0, *(end for _, end in ends)]
        self.lines = [
            Span(*bounds) for bounds in zip(starts, [*(e for e, _ in ends), len(answer)], strict=True)
        ]
        self.unread = set(range(len(self.lines)))
        self.blocks: list[Block] = []
        self.next_number = 1  # that would go on with the last numbered list

    def read(self) -> list[Block]:
        self._walk(SyntaxTreeNode(_MARKDOWN.parse(self.answer)), lead=None, kind=Kind.TEXT)
        # What the parser leaves out (nested beyond its limit, for example) is text all the same.
        for line in (self.lines[number] for number in sorted(self.unread)):
            text = line.of(self.answer)
            # "42." is an empty list item below other lines, and an answer on its own.
            if not (_ONLY_MARKS.fullmatch(text) or (self.blocks and _EMPTY_ITEM.fullmatch(text))):
                self.blocks.append(Block(Kind.TEXT, (self._unmarked(line),)))
        filled = (block for block in self.blocks if block.text(self.answer).strip())
        return sorted(filled, key=lambda block: block.start)

    def _walk(self, parent: SyntaxTreeNode, lead: Block | None, kind: Kind) -> None:
        for node in parent.children:
            match node.type:
                case "paragraph":
                    self._take(node)
                    self.blocks.extend(self._divided(self._content(node), kind, lead))
                case "heading":
                    self._take(node)
                    if lines := self._content(node):
                        self.blocks.append(Block(Kind.HEADING, tuple(lines)))
                case "fence":
                    first, last = self._take(node)
                    start = self._unmarked(self.lines[first]).start
                    self.blocks.append(Block(Kind.CODE, (Span(start, self.lines[last - 1].end),)))
                case "hr":
                    self._take(node)
                case "table":
                    self._take(node)
                    self.blocks.extend(self._rows(node))
                case "bullet_list" | "ordered_list":
                    before = self.blocks[-1] if self.blocks else None
                    introduces = before is not None and before.kind in (Kind.TEXT, Kind.ITEM)
                    start = len(self.blocks)
                    for item in node.children:
                        self._walk(item, before if introduces else None, Kind.ITEM)
                    if node.type == "ordered_list":
                        self._keep_numbers(node, start)
                case _:
                    self._walk(node, lead, kind)

    def _take(self, node: SyntaxTreeNode) -> tuple[int, int]:
        first, last = node.map or (0, 0)
        self.unread.difference_update(range(first, last))
        return first, last

    def _content(self, node: SyntaxTreeNode) -> list[Span]:
        """The spans of the lines of a paragraph or heading, without the marks before (and after) them."""
        first, last = node.map or (0, 0)
        contents = [content.strip() for content in node.children[0].content.split("\n") if content.strip()]
        spans = []
        for line in self.lines[first:last]:
            # A line of marks or of unusual white space has no content of its own.
            at = line.of(self.answer).replace("\0", "\ufffd").rfind(contents[0]) if contents else -1
            if at >= 0:
                spans.append(Span(line.start + at, line.start + at + len(contents.pop(0))))
        return spans

    def _unmarked(self, line: Span) -> Span:
        text = line.of(self.answer)
        prefix = _PREFIX.match(text)
        start = prefix.end() if prefix else 0
        return Span(line.start + start, line.start + max(start, len(text.rstrip())))

    def _divided(self, lines: Sequence[Span], kind: Kind, lead: Block | None) -> Iterator[Block]:
        """A paragraph as one block, or as several where its lines carry list marks of the writer's own."""
        groups: list[tuple[Kind, list[Span]]] = []
        for line in lines:
            mark = _BULLET.match(self.answer, line.start, line.end)
            if mark and mark["number"] and groups and groups[-1][0] is not Kind.ITEM:
                above = groups[-1][1][-1].of(self.answer)
                mark = mark if _SENTENCE_END.search(above) else None
            if mark and mark.end() < line.end:
                groups.append((Kind.ITEM, [Span(mark.end(), line.end)]))
            elif groups:
                groups[-1][1].append(line)
            else:
                groups.append((kind, [line]))
        before = self.blocks[-1] if self.blocks and self.blocks[-1].kind is Kind.TEXT else None
        for number, (own, spans) in enumerate(groups):
            bulleted = own is Kind.ITEM and (number or own is not kind)
            block = Block(own, tuple(spans), lead=(before if bulleted else lead))
            if own is Kind.TEXT:
                before = block
            yield block

    def _keep_numbers(self, node: SyntaxTreeNode, start: int) -> None:
        """Give back numbers that are no list marks: "1997. That year", or "3. Oktober" on its own."""
        first = int(node.attrs.get("start", 1))
        counts_on = first in (1, self.next_number) or (len(node.children) > 1 and first <= _HIGHEST_ITEM)
        self.next_number = first + len(node.children)
        if counts_on or node.markup != ".":
            return
        for number, block in enumerate(self.blocks[start:], start=start):
            mark = _NUMBER_MARK.search(self.answer, max(0, block.start - _LONGEST_MARK), block.start)
            if block.kind is Kind.ITEM and mark:
                head = Span(mark.start(), block.lines[0].end)
                self.blocks[number] = Block(Kind.TEXT, (head, *block.lines[1:]))

    def _rows(self, table: SyntaxTreeNode) -> Iterator[Block]:
        headers: tuple[str, ...] = ()
        for row in (row for part in table.children for row in part.children):
            cells = tuple(cell.children[0].content if cell.children else "" for cell in row.children)
            head = row.children[0].type == "th"
            headers = cells if head else headers
            span = self._unmarked(self.lines[(row.map or table.map or (0, 0))[0]])
            yield Block(Kind.TABLE_HEAD if head else Kind.TABLE_ROW, (span,), headers=headers, cells=cells)
