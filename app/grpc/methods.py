"""Which gRPC call is which REST request: Google's own ``google.api.http`` rules, for what is served here."""

from collections.abc import Iterator
from dataclasses import dataclass

DISCOVERY_ENGINE = "google.cloud.discoveryengine"
AIPLATFORM = "google.cloud.aiplatform"
OPERATION = "google.longrunning.Operation"


@dataclass(frozen=True)
class Method:
    """A call and the request that answers it.

    ``{field}`` in ``path`` is filled from the message. ``body`` is the field that is sent, ``*`` for all that
    the path leaves over, empty for none; what is left over then goes into the query string.
    """

    service: str
    name: str
    request: str
    response: str
    verb: str
    path: str
    body: str = ""


def methods() -> Iterator[Method]:
    """Every call served, in every API version."""
    for version in ("v1", "v1beta", "v1alpha"):
        package = f"{DISCOVERY_ENGINE}.{version}"
        yield Method(
            f"{package}.GroundedGenerationService",
            "CheckGrounding",
            f"{package}.CheckGroundingRequest",
            f"{package}.CheckGroundingResponse",
            "POST",
            f"/{version}/{{groundingConfig}}:check",
            "*",
        )
    for version in ("v1", "v1beta1"):
        package = f"{AIPLATFORM}.{version}"
        corpus, corpora = f"{package}.RagCorpus", f"{package}.ListRagCorporaResponse"
        file, files = f"{package}.RagFile", f"{package}.ListRagFilesResponse"
        for name, response, verb, path, body in (
            ("CreateRagCorpus", OPERATION, "POST", "{parent}/ragCorpora", "ragCorpus"),
            ("GetRagCorpus", corpus, "GET", "{name}", ""),
            ("ListRagCorpora", corpora, "GET", "{parent}/ragCorpora", ""),
            ("DeleteRagCorpus", OPERATION, "DELETE", "{name}", ""),
            ("ImportRagFiles", OPERATION, "POST", "{parent}/ragFiles:import", "*"),
            ("GetRagFile", file, "GET", "{name}", ""),
            ("ListRagFiles", files, "GET", "{parent}/ragFiles", ""),
            ("DeleteRagFile", OPERATION, "DELETE", "{name}", ""),
        ):
            service, request = f"{package}.VertexRagDataService", f"{package}.{name}Request"
            yield Method(service, name, request, response, verb, f"/{version}/{path}", body)
    for name, response, verb, path, body in (
        ("GetOperation", OPERATION, "GET", "{name}", ""),
        ("ListOperations", "google.longrunning.ListOperationsResponse", "GET", "{name}/operations", ""),
        ("CancelOperation", "google.protobuf.Empty", "POST", "{name}:cancel", "*"),
    ):
        request = f"google.longrunning.{name}Request"
        yield Method(
            "google.longrunning.Operations", name, request, response, verb, f"/{{version}}/{path}", body
        )
