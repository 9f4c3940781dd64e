"""The gRPC door: the same answers, errors and keys as the REST routes."""

from collections.abc import Callable, Iterator
from typing import Any

import grpc
import httpx
import pytest
from google.protobuf.message import Message

from app.cli.server.http_server import temporary_server
from app.grpc import descriptors
from app.grpc.messages import FILE, from_json, message_class, to_json
from app.grpc.methods import methods
from app.grpc.transcoding import Failed, Transcoder, _fields
from app.services import Services
from app.settings import Settings
from app.wire.errors import INTERNAL
from tests.app.ports import free_port

CONFIG = "projects/p/locations/global/groundingConfigs/default_grounding_config"
PARENT = "projects/p/locations/l"
METHODS = {(method.service, method.name): method for method in methods()}
VERSIONS = ("v1", "v1beta", "v1alpha")
Call = Callable[..., Message]
Build = Callable[[Settings], Services]


def caller(port: int) -> Call:
    def call(service: str, rpc: str, /, metadata: Any = (), **fields: Any) -> Message:
        method = METHODS[service, rpc]
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            function = channel.unary_unary(
                f"/{service}/{rpc}",
                request_serializer=lambda message: message.SerializeToString(),
                response_deserializer=message_class(method.response).FromString,
            )
            answer: Message = function(from_json(method.request, fields), metadata=metadata, timeout=60)
            return answer

    return call


@pytest.fixture
def doors(settings: Settings, small_parts: Build) -> Iterator[tuple[str, Call]]:
    """The address of the HTTP door, and what calls the gRPC door beside it."""
    port = free_port()
    with temporary_server(
        settings.model_copy(update={"grpc_port": port}), small_parts, beside=True
    ) as address:
        yield address, caller(port)


def check(version: str) -> tuple[str, str]:
    return f"google.cloud.discoveryengine.{version}.GroundedGenerationService", "CheckGrounding"


def rag(version: str) -> str:
    return f"google.cloud.aiplatform.{version}.VertexRagDataService"


@pytest.mark.parametrize("version", VERSIONS)
def test_an_answer_is_checked_as_over_rest(doors: tuple[str, Call], version: str) -> None:
    address, call = doors
    body = {
        "answerCandidate": "Le café Bellini opened in 1962.\nIt has 900 rooms.",
        "facts": [{"factText": "Le café Bellini opened in 1962.", "attributes": {"some_key": "R. Rossi"}}],
        "groundingSpec": {"citationThreshold": 0.5},
    }
    answer = to_json(call(*check(version), groundingConfig=CONFIG, **body))
    expected = httpx.post(f"{address}/{version}/{CONFIG}:check", json=body).json()
    for chunk in answer["citedChunks"] + expected["citedChunks"]:
        chunk.pop("index", None)
    assert answer["claims"][0]["endPos"] == 32
    assert answer["claims"][0]["citationIndices"] == [0]
    assert answer["citedChunks"][0]["sourceMetadata"] == {"some_key": "R. Rossi"}
    assert answer["supportScore"] == pytest.approx(expected["supportScore"])
    for ours, theirs in zip(answer["claims"], expected["claims"], strict=True):
        assert ours.items() <= theirs.items(), "the message has no field of another value"


def test_corpora_come_and_go(doors: tuple[str, Call]) -> None:
    address, call = doors
    made = to_json(
        call(
            rag("v1"),
            "CreateRagCorpus",
            parent=PARENT,
            ragCorpus={"displayName": "g", "vectorDbConfig": {"ragManagedDb": {"knn": {}}}},
        )
    )
    assert made["done"]
    assert made["response"]["@type"] == "type.googleapis.com/google.cloud.aiplatform.v1.RagCorpus"
    name = made["response"]["name"]
    assert made["response"]["corpusStatus"] == {"state": "ACTIVE"}
    assert httpx.get(f"{address}/v1/{name}").json()["displayName"] == "g", "both doors show the same data"
    again = call(rag("v1beta1"), "CreateRagCorpus", parent=PARENT, ragCorpus={"displayName": "h"})
    assert to_json(again)["response"]["@type"].endswith(".v1beta1.RagCorpus")
    polled = call("google.longrunning.Operations", "GetOperation", name=to_json(again)["name"])
    assert to_json(polled) == to_json(again), "an operation is polled in the version it was made with"
    first = to_json(call(rag("v1"), "ListRagCorpora", parent=PARENT, pageSize=1))
    assert [corpus["displayName"] for corpus in first["ragCorpora"]] == ["g"]
    rest = call(rag("v1"), "ListRagCorpora", parent=PARENT, pageSize=9, pageToken=first["nextPageToken"])
    assert [corpus["displayName"] for corpus in to_json(rest)["ragCorpora"]] == ["h"]
    assert to_json(call(rag("v1beta1"), "GetRagCorpus", name=name))["displayName"] == "g"
    gone = to_json(call(rag("v1"), "DeleteRagCorpus", name=name, force=True))
    assert gone["response"]["@type"] == "type.googleapis.com/google.protobuf.Empty"
    with pytest.raises(grpc.RpcError) as refused:
        call(rag("v1"), "GetRagCorpus", name=name)
    assert refused.value.code() == grpc.StatusCode.NOT_FOUND


def test_a_refusal_tells_the_code_and_the_field(doors: tuple[str, Call]) -> None:
    _, call = doors
    with pytest.raises(grpc.RpcError) as refused:
        call(
            *check("v1"),
            groundingConfig=CONFIG,
            answerCandidate="A.",
            groundingSpec={"citationThreshold": 1.5},
        )
    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert "citation_threshold" in refused.value.details()
    (details,) = [
        value for key, value in refused.value.trailing_metadata() if key == "grpc-status-details-bin"
    ]
    status = to_json(message_class("google.rpc.Status").FromString(details))
    assert status["code"] == 3
    violation = status["details"][1]["fieldViolations"][0]
    assert violation["field"] == "grounding_spec.citation_threshold"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "..",
        "projects/p/locations/l/ragCorpora/../../healthz",
        "../../healthz",
        "projects/p/locations/l/ragCorpora/c/ragFiles",
        "projects/p/locations/l/ragCorpora//",
        "projects/p/locations/l",
        "projects/p/./locations/l/ragCorpora/c",
    ],
)
def test_a_name_is_of_its_form_and_leads_nowhere_else(doors: tuple[str, Call], name: str) -> None:
    _, call = doors
    with pytest.raises(grpc.RpcError) as refused:
        call(rag("v1"), "GetRagCorpus", name=name)
    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert "projects/*/locations/*/ragCorpora/*" in refused.value.details()


def test_names_of_operations_have_any_parent(doors: tuple[str, Call]) -> None:
    _, call = doors
    for parent in ("", "projects/p/", "projects/p/locations/l/ragCorpora/c/ragFiles/f/"):
        with pytest.raises(grpc.RpcError) as refused:
            call("google.longrunning.Operations", "GetOperation", name=f"{parent}operations/9")
        assert refused.value.code() == grpc.StatusCode.NOT_FOUND
    with pytest.raises(grpc.RpcError) as refused:
        call("google.longrunning.Operations", "GetOperation", name=f"{PARENT}/ragCorpora/c")
    assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT


def test_a_call_without_a_form_in_json_or_as_an_address_is_refused(doors: tuple[str, Call]) -> None:
    _, call = doors
    for fields in ({"parent": PARENT, "pageToken": "a" * 70_000}, {"parent": PARENT + "a" * 70_000}):
        with pytest.raises(grpc.RpcError) as refused:
            call(rag("v1"), "ListRagCorpora", **fields)
        assert refused.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    config = {"createTime": "2024-01-01T00:00:00Z"}
    made = from_json(METHODS[(rag("v1"), "CreateRagCorpus")].request, {"parent": PARENT, "ragCorpus": config})
    made.rag_corpus.create_time.seconds = 2**60  # type: ignore[attr-defined]
    with pytest.raises(Failed, match="no form as JSON") as failed:
        _fields(made)
    assert failed.value.code == grpc.StatusCode.INVALID_ARGUMENT


def test_what_goes_wrong_inside_is_internal_and_logged(
    doors: tuple[str, Call], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, call = doors
    monkeypatch.setattr(Transcoder, "_request", lambda *_: 1 / 0)
    with pytest.raises(grpc.RpcError) as refused:
        call(rag("v1"), "ListRagCorpora", parent=PARENT)
    assert (refused.value.code(), refused.value.details()) == (grpc.StatusCode.INTERNAL, INTERNAL)
    assert "ZeroDivisionError" in caplog.text


def test_a_call_that_is_not_served_is_unimplemented(settings: Settings, small_parts: Build) -> None:
    port = free_port()
    with (
        temporary_server(settings.model_copy(update={"grpc_port": port}), small_parts, beside=True),
        grpc.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        call = channel.unary_unary(f"/{rag('v1')}/UpdateRagEngineConfig")
        with pytest.raises(grpc.RpcError) as refused:
            call(b"", timeout=60)
        assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED


def test_keys_hold_here_too(settings: Settings, small_parts: Build) -> None:
    port = free_port()
    locked = Settings(data=settings.data, api_keys="opensesame", grpc_port=port)  # type: ignore[arg-type]
    body = {"groundingConfig": CONFIG, "answerCandidate": "A.", "facts": [{"factText": "A."}]}
    with temporary_server(locked, small_parts, beside=True):
        call = caller(port)
        for metadata in ((), (("authorization", "Bearer wrong"),)):
            with pytest.raises(grpc.RpcError) as refused:
                call(*check("v1"), metadata=metadata, **body)
            assert refused.value.code() == grpc.StatusCode.PERMISSION_DENIED
        for metadata in ((("authorization", "Bearer opensesame"),), (("x-goog-api-key", "opensesame"),)):
            assert to_json(call(*check("v1"), metadata=metadata, **body))["supportScore"] > 0.5


def test_the_messages_are_those_of_the_published_sdks() -> None:
    pytest.importorskip("google.cloud.aiplatform_v1")
    pytest.importorskip("google.cloud.discoveryengine_v1")
    shown = descriptors.collect().SerializeToString(deterministic=True)
    assert shown == FILE.read_bytes(), "run `python -m app.grpc.descriptors` after an upgrade of the SDKs"
