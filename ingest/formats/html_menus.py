"""Menus of an HTML page: blocks of links around the text, such as navigation and "Most read"."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_TEXT = "-text"
# Blocks at the margin are menus when so much of their words is links, others when nearly all of it is.
_MARGINS = {"header": 0.6, "footer": 0.6, "aside": 0.6}
_BLOCKS = dict.fromkeys(("div", "section", "ul", "ol"), 0.75)
SHARES = _MARGINS | _BLOCKS
# Fewer links are a reference within the text.
FEWEST_LINKS = 3


@dataclass
class _Count:
    """Letters, letters in links, links and main headings so far."""

    letters: int = 0
    linked: int = 0
    links: int = 0
    titles: int = 0


def menus(root: Any) -> frozenset[int]:
    """The ids of the elements that are menus. One walk, however deep they are nested."""
    if root.css_first("a") is None:
        return frozenset()
    found: set[int] = set()
    count = _Count()
    opened: list[_Count] = []
    depth = 0  # of links
    for node, entering in _walk(root):
        tag = node.tag
        if tag == _TEXT:
            letters = len("".join((node.text_content or "").split()))
            count.letters += letters
            count.linked += letters * bool(depth)
        elif tag == "a":
            depth += 1 if entering else -1
            count.links += entering
        elif tag == "h1":
            count.titles += entering
        elif tag in SHARES and entering:
            opened.append(_Count(count.letters, count.linked, count.links, count.titles))
        elif tag in SHARES:
            before = opened.pop()
            letters, linked = count.letters - before.letters, count.linked - before.linked
            many = tag in _MARGINS or count.links - before.links >= FEWEST_LINKS
            if letters and linked >= SHARES[tag] * letters and many and count.titles == before.titles:
                found.add(node.mem_id)
    return frozenset(found)


def _walk(root: Any) -> Iterator[tuple[Any, bool]]:
    """Every node, on the way in and, elements, on the way out."""
    stack = [(root, True)]
    while stack:
        node, entering = stack.pop()
        yield node, entering
        if entering and node.tag != _TEXT:
            stack.append((node, False))
            child, below = node.child, []
            while child is not None:
                below.append((child, True))
                child = child.next
            stack += reversed(below)
