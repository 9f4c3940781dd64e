"""Metadata of a RAG file: one name space with Discovery Engine's fields, searchable when the call ends."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query

from app.api.dependencies import CorpusName, LibraryDep, OperationsDep
from app.api.routes.rag_data_schemas import check_batch, check_identifier, check_parent, last_part
from app.api.wire_route import WireRoute
from app.intake.data_schemas import converted, schemas_of, writing
from app.operations.operations import AIPLATFORM
from app.wire import names
from app.wire.conversions.metadata_values import typed
from app.wire.errors import Missing
from app.wire.paging import METADATA, PageSize, PageToken, page_of
from app.wire.scalars import Struct
from app.wire.schemas.operations import Operation
from app.wire.schemas.rag_metadata import (
    BatchCreateRagMetadataRequest,
    BatchCreateRagMetadataResponse,
    BatchDeleteRequest,
    CreateRagMetadataRequest,
    ListRagMetadataResponse,
    RagMetadata,
    UserSpecifiedMetadata,
)
from ingest.errors import AlreadyExists
from ingest.library import Library
from ingest.types import CollectionName

router = APIRouter(
    route_class=WireRoute,
    prefix="/{version}/projects/{project}/locations/{location}/ragCorpora/{rag_corpus}/ragFiles/{rag_file}"
    "/ragMetadata",
)
FIELD = "rag_metadata.user_specified_metadata"


@router.post("")
def create_rag_metadata(
    name: CorpusName,
    rag_file: str,
    body: RagMetadata,
    library: LibraryDep,
    identifier: Annotated[str, Query(alias="ragMetadataId")] = "",
) -> RagMetadata:
    """Give a file a value for a key."""
    request = CreateRagMetadataRequest(rag_metadata=body, rag_metadata_id=identifier)
    return _create(library, name, rag_file, [request])[0]


@router.post(":batchCreate")
def batch_create_rag_metadata(
    version: str,
    name: CorpusName,
    rag_file: str,
    body: BatchCreateRagMetadataRequest,
    library: LibraryDep,
    operations: OperationsDep,
) -> Operation:
    """Up to 500 keys, or none if one of them cannot be."""
    check_batch(len(body.requests), "requests")
    made = _create(library, name, rag_file, body.requests)
    return operations.done(
        names.rag_file(name, rag_file),
        BatchCreateRagMetadataResponse(rag_metadata=made),
        package=AIPLATFORM,
        metadata_type="BatchCreateRagMetadataOperationMetadata",
        response_type="BatchCreateRagMetadataResponse",
    ).to_wire(version)


@router.get("")
def list_rag_metadata(
    name: CorpusName, rag_file: str, library: LibraryDep, size: PageSize = 0, token: PageToken = ""
) -> ListRagMetadataResponse:
    """A page of the file's keys."""
    metadata = dict(library.get_document(name, rag_file).metadata)
    shown = _shown(library, name, rag_file, metadata, list(metadata))
    found, following = page_of(shown, size, token, METADATA)
    return ListRagMetadataResponse(rag_metadata=found, next_page_token=following)


@router.get("/{key}")
def get_rag_metadata(name: CorpusName, rag_file: str, key: str, library: LibraryDep) -> RagMetadata:
    """One key."""
    return _only(library, name, rag_file, key)


@router.patch("/{key}")
def update_rag_metadata(
    name: CorpusName, rag_file: str, key: str, body: RagMetadata, library: LibraryDep
) -> RagMetadata:
    """Change the value of a key that the file has."""
    given = body.user_specified_metadata or UserSpecifiedMetadata()
    check_identifier(given.key, key, f"{FIELD}.key")
    with writing:
        metadata = dict(library.get_document(name, rag_file).metadata)
        if key not in metadata:
            raise Missing(f"The file has no key {key!r}.")
        metadata[key] = converted(given.value, key, schemas_of(library, name), FIELD)
        library.update_document(name, rag_file, metadata=metadata)
    return _only(library, name, rag_file, key)


@router.delete("/{key}")
def delete_rag_metadata(name: CorpusName, rag_file: str, key: str, library: LibraryDep) -> Struct:
    """Take a key from the file."""
    _delete(library, name, rag_file, [key])
    return {}


@router.post(":batchDelete")
def batch_delete_rag_metadata(
    version: str,
    name: CorpusName,
    rag_file: str,
    body: BatchDeleteRequest,
    library: LibraryDep,
    operations: OperationsDep,
) -> Operation:
    """Take up to 500 keys from the file, or none if it lacks one of them."""
    check_batch(len(body.names), "names")
    file = names.rag_file(name, rag_file)
    _delete(library, name, rag_file, [last_part(one, f"{file}/ragMetadata") for one in body.names])
    return operations.done(file, {}, package=AIPLATFORM, metadata_type="DeleteOperationMetadata").to_wire(
        version
    )


def _create(
    library: Library, name: CollectionName, rag_file: str, requests: Sequence[CreateRagMetadataRequest]
) -> list[RagMetadata]:
    with writing:
        metadata = dict(library.get_document(name, rag_file).metadata)
        schemas, keys = schemas_of(library, name), []
        for request in requests:
            given = (request.rag_metadata or RagMetadata()).user_specified_metadata or UserSpecifiedMetadata()
            check_parent(request.parent, names.rag_file(name, rag_file))
            check_identifier(request.rag_metadata_id, given.key, "rag_metadata_id")
            value = converted(given.value, given.key, schemas, FIELD)
            if given.key in metadata:
                raise AlreadyExists(f"The file has a value of {given.key!r} already; change it with PATCH.")
            metadata[given.key] = value
            keys.append(given.key)
        library.update_document(name, rag_file, metadata=metadata)
    return _shown(library, name, rag_file, metadata, keys)


def _delete(library: Library, name: CollectionName, rag_file: str, keys: Sequence[str]) -> None:
    with writing:
        metadata = dict(library.get_document(name, rag_file).metadata)
        for key in keys:
            if key not in metadata:
                raise Missing(f"The file has no key {key!r}.")
            del metadata[key]
        library.update_document(name, rag_file, metadata=metadata)


def _only(library: Library, name: CollectionName, rag_file: str, key: str) -> RagMetadata:
    metadata = dict(library.get_document(name, rag_file).metadata)
    shown = _shown(library, name, rag_file, metadata, [key] if key in metadata else [])
    if not shown:
        raise Missing(f"The file has no key {key!r}.")
    return shown[0]


def _shown(
    library: Library, name: CollectionName, rag_file: str, metadata: dict[str, Any], keys: Sequence[str]
) -> list[RagMetadata]:
    """The keys whose values the wire can hold: all but objects and null."""
    schemas, file = schemas_of(library, name), names.rag_file(name, rag_file)
    values = {key: typed(metadata[key], schemas.get(key)) for key in keys}
    return [
        RagMetadata(
            name=f"{file}/ragMetadata/{key}",
            user_specified_metadata=UserSpecifiedMetadata(key=key, value=value),
        )
        for key, value in values.items()
        if value is not None
    ]
