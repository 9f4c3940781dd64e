"""``sureground ask``: a question, and an answer that shows its sources."""

from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from app.cli.server.connection import Connection, connected, json_option, store_option
from app.cli.tables import MARKS, WORDS_SHOWN, page_range, print_json

# Below this relevance an answer is shown with a warning.
ANSWERS = 0.5
MODEL = "publishers/sureground/models/default"


@click.command()
@click.argument("question")
@store_option
@click.option("--top-k", default=10, show_default=True, metavar="N", help="Passages to look at.")
@json_option
@connected
def ask(connection: Connection, question: str, store: str, top_k: int, as_json: bool) -> None:
    """Answer QUESTION from the documents of a store.

    Every sentence carries its verdict and the numbers of the passages that support it; below, how sure that is.

    \b
    Example:
        sureground ask "How many visitors came in 2025?" --store museum
    """
    body = answer(connection, question, store, top_k)
    print_json(body) if as_json else print_answer(question, body)


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


def print_answer(question: str, body: dict[str, Any]) -> None:
    """The answer with a verdict behind each sentence, and the passages that support it below."""
    candidate = body["candidates"][0]
    text = "".join(part.get("text", "") for part in candidate["content"]["parts"])
    metadata = candidate.get("groundingMetadata", {})
    chunks = metadata.get("groundingChunks", [])
    passages = _passages(metadata.get("groundingSupports", []))
    console = Console()
    if (query := metadata.get("retrievalQueries", [question])[0]) != question:
        console.print(f"[dim]Searched for: {escape(query)}[/dim]")
    console.print(_marked(text, metadata, passages))
    relevance = metadata.get("answerRelevance")
    if relevance is not None and relevance < ANSWERS:
        console.print(f"[yellow]This may not be what you asked ({relevance:.2f}).[/yellow]")
    for index, passage in passages.items():
        console.print(
            f"[bold]\\[{passage.number}][/bold] {escape(_place(chunks[index]))} "
            f"[dim]({passage.score:.2f})[/dim] “{escape(excerpt(_text(chunks[index]), passage.sentences))}”"
        )
    if relevance is None and chunks:
        console.print(
            f"[dim]The nearest passage, {escape(_place(chunks[0]))}: “{escape(excerpt(_text(chunks[0]), []))}”[/dim]"
        )
    if count := metadata.get("filesBeingRead", 0):
        files = "1 file is" if count == 1 else f"{count} files are"
        console.print(f"[yellow]{files} still being read; ask again when that is done.[/yellow]")


def _passages(supports: list[dict[str, Any]]) -> "dict[int, Passage]":
    """The passages that support a sentence, by chunk, in order of first use."""
    passages: dict[int, Passage] = {}
    for support in supports:
        scores = support.get("confidenceScores", [])
        for index, score in zip(support.get("groundingChunkIndices", []), scores, strict=False):
            passage = passages.setdefault(index, Passage(len(passages) + 1))
            passage.sentences.append(support["segment"].get("text", ""))
            passage.score = max(passage.score, score)
    return passages


def _marked(text: str, metadata: dict[str, Any], passages: "dict[int, Passage]") -> str:
    """The text with the short answers in bold, and behind each sentence its verdict and its passages."""
    raw = text.encode()  # segments count bytes
    numbers = {
        support["segment"]["endIndex"]: "".join(
            f"\\[{passages[index].number}]" for index in support.get("groundingChunkIndices", [])
        )
        for support in metadata.get("groundingSupports", [])
    }
    inserted: list[tuple[int, str]] = []
    for claim in metadata.get("claims", []):
        if claim["verdict"] != "no check needed":
            end = claim["segment"]["endIndex"]
            inserted.append((end, f" {MARKS[claim['verdict']]}{numbers.get(end, '')}"))
    for span in metadata.get("answerSpans", []):
        inserted += [(span.get("startIndex", 0), "[bold]"), (span["endIndex"], "[/bold]")]
    shown, at = "", 0
    for place, mark in sorted(inserted, key=lambda one: one[0]):
        shown += escape(raw[at:place].decode()) + mark
        at = place
    return shown + escape(raw[at:].decode())


def _text(chunk: dict[str, Any]) -> str:
    return str(chunk["retrievedContext"].get("text", ""))


def _place(chunk: dict[str, Any]) -> str:
    context = chunk["retrievedContext"]
    span = context.get("ragChunk", {}).get("pageSpan", {})
    pages = page_range(span.get("firstPage", 0), span.get("lastPage", 0))
    return str(context.get("title", "")) + (f", {pages}" if pages else "")


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
