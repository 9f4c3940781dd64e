"""The process in which a file is read whose format gives a hostile one much room:
``python -m ingest.processes.reader_worker``.

It is asked for one file and answers once.
"""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ingest.errors import IngestError, UnreadableDocument
from ingest.formats.table import BY_MIME_TYPE
from ingest.processes.capped_process import begin, write


def answer(request: dict[str, Any], content: bytes) -> dict[str, Any]:
    """What was read, or the error by its name with its message."""
    name = request["name"]
    try:
        parsed = BY_MIME_TYPE[request["kind"]].read(content, name=name, charset=request["charset"])
        return {"parsed": asdict(parsed)}
    except IngestError as error:
        return {"error": type(error).__name__, "message": str(error)}
    except MemoryError:
        raise  # the parent knows the limit
    except Exception as error:  # damaged input makes the libraries raise almost anything
        words = str(error).splitlines()
        why = f"{type(error).__name__}: {words[0][:200]}" if words else type(error).__name__
        message = f"The file '{name}' is damaged and cannot be read ({why}). Send a whole one."
        return {"error": UnreadableDocument.__name__, "message": message}


def main() -> None:
    request = begin()
    output = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints is not the answer
    found = answer(request, Path(request["path"]).read_bytes())
    os.dup2(output, 1)
    write(found)


if __name__ == "__main__":
    main()
