"""Which gRPC call is which REST request: Google's own ``google.api.http`` rules, for what is served here."""

from collections.abc import Iterator
from dataclasses import dataclass

DISCOVERY_ENGINE = "google.cloud.discoveryengine"
AIPLATFORM = "google.cloud.aiplatform"
OPERATION = "google.longrunning.Operation"

_LOCATION = "projects/*/locations/*"
_CORPUS = f"{_LOCATION}/ragCorpora/*"
_FILE = f"{_CORPUS}/ragFiles/*"
_OPERATION = "**/operations/*"


@dataclass(frozen=True)
class Method:
    """A call and the request that answers it.

    ``{field=pattern}`` in ``path`` is filled from the message; of its pattern ``*`` stands for a segment, ``**`` for
    any number. ``body`` is the field that is sent, ``*`` for all that the path leaves over, empty for none; what is
    left over then goes into the query string.
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
            f"/{version}/{{groundingConfig={_LOCATION}/groundingConfigs/*}}:check",
            "*",
        )
    for version in ("v1", "v1beta1"):
        package = f"{AIPLATFORM}.{version}"
        corpus, corpora = f"{package}.RagCorpus", f"{package}.ListRagCorporaResponse"
        file, files = f"{package}.RagFile", f"{package}.ListRagFilesResponse"
        for name, response, verb, path, body in (
            ("CreateRagCorpus", OPERATION, "POST", f"{{parent={_LOCATION}}}/ragCorpora", "ragCorpus"),
            ("GetRagCorpus", corpus, "GET", f"{{name={_CORPUS}}}", ""),
            ("ListRagCorpora", corpora, "GET", f"{{parent={_LOCATION}}}/ragCorpora", ""),
            ("DeleteRagCorpus", OPERATION, "DELETE", f"{{name={_CORPUS}}}", ""),
            ("ImportRagFiles", OPERATION, "POST", f"{{parent={_CORPUS}}}/ragFiles:import", "*"),
            ("GetRagFile", file, "GET", f"{{name={_FILE}}}", ""),
            ("ListRagFiles", files, "GET", f"{{parent={_CORPUS}}}/ragFiles", ""),
            ("DeleteRagFile", OPERATION, "DELETE", f"{{name={_FILE}}}", ""),
        ):
            service, request = f"{package}.VertexRagDataService", f"{package}.{name}Request"
            yield Method(service, name, request, response, verb, f"/{version}/{path}", body)
    for name, response, verb, path, body in (
        ("GetOperation", OPERATION, "GET", f"{{name={_OPERATION}}}", ""),
        (
            "ListOperations",
            "google.longrunning.ListOperationsResponse",
            "GET",
            "{name=projects/**}/operations",
            "",
        ),
        ("CancelOperation", "google.protobuf.Empty", "POST", f"{{name={_OPERATION}}}:cancel", "*"),
    ):
        request = f"google.longrunning.{name}Request"
        yield Method(
            "google.longrunning.Operations", name, request, response, verb, f"/{{version}}/{path}", body
        )
