"""Documents of a data store: create, get, list, update, delete, import, purge."""

import uuid
from dataclasses import replace
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from app.api.dependencies import DiscoveryVersion, LibraryDep, OperationsDep, ServicesDep
from app.api.wire_route import WireRoute
from app.intake import document_imports as imports
from app.operations.job import DISCOVERY_ENGINE
from app.services import Services
from app.wire import names
from app.wire.conversions.documents import holds_file, merge, message_of, upload_of
from app.wire.errors import BadRequest, Missing
from app.wire.paging import DOCUMENTS, PageSize, PageToken, page_size
from app.wire.scalars import Struct
from app.wire.schemas.document_imports import ImportDocumentsRequest, PurgeDocumentsRequest
from app.wire.schemas.documents import Document, ListDocumentsResponse
from app.wire.schemas.operations import Operation
from ingest.errors import AlreadyExists
from ingest.formats.detection import declared_charset
from ingest.types import CollectionName

router = APIRouter(
    route_class=WireRoute,
    prefix="/{version}/projects/{project}/locations/{location}/collections/{collection}"
    "/dataStores/{data_store}/branches/{branch}",
)


def _store(
    version: DiscoveryVersion, project: str, location: str, collection: str, data_store: str, branch: str
) -> CollectionName:
    if branch not in names.BRANCHES:
        raise Missing(f"No branch {branch!r}; a data store has one branch, called 0 or default_branch.")
    return CollectionName(project, location, data_store)


StoreName = Annotated[CollectionName, Depends(_store)]


@router.post("/documents")
async def create_document(
    name: StoreName,
    branch: str,
    body: Document,
    services: ServicesDep,
    document_id: Annotated[str, Query(alias="documentId")] = "",
) -> Document:
    """Take a document in; it is searchable when this answers."""
    return await services.intake.in_thread(
        partial(_create, services, name, branch, body, document_id or body.id or uuid.uuid4().hex)
    )


def _create(
    services: Services, name: CollectionName, branch: str, body: Document, identifier: str
) -> Document:
    chunk_size = imports.chunk_size_of(services.library.get_collection(name))
    if imports.find(services.library, name, identifier):
        raise AlreadyExists(f"Document {identifier!r} exists already; use PATCH to change it.")
    receipt = services.intake.take_in(name, upload_of(body, identifier, chunk_size=chunk_size))
    return message_of(receipt.document, branch)


@router.get("/documents")
def list_documents(
    name: StoreName, branch: str, library: LibraryDep, size: PageSize = 0, token: PageToken = ""
) -> ListDocumentsResponse:
    """A page of documents, oldest first."""
    library.get_collection(name)
    listed, following = library.list_documents(name, page_size=page_size(size, DOCUMENTS), page_token=token)
    return ListDocumentsResponse(
        documents=[message_of(stored, branch) for stored in listed], next_page_token=following
    )


@router.get("/documents/{document}")
def get_document(name: StoreName, branch: str, document: str, library: LibraryDep) -> Document:
    """One document, without its file's bytes."""
    return message_of(library.get_document(name, document), branch)


@router.patch("/documents/{document}")
async def update_document(
    name: StoreName,
    branch: str,
    document: str,
    body: Document,
    services: ServicesDep,
    allow_missing: Annotated[bool, Query(alias="allowMissing")] = False,
    update_mask: Annotated[str, Query(alias="updateMask")] = "",
) -> Document:
    """Replace a document, or the fields that ``updateMask`` names."""
    return await services.intake.in_thread(
        partial(_update, services, name, branch, document, body, allow_missing, update_mask)
    )


def _update(
    services: Services,
    name: CollectionName,
    branch: str,
    document: str,
    body: Document,
    allow_missing: bool,
    update_mask: str,
) -> Document:
    library = services.library
    chunk_size = imports.chunk_size_of(library.get_collection(name))
    stored = imports.find(library, name, document)
    if stored is None and not allow_missing:
        raise Missing(f"No document {document!r}; create it, or send allowMissing=true.")
    paths = [path for path in update_mask.split(",") if path.strip()] if stored else []
    wanted = merge(message_of(stored), body, paths) if stored else body
    upload = upload_of(wanted, document, chunk_size=chunk_size)
    sent_file = wanted.content is not None and wanted.content.raw_bytes
    if stored and paths and not sent_file and holds_file(stored):
        content, _ = library.open_file(name, document)
        mime_type = wanted.content.mime_type if wanted.content else ""
        upload = replace(
            upload, content=content, mime_type=stored.mime_type, charset=declared_charset(mime_type)
        )
    return message_of(services.intake.take_in(name, upload).document, branch)


@router.delete("/documents/{document}")
def delete_document(name: StoreName, document: str, library: LibraryDep) -> Struct:
    """Delete a document with everything made from it."""
    library.delete_document(name, document)
    return {}


@router.post("/documents:import")
def import_documents(
    version: DiscoveryVersion,
    name: StoreName,
    branch: str,
    body: ImportDocumentsRequest,
    services: ServicesDep,
) -> Operation:
    """Take many documents in; those that cannot be read are counted and told, the others stay."""
    services.library.get_collection(name)
    most = services.settings.max_upload_bytes
    work = imports.Import(services.intake, services.library, name, body, services.folders, most)
    return services.operations.run(
        f"{names.data_store(name)}/branches/{branch}",
        work,
        package=DISCOVERY_ENGINE,
        metadata_type="ImportDocumentsMetadata",
        response_type="ImportDocumentsResponse",
    ).to_wire(version)


@router.post("/documents:purge")
def purge_documents(
    version: DiscoveryVersion,
    name: StoreName,
    branch: str,
    body: PurgeDocumentsRequest,
    library: LibraryDep,
    operations: OperationsDep,
) -> Operation:
    """Delete all documents of the branch, or only count them."""
    if body.filter.strip() != "*":
        raise BadRequest(f"filter is {body.filter!r}; only '*' (all documents) is served.", "filter")
    library.get_collection(name)
    return operations.run(
        f"{names.data_store(name)}/branches/{branch}",
        imports.Purge(library, name, branch, body.force),
        package=DISCOVERY_ENGINE,
        metadata_type="PurgeDocumentsMetadata",
        response_type="PurgeDocumentsResponse",
    ).to_wire(version)
