"""The RAG engine's mode and tier: sizes of Google's database, which mean nothing here and are echoed."""

from fastapi import APIRouter

from app.api.dependencies import OperationsDep, ServicesDep, VertexVersion
from app.api.wire_route import WireRoute
from app.operations.operations import AIPLATFORM
from app.wire.errors import BadRequest, NotReady
from app.wire.schemas.operations import Operation
from app.wire.schemas.rag_corpora import Empty, RagEngineConfig, RagManagedDbConfig, Spanner

router = APIRouter(route_class=WireRoute)
PATH = "/{version}/projects/{project}/locations/{location}/ragEngineConfig"
FIELD = "rag_engine_config.rag_managed_db_config"
# Older clients read the tier and newer ones the mode, and each fails without its own: every reply has both.
BASIC = RagManagedDbConfig(spanner=Spanner(basic=Empty()), basic=Empty())
SCALED = RagManagedDbConfig(spanner=Spanner(scaled=Empty()), scaled=Empty())
SERVERLESS = RagManagedDbConfig(serverless=Empty(), basic=Empty())


@router.get(PATH)
def get_rag_engine_config(
    version: VertexVersion, project: str, location: str, services: ServicesDep
) -> RagEngineConfig:
    """The engine's settings for a project and location."""
    name = f"projects/{project}/locations/{location}/ragEngineConfig"
    return RagEngineConfig(name=name, rag_managed_db_config=services.engine_tiers.get(name, BASIC))


@router.patch(PATH)
def update_rag_engine_config(
    version: VertexVersion,
    project: str,
    location: str,
    body: RagEngineConfig,
    services: ServicesDep,
    operations: OperationsDep,
) -> Operation:
    """Name a mode or a tier; it is echoed until a restart, and changes nothing."""
    if body.rag_managed_db_config is None:
        raise BadRequest("rag_managed_db_config is missing; set spanner or serverless in it.", FIELD)
    chosen = _completed(body.rag_managed_db_config)
    name = f"projects/{project}/locations/{location}/ragEngineConfig"
    services.engine_tiers[name] = chosen
    return operations.done(
        name,
        RagEngineConfig(name=name, rag_managed_db_config=chosen),
        package=AIPLATFORM,
        metadata_type="UpdateRagEngineConfigOperationMetadata",
        response_type="RagEngineConfig",
    ).to_wire(version)


def _completed(config: RagManagedDbConfig) -> RagManagedDbConfig:
    """Mode and tier; a mode goes before a tier, since a client may send our own reply back."""
    unprovisioned = config.spanner.unprovisioned if config.spanner else config.unprovisioned
    if unprovisioned is not None:
        raise NotReady(
            "unprovisioned would delete every corpus of the location; delete the corpora one by one instead.",
            f"{FIELD}.unprovisioned",
        )
    if config.serverless is not None:
        return SERVERLESS
    if config.spanner is not None:
        return BASIC if config.spanner.scaled is None else SCALED
    return BASIC if config.scaled is None and config.enterprise is None else SCALED
