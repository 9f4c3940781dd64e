"""The process in which a file is read whose format gives a hostile one much room:
``python -m ingest.processes.reader_worker``.

It is asked for one file and answers once.
"""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ingest.errors import IngestError, UnreadableDocument
from ingest.formats import media_types as media
from ingest.processes.capped_process import begin, write
from ingest.types import ParsedDocument


def read_here(content: bytes, kind: str, *, name: str = "file", charset: str = "") -> ParsedDocument:
    """The file by the reader of its kind, which is imported when it is needed. Raises what that raises."""
    match kind:
        case media.HTML:
            from ingest.formats.html import read_html

            return read_html(content, charset)
        case media.DOCX:
            from ingest.formats.docx import read_docx

            return read_docx(content, name)
        case media.PPTX:
            from ingest.formats.pptx import read_pptx

            return read_pptx(content, name)
        case media.XLSX:
            from ingest.formats.xlsx import read_xlsx

            return read_xlsx(content, name)
        case media.EPUB:
            from ingest.formats.epub import read_epub

            return read_epub(content, name)
        case media.JSON | media.JSON_LINES:
            from ingest.formats.json import read_json_file

            return read_json_file(content, kind, charset)
    raise ValueError(f"no reader of {kind} runs here")


def answer(request: dict[str, Any], content: bytes) -> dict[str, Any]:
    """What was read, or the error by its name with its message."""
    name = request["name"]
    try:
        parsed = read_here(content, request["kind"], name=name, charset=request["charset"])
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
