"""The sub-routes of operations through the door."""

import pytest
from fastapi.testclient import TestClient

from tests.app.api.test_rag_corpora import create, refused


@pytest.fixture
def name(client: TestClient) -> str:
    return str(create(client, "v1beta1")["name"])


def test_below_ui_an_operation_has_the_version_it_began_with(client: TestClient, name: str) -> None:
    assert ".v1beta1." in client.get(f"/ui/{name}").json()["response"]["@type"]


def test_wait_cancel_and_delete(client: TestClient, name: str) -> None:
    assert client.post(f"/v1/{name}:wait?timeout=1s").json()["done"] is True
    assert client.post(f"/v1/{name}:cancel").json() == {}
    assert client.get(f"/v1/{name}").json()["done"] is True
    refused(client.post(f"/v1/{name}:wait?timeout=soon"), 400, "INVALID_ARGUMENT")
    assert client.delete(f"/v1/{name}").json() == {}
    refused(client.get(f"/v1/{name}"), 404, "NOT_FOUND")


def test_a_list_is_filtered_and_paged(client: TestClient, name: str) -> None:
    parent = name.rpartition("/")[0]
    assert [one["name"] for one in client.get(f"/v1/{parent}?filter=done=true").json()["operations"]] == [
        name
    ]
    assert client.get(f"/v1/{parent}?filter=done:false").json() == {}
    refused(client.get(f"/v1/{parent}?filter=colour=red"), 400, "INVALID_ARGUMENT")


def test_a_name_without_its_project_is_found_by_its_ending(client: TestClient, name: str) -> None:
    for ending in (name.split("/", 4)[4], f"operations/{name.rpartition('/')[2]}"):
        assert client.get(f"/v1/{ending}").json()["name"] == name
        assert client.post(f"/v1/{ending}:cancel").json() == {}
        refused(client.get(f"/v1/{ending}9"), 404, "NOT_FOUND")
