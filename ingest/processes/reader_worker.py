"""The process in which a file is read that is no PDF: a copy of the fork server.

It is asked for one file, what it is or what is in it, and answers once.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ingest.errors import IngestError, UnreadableDocument
from ingest.formats.detection import detect_format
from ingest.formats.eml import read_message
from ingest.formats.table import BY_MIME_TYPE
from ingest.media_types import EML
from ingest.processes.capped_process import in_short, write
from ingest.processes.messages import FileKind, ReadFile, ReadMail, Refusal


def answer(request: Mapping[str, Any], content: bytes) -> FileKind | ReadFile | ReadMail | Refusal:
    """What was read, or what the file is where no ``kind`` is told, or the error by its name with its message."""
    name, kind = request["name"], request["kind"]
    try:
        if not kind:
            return FileKind(detect_format(content, name, request["declared"]))
        if kind == EML:
            return ReadMail(*read_message(content, name))
        return ReadFile(BY_MIME_TYPE[kind].read(content, name=name, charset=request["charset"]))
    except IngestError as error:
        return Refusal(type(error).__name__, str(error))
    except MemoryError:
        raise  # the parent knows the limit
    except Exception as error:  # damaged input makes the libraries raise almost anything
        message = f"The file '{name}' is damaged and cannot be read ({in_short(error)}). Send a whole one."
        return Refusal(UnreadableDocument.__name__, message)


def main(request: Mapping[str, Any]) -> None:
    """Answer the request."""
    output = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints is not the answer
    result = answer(request, Path(request["path"]).read_bytes())
    os.dup2(output, 1)
    write(result)
