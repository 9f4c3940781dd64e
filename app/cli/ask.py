"""``sureground ask``: a question, and an answer that shows its sources."""

from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from app.cli.server.connection import Connection, connected, json_option, store_option
from app.cli.tables import WORDS_SHOWN, page_range, print_json

MODEL = "publishers/sureground/models/default"


@click.command()
@click.argument("question")
@store_option
@click.option("--top-k", default=10, show_default=True, metavar="N", help="Passages to look at.")
@json_option
@connected
def ask(connection: Connection, question: str, store: str, top_k: int, as_json: bool) -> None:
    """Answer QUESTION from the documents of a store.

    Every supported sentence carries the numbers of the passages that support it, and how sure that is.

    \b
    Example:
        sureground ask "How many visitors came in 2025?" --store museum
    """
    body = answer(connection, question, store, top_k)
    print_json(body) if as_json else print_answer(body)


def answer(connection: Connection, question: str, store: str, top_k: int = 10) -> dict[str, Any]:
    """The generateContent answer to ``question`` over one store."""
    retrieval = {
        "ragResources": [{"ragCorpus": connection.corpus(store)}],
        "ragRetrievalConfig": {"topK": top_k},
    }
    request = {
        "contents": [{"role": "user", "parts": [{"text": question}]}],
        "tools": [{"retrieval": {"vertexRagStore": retrieval}}],
    }
    path = f"/v1/{connection.parent}/{MODEL}:generateContent"
    return connection.call("POST", path, json=request)


def print_answer(body: dict[str, Any]) -> None:
    """The answer with [n] behind each supported sentence, and the passages below."""
    candidate = body["candidates"][0]
    text = "".join(part.get("text", "") for part in candidate["content"]["parts"])
    metadata = candidate.get("groundingMetadata", {})
    supports, chunks = metadata.get("groundingSupports", []), metadata.get("groundingChunks", [])
    passages: dict[int, Passage] = {}  # by chunk, in order of first use
    for support in supports:
        scores = support.get("confidenceScores", [])
        for index, score in zip(support.get("groundingChunkIndices", []), scores, strict=False):
            passage = passages.setdefault(index, Passage(len(passages) + 1))
            passage.sentences.append(support["segment"].get("text", ""))
            passage.score = max(passage.score, score)
    raw = text.encode()  # segments count bytes
    for support in sorted(supports, key=lambda support: -support["segment"]["endIndex"]):
        marks = "".join(f"[{passages[index].number}]" for index in support.get("groundingChunkIndices", []))
        end = support["segment"]["endIndex"]
        raw = raw[:end] + f" {marks}".encode() + raw[end:]
    console = Console()
    console.print(escape(raw.decode()))
    for index, passage in passages.items():
        context = chunks[index]["retrievedContext"]
        span = context.get("ragChunk", {}).get("pageSpan", {})
        pages = page_range(span.get("firstPage", 0), span.get("lastPage", 0))
        place = context.get("title", "") + (f", {pages}" if pages else "")
        words = excerpt(context.get("text", ""), passage.sentences)
        console.print(
            f"[bold]\\[{passage.number}][/bold] {escape(place)} "
            f"[dim]({passage.score:.2f})[/dim] “{escape(words)}”"
        )
    if count := metadata.get("filesBeingRead", 0):
        files = "1 file is" if count == 1 else f"{count} files are"
        console.print(f"[yellow]{files} still being read; ask again when that is done.[/yellow]")


@dataclass
class Passage:
    """A passage that supports a part of the answer: its number, its best score, the sentences it supports."""

    number: int
    score: float = 0.0
    sentences: list[str] = field(default_factory=list)


def excerpt(text: str, sentences: list[str]) -> str:
    """A line of ``text``: from the first of ``sentences`` that stands in it, else from its beginning."""
    flat = " ".join(text.split())
    places = [flat.find(" ".join(sentence.split())) for sentence in sentences]
    start = min((place for place in places if place >= 0), default=0)
    shown = flat[start : start + WORDS_SHOWN].rstrip()
    return ("… " if start else "") + shown + ("…" if start + len(shown) < len(flat) else "")
