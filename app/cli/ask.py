"""``sureground ask``: a question, and an answer that shows its sources."""

from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from app.cli.connection import Connection, connected, json_option, store_option
from app.cli.tables import WORDS_SHOWN, print_json

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
    numbers: dict[int, int] = {}  # chunk -> the number a person sees, in order of first use
    for support in supports:
        for index in support.get("groundingChunkIndices", []):
            numbers.setdefault(index, len(numbers) + 1)
    raw = text.encode()  # segments count bytes
    for support in sorted(supports, key=lambda one: -one["segment"]["endIndex"]):
        marks = "".join(f"[{numbers[index]}]" for index in support.get("groundingChunkIndices", []))
        end = support["segment"]["endIndex"]
        raw = raw[:end] + f" {marks}".encode() + raw[end:]
    console = Console()
    console.print(escape(raw.decode()))
    surest: dict[int, float] = {}
    for support in supports:
        for index, score in zip(
            support.get("groundingChunkIndices", []), support.get("confidenceScores", []), strict=False
        ):
            surest[index] = max(score, surest.get(index, 0.0))
    for index, number in numbers.items():
        context = chunks[index]["retrievedContext"]
        span = context.get("ragChunk", {}).get("pageSpan", {})
        page = f", page {span['firstPage']}" if span.get("firstPage") else ""
        words = " ".join(context.get("text", "").split())
        short = words if len(words) <= WORDS_SHOWN else words[:WORDS_SHOWN].rstrip() + "…"
        console.print(
            f"[bold]\\[{number}][/bold] {escape(context.get('title', ''))}{page} "
            f"[dim]({surest.get(index, 0.0):.2f})[/dim] {escape(short)}"
        )
