"""The facts in a file of the user's."""

import json
from pathlib import Path
from typing import Any

import click


def read_facts(file: Path) -> list[dict[str, Any]]:
    """The facts in a file: of a ``.json`` list as they stand, else the document's text, cut at 10,000 characters."""
    from grounding.evaluation.labelled_rows import facts_of
    from ingest.errors import IngestError
    from ingest.pipeline import read
    from ingest.types import Upload

    if file.suffix != ".json":
        try:
            document = read(Upload(file.read_bytes(), file.name))
        except IngestError as error:
            raise click.ClickException(str(error)) from error
        return [{"factText": fact.text} for fact in facts_of(document.text) if fact.text.strip()]
    try:
        listed = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise click.ClickException(f"{file} cannot be read as JSON: {error}.") from error
    if not isinstance(listed, list):
        raise click.ClickException(
            f"{file} must hold a list of objects with factText and, if you like, attributes."
        )
    return listed
