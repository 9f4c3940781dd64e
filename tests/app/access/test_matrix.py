"""Every route that the API description has, with every kind of key: none can be forgotten."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.access.keys import new_key
from app.access.rights import RIGHTS, Right
from app.main import create_app
from app.services import Services
from app.settings import Settings

Build = Callable[[Settings], Services]

OPEN = {"/healthz", "/readyz", "/sign-in"}
# Without a project in the path; what their bodies and answers name of projects is checked where it is read.
NO_PROJECT = {
    "/{version}/models",
    "/{version}/models/{model}",
    "/{version}/models/{model}:batchEmbedContents",
    "/info",
    "/metrics",
    "/progress",
    "/progress/{upload_id}",
    "/suggestions",
    "/token",
    "/v1/chat/completions",
    "/beta/litellm_basic_guardrail_api",
}
OF_THE_PAGE = {"/samples"}  # the project local
# POST calls that change nothing, by the right that they need. Every other one needs the right to write.
ASK: dict[str, Right] = {
    ":check": "check",
    ":rank": "check",
    ":evaluateInstances": "check",
    ":corroborateContent": "check",
    ":search": "read",
    ":searchLite": "read",
    ":answer": "read",
    ":streamAnswer": "read",
    ":retrieveContexts": "read",
    ":asyncRetrieveContexts": "read",
    ":askContexts": "read",
    ":augmentPrompt": "read",
    ":generateContent": "read",
    ":streamGenerateContent": "read",
    ":countTokens": "read",
    ":batchEmbedContents": "read",
    ":wait": "read",
}
BY_PATH: dict[str, Right] = {"/v1/chat/completions": "read", "/beta/litellm_basic_guardrail_api": "check"}
LET_THROUGH = "let through"


@dataclass(frozen=True)
class Route:
    """A route of the description, with its path filled in for the project ``mine``."""

    method: str
    template: str

    def path(self, project: str = "mine") -> str:
        values = {"version": "v1beta", "project": project, "parent": f"projects/{project}/locations/l"}
        values |= {"kind": "dataStores", "number": "1", "branch": "0", "collection": "default_collection"}
        if "ragCorpora" in self.template or re.search(
            r"}:(retrieve|async|ask|augment|corrob|evaluate)", self.template
        ):
            values["version"] = "v1beta1"
        return re.sub(r"{(\w+)}", lambda match: values.get(match[1], "some-name"), self.template)

    @property
    def right(self) -> Right | None:
        if self.template == "/token":
            return None
        if self.method == "GET":
            return "read"
        if self.template in BY_PATH:
            return BY_PATH[self.template]
        ending = re.search(r":\w+$", self.template)
        return ASK.get(ending[0], "write") if ending and self.method == "POST" else "write"

    @property
    def has_project(self) -> bool:
        return "{project}" in self.template or "{parent}" in self.template or self.template in OF_THE_PAGE


@dataclass(frozen=True)
class Asked:
    client: TestClient
    keys: dict[str, str]

    def outcome(self, route: Route, kind: str, project: str = "mine") -> str:
        """The message of a 403, else :data:`LET_THROUGH`: what comes then is the route's own business."""
        headers = {"x-goog-api-key": self.keys[kind]} if kind else {}
        sent: Any = {"headers": headers} if route.method == "GET" else {"headers": headers, "content": b"{}"}
        with self.client.stream(route.method, route.path(project), **sent) as reply:
            if reply.status_code != 403:
                return LET_THROUGH
            reply.read()
            assert reply.json()["error"]["status"] == "PERMISSION_DENIED"
            return str(reply.json()["error"]["message"])


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory, small_parts_of_module: Build) -> Iterator[Asked]:
    folder: Path = tmp_path_factory.mktemp("matrix")
    app = create_app(Settings(data=folder, api_keys="of-the-settings"), small_parts_of_module)  # type: ignore[arg-type]
    with TestClient(app, base_url="http://example.com", raise_server_exceptions=False) as client:
        services: Services = app.state.services
        services.progress.close()  # a stream of events then ends by itself
        keys = {"wrong": "sg-00000000-wrong", "settings": "of-the-settings"}
        past = datetime.now(UTC) - timedelta(seconds=1)
        for kind, projects, rights in (
            ("all", [], []),
            ("mine", ["mine", "local"], []),
            ("other", ["other"], []),
            ("expired", [], []),
            ("revoked", [], []),
            *((right, [], [right]) for right in RIGHTS),
        ):
            keys[kind], row = new_key(kind, projects, rights, 1)
            services.library.api_keys.add(replace(row, expire_time=past) if kind == "expired" else row)
            if kind == "revoked":
                services.library.api_keys.revoke(row.id)
        yield Asked(client, keys)


def routes(asked: Asked) -> list[Route]:
    described = asked.client.get("/openapi.json", headers={"x-goog-api-key": asked.keys["all"]}).json()
    found = [
        Route(method.upper(), template) for template, kinds in described["paths"].items() for method in kinds
    ]
    assert len(found) > 80, "the description holds too little to mean anything"
    return found


def behind_the_gate(asked: Asked) -> list[Route]:
    return [route for route in routes(asked) if route.template not in OPEN]


@pytest.mark.parametrize("kind", ["", "wrong", "revoked"])
def test_no_route_opens_without_a_key_that_is_known(asked: Asked, kind: str) -> None:
    for route in behind_the_gate(asked):
        assert "needs a key" in asked.outcome(route, kind), route


def test_no_route_opens_with_an_expired_key(asked: Asked) -> None:
    for route in behind_the_gate(asked):
        assert "has expired" in asked.outcome(route, "expired"), route


@pytest.mark.parametrize("kind", ["all", "settings", "mine"])
def test_every_route_opens_with_a_full_key(asked: Asked, kind: str) -> None:
    for route in behind_the_gate(asked):
        assert asked.outcome(route, kind) == LET_THROUGH, route


@pytest.mark.parametrize("right", RIGHTS)
def test_a_key_with_one_right_opens_what_needs_no_other(asked: Asked, right: Right) -> None:
    for route in behind_the_gate(asked):
        if route.right in (right, None):
            assert asked.outcome(route, right) == LET_THROUGH, route
        else:
            assert asked.outcome(route, right).endswith(f"lacks the right '{route.right}'."), route


def test_a_foreign_project_is_refused_in_the_same_words_whether_it_is_there_or_not(asked: Asked) -> None:
    made = asked.client.post(
        "/v1/projects/mine/locations/l/ragCorpora",
        json={"displayName": "Mine"},
        headers={"x-goog-api-key": asked.keys["all"]},
    )
    assert made.is_success
    for route in behind_the_gate(asked):
        if route.has_project:
            refused = {asked.outcome(route, "other", project) for project in ("mine", "nowhere")}
            assert refused == {"This key may not use that project, or there is no such project."}, route


def test_every_route_without_a_project_has_been_thought_of(asked: Asked) -> None:
    assert {route.template for route in behind_the_gate(asked) if not route.has_project} == NO_PROJECT


def test_a_name_in_a_body_is_of_a_project_that_the_key_may_use(asked: Asked) -> None:
    corpus = "projects/mine/locations/l/ragCorpora/some-name"
    store = "projects/mine/locations/l/collections/default_collection/dataStores/some-name"
    rag = {"vertexRagStore": {"ragResources": [{"ragCorpus": corpus}]}}
    search = {"retrieval": {"vertexAiSearch": {"datastore": store}}}
    contents = [{"role": "user", "parts": [{"text": "How tall is the tower?"}]}]
    source = {"searchSource": {"servingConfig": f"{store}/servingConfigs/default"}}
    here = "projects/other/locations/l"
    for path, body in (
        (f"/v1/{here}:retrieveContexts", rag | {"query": {"text": "tower"}}),
        (f"/v1/{here}:augmentPrompt", rag | {"contents": contents}),
        ("/v1beta/models/any:generateContent", {"contents": contents, "tools": [{"retrieval": rag}]}),
        ("/v1beta/models/any:generateContent", {"contents": contents, "tools": [search]}),
        (
            f"/v1/{here}/groundingConfigs/any:check",
            {"answerCandidate": "It is tall.", "groundingSource": source},
        ),
    ):
        replies = {
            kind: asked.client.post(path, json=body, headers={"x-goog-api-key": asked.keys[kind]})
            for kind in ("other", "all")
        }
        assert replies["other"].status_code == 403, path
        assert "may not use that project" in replies["other"].text
        assert replies["all"].status_code == 404, f"{path}: {replies['all'].text}"


def test_an_operation_of_a_foreign_project_is_not_told_by_its_number_alone(asked: Asked) -> None:
    made = asked.client.post(
        "/v1/projects/mine/locations/l/ragCorpora",
        json={"displayName": "Mine"},
        headers={"x-goog-api-key": asked.keys["all"]},
    ).json()
    path = f"/ui/operations/{made['name'].rpartition('/')[2]}"
    statuses = {
        kind: asked.client.get(path, headers={"x-goog-api-key": asked.keys[kind]}).status_code
        for kind in ("all", "mine", "other")
    }
    assert statuses == {"all": 200, "mine": 200, "other": 403}


def test_a_check_against_a_store_needs_the_right_to_read_too(asked: Asked) -> None:
    store = "projects/p/locations/l/collections/default_collection/dataStores/d/servingConfigs/c"
    body = {"answerCandidate": "It is tall.", "groundingSource": {"searchSource": {"servingConfig": store}}}
    reply = asked.client.post(
        "/v1/projects/p/locations/l/groundingConfigs/any:check",
        json=body,
        headers={"x-goog-api-key": asked.keys["check"]},
    )
    assert reply.status_code == 403 and "'read'" in reply.text
