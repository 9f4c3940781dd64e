"""One body for every error; nothing internal leaks."""

import json
import re
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.main import create_app
from app.services import Services
from app.settings import Settings
from app.wire.errors import TABLE, Missing, classify, describe, rpc_status
from grounding import errors as grounding
from ingest import errors as ingest

CHECK = "/v1/projects/p/locations/global/groundingConfigs/g:check"
INFO = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "domain": "sureground", "metadata": {}}


def every_kind(base: type[Exception]) -> set[type[Exception]]:
    return {base}.union(*(every_kind(kind) for kind in base.__subclasses__()))


def test_no_error_of_the_rooms_is_internal() -> None:
    kinds = every_kind(grounding.GroundingError) | every_kind(ingest.IngestError)
    bases = {grounding.GroundingError, ingest.IngestError}
    # A client's errors are about a server's reply, and never within one.
    within = {kind for kind in kinds - bases if not kind.__module__.startswith("grounding.client")}
    for kind in within:
        assert any(parent in TABLE for parent in kind.__mro__), f"{kind.__name__} has no HTTP status"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (grounding.InvalidInput("facts[3]", "too long"), (400, "INVALID_ARGUMENT")),
        (grounding.ModelUnavailable("x"), (503, "UNAVAILABLE")),
        (ingest.EncryptedDocument("x"), (400, "INVALID_ARGUMENT")),
        (ingest.NotFound("x"), (404, "NOT_FOUND")),
        (ingest.AlreadyExists("x"), (409, "ALREADY_EXISTS")),
        (ingest.NotEmpty("x"), (400, "FAILED_PRECONDITION")),
        (ingest.TooLarge("x"), (413, "INVALID_ARGUMENT")),
        (ingest.StoreUnavailable("x"), (503, "UNAVAILABLE")),
        (Missing("x"), (404, "NOT_FOUND")),
        (KeyError("x"), (500, "INTERNAL")),
    ],
)
def test_status_of(error: Exception, status: tuple[int, str]) -> None:
    assert classify(error) == status


def test_the_body_of_an_error() -> None:
    assert describe(grounding.InvalidInput("facts[3]", "It is too long.")) == {
        "error": {
            "code": 400,
            "message": "It is too long.",
            "status": "INVALID_ARGUMENT",
            "details": [
                INFO | {"reason": "INVALID_INPUT"},
                {
                    "@type": "type.googleapis.com/google.rpc.BadRequest",
                    "fieldViolations": [{"field": "facts[3]", "description": "It is too long."}],
                },
            ],
        }
    }


def test_operations_carry_the_number_of_the_grpc_code() -> None:
    assert rpc_status(ingest.NotFound("gone")) == {"code": 5, "message": "gone"}
    assert rpc_status(KeyError("secret"))["code"] == 13
    assert "secret" not in rpc_status(KeyError("secret"))["message"]


def test_an_unexpected_error_leaks_nothing(
    settings: Settings, small_parts: Callable[[Settings], Services], caplog: pytest.LogCaptureFixture
) -> None:
    def build(chosen: Settings) -> Services:
        services = small_parts(chosen)

        def broken(*_: object, **__: object) -> None:
            raise RuntimeError("/secret/path")

        services.checker.check = broken  # type: ignore[method-assign, assignment]
        return services

    app = create_app(settings, build)
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        reply = client.post(CHECK, json={"answerCandidate": "x"})
    assert (reply.status_code, reply.json()["error"]["status"]) == (500, "INTERNAL")
    assert "secret" not in reply.text


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", CHECK, 405),
        ("GET", "/nope", 404),
        ("POST", "/v1/projects/p/locations/l/nothing:here", 404),
        ("POST", CHECK.replace("v1", "v2"), 404),
        ("POST", CHECK.replace("/v1", ""), 404),
        ("GET", "/v1/projects/p/locations/l/operations/1", 404),
    ],
)
def test_unknown_paths_and_methods(client: TestClient, method: str, path: str, code: int) -> None:
    reply = client.request(method, path)
    assert (reply.status_code, reply.json()["error"]["code"]) == (code, code)
    assert path in reply.json()["error"]["message"] or "operation" in reply.json()["error"]["message"]


def test_post_to_the_root_explains_the_gateway_mode(client: TestClient) -> None:
    reply = client.post("/", json={})
    assert reply.status_code == 404 and "genai.Client" in reply.json()["error"]["message"]


def test_several_faults_are_told_together(client: TestClient) -> None:
    reply = client.post(CHECK, json={"answerCandidate": 5, "facts": {}, "foo": 1}).json()["error"]
    fields = {violation["field"] for violation in reply["details"][1]["fieldViolations"]}
    assert fields == {"answer_candidate", "facts", ""}
    assert len(reply["message"].splitlines()) == 3


# Bad bodies of every kind: 4xx with google.rpc.Status, never 5xx.

words = st.text(max_size=20)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)
FIELDS = """answerCandidate answer_candidate facts factText attributes groundingSpec citationThreshold prompt
foo groundingSource searchSource servingConfig userLabels structData jsonData content rawBytes inlineSource
documents id query pageSize contentSearchSpec dataStoreIds solutionTypes"""
names = st.sampled_from(FIELDS.split())
nearly = st.dictionaries(
    names, st.recursive(anything, lambda inner: st.dictionaries(names, inner, max_size=4))
)


def never_5xx(client: TestClient, path: str, body: bytes) -> None:
    reply = client.post(path, content=body, headers={"content-type": "application/json"})
    assert reply.status_code < 500, (body, reply.text)
    if reply.status_code != 200:
        error = reply.json()["error"]
        assert error["code"] == reply.status_code and error["message"]
        assert re.fullmatch("[A-Z_]+", error["status"])


PATHS = st.sampled_from(
    [
        CHECK,
        "/v1/projects/p/locations/global/dataStores?dataStoreId=x",
        "/v1/projects/p/locations/global/dataStores/x/branches/0/documents?documentId=y",
        "/v1/projects/p/locations/global/dataStores/x/branches/0/documents:import",
        "/v1/projects/p/locations/global/dataStores/x/servingConfigs/s:search",
        "/v1/projects/p/locations/global/engines?engineId=x",
        "/v1beta1/projects/p/locations/l/ragCorpora",
        "/v1/projects/p/locations/l/ragCorpora/x/ragFiles:import",
        "/v1/projects/p/locations/l:retrieveContexts",
        "/v1/projects/p/locations/l:augmentPrompt",
        "/v1/projects/p/locations/l:corroborateContent",
        "/v1/projects/p/locations/l/publishers/google/models/m:generateContent",
        "/v1beta/models/m:streamGenerateContent?alt=sse",
        "/upload/v1beta1/projects/p/locations/l/ragCorpora/x/ragFiles:upload",
    ]
)
relaxed = hypothesis_settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@relaxed
@given(path=PATHS, body=nearly)
def test_nearly_right_bodies(client: TestClient, path: str, body: object) -> None:
    never_5xx(client, path, json.dumps(body).encode())


@relaxed
@given(
    path=PATHS, body=st.binary(max_size=60) | st.text("{}[]'\",:\\x0tTrueNone ", max_size=40).map(str.encode)
)
def test_bodies_of_noise(client: TestClient, path: str, body: bytes) -> None:
    never_5xx(client, path, body)
