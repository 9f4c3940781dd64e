"""The factory: what is served, health, and an API description that names the error body."""

import threading
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.services import Services
from app.settings import Settings
from ingest.errors import StoreUnavailable

Build = Callable[[Settings], Services]


def test_health_reports_models_and_limits(client: TestClient) -> None:
    report = client.get("/healthz").json()
    assert report["status"] == "ok"
    assert report["models"] == {"entailment": "containment", "embedding": "words", "writer": "first-passage"}
    assert report["limits"] == {
        "answerTokens": 4096,
        "facts": 200,
        "factCharacters": 10_000,
        "bodyBytes": 32 * 2**20,
        "uploadBytes": 50 * 2**20,
    }


def test_parts_are_built_once_and_closed_at_the_end(settings: Settings, small_parts: Build) -> None:
    events: list[str] = []

    def build(chosen: Settings) -> Services:
        events.append("built")
        services = small_parts(chosen)
        close = services.library.close

        def closing() -> None:
            events.append("closed")
            close()

        services.library.close = closing  # type: ignore[method-assign]
        return services

    app = create_app(settings, build)
    assert events == []
    with TestClient(app, base_url="http://127.0.0.1") as client:
        for _ in range(3):
            client.get("/healthz")
        assert events == ["built"]
    assert events == ["built", "closed"]


def test_a_part_that_cannot_be_built_keeps_the_server_from_starting(settings: Settings) -> None:
    def build(_: Settings) -> Services:
        raise StoreUnavailable("locked")

    with pytest.raises(StoreUnavailable), TestClient(create_app(settings, build)):
        pass


def test_slow_checks_do_not_hold_up_the_health_report(settings: Settings, small_parts: Build) -> None:
    go, started = threading.Event(), threading.Event()

    def build(chosen: Settings) -> Services:
        services = small_parts(chosen)
        check = services.checker.check

        def slow(*args: object, **options: object) -> object:
            started.set()
            go.wait(30)
            return check(*args, **options)  # type: ignore[arg-type]

        services.checker.check = slow  # type: ignore[method-assign, assignment]
        return services

    with TestClient(create_app(settings, build), base_url="http://127.0.0.1") as client:
        path = "/v1/projects/p/locations/l/groundingConfigs/g:check"
        replies: list[int] = []

        def ask() -> None:
            replies.append(client.post(path, json={"answerCandidate": "x"}).status_code)

        threads = [threading.Thread(target=ask) for _ in range(2 * settings.workers)]
        for thread in threads:
            thread.start()
        assert started.wait(30)
        assert client.get("/healthz").status_code == 200
        go.set()
        for thread in threads:
            thread.join()
    assert replies == [200] * len(threads)


def test_the_description_names_the_error_body(client: TestClient) -> None:
    description = client.get("/openapi.json").json()
    assert "HTTPValidationError" not in description["components"]["schemas"]
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            (answer,) = operation["responses"]["default"]["content"].values()
            assert answer["schema"] == {"$ref": "#/components/schemas/ErrorAnswer"}, f"{method} {path}"
    request = description["components"]["schemas"]["CheckGroundingRequest"]["properties"]
    assert {"answerCandidate", "facts", "groundingSource"} <= set(request)
