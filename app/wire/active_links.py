"""Addresses that run when they are followed, so that no answer hands one on from a document to a reader."""

import html
import re

# An address behind the marks of a Markdown link, picture, link definition or address in angle brackets.
_DESTINATION = re.compile(r"(?:\]\([ \t\r\n]*+<?|\]:[ \t\r\n]*+<?|<)(?=\S)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_BLANKS = re.compile(r"[\x00-\x20\x7f]+")  # browsers leave them out
_SCHEME = re.compile(r"(?:javascript|vbscript|data):", re.IGNORECASE)
LONGEST_SCHEME = 400  # characters in which a scheme may be written, each as an entity

INERT = "#"
"""What an address that runs is made a mere place on the page with."""


def runs(address: str) -> bool:
    """Whether a browser that follows ``address`` runs what stands in it, or shows it as a page of its own.

    >>> runs("JavaScript&colon;alert(1)"), runs("https://example.org/?q=javascript:")
    (True, False)
    """
    written = _ESCAPE.sub(r"\1", html.unescape(address[:LONGEST_SCHEME]))
    return _SCHEME.match(_BLANKS.sub("", written)) is not None


def without_active_links(markdown: str) -> str:
    """The text, in which such an address behind the marks of a link is preceded by ``#``; all else as it is.

    >>> without_active_links("See [here](javascript:alert(1)). The data: 5 items.")
    'See [here](#javascript:alert(1)). The data: 5 items.'
    """
    return _DESTINATION.sub(
        lambda mark: mark[0] + INERT * runs(markdown[mark.end() : mark.end() + LONGEST_SCHEME]), markdown
    )
