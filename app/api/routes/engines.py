"""Engines: create, get, list, delete. An engine points to data stores of its project and location."""

from typing import Annotated

from fastapi import APIRouter, Query

from app.api.dependencies import DiscoveryVersion, LibraryDep, OperationsDep, ServicesDep
from app.api.wire_route import WireRoute
from app.operations.job import DISCOVERY_ENGINE
from app.wire import names
from app.wire.errors import BadRequest
from app.wire.paging import ENGINES, PageSize, PageToken, page_size
from app.wire.schemas.engines import Engine, ListEnginesResponse
from app.wire.schemas.operations import Operation
from ingest import types

router = APIRouter(
    route_class=WireRoute,
    prefix="/{version}/projects/{project}/locations/{location}/collections/{collection}",
)
KEPT_AS = "engine"  # key in an engine's details


@router.post("/engines")
def create_engine(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    body: Engine,
    library: LibraryDep,
    operations: OperationsDep,
    engine_id: Annotated[str, Query(alias="engineId")] = "",
) -> Operation:
    """Create an engine over existing data stores; the operation answers with it."""
    if not engine_id:
        raise BadRequest("engine_id is missing; send it as ?engineId=ID.", "engine_id")
    if not body.data_store_ids:
        raise BadRequest("data_store_ids is empty; name at least one data store.", "engine.data_store_ids")
    for data_store_id in body.data_store_ids:
        library.get_collection(types.CollectionName(project, location, data_store_id))
    kept = body.replace(name="", display_name="", data_store_ids=[], create_time=None, update_time=None)
    name = types.CollectionName(project, location, engine_id)
    created = library.create_engine(
        name,
        display_name=body.display_name,
        collection_ids=tuple(body.data_store_ids),
        details={KEPT_AS: kept.to_wire()},
    )
    return operations.done(
        names.engine(name),
        engine_of(created),
        package=DISCOVERY_ENGINE,
        metadata_type="CreateEngineMetadata",
        response_type="Engine",
    ).to_wire(version)


@router.get("/engines")
def list_engines(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    library: LibraryDep,
    size: PageSize = 0,
    token: PageToken = "",
) -> ListEnginesResponse:
    """A page of engines, oldest first."""
    listed, following = library.list_engines(
        project, location, page_size=page_size(size, ENGINES), page_token=token
    )
    return ListEnginesResponse(engines=[engine_of(stored) for stored in listed], next_page_token=following)


@router.get("/engines/{engine}")
def get_engine(
    version: DiscoveryVersion, project: str, location: str, collection: str, engine: str, library: LibraryDep
) -> Engine:
    """One engine."""
    return engine_of(library.get_engine(types.CollectionName(project, location, engine)))


@router.delete("/engines/{engine}")
def delete_engine(
    version: DiscoveryVersion,
    project: str,
    location: str,
    collection: str,
    engine: str,
    library: LibraryDep,
    operations: OperationsDep,
    services: ServicesDep,
) -> Operation:
    """Delete an engine; its data stores stay."""
    name = types.CollectionName(project, location, engine)
    library.delete_engine(name)
    services.answer_sessions.delete_below(names.engine(name))
    return operations.done(
        names.engine(name), {}, package=DISCOVERY_ENGINE, metadata_type="DeleteEngineMetadata"
    ).to_wire(version)


def engine_of(engine: types.Engine) -> Engine:
    """A stored engine on the wire."""
    return Engine.model_validate(engine.details.get(KEPT_AS, {})).replace(
        name=names.engine(engine.name),
        display_name=engine.display_name,
        data_store_ids=list(engine.collection_ids),
        create_time=engine.create_time,
        update_time=engine.update_time,
    )
