"""Hits into passages: texts that say the same stand once, and neighbours of one document are joined.

A text is a copy of a better hit's when it has the same words in the same order, whatever stands between them
and however they are written, or when all its words stand there in one piece. Nothing looser: contracts that
differ in one name, and reports that differ in one number, are not copies to anyone who checks an answer.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace

from grounding.text.powers import with_powers
from ingest.store.chunk_store import passage_id
from ingest.types import Chunk, Document, Hit

# Chunks in one passage: a citation still points at a page or two.
MOST_JOINED = 3

# Fewer words than these stand in other texts by chance.
FEWEST_INSIDE = 10

_WORD = re.compile(r"[^\W_]+")


def passages(hits: Iterable[Hit], top_k: int, *, join: bool = True, collapse: bool = True) -> list[Hit]:
    """The best ``top_k`` passages of hits in rank order.

    A passage of several chunks stands at the place of the best one and has that one's score and distance;
    its text is the document's own from its ``start`` to its ``end``.
    """
    found: list[Hit] = []
    read: list[str] = []
    for hit in hits:
        if len(found) == top_k:
            break
        words = _words(hit.chunk.text) if collapse else ""
        if words and any(_is_copy(words, other) for other in read):
            continue
        read.append(words)
        if not (join and _joined(found, hit)):
            found.append(hit)
    return found


def passage_of(chunks: Sequence[Chunk], document: Document, identifier: str) -> Chunk | None:
    """The passage that was found under an id: one of a document's ``chunks``, which are in order, or
    neighbours joined.
    """
    for place, chunk in enumerate(chunks):
        joined: Hit | None = Hit(chunk, document, 0.0, 0.0)
        for following in (None, *chunks[place + 1 : place + MOST_JOINED]):
            if following:
                joined = _join(joined, Hit(following, document, 0.0, 0.0)) if joined else None
            if joined and joined.chunk.id == identifier:
                return joined.chunk
    return None


def _words(text: str) -> str:
    """The words of a text with one blank around each, in one way of writing."""
    folded = unicodedata.normalize("NFKC", with_powers(text)).replace("\u00ad", "").casefold()
    found = _WORD.findall(folded)
    return f" {' '.join(found)} " if found else ""


def _is_copy(words: str, other: str) -> bool:
    return words == other or (words.count(" ") > FEWEST_INSIDE and words in other)


def _joined(found: list[Hit], hit: Hit) -> bool:
    """Whether ``hit`` found its place in passages before it; one that lies between two makes them one."""
    for place, other in enumerate(found):
        both = _join(other, hit)
        if both is None:
            continue
        found[place] = both
        for further in range(place + 1, len(found)):
            if (all_three := _join(both, found[further])) is not None:
                found[place] = all_three
                del found[further]
                break
        return True
    return False


def _join(better: Hit, worse: Hit) -> Hit | None:
    """Both as one passage; ``None`` where they are no neighbours, or are too much together."""
    if (better.document.collection, better.document.id) != (worse.document.collection, worse.document.id):
        return None
    first, last = sorted((better.chunk, worse.chunk), key=lambda chunk: chunk.position)
    if (
        first.heading != last.heading
        or first.last_position + 1 != last.position
        or last.last_position - first.position >= MOST_JOINED
        or last.start - first.end > len(last.lead)
    ):
        return None
    between = last.start - first.end
    text = first.text + (last.lead if between > 0 else "") + last.text[max(0, -between) :]
    joined = replace(
        first,
        id=passage_id(better.document, first.position, last.last_position),
        text=text,
        end=last.end,
        last_page=last.last_page,
        joined=first.joined + last.joined,
    )
    return replace(better, chunk=joined)
