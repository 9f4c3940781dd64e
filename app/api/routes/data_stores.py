"""Data stores: create, get, list, update, delete."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from app.api.dependencies import DiscoveryVersion, LibraryDep, OperationsDep, ServicesDep
from app.api.wire_route import WireRoute
from app.operations.job import DISCOVERY_ENGINE
from app.wire import names
from app.wire.errors import BadRequest
from app.wire.paging import DATA_STORES, PageSize, PageToken, page_size
from app.wire.schemas.data_stores import (
    ContentConfig,
    DataStore,
    IndustryVertical,
    ListDataStoresResponse,
    SolutionType,
)
from app.wire.schemas.operations import Operation
from ingest.types import Collection, CollectionName

router = APIRouter(
    route_class=WireRoute,
    prefix="/{version}/projects/{project}/locations/{location}/collections/{collection}",
)
KEPT_AS = "dataStore"  # key in a collection's details


@router.post("/dataStores")
def create_data_store(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    body: DataStore,
    library: LibraryDep,
    operations: OperationsDep,
    data_store_id: Annotated[str, Query(alias="dataStoreId")] = "",
) -> Operation:
    """Create a data store; the operation answers with it."""
    if not data_store_id:
        raise BadRequest("data_store_id is missing; send it as ?dataStoreId=ID.", "data_store_id")
    created = library.create_collection(
        CollectionName(project, location, data_store_id),
        display_name=body.display_name,
        details=_details(body, {}),
    )
    return operations.done(
        names.parent_of(created.name),
        data_store_of(created),
        package=DISCOVERY_ENGINE,
        metadata_type="CreateDataStoreMetadata",
        response_type="DataStore",
    ).to_wire(version)


@router.get("/dataStores")
def list_data_stores(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    library: LibraryDep,
    size: PageSize = 0,
    token: PageToken = "",
) -> ListDataStoresResponse:
    """A page of data stores, oldest first."""
    listed, following = library.list_collections(
        project, location, page_size=page_size(size, DATA_STORES), page_token=token
    )
    return ListDataStoresResponse(
        data_stores=[data_store_of(stored) for stored in listed], next_page_token=following
    )


@router.get("/dataStores/{data_store}")
def get_data_store(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    data_store: str,
    library: LibraryDep,
) -> DataStore:
    """One data store."""
    return data_store_of(library.get_collection(CollectionName(project, location, data_store)))


@router.patch("/dataStores/{data_store}")
def update_data_store(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    data_store: str,
    body: DataStore,
    library: LibraryDep,
) -> DataStore:
    """Change the fields that the body holds."""
    name = CollectionName(project, location, data_store)
    stored = library.get_collection(name)
    display_name = body.display_name if "display_name" in body.model_fields_set else None
    return data_store_of(
        library.update_collection(name, display_name=display_name, details=_details(body, stored.details))
    )


@router.delete("/dataStores/{data_store}")
def delete_data_store(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    data_store: str,
    library: LibraryDep,
    operations: OperationsDep,
    services: ServicesDep,
) -> Operation:
    """Delete a data store with everything in it."""
    name = CollectionName(project, location, data_store)

    def delete(_: object) -> dict[str, Any]:
        library.delete_collection(name, force=True)
        services.forget_answer_sessions(name)
        return {}

    return operations.run(
        names.parent_of(name), delete, package=DISCOVERY_ENGINE, metadata_type="DeleteDataStoreMetadata"
    ).to_wire(version)


def data_store_of(collection: Collection) -> DataStore:
    """A stored collection as a data store, by whichever name it was created."""
    kept = collection.details.get(KEPT_AS)
    made_elsewhere = DataStore(
        industry_vertical=IndustryVertical.GENERIC,
        solution_types=[SolutionType.SOLUTION_TYPE_SEARCH],
        content_config=ContentConfig.CONTENT_REQUIRED,
    )
    shown = made_elsewhere if kept is None else DataStore.model_validate(kept)
    return shown.replace(
        name=names.data_store(collection.name),
        display_name=collection.display_name,
        default_schema_id="default_schema",
        create_time=collection.create_time,
    )


def _details(body: DataStore, before: Any) -> dict[str, Any]:
    """A collection's details with the fields of ``body`` that are kept for the wire alone."""
    sent = body.replace(name="", display_name="", default_schema_id="", create_time=None).to_wire()
    return {**before, KEPT_AS: {**before.get(KEPT_AS, {}), **sent}}
