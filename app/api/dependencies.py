"""What routes ask for, as annotated aliases."""

from typing import Annotated, Literal

from fastapi import Depends, Path, Request

from app.operations.operations import Operations
from app.services import Services
from grounding import GroundingChecker
from ingest.library import Library
from ingest.types import CollectionName


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(_services)]


def _library(services: ServicesDep) -> Library:
    return services.library


def _checker(services: ServicesDep) -> GroundingChecker:
    return services.checker


def _operations(services: ServicesDep) -> Operations:
    return services.operations


LibraryDep = Annotated[Library, Depends(_library)]
CheckerDep = Annotated[GroundingChecker, Depends(_checker)]
OperationsDep = Annotated[Operations, Depends(_operations)]


def _base_url(request: Request, services: ServicesDep) -> str:
    return services.settings.public_url or str(request.base_url).rstrip("/")


# Where callers reach this server, without a slash at the end: what links begin with.
BaseUrl = Annotated[str, Depends(_base_url)]

DiscoveryVersion = Annotated[Literal["v1", "v1beta", "v1alpha"], Path(alias="version")]


def _target(
    version: DiscoveryVersion, project: str, location: str, collection: str, kind: str, target: str
) -> str:
    return f"projects/{project}/locations/{location}/collections/{collection}/{kind}/{target}"


# The name of the engine or data store below which a serving config or a session is asked for.
TargetName = Annotated[str, Depends(_target)]

VertexVersion = Annotated[Literal["v1", "v1beta1"], Path(alias="version")]


def _corpus(version: VertexVersion, project: str, location: str, rag_corpus: str) -> CollectionName:
    return CollectionName(project, location, rag_corpus)


CorpusName = Annotated[CollectionName, Depends(_corpus)]
