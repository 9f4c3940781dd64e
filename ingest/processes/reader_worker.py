"""The process in which a file is read whose format gives a hostile one much room:
``python -m ingest.processes.reader_worker``.

It is asked for one file and answers once.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ingest.errors import IngestError, UnreadableDocument
from ingest.formats.table import BY_MIME_TYPE
from ingest.processes.capped_process import begin, in_short, write
from ingest.processes.messages import ReadFile, Refusal


def answer(request: Mapping[str, Any], content: bytes) -> ReadFile | Refusal:
    """What was read, or the error by its name with its message."""
    name = request["name"]
    try:
        parsed = BY_MIME_TYPE[request["kind"]].read(content, name=name, charset=request["charset"])
        return ReadFile(parsed)
    except IngestError as error:
        return Refusal(type(error).__name__, str(error))
    except MemoryError:
        raise  # the parent knows the limit
    except Exception as error:  # damaged input makes the libraries raise almost anything
        message = f"The file '{name}' is damaged and cannot be read ({in_short(error)}). Send a whole one."
        return Refusal(UnreadableDocument.__name__, message)


def main() -> None:
    request = begin()
    output = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints is not the answer
    result = answer(request, Path(request["path"]).read_bytes())
    os.dup2(output, 1)
    write(result)


if __name__ == "__main__":
    main()
