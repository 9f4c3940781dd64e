"""How results look on a terminal: tables, JSON, and the verdicts of a check."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

MARKS = {
    "supported": "[green]✓ supported[/green]",
    "contradicted": "[red]✗ contradicted[/red]",
    "disputed": "[magenta]⇄ disputed[/magenta]",
    "not covered": "[yellow]? not covered[/yellow]",
    "no check needed": "[dim]– no check needed[/dim]",
}
WORDS_SHOWN = 160


def counted(number: int, what: str) -> str:
    """A number of things that are called ``what`` when there is one.

    >>> counted(1, "file"), counted(0, "file")
    ('1 file', '0 files')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def print_json(body: Any) -> None:
    """Indented JSON on standard output."""
    click.echo(json.dumps(body, ensure_ascii=False, indent=2))


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, empty: str = "") -> None:
    """A table on standard output; ``empty`` in its place where there are no rows."""
    if not rows and empty:
        click.echo(empty)
        return
    table = Table(*heads, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        table.add_row(*map(escape, row))
    Console().print(table)


@dataclass(frozen=True)
class Source:
    """Where words stand: file, pages, and the words themselves."""

    title: str
    pages: str
    words: str

    def __str__(self) -> str:
        place = ", ".join(part for part in (self.title, self.pages) if part)
        words = self.words if len(self.words) <= WORDS_SHOWN else self.words[:WORDS_SHOWN].rstrip() + "…"
        return f"{place}: “{words}”" if place else f"“{words}”"


def sources(claim: dict[str, Any], chunks: Sequence[dict[str, Any]]) -> list[Source]:
    """The words that support a claim; those that contradict it where none does, or where both do."""
    support, against = claim.get("citationIndices", []), claim.get("antiCitationIndices", [])
    indices = [*support, *against] if claim["verdict"] == "disputed" else support or against
    return [_source(claim, index, chunks[index]) for index in dict.fromkeys(indices)]


def correction(claim: dict[str, Any]) -> list[str]:
    """``25 instead of 28``: what a passage says in place of words of the claim; nothing where there is no such."""
    if "correction" not in claim:
        return []
    told, raw = claim["correction"], claim["claimText"].encode()
    start = claim.get("startPos", 0)
    return [f"{told['text']} instead of {raw[told['startPos'] - start : told['endPos'] - start].decode()}"]


def _source(claim: dict[str, Any], index: int, chunk: dict[str, Any]) -> Source:
    text = chunk["chunkText"].encode()  # evidence counts bytes
    spans = [one for one in claim.get("evidence", []) if one.get("citedChunkIndex", 0) == index]
    words = " … ".join(text[one.get("startPos", 0) : one["endPos"]].decode() for one in spans)
    words = words or nearest_sentence(chunk["chunkText"], claim["claimText"])
    found = chunk.get("sourceInfo", {}).get("searchSource", {})
    attributes = chunk.get("sourceMetadata", {})
    title = found.get("documentTitle") or chunk.get("title") or attributes.get("title", "")
    # A chunk may span two pages; the words themselves stand on one, as a rule.
    own = [one["pageSpan"] for one in spans if "pageSpan" in one] or [chunk.get("pageSpan", {})]
    first = min(one.get("firstPage", 0) for one in own)
    last = max(one.get("lastPage", 0) for one in own)
    return Source(title, page_range(first, last), " ".join(words.split()))


def page_range(first: int, last: int) -> str:
    """``page 3``, ``pages 3–4``, or nothing where the first page is 0: a document without pages."""
    return "" if not first else f"page {first}" if first == last else f"pages {first}–{last}"


def nearest_sentence(text: str, claim: str) -> str:
    """The sentence of ``text`` that shares most words with ``claim``: where to start reading, no verdict."""
    wanted = set(re.findall(r"\w+", claim.lower()))
    sentences = re.split(r"(?<=[.!?。])\s+|\n{2,}", text)
    return max(sentences, key=lambda sentence: len(wanted & set(re.findall(r"\w+", sentence.lower()))))


def print_check(body: dict[str, Any]) -> None:
    """The verdicts of a ``:check`` answer as a table, with the support score under it."""
    table = Table("sentence", "verdict", "score", "where", header_style="bold", show_lines=True)
    chunks = body.get("citedChunks", [])
    for claim in body.get("claims", []):
        score = claim.get("score")
        where = "\n".join([*correction(claim), *(str(source) for source in sources(claim, chunks))])
        table.add_row(
            escape(claim["claimText"]),
            MARKS[claim["verdict"]],
            "" if score is None else f"{score:.2f}",
            escape(where),
        )
    console = Console()
    console.print(table)
    checked = [claim for claim in body.get("claims", []) if claim.get("groundingCheckRequired")]
    counts = Counter(claim["verdict"] for claim in checked)
    disputed = f", {counts['disputed']} disputed" if counts["disputed"] else ""
    score = body["supportScore"]
    console.print(
        f"{counts['supported']} of {len(checked)} statements supported{disputed}, "
        f"support score [bold]{score:.2f}[/bold]"
    )
    if "correctedAnswer" in body:
        console.print(f"\n{escape(body['correctedAnswer'] or 'No statement of the answer can be kept.')}")
