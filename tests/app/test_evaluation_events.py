"""The server's events on their way to a collector, which is a small real one here."""

import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord

from app import services
from app.evaluation_events import recording
from app.settings import Settings
from app.telemetry.measured import MeasuredChecker
from app.wire.errors import NotReady
from grounding import Fact, GroundingChecker
from grounding.pipelines.evaluation_events import RecordingChecker

FACT = Fact("The Brindle tower is 61 metres tall.")


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[LogRecord]]:
    """What a collector gets, to which the standard variables point."""
    records: list[LogRecord] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            assert self.path == "/v1/logs"
            for resource in ExportLogsServiceRequest.FromString(body).resource_logs:
                records.extend(record for scope in resource.scope_logs for record in scope.log_records)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Nothing on the terminal."""

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        monkeypatch.setenv("OTEL_BLRP_SCHEDULE_DELAY", "50")  # milliseconds
        yield records
        server.shutdown()
        thread.join()


def test_a_check_reaches_the_collector(collected: list[LogRecord]) -> None:
    checker = recording(GroundingChecker.load(), texts=False)
    checker.check("The Brindle tower is 61 metres tall. It is red.", [FACT])
    for _ in range(600):
        if len(collected) == 3:
            break
        time.sleep(0.05)
    assert [record.event_name for record in collected] == ["gen_ai.evaluation.result"] * 3
    labels = [
        attribute.value.string_value
        for record in collected
        for attribute in record.attributes
        if attribute.key == "gen_ai.evaluation.score.label"
    ]
    assert labels == ["not grounded", "supported", "not covered"]
    assert "red" not in str(collected).replace("covered", "")


@pytest.mark.parametrize("asked", [False, True])
def test_events_are_off_until_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collected: list[LogRecord], asked: bool
) -> None:
    plain = GroundingChecker.load()
    monkeypatch.setattr(services, "load_checker", lambda _: plain)
    built = services.build_services(Settings(data=tmp_path / "data", evaluation_events=asked))
    try:
        assert isinstance(built.checker, MeasuredChecker)
        assert isinstance(built.checker.within, RecordingChecker) is asked
    finally:
        built.close()


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk._logs", None)
    with pytest.raises(NotReady, match=r"sureground\[otel\]"):
        recording(GroundingChecker.load(), texts=False)
