"""The original files, as links of ours point to them: shown, never run."""

import re
import unicodedata
from urllib.parse import quote

from fastapi import APIRouter, Response

from app.api.dependencies import LibraryDep
from ingest import media_types as media
from ingest.types import CollectionName

router = APIRouter()

# Everything else, markup and scripts included, is handed over as a download or as plain text.
SHOWN = {media.PDF: media.PDF}
AS_TEXT = (media.PLAIN, media.MARKDOWN, media.CSV, media.TSV, media.JSON, media.JSON_LINES)


@router.get("/files/{project}/{location}/{collection}/{document}", response_class=Response)
def open_file(project: str, location: str, collection: str, document: str, library: LibraryDep) -> Response:
    """The bytes that were stored, under their file name."""
    content, stored = library.open_file(CollectionName(project, location, collection), document)
    kind = stored.mime_type.partition(";")[0].strip().lower()
    shown_as = "text/plain; charset=utf-8" if kind in AS_TEXT else SHOWN.get(kind, "application/octet-stream")
    disposition = "attachment" if shown_as == "application/octet-stream" else "inline"
    # A sandbox would keep Chrome's own PDF viewer from starting; a PDF runs nothing in our origin anyway.
    policy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
    return Response(
        content,
        media_type=shown_as,
        headers={
            "Content-Disposition": f"{disposition}; {_file_name(stored.display_name)}",
            "Content-Security-Policy": policy if kind in SHOWN else "default-src 'none'; sandbox",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "private, no-cache",
        },
    )


def _file_name(name: str) -> str:
    """A file name for a header: in ASCII for old clients, and as it is (RFC 6266, appendix D)."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    simple = re.sub(r'["\\%]', "_", letters).strip() or "file"
    return f"filename=\"{simple}\"; filename*=UTF-8''{quote(name, safe='')}"
