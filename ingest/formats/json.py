"""JSON and JSON lines: every string, number and truth value on a line, under its key path."""

import json
from typing import Any

from grounding.text.records import DEEPEST, named_values
from ingest.errors import UnreadableDocument
from ingest.formats.text import decode
from ingest.layout.document_builder import DocumentBuilder
from ingest.media_types import JSON, JSON_LINES
from ingest.types import PageStatus, ParsedDocument

# Numbers stay as they are written: 1.10 is no 1.1.
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


def read_json_file(content: bytes, mime_type: str, charset: str = "") -> ParsedDocument:
    """The fields as one page, a blank line between records.

    >>> read_json_file(b'[{"city": "London", "rate": {"eur": 25.20}}]', JSON).text
    'city: London\\nrate.eur: 25.20'

    Raises :class:`UnreadableDocument` when it is no JSON or is nested deeper than 100 levels. Of JSON lines
    those that are no JSON are told of; at least one has to be.
    """
    text = decode(content, charset)
    builder = DocumentBuilder(mime_type)
    if mime_type == JSON:
        try:
            _add_value(builder, _DECODER.decode(text.strip()))
            return builder.build()
        except json.JSONDecodeError as error:
            # One that is made of lines is often named so as well.
            if error.msg != "Extra data":
                raise UnreadableDocument(f"The file is no JSON: {error}. Send it whole.") from error
        except RecursionError as error:
            raise UnreadableDocument(
                f"The JSON is nested deeper than {DEEPEST} levels. Send it flatter."
            ) from error
        builder = DocumentBuilder(JSON_LINES)
    _add_lines(builder, text)
    return builder.build()


def _add_lines(builder: DocumentBuilder, text: str) -> None:
    wrong: list[str] = []
    read = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                _add_value(builder, _DECODER.decode(line.strip()))
                read += 1
            except (json.JSONDecodeError, RecursionError) as error:
                wrong.append(f"line {number}: {error}")
    if not read:
        raise UnreadableDocument(f"No line of the file is JSON ({wrong[0] if wrong else 'all are blank'}).")
    if wrong:
        reason = f"lines left out as no JSON: {len(wrong)}, the first {wrong[0]}"
        builder.end_page(status=PageStatus.SUSPECT, reason=reason)


def _add_value(builder: DocumentBuilder, value: Any) -> None:
    """A record, or the records of a list."""
    for record in value if isinstance(value, list) else [value]:
        try:
            lines = [f"{path}: {text}" if path else text for path, text in named_values(record)]
        except ValueError as error:
            raise UnreadableDocument(str(error)) from error
        builder.paragraph("\n".join(line for line in lines if line.strip()))
