"""Data schemas of a corpus: which metadata keys its files may have, and of which type."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query

from app.api.dependencies import CorpusName, LibraryDep, OperationsDep
from app.api.wire_route import WireRoute
from app.intake.data_schemas import MOST, create_schemas, delete_schemas, schemas_of
from app.operations.operations import AIPLATFORM
from app.wire import names
from app.wire.errors import BadRequest, Missing
from app.wire.paging import DATA_SCHEMAS, PageSize, PageToken, page_of
from app.wire.scalars import Struct
from app.wire.schemas.operations import Operation
from app.wire.schemas.rag_metadata import (
    BatchCreateRagDataSchemasRequest,
    BatchCreateRagDataSchemasResponse,
    BatchDeleteRequest,
    CreateRagDataSchemaRequest,
    ListRagDataSchemasResponse,
    RagDataSchema,
)
from ingest.types import CollectionName

router = APIRouter(
    route_class=WireRoute,
    prefix="/{version}/projects/{project}/locations/{location}/ragCorpora/{rag_corpus}/ragDataSchemas",
)


@router.post("")
def create_rag_data_schema(
    name: CorpusName,
    body: RagDataSchema,
    library: LibraryDep,
    identifier: Annotated[str, Query(alias="ragDataSchemaId")] = "",
) -> RagDataSchema:
    """Declare a key."""
    request = CreateRagDataSchemaRequest(rag_data_schema=body, rag_data_schema_id=identifier)
    return _named(name, create_schemas(library, name, [_asked(request, name)]))[0]


@router.post(":batchCreate")
def batch_create_rag_data_schemas(
    version: str,
    name: CorpusName,
    body: BatchCreateRagDataSchemasRequest,
    library: LibraryDep,
    operations: OperationsDep,
) -> Operation:
    """Declare up to 500 keys, or none if one of them cannot be."""
    check_batch(len(body.requests), "requests")
    made = create_schemas(library, name, [_asked(request, name) for request in body.requests])
    return operations.done(
        names.corpus(name),
        BatchCreateRagDataSchemasResponse(rag_data_schemas=_named(name, made)),
        package=AIPLATFORM,
        metadata_type="BatchCreateRagDataSchemasOperationMetadata",
        response_type="BatchCreateRagDataSchemasResponse",
    ).to_wire(version)


@router.get("")
def list_rag_data_schemas(
    name: CorpusName, library: LibraryDep, size: PageSize = 0, token: PageToken = ""
) -> ListRagDataSchemasResponse:
    """A page of schemas, oldest first."""
    kept = schemas_of(library, name)
    found, following = page_of(list(kept.items()), size, token, DATA_SCHEMAS)
    schemas = [RagDataSchema(key=key, schema_details=details) for key, details in found]
    return ListRagDataSchemasResponse(rag_data_schemas=_named(name, schemas), next_page_token=following)


@router.get("/{schema}")
def get_rag_data_schema(name: CorpusName, schema: str, library: LibraryDep) -> RagDataSchema:
    """One schema."""
    details = schemas_of(library, name).get(schema)
    if details is None:
        raise Missing(f"There is no schema of the key {schema!r}.")
    return _named(name, [RagDataSchema(key=schema, schema_details=details)])[0]


@router.delete("/{schema}")
def delete_rag_data_schema(name: CorpusName, schema: str, library: LibraryDep) -> Struct:
    """Delete a schema; the files keep their values."""
    delete_schemas(library, name, [schema])
    return {}


@router.post(":batchDelete")
def batch_delete_rag_data_schemas(
    version: str, name: CorpusName, body: BatchDeleteRequest, library: LibraryDep, operations: OperationsDep
) -> Operation:
    """Delete up to 500 schemas, or none if one of them is not there."""
    check_batch(len(body.names), "names")
    delete_schemas(
        library, name, [last_part(one, f"{names.corpus(name)}/ragDataSchemas") for one in body.names]
    )
    return operations.done(
        names.corpus(name), {}, package=AIPLATFORM, metadata_type="DeleteOperationMetadata"
    ).to_wire(version)


def check_batch(count: int, field: str) -> None:
    """Raise BadRequest for an empty batch, or one that is too long."""
    if not 1 <= count <= MOST:
        raise BadRequest(f"{field} holds {count} entries; send 1 to {MOST}.", field)


def last_part(name: str, parent: str) -> str:
    """The id in a full name below ``parent``; an id stays as it is. Raises BadRequest for a foreign name."""
    above, _, identifier = name.rpartition("/")
    if above not in ("", parent):
        raise BadRequest(f"names holds {name[:300]!r}, which is not below {parent}.", "names")
    return identifier


def _asked(request: CreateRagDataSchemaRequest, name: CollectionName) -> RagDataSchema:
    schema = request.rag_data_schema or RagDataSchema()
    check_parent(request.parent, names.corpus(name))
    check_identifier(request.rag_data_schema_id, schema.key, "rag_data_schema_id")
    return schema


def check_parent(parent: str, own: str) -> None:
    """Raise BadRequest when an entry of a batch names another parent than the request."""
    if parent not in ("", own):
        raise BadRequest(f"parent is {parent[:300]!r}; leave it out or write {own}.", "parent")


def check_identifier(identifier: str, key: str, field: str) -> None:
    """Raise BadRequest for an id that is not the key."""
    if identifier not in ("", key):
        raise BadRequest(f"{field} is {identifier[:80]!r}; it must be the key, {key[:80]!r}.", field)


def _named(name: CollectionName, schemas: Sequence[RagDataSchema]) -> list[RagDataSchema]:
    parent = names.corpus(name)
    return [schema.replace(name=f"{parent}/ragDataSchemas/{schema.key}") for schema in schemas]
