"""Builds a document from its blocks, so that pages, headings and tables know their exact places."""

import re
from collections.abc import Iterable
from typing import Self

from ingest.errors import TooLarge
from ingest.layout.cleaning import clean, fold_blanks
from ingest.layout.table_heads import Row
from ingest.layout.table_rows import caption_of, table_lines
from ingest.types import Heading, Page, PageStatus, ParsedDocument, Table

# More text than any book has: a small file can ask for any amount, say by long column names over many rows.
MAX_CHARACTERS = 100_000_000

# A heading path names places; what is longer is a paragraph that looks like a heading.
MAX_HEADING = 200


class DocumentBuilder:
    """Takes blocks in reading order. Characters are made safe and blanks folded before any place is known.

    >>> builder = DocumentBuilder("text/html")
    >>> builder.heading(1, "Rates")
    >>> builder.table([["City", "Rate"], ["London", "25.25"]])
    >>> builder.build().text
    'Rates\\n\\nCity: London; Rate: 25.25'
    >>> builder.build().tables
    (Table(start=7, end=32, caption='Rates'),)
    """

    def __init__(self, mime_type: str, title: str = "") -> None:
        self.mime_type, self.title = mime_type, title
        self._pages: list[Page] = []
        self._headings: list[Heading] = []
        self._tables: list[Table] = []
        self._parts: list[str] = []
        self._before = 0  # characters of the pages before, their line ends included
        self._length = 0  # of the page that is being written
        self._in_table = False

    @classmethod
    def after(cls, document: ParsedDocument) -> Self:
        """A builder that goes on on a new page after a document."""
        builder = cls(document.mime_type, document.title)
        builder._pages, builder._headings = list(document.pages), list(document.headings)
        builder._tables = list(document.tables)
        builder._before = sum(len(page.text) + 1 for page in document.pages)
        return builder

    def heading(self, level: int, title: str) -> None:
        """A line of its own that stands above what follows, ``level`` from 1; 0 is the document's title."""
        if title := _on_one_line(title):
            start = self._add(title, "\n\n")
            self.above(level, title, start)

    def above(self, level: int, title: str, start: int | None = None) -> None:
        """A heading that is not in the text itself: a document's title, a sheet's name."""
        if title := _on_one_line(title)[:MAX_HEADING].strip():
            self._headings.append(Heading(self.position if start is None else start, level, title))

    def paragraph(self, text: str, *, preformatted: bool = False) -> None:
        """A block with a blank line before it; of ``preformatted`` text blanks and lines stay."""
        self._block(text, "\n\n", preformatted)

    def line(self, text: str) -> None:
        """A block that follows the one before on the next line, such as an item of a list."""
        self._block(text, "\n", False)

    def table(
        self, rows: Iterable[Row], *, levels: int | None = None, labelled: bool = False, caption: str = ""
    ) -> None:
        """A table, each row on a line that says what its values are; ``levels`` and ``labelled`` as for
        :func:`ingest.layout.table_rows.table_lines`. Without a ``caption`` that is the line above it.
        """
        if caption:
            self.paragraph(caption)
        self._in_table = False
        for line in table_lines(rows, levels=levels, labelled=labelled, above=self.paragraph):
            if text := _on_one_line(line):
                self._row(text)
        self._in_table = False

    def end_page(self, label: str = "", status: PageStatus = PageStatus.OK, reason: str = "") -> None:
        """What was added since the last page is a page."""
        text = "".join(self._parts)
        self._pages.append(Page(len(self._pages) + 1, text, label, status, reason))
        self._before += self._length + 1
        self._length, self._parts, self._in_table = 0, [], False

    def insert(self, other: ParsedDocument) -> None:
        """The text of another document as a block."""
        if other.text.strip():
            self._take_places(other, self._add(other.text, "\n\n"))

    def append(self, other: ParsedDocument, title: str) -> None:
        """The pages of another document as pages under its ``title``, which labels those without a label."""
        self.above(1, title)
        self._take_places(other, self.position)
        for page in other.pages:
            if page.text:
                self._add(page.text, "")
            self.end_page(page.label or title, page.status, page.reason)

    def _take_places(self, other: ParsedDocument, start: int) -> None:
        self._headings += [Heading(start + one.start, one.level + 1, one.title) for one in other.headings]
        self._tables += [Table(start + one.start, start + one.end, one.caption) for one in other.tables]

    @property
    def position(self) -> int:
        """Characters of the document so far."""
        return self._before + self._length

    @property
    def heading_count(self) -> int:
        """Headings so far."""
        return len(self._headings)

    @property
    def page_is_blank(self) -> bool:
        """Whether nothing was added to the page that is being written."""
        return not self._parts

    def build(self) -> ParsedDocument:
        """The document; what stands on no page yet is its last one."""
        if self._parts or not self._pages:
            self.end_page()
        pages, headings, tables = tuple(self._pages), tuple(self._headings), tuple(self._tables)
        return ParsedDocument(pages, self.mime_type, self.title, headings, tables)

    def _block(self, text: str, separator: str, preformatted: bool) -> None:
        text = clean(text)
        if preformatted:
            text = re.sub(r"(?<![ \t])[ \t]++$", "", text, flags=re.MULTILINE).strip("\n")
        else:
            text = re.sub(r"\n{2,}", "\n", fold_blanks(text)).strip()
        if text.strip():
            self._add(text, separator)

    def _row(self, text: str) -> None:
        if self._in_table:
            self._add(text, "\n", in_table=True)
            table = self._tables.pop()
            self._tables.append(Table(table.start, self.position, table.caption))
        else:
            caption = caption_of(self._parts[-1]) if self._parts else ""
            start = self._add(text, "\n\n", in_table=True)
            self._tables.append(Table(start, self.position, caption))

    def _add(self, text: str, separator: str, *, in_table: bool = False) -> int:
        """Where the text stands in the document."""
        separator = separator if self._parts else ""
        self._check(len(separator) + len(text))
        self._parts += [separator, text]
        self._length += len(separator) + len(text)
        self._in_table = in_table
        return self.position - len(text)

    def _check(self, more: int) -> None:
        if self.position + more > MAX_CHARACTERS:
            raise TooLarge(
                f"The text of the file is over {MAX_CHARACTERS:,} characters, the most that is read of one "
                "file. Split it."
            )


def _on_one_line(text: str) -> str:
    return " ".join(clean(text).split())
