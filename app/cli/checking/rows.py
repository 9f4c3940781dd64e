"""The answers that are to be checked: one from a file, or a line each of a JSONL file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from app.wire.json_text import MalformedJson, read_json

Facts = list[dict[str, Any]]
FIELDS = {"id": str, "answer": str, "facts": list, "prompt": str}


@dataclass(frozen=True)
class Row:
    """An answer, and where it stands: ``file`` and, in a file of many, ``line`` from 1 (0: the file is the answer).

    ``facts`` are wire facts; None: the answer is checked against a store.
    """

    id: str
    answer: str
    file: str
    line: int = 0
    facts: Facts | None = None
    prompt: str = ""


def read_rows(file: Path, facts: Facts | None, store: str | None) -> Iterator[Row]:
    """The rows of a JSONL file: ``{"answer", "facts", "id", "prompt"}``, all but the answer optional.

    ``facts`` of a row are texts, or objects of the wire; rows without them are checked against ``facts``, else
    ``store``. Raises ClickException with file and line for a row that is none.
    """
    with file.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield _row(line, file, number, facts, store)


def _row(line: bytes, file: Path, number: int, facts: Facts | None, store: str | None) -> Row:
    place = f"{file}, line {number}"
    try:
        body = read_json(line)
    except MalformedJson as error:
        raise click.ClickException(f"{place}: {error}") from error
    if not isinstance(body, dict) or "answer" not in body:
        raise click.ClickException(f'{place} must be an object with "answer": {{"answer": …, "facts": […]}}.')
    if unknown := sorted(body.keys() - FIELDS.keys()):
        raise click.ClickException(
            f"{place} has the unknown field {unknown[0]!r}; a row has {', '.join(FIELDS)}."
        )
    for name, value in body.items():
        # A number is a fine name for a row.
        if not isinstance(value, FIELDS[name]) and not (name == "id" and isinstance(value, int)):
            kind = "a list" if FIELDS[name] is list else "a text"
            raise click.ClickException(f"{place}: {name} is {value!r:.80}; it must be {kind}.")
    own = body.get("facts")
    if own is None and facts is None and store is None:
        raise click.ClickException(
            f"{place} has no facts; put them into the row, or give --facts FILE… or --store ID."
        )
    return Row(
        str(body.get("id", number)),
        body["answer"],
        str(file),
        number,
        facts if own is None else [fact if isinstance(fact, dict) else {"factText": fact} for fact in own],
        body.get("prompt", ""),
    )
