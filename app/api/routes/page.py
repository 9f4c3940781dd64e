"""The page and what only it asks for: its files, pictures of cited pages, the sample collection."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from app.answering.suggestions import suggested_questions
from app.api.dependencies import LibraryDep, ServicesDep
from app.wire.errors import BadRequest
from app.wire.names import parse_corpus
from ingest.errors import AlreadyExists, NotFound
from ingest.media_types import PDF
from ingest.processes.render_process import draw_page
from ingest.types import Chunk, CollectionName, Upload

router = APIRouter()

FOLDER = Path(__file__).parents[2]
SAMPLES = FOLDER / "samples"
SAMPLE_COLLECTION = CollectionName("local", "global", "samples")
SAMPLE_TITLE = "Sample collection"
SAMPLE_QUESTIONS = (
    "How many visitors did the museum welcome in 2025?",
    "Who painted the dial of the Great Tide Clock?",
    "What does a ticket cost?",
    "Can I park a coach at the museum?",  # no document says so: shows how an answer is declined
)

MARKS_LISTED = 100  # vertical text has a mark per letter, and a header has its limits

# No script, style or picture from elsewhere, none written into the page, and no text turned into markup
# (trusted types). blob: pictures are pages fetched with the key in a header.
CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-cache",  # asked for again each time, answered 304 while unchanged
}

_files = StaticFiles(directory=FOLDER / "static")


@router.get("/", include_in_schema=False)
async def page(request: Request) -> Response:
    """The page itself."""
    return await _static("index.html", request)


@router.get("/static/{name}", include_in_schema=False)
async def static_file(name: str, request: Request) -> Response:
    """A script, a style sheet or the icon."""
    return await _static(name, request)


async def _static(name: str, request: Request) -> Response:
    response = await _files.get_response(name, request.scope)
    response.headers.update(HEADERS)
    return response


@router.get("/files/{project}/{location}/{collection}/{document}/pages/{number}.png", response_class=Response)
def page_picture(
    project: str,
    location: str,
    collection: str,
    document: str,
    number: int,
    library: LibraryDep,
    chunk: str = "",
    mark: Annotated[list[str], Query()] = [],  # noqa: B006 (FastAPI copies it)
    side: Literal["for", "against", "near"] = "for",
    width: Annotated[int, Query(ge=200, le=2400)] = 900,
) -> Response:
    """Page ``number`` (from 1) of a stored PDF as PNG, with words of a chunk marked.

    ``chunk`` is the chunk's id, ``mark`` a range ``start-end`` of UTF-8 bytes of its text as the check's
    ``evidence`` gives it, repeated for several; without one the whole chunk is marked. The header
    ``Sureground-Marks`` lists where, line by line: ``[left, top, right, bottom]`` in fractions of it.

    404 when the document, the page or the chunk is not there (any more); 415 for a file that has no pages.
    """
    name = CollectionName(project, location, collection)
    content, stored = library.open_file(name, document)
    if stored.mime_type != PDF:
        raise HTTPException(415, f"'{stored.display_name}' is {stored.mime_type}; only PDF pages are drawn.")
    text, spans = "", []
    if chunk:
        cited = library.passage(name, document, chunk)
        if cited is None:
            raise NotFound(f"The passage is no longer in '{stored.display_name}': the file was replaced.")
        pages = library.document_text(name, document).pages
        if 1 <= number <= len(pages):
            start = sum(len(page.text) + 1 for page in pages[: number - 1])
            text = pages[number - 1].text
            spans = _on_page(_ranges(cited, mark), start, len(text))
    picture = draw_page(content, number, page_text=text, spans=spans, side=side, width=width)
    headers = {
        "Sureground-Marks": str([list(box) for box in picture.marks[:MARKS_LISTED]]),
        "Cache-Control": "no-store",  # a deleted document leaves no picture behind
    }
    return Response(picture.png, media_type="image/png", headers=headers)


def _ranges(chunk: Chunk, marks: list[str]) -> list[tuple[int, int]]:
    """Byte ranges of the chunk's text as character ranges of its document's text."""
    if not marks:
        return [(chunk.start, chunk.end)]
    encoded = chunk.text.encode()
    ranges = []
    for number, mark in enumerate(marks):
        first, _, last = mark.partition("-")
        if not (first.isdecimal() and last.isdecimal() and int(first) < int(last) <= len(encoded)):
            raise BadRequest(
                f"mark[{number}] is {mark[:40]!r}; it must be START-END, bytes of the chunk's text, "
                f"with START < END <= {len(encoded)}.",
                "mark",
            )
        start, end = (len(encoded[: int(byte)].decode(errors="ignore")) for byte in (first, last))
        ranges.append((chunk.start + start, chunk.start + end))
    return ranges


def _on_page(ranges: list[tuple[int, int]], start: int, length: int) -> list[tuple[int, int]]:
    """The parts of document ranges on the page of ``length`` characters that begins at ``start``."""
    parts = [(max(first - start, 0), min(last - start, length)) for first, last in ranges]
    return [(first, last) for first, last in parts if first < last]


@router.get("/samples")
def read_samples() -> dict[str, object]:
    """The id of the sample collection, whether it is stored or not, and questions to ask of it."""
    return {"collection": SAMPLE_COLLECTION.id, "questions": list(SAMPLE_QUESTIONS)}


@router.get("/suggestions")
def read_suggestions(library: LibraryDep, corpus: str) -> dict[str, object]:
    """Questions that the documents of a ``ragCorpora/…`` (by its full name) suggest. 404 where there is no such."""
    return {"questions": suggested_questions(library, parse_corpus(corpus, "corpus"))}


@router.post("/samples")
def take_samples(services: ServicesDep) -> dict[str, object]:
    """Take the sample documents into a collection of their own; what is there already stays as it is."""
    with suppress(AlreadyExists):
        services.library.create_collection(SAMPLE_COLLECTION, display_name=SAMPLE_TITLE)
    for path in sorted(SAMPLES.iterdir()):
        services.intake.take_in(SAMPLE_COLLECTION, Upload(path.read_bytes(), path.name), patient=True)
    return read_samples()
