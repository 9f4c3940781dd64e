"""HTML as it is read: headings, paragraphs, lists, rows. The only importer of selectolax.

Nothing is run or fetched. Left out are scripts and styles, what is hidden, and the menus around the text;
where nothing else is there, hidden text and menus are read as well.
"""

import re
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from ingest.formats.html_menus import SHARES, menus
from ingest.formats.html_tables import children, grid_of, is_data_table
from ingest.formats.text import decode
from ingest.layout.cleaning import clean
from ingest.layout.document_builder import DocumentBuilder
from ingest.layout.raised_text import lowered, raised, resolved
from ingest.media_types import HTML
from ingest.types import ParsedDocument

_TEXT = "-text"
_RAISED = {"sup": raised, "sub": lowered}
_UNREAD = frozenset(
    "head script style template noscript iframe object embed canvas svg audio video map select textarea datalist "
    "input meter progress rt rp annotation annotation-xml".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form header hgroup hr html legend li main menu nav ol option p pre section summary table tbody "
    "td tfoot th thead tr ul".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_MENU_ROLES = ("navigation", "menu", "menubar", "search")

_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*+=\s*+[\"']?\s*+([\w.:-]++)", re.IGNORECASE)
_XML = re.compile(rb"\s*+<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_XHTML = re.compile(r"<\?xml|<html[^>]{0,400}http://www\.w3\.org/1999/xhtml", re.IGNORECASE)
_SELF_CLOSED = re.compile(r"<([a-zA-Z][\w:-]*)((?:\s[^<>]*)?)/>")
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
# Where an encoding is looked for.
_HEAD_BYTES = 4096


def read_html(content: bytes, charset: str = "") -> ParsedDocument:
    """An HTML page as one page; ``charset`` is the encoding told with it, else its own word for it counts."""
    tree = _parse(html_text(content, charset))
    title = tree.css_first("title")
    builder = DocumentBuilder(HTML, clean(title.text(deep=True)).strip() if title else "")
    if builder.title and not tree.css_first("h1"):
        builder.above(0, builder.title)
    add_html(builder, tree)
    return builder.build()


def add_html(builder: DocumentBuilder, source: "str | LexborHTMLParser") -> None:
    """Add the blocks of a page to the page that ``builder`` is at."""
    tree = source if isinstance(source, LexborHTMLParser) else _parse(source)
    _Walk(builder, everything=False).over(tree.root)
    if builder.page_is_blank:
        _Walk(builder, everything=True).over(tree.root)


def html_text(content: bytes, charset: str = "") -> str:
    """The characters of a page: by the encoding told with it, by its own word for it, or by detection."""
    head = content[:_HEAD_BYTES]
    own = _META.search(head) or _XML.match(head)
    named = own[1].decode("ascii") if own else ""
    # A page that says so in bytes that can be read is no such thing.
    return decode(content, charset or ("" if named.lower().startswith(("utf-16", "utf-32")) else named))


def _parse(text: str) -> LexborHTMLParser:
    if _XHTML.search(text[:_HEAD_BYTES]):
        # XML may close any element at once; to HTML <title/> or <div hidden/> would hold all that follows.
        text = _SELF_CLOSED.sub(
            lambda tag: tag[0] if tag[1].lower() in _VOID else f"<{tag[1]}{tag[2]}></{tag[1]}>", text
        )
    return LexborHTMLParser(clean(text))


class _Walk:
    """Goes through the elements without recursion: how deep they are nested is up to the file."""

    def __init__(self, builder: DocumentBuilder, *, everything: bool) -> None:
        self._builder, self._everything = builder, everything
        self._menus: frozenset[int] = frozenset()
        self._words: list[str] = []
        self._lists: list[int | None] = []  # the next number, None of a list without numbers
        self._mark = ""
        self._heading = self._preformatted = 0

    def over(self, root: Any) -> None:
        self._menus = frozenset() if self._everything else menus(root)
        stack = [(root, True)]
        while stack:
            node, entering = stack.pop()
            if not entering:
                self._leave(node)
            elif node.tag == _TEXT:
                self._words.append(self._own_words(node.text_content or ""))
            elif self._enter(node):
                stack.append((node, False))
                stack += [(child, True) for child in reversed(list(children(node)))]
        self._flush()

    def _own_words(self, text: str) -> str:
        return text if self._preformatted else re.sub(r"[ \t\n\r\f]+", " ", text)

    def _enter(self, node: Any) -> bool:
        """Whether the children are to be read."""
        tag = node.tag
        if not self._is_read(node):
            return False
        if tag in _RAISED:
            self._words.append(self._script(node))
            return False
        if tag == "br":
            self._words.append("\n")
        elif tag == "img":
            self._words.append(node.attributes.get("alt") or "")
        elif tag in _HEADINGS:
            self._flush()
            self._heading += 1
        elif tag in _BLOCKS:
            self._flush()
        if tag == "table" and not self._heading and is_data_table(node):
            self._table(node)
            return False
        if tag in ("ul", "ol", "menu", "dir"):
            self._lists.append(_first_number(node) if tag == "ol" else None)
        elif tag == "li":
            self._mark = self._next_mark()
        elif tag == "pre":
            self._preformatted += 1
        return True

    def _leave(self, node: Any) -> None:
        tag = node.tag
        if tag in _HEADINGS:
            text, self._words = resolved("".join(self._words)), []
            self._heading -= 1
            self._mark = ""
            self._builder.heading(_HEADINGS[tag], text)
        elif tag in _BLOCKS:
            self._flush()
        if tag in ("ul", "ol", "menu", "dir"):
            self._lists.pop()
        elif tag == "pre":
            self._preformatted -= 1

    def _flush(self) -> None:
        """The words since the last block are a block."""
        if self._heading:
            self._words.append(" ")
            return
        text, self._words = resolved("".join(self._words)), []
        if not text.strip():
            return
        if self._mark or self._lists:
            self._builder.line(self._mark + text.strip())
        else:
            self._builder.paragraph(text, preformatted=bool(self._preformatted))
        self._mark = ""

    def _next_mark(self) -> str:
        number = self._lists[-1] if self._lists else None
        if number is None:
            return "- "
        self._lists[-1] = number + 1
        return f"{number}. "

    def _table(self, table: Any) -> None:
        """A table, then those in its cells."""
        tables = [table]
        while tables:
            grid = grid_of(tables.pop(0), self._words_of)
            self._builder.table(grid.rows, levels=grid.levels, labelled=grid.labelled, caption=grid.caption)
            tables += grid.inner

    def _script(self, node: Any) -> str:
        """The words of a superscript or subscript; a link to another place of the page leads to a note."""
        text = self._own_words(self._words_of(node, root=True))
        if node.tag == "sub":
            return lowered(text)
        links = [node.parent, *node.css("a")] if node.parent is not None else node.css("a")
        note = any(link.tag == "a" and (link.attributes.get("href") or "").startswith("#") for link in links)
        return raised(text, note=note)

    def _words_of(self, cell: Any, *, root: bool = False) -> str:
        """The words of an element, its blocks apart from each other, without the tables in it."""
        words: list[str] = []
        stack = list(reversed(list(children(cell)))) if root else [cell]
        while stack:
            node = stack.pop()
            if node.tag == _TEXT:
                words.append(node.text_content or "")
            elif node.tag in _RAISED and self._is_read(node):
                words.append(self._script(node))
            elif self._is_read(node) and node.tag != "table":
                if node.tag in _BLOCKS or node.tag in _HEADINGS or node.tag == "br":
                    words.append(" ")
                elif node.tag == "img":
                    words.append(node.attributes.get("alt") or "")
                stack += reversed(list(children(node)))
        return "".join(words) if root else resolved("".join(words))

    def _is_read(self, node: Any) -> bool:
        """Whether an element is part of the text that a reader sees."""
        if not node.tag or node.tag in _UNREAD or node.tag.startswith(("-", "_", "!")):
            return False
        if self._everything:
            return True
        attributes = node.attributes
        hidden = "hidden" in attributes and attributes["hidden"] != "until-found"
        if hidden or attributes.get("aria-hidden") == "true" or _HIDDEN.search(attributes.get("style") or ""):
            return False
        if node.tag == "nav" or attributes.get("role") in _MENU_ROLES:
            return False
        return node.tag not in SHARES or node.mem_id not in self._menus


def _first_number(node: Any) -> int:
    digits = node.attributes.get("start") or ""
    return int(digits) if re.fullmatch(r"\d{1,6}", digits) else 1
