"""Pictures of pages: one page of a PDF as PNG, with the cited words marked.

The words are given as spans of the page's text as ingestion read it. The renderer has its own reading of the
page, with other blanks, hyphens and ligatures, so the words are looked for in it (``locate``) and marked only
where they are found: a mark that points nearby would be a wrong citation.

PDFium is not made for threads, and files come from strangers, so ``draw_page`` works in a process of its own
with limits on time and memory.
"""

import json
import subprocess
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from ingest.errors import EncryptedDocument, NotFound, UnreadableDocument
from ingest.processes.sandbox import clean_environment

TIME_LIMIT_S = 20
MEMORY_LIMIT_BYTES = 2 * 2**30
MAX_PIXELS = 12_000_000  # of one picture: a poster is drawn smaller
SHORTEST_BLOCK = 6  # characters that must agree in a row where the two readings differ
LEAST_FOUND = 0.6  # share of the words' characters that must be found, else nothing is marked

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Picture:
    """A page as PNG. ``marks`` are (left, top, right, bottom) in fractions of it, from its top left."""

    png: bytes
    width: int
    height: int
    marks: tuple[Box, ...]


def draw_page(
    content: bytes,
    number: int,
    *,
    page_text: str = "",
    spans: Sequence[tuple[int, int]] = (),
    side: str = "for",
    width: int = 900,
) -> Picture:
    """Draw page ``number`` (from 1) of the PDF ``content``, ``width`` pixels wide.

    ``spans`` are half-open character ranges of ``page_text``; their words are marked in the colour of
    ``side``: "for", "against" or "near". A span that cannot be found on the page leaves no mark.

    Raises NotFound for a page the file does not have, EncryptedDocument when it needs a password, and
    UnreadableDocument when PDFium cannot draw it within the limits.
    """
    order = {"number": number, "page_text": page_text, "spans": list(spans), "side": side, "width": width}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ingest.processes.render_worker"],
            cwd=Path(__file__).parents[2],
            env=clean_environment(),
            input=json.dumps(order).encode() + b"\n" + content,
            capture_output=True,
            timeout=TIME_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UnreadableDocument(
            f"Page {number} took longer than {TIME_LIMIT_S} seconds to draw; open the file itself."
        ) from None
    head, _, png = done.stdout.partition(b"\n")
    if done.returncode or not head:
        raise UnreadableDocument(
            f"Page {number} could not be drawn in {MEMORY_LIMIT_BYTES // 2**20} MiB; open the file itself."
        )
    reply = json.loads(head)
    if problem := reply.get("error"):
        kinds = {"page": NotFound, "password": EncryptedDocument}
        raise kinds.get(reply["kind"], UnreadableDocument)(problem)
    return Picture(png, reply["width"], reply["height"], tuple(tuple(box) for box in reply["marks"]))


def locate(page_text: str, start: int, end: int, drawn_text: Sequence[str]) -> list[tuple[int, int]]:
    """Where ``page_text[start:end]`` stands in another reading of the same page.

    ``drawn_text`` is that reading, a character an item. Returns half-open ranges of its indices, in reading
    order; none when less than LEAST_FOUND of the words' characters are there.

    >>> locate("The effi-\\ncient  way", 4, 15, list("The e\\ufb03cient way"))
    [(4, 11)]
    """
    ours, ours_at = _squeezed(page_text)
    theirs, theirs_at = _squeezed(drawn_text)
    first = next((i for i, at in enumerate(ours_at) if at >= start), len(ours))
    last = next((i for i, at in enumerate(ours_at) if at >= end), len(ours))
    wanted = ours[first:last]
    if not wanted:
        return []
    if wanted in theirs:
        at = _same_occurrence(wanted, ours, first, theirs)
        return [_covered(theirs_at[at : at + len(wanted)])]
    blocks = SequenceMatcher(None, wanted, theirs, autojunk=False).get_matching_blocks()
    kept = [block for block in blocks if block.size >= min(SHORTEST_BLOCK, len(wanted))]
    if sum(block.size for block in kept) < LEAST_FOUND * len(wanted):
        return []
    return [_covered(theirs_at[block.b : block.b + block.size]) for block in kept]


def _covered(indices: Sequence[int]) -> tuple[int, int]:
    return min(indices), max(indices) + 1


def _squeezed(text: Sequence[str]) -> tuple[str, list[int]]:
    """What two readings of a page agree on, letter by letter, and the index each letter came from."""
    letters: list[tuple[str, int]] = []
    run: list[tuple[str, int]] = []  # letters of one word in a script written from right to left
    for i, char in enumerate(text):
        for letter in unicodedata.normalize("NFKC", char).casefold():
            if unicodedata.bidirectional(letter) in ("R", "AL"):
                run.append((letter, i))
                continue
            # Blanks, controls, bidi marks, soft hyphens and combining marks come and go between readers.
            shown = unicodedata.category(letter)[0] not in "ZCM" and letter not in "-‐‑"
            if shown or letter.isspace():
                letters += _one_way(run)
                run = []
            if shown:
                letters.append((letter, i))
    letters += _one_way(run)
    return "".join(letter for letter, _ in letters), [i for _, i in letters]


def _one_way(run: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Some readers give such a word as it is spoken, others from left to right: one of the two."""
    turned = run[::-1]
    return min(run, turned, key=lambda letters: [letter for letter, _ in letters])


def _same_occurrence(wanted: str, ours: str, first: int, theirs: str) -> int:
    """Of a phrase that stands on the page more than once, the one in ``theirs`` that ``ours[first:]`` is."""
    here = _occurrences(wanted, ours)
    there = _occurrences(wanted, theirs)
    if len(here) == len(there):
        return there[here.index(first)] if first in here else there[0]
    share = first / len(ours)
    return min(there, key=lambda at: abs(at / len(theirs) - share))


def _occurrences(wanted: str, text: str) -> list[int]:
    places = []
    at = text.find(wanted)
    while at >= 0:
        places.append(at)
        at = text.find(wanted, at + 1)
    return places
