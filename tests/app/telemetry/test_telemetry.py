"""What can be seen of a server: metrics, log lines, ids of requests, traces, and no text."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from app.main import create_app
from app.services import Services
from app.settings import Settings
from app.telemetry.logs import JsonLines
from app.telemetry.measured import MeasuredLibrary, measured
from grounding import GroundingChecker
from ingest.library import Library

Build = Callable[[Settings], Services]
CHECK = "/v1/projects/p/locations/l/groundingConfigs/any:check"
SECRET = "The password of the harbour master is Swordfish."
FACT = {"answerCandidate": SECRET, "facts": [{"factText": SECRET}]}


@pytest.fixture(scope="module")
def checker() -> GroundingChecker:
    return measured(GroundingChecker.load())


@pytest.fixture
def client(settings: Settings, small_parts: Build, checker: GroundingChecker) -> Iterator[TestClient]:
    """A door whose checker and library are measured, as those of a real server are."""

    def build(settings: Settings) -> Services:
        parts = small_parts(settings)
        parts.library.__class__ = MeasuredLibrary
        return replace(parts, checker=checker)

    with TestClient(create_app(settings, build), base_url="http://127.0.0.1") as client:
        yield client


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"sureground_{name}", labels) or 0.0


def test_a_request_is_counted_by_its_route_and_a_verdict_by_its_kind(client: TestClient) -> None:
    route = "/{version}/projects/{project}/locations/{location}/groundingConfigs/{grounding_config}:check"
    labels = {"method": "POST", "route": route, "status": "200"}
    before = value("requests_total", **labels), value("claims_total", verdict="supported")
    judged = value("work_seconds_count", work="judge")
    assert client.post(CHECK, json=FACT).json()["supportScore"] > 0.6
    after = value("requests_total", **labels), value("claims_total", verdict="supported")
    assert (after[0] - before[0], after[1] - before[1]) == (1, 1)
    assert value("work_seconds_count", work="judge") > judged
    assert value("request_seconds_count", route=route) > 0


def test_an_unknown_path_makes_no_series_of_its_own(client: TestClient) -> None:
    before = value("requests_total", method="GET", route="none", status="404")
    for number in range(3):
        client.get(f"/nothing/{number}")
    assert value("requests_total", method="GET", route="none", status="404") == before + 3


def test_files_and_pages_are_counted_and_what_is_stored_is_shown(client: TestClient) -> None:
    client.post("/v1beta1/projects/p/locations/l/ragCorpora", json={"displayName": "c"})
    (corpus,) = client.get("/v1beta1/projects/p/locations/l/ragCorpora").json()["ragCorpora"]
    before = value("documents_taken_in_total", outcome="created"), value("pages_taken_in_total")
    sent = client.post(
        f"/upload/v1beta1/{corpus['name']}/ragFiles:upload", files={"file": ("a.txt", SECRET.encode())}
    )
    assert sent.status_code == 200
    after = value("documents_taken_in_total", outcome="created"), value("pages_taken_in_total")
    assert (after[0] - before[0], after[1] - before[1]) == (1, 1)
    shown = {family.name: family for family in text_string_to_metric_families(client.get("/metrics").text)}
    assert shown["sureground_stored_documents"].samples[0].value == 1
    assert shown["sureground_stored_passages"].samples[0].value >= 1
    assert shown["sureground_data_free_bytes"].samples[0].value > 0


def test_a_line_of_a_request_says_which_and_how_but_no_text(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        reply = client.post(f"{CHECK}?key=hidden", json=FACT, headers={"X-Request-Id": "mine-1"})
    assert reply.headers["x-request-id"] == "mine-1"
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    (line,) = [line for line in lines if line["logger"] == "sureground.requests"]
    assert (line["method"], line["status"], line["message"]) == ("POST", 200, "request")
    ours = [
        line for line in lines if line["logger"].split(".")[0] in ("sureground", "app", "ingest", "grounding")
    ]
    assert "Swordfish" not in json.dumps(ours) and "hidden" not in json.dumps(ours)


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "a\tb"])
def test_what_is_no_id_of_a_request_gets_a_new_one(client: TestClient, given: str) -> None:
    reply = client.get("/healthz", headers={"X-Request-Id": given})
    assert re.fullmatch(r"[0-9a-f]{32}", reply.headers["x-request-id"])


def test_the_dashboard_shows_metrics_that_there_are(client: TestClient) -> None:
    dashboard = (Path(__file__).parents[3] / "docs/grafana-dashboard.json").read_text()
    used = set(re.findall(r"sureground_\w+", dashboard)) - {"sureground_"}
    client.get("/healthz")
    families = list(text_string_to_metric_families(client.get("/metrics").text))
    known = {
        name for family in families for name in (family.name, f"{family.name}_total", f"{family.name}_bucket")
    }
    known |= {f"{family.name}_{part}" for family in families for part in ("sum", "count")}
    assert len(used) > 10 and used <= known


def test_info_names_versions_models_with_hashes_and_limits(client: TestClient) -> None:
    info = client.get("/info").json()
    assert re.fullmatch(r"[0-9a-f]{64}", info["models"]["entailment"]["sha256"]["english/model.bin"])
    assert info["limits"]["max_upload_bytes"] == 50 * 2**20
    assert info["schema"] and info["version"]


def test_a_registry_that_cannot_be_written_to_is_not_ready(
    client: TestClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/readyz").status_code == 200
    library: Library = client.app.state.services.library  # type: ignore[attr-defined]
    with library._registry._database._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")
        connection.commit()
    assert client.get("/readyz").status_code == 503


def test_a_request_is_a_trace_with_the_judge_below_it_and_no_key(
    settings: Settings, small_parts: Build, checker: GroundingChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExportResult

    from app.telemetry import traces

    spans: list[ReadableSpan] = []

    class Kept:
        def export(self, batch: list[ReadableSpan]) -> SpanExportResult:
            spans.extend(batch)
            return SpanExportResult.SUCCESS

        def shutdown(self) -> None: ...

    monkeypatch.setattr("opentelemetry.exporter.otlp.proto.http.trace_exporter.OTLPSpanExporter", Kept)
    monkeypatch.setattr(traces, "_start", traces._start)  # put back afterwards
    app = create_app(
        settings.model_copy(update={"traces": True}),
        lambda given: replace(small_parts(given), checker=checker),
    )
    with TestClient(app, base_url="http://127.0.0.1") as client:
        client.post(f"{CHECK}?key=hidden", json=FACT)
    traces.flush()
    names = {span.name for span in spans}
    assert "judge" in names and len(spans) > 1
    assert len({span.context.trace_id for span in spans if span.context}) == 1
    assert "hidden" not in "".join(span.to_json() for span in spans)
