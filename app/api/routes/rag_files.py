"""RAG files: upload (multipart, resumable, and the plain form without content), import, get, list, delete."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import Response

from app.access.gate import UPLOAD_SESSIONS
from app.api.dependencies import BaseUrl, CorpusName, LibraryDep, OperationsDep, ServicesDep, VertexVersion
from app.api.routes.progress import UploadId
from app.api.wire_route import WireRoute
from app.intake.inline_metadata import declare
from app.intake.rag_imports import RagImport, foreign_sources
from app.operations.operations import AIPLATFORM
from app.services import Services
from app.wire import names
from app.wire.conversions.inline_metadata import inline_values
from app.wire.conversions.rag_files import file_of, origin_of, read_upload_request, upload_of
from app.wire.errors import BadRequest, BodyTooLarge
from app.wire.messages import WireResponse
from app.wire.paging import RAG_FILES, PageSize, PageToken, page_size
from app.wire.schemas.operations import Operation
from app.wire.schemas.rag_files import (
    ImportRagFilesConfig,
    ImportRagFilesRequest,
    ListRagFilesResponse,
    RagFile,
    UploadRagFileConfig,
    UploadRagFileRequest,
    UploadRagFileResponse,
)
from grounding.errors import Cancelled
from ingest.types import CollectionName, Upload

router = APIRouter(route_class=WireRoute)
CORPUS = "/{version}/projects/{project}/locations/{location}/ragCorpora/{rag_corpus}"
MOST_METADATA_BYTES = 1 << 20


View = Annotated[
    Literal["", "full"], Query(description="full: with page and chunk counts and the page report.")
]
ListView = Annotated[
    Literal["", "full", "origin"],
    Query(description="full: as for one file; origin: with what tells whether a file has to be sent again."),
]


@router.post("/upload" + CORPUS + "/ragFiles:upload")
async def upload_rag_file(
    name: CorpusName,
    request: Request,
    services: ServicesDep,
    base_url: BaseUrl,
    upload_id: UploadId,
    view: View = "",
) -> Response:
    """Take a file in: ``multipart/form-data`` at once, or the start of a resumable upload."""
    protocol = request.headers.get("x-goog-upload-protocol", "").lower()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if protocol == "resumable":
        return await _start(name, request, services, base_url)
    if protocol not in ("", "multipart") or kind != "multipart/form-data":
        raise BadRequest(
            f"X-Goog-Upload-Protocol {protocol!r} with Content-Type {kind!r} is not served; send "
            "multipart/form-data with a part 'metadata' and a part 'file', or start a resumable upload."
        )
    services.intake.refuse_when_full()
    await run_in_threadpool(services.library.get_collection, name)
    async with request.form(max_files=1, max_fields=8, max_part_size=MOST_METADATA_BYTES) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise BadRequest("The form has no part 'file' with a file name; send the file there.", "file")
        metadata = form.get("metadata")
        if isinstance(metadata, UploadFile):
            metadata = (await metadata.read(MOST_METADATA_BYTES)).decode(errors="replace")
        body = read_upload_request((metadata or "").encode())
        upload = upload_of(body, b"", file.filename or "", file.content_type or "")
        await run_in_threadpool(_declare, services, name, body, upload)
        take_in = partial(_take_in, services, name, upload, file.file.read, upload_id, view=view)
        return await services.intake.in_thread(take_in)


async def _start(name: CollectionName, request: Request, services: Services, base_url: str) -> Response:
    if "start" not in request.headers.get("x-goog-upload-command", "start"):
        raise BadRequest("X-Goog-Upload-Command must be 'start' here; later pieces go to X-Goog-Upload-URL.")
    services.intake.refuse_when_full()
    await run_in_threadpool(services.library.get_collection, name)
    body = read_upload_request(await request.body())
    file_name = request.headers.get("x-goog-upload-file-name", "")
    kind = request.headers.get("x-goog-upload-header-content-type", "")
    announced = request.headers.get("x-goog-upload-header-content-length", "")
    most = services.settings.max_upload_bytes
    if announced.isdecimal() and int(announced) > most:
        raise BodyTooLarge(
            f"The file has {announced} bytes; the limit is {most} (SUREGROUND_MAX_UPLOAD_BYTES)."
        )
    upload = upload_of(body, b"", file_name, kind)
    await run_in_threadpool(_declare, services, name, body, upload)
    token = services.sessions.start(name, upload, most)
    address = base_url + UPLOAD_SESSIONS + token
    headers = {"X-Goog-Upload-URL": address, "X-Goog-Upload-Status": "active", "Location": address}
    return WireResponse({}, headers=headers)


@router.post(UPLOAD_SESSIONS + "{token}", include_in_schema=False)
async def continue_upload(
    token: str, request: Request, services: ServicesDep, upload_id: UploadId
) -> Response:
    """A piece of a resumable upload, its end, a question how far it is, or its withdrawal."""
    session = services.sessions.get(token)
    command = request.headers.get("x-goog-upload-command", "upload, finalize")
    steps = {step.strip().lower() for step in command.split(",")}
    if not steps or steps - {"upload", "finalize", "query", "cancel"}:
        raise BadRequest(
            f"X-Goog-Upload-Command {command!r} is unknown; use upload, finalize, query or cancel."
        )
    if "cancel" in steps:
        services.sessions.end(token)
        return WireResponse({}, headers={"X-Goog-Upload-Status": "cancelled"})
    if "finalize" in steps:
        services.intake.refuse_when_full()  # before anything is appended: all of it can be sent again
    if "upload" in steps:
        sent_offset = request.headers.get("x-goog-upload-offset", "")
        offset = int(sent_offset) if sent_offset.isdecimal() else None
        async for piece in request.stream():
            session.append(piece, offset)
            offset = None
    if "finalize" not in steps:
        received = {"X-Goog-Upload-Status": "active", "X-Goog-Upload-Size-Received": str(session.size)}
        return WireResponse({}, headers=received)
    return await services.intake.in_thread(partial(_finish, services, token, upload_id))


def _declare(services: Services, name: CollectionName, body: UploadRagFileRequest, upload: Upload) -> None:
    config = body.upload_rag_file_config or UploadRagFileConfig()
    declare(services.library, name, config.rag_file_metadata_config, upload.metadata)


def _finish(services: Services, token: str, upload_id: str) -> Response:
    session = services.sessions.get(token)
    try:
        response = _take_in(
            services, session.collection, session.upload, session.content, upload_id, patient=True
        )
    except Exception as error:
        if type(error) is not Cancelled:  # its client has left; it may come back and finalize what is here
            services.sessions.end(token)
        raise
    services.sessions.end(token)
    response.headers["X-Goog-Upload-Status"] = "final"
    return response


def _take_in(
    services: Services,
    name: CollectionName,
    upload: Upload,
    read: Callable[[], bytes],
    upload_id: str,
    *,
    view: str = "",
    patient: bool = False,
) -> Response:
    receipt = services.intake.take_in(name, upload, read=read, upload_id=upload_id, patient=patient)
    full = view == "full"
    answer = UploadRagFileResponse(
        rag_file=file_of(receipt.document, full=full), outcome=receipt.outcome.value if full else ""
    )
    return WireResponse(answer.to_wire())


@router.post(CORPUS + "/ragFiles:upload")
def upload_rag_file_without_content(
    name: CorpusName, body: UploadRagFileRequest, library: LibraryDep
) -> UploadRagFileResponse:
    """This form of the call has no field for bytes, so it can only say where to send them."""
    library.get_collection(name)
    raise BadRequest(
        "This call carries no file. Send it as multipart/form-data to "
        f"/upload/v1/{names.corpus(name)}/ragFiles:upload.",
        "rag_file",
    )


@router.post(CORPUS + "/ragFiles:import")
def import_rag_files(
    version: VertexVersion, name: CorpusName, body: ImportRagFilesRequest, services: ServicesDep
) -> Operation:
    """Import from the folders that are allowed; a file that cannot be taken in is told, the others stay."""
    services.library.get_collection(name)
    config = body.import_rag_files_config or ImportRagFilesConfig()
    if not (config.gcs_source and config.gcs_source.uris) and not foreign_sources(config):
        raise BadRequest(
            "import_rag_files_config names no files; set gcs_source.uris.",
            "import_rag_files_config.gcs_source",
        )
    inline = config.rag_file_metadata_config and config.rag_file_metadata_config.inline_metadata_source
    declare(services.library, name, config.rag_file_metadata_config, inline_values(inline or ""))
    most = services.settings.max_upload_bytes
    return services.operations.run(
        names.corpus(name),
        RagImport(services.intake, services.folders, name, config, most),
        package=AIPLATFORM,
        metadata_type="ImportRagFilesOperationMetadata",
        response_type="ImportRagFilesResponse",
    ).to_wire(version)


@router.get(CORPUS + "/ragFiles")
def list_rag_files(
    name: CorpusName, library: LibraryDep, size: PageSize = 0, token: PageToken = "", view: ListView = ""
) -> ListRagFilesResponse:
    """A page of files, oldest first."""
    listed, following = library.list_documents(name, page_size=page_size(size, RAG_FILES), page_token=token)
    if view == "full":
        listed = [
            library.get_document(name, stored.id) for stored in listed
        ]  # lists come without page reports
    if view == "origin":
        files = [origin_of(stored, outdated=library.is_outdated(stored)) for stored in listed]
    else:
        files = [file_of(stored, full=view == "full") for stored in listed]
    return ListRagFilesResponse(rag_files=files, next_page_token=following)


@router.get(CORPUS + "/ragFiles/{rag_file}")
def get_rag_file(name: CorpusName, rag_file: str, library: LibraryDep, view: View = "") -> RagFile:
    """One file, without its bytes."""
    return file_of(library.get_document(name, rag_file), full=view == "full")


@router.delete(CORPUS + "/ragFiles/{rag_file}")
def delete_rag_file(
    version: VertexVersion, name: CorpusName, rag_file: str, library: LibraryDep, operations: OperationsDep
) -> Operation:
    """Delete a file: chunks, bytes and entry."""

    def delete(_: object) -> dict[str, Any]:
        library.delete_document(name, rag_file)
        return {}

    return operations.run(
        names.rag_file(name, rag_file), delete, package=AIPLATFORM, metadata_type="DeleteOperationMetadata"
    ).to_wire(version)
