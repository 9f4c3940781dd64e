"""Keys as they are made, kept, shown and revoked, and the page's cookie."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from app.access import keys as ring
from app.access.gate import COOKIE
from app.cli import main
from app.main import create_app
from app.services import Services
from app.settings import Settings

Build = Callable[[Settings], Services]
STORES = "/v1/projects/p/locations/global/collections/default_collection/dataStores"
ORIGIN = {"origin": "http://example.com"}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(ring, "FRESH_FOR", 0.0)  # what another process does counts at once
    return tmp_path / "data"


def keys(*arguments: str, data: Path) -> str:
    done = CliRunner().invoke(main, ["keys", *arguments, "--data", str(data)], env={"COLUMNS": "300"})
    assert done.exit_code == 0, done.output
    return done.stdout.strip()


@pytest.fixture
def key(data: Path) -> str:
    return keys("create", "Tests", data=data)


@pytest.fixture
def client(data: Path, key: str, small_parts: Build) -> Iterator[TestClient]:
    """A door that other machines may reach: there is a key."""
    app = create_app(Settings(data=data, host="0.0.0.0"), small_parts)
    with TestClient(app, base_url="http://example.com") as client:
        yield client


def status(client: TestClient, key: str) -> int:
    return client.get(STORES, headers={"x-goog-api-key": key}).status_code


def test_a_key_is_kept_as_a_hash_and_shown_once(data: Path, key: str) -> None:
    assert re.fullmatch(r"sg-[0-9a-f]{8}-[\w-]{43}", key)
    secret = key.rpartition("-")[2].encode()
    assert not [path for path in data.iterdir() if secret in path.read_bytes()]
    assert key not in keys("list", data=data)


def test_a_key_made_beside_a_running_server_opens_it_until_it_is_revoked(
    client: TestClient, data: Path, key: str
) -> None:
    second = keys("create", "Second", "--project", "p", "--right", "read", "--days", "1", data=data)
    assert [status(client, key), status(client, second)] == [200, 200]
    listed = {row["name"]: row for row in json.loads(keys("list", "--json", data=data))["keys"]}
    assert (listed["Second"]["projects"], listed["Second"]["rights"]) == (["p"], ["read"])
    assert listed["Tests"]["projects"] == ["*"] and listed["Tests"]["expireTime"] is None
    keys("revoke", listed["Second"]["id"], data=data)
    assert [status(client, key), status(client, second)] == [200, 403]


def test_revoking_the_last_key_shuts_the_server_and_does_not_open_it(
    client: TestClient, data: Path, key: str
) -> None:
    keys("revoke", key.split("-")[1], data=data)
    assert status(client, key) == 403
    assert client.get(STORES).status_code == 403
    assert "revoked" in keys("list", data=data)


def test_the_first_key_shuts_a_server_that_asked_for_none(data: Path, small_parts: Build) -> None:
    with TestClient(create_app(Settings(data=data), small_parts), base_url="http://127.0.0.1") as client:
        assert client.get(STORES).status_code == 200
        made = keys("create", "First", data=data)
        assert client.get(STORES).status_code == 403
        assert status(client, made) == 200


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--days", "0"], "between 1 and 3650"),
        (["--days", "4000"], "between 1 and 3650"),
        (["--project", "a/b"], "'a/b' is not allowed"),
        (["--right", "own"], "'own' is not one of"),
    ],
)
def test_what_a_key_cannot_be_is_told(data: Path, arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["keys", "create", "x", "--data", str(data), *arguments])
    assert done.exit_code != 0 and said in done.stderr


def test_an_unknown_key_cannot_be_revoked(data: Path, key: str) -> None:
    done = CliRunner().invoke(main, ["keys", "revoke", "00000000", "--data", str(data)])
    assert done.exit_code == 1 and "There is no key '00000000'" in done.stderr


def test_a_command_opens_a_folder_that_has_keys(data: Path, key: str) -> None:
    done = CliRunner().invoke(main, ["stores", "list", "--data", str(data)])
    assert done.exit_code == 0, done.output
    assert "No store yet" in done.output


# The page.


def sign_in(client: TestClient, key: str, **headers: str) -> int:
    return client.post("/sign-in", json={"key": key}, headers=ORIGIN | headers).status_code


def test_the_page_signs_in_with_a_cookie_that_no_script_and_no_other_site_gets(
    client: TestClient, key: str
) -> None:
    reply = client.post("/sign-in", json={"key": key, "remember": True}, headers=ORIGIN)
    assert reply.json() == {"key": key.split("-")[1], "rights": ["check", "read", "write"]}
    attributes = {part.strip().lower() for part in reply.headers["set-cookie"].split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/", "max-age=2592000"} <= attributes
    assert client.get(STORES).status_code == 200
    assert client.post(f"{STORES}?dataStoreId=a", json={}, headers=ORIGIN).status_code == 200
    client.request("DELETE", "/sign-in", headers=ORIGIN)
    assert client.get(STORES).status_code == 403


@pytest.mark.parametrize("origin", [{}, {"origin": "http://evil.example"}, {"origin": "null"}])
def test_what_another_site_has_the_browser_send_changes_nothing(
    client: TestClient, key: str, origin: dict[str, str]
) -> None:
    assert sign_in(client, key) == 200
    refused = client.post(f"{STORES}?dataStoreId=b", json={}, headers=origin)
    assert refused.status_code == 403 and "Origin" in refused.text
    # A key in a header is nothing that a browser adds by itself.
    assert (
        client.post(f"{STORES}?dataStoreId=b", json={}, headers=origin | {"x-goog-api-key": key}).status_code
        == 200
    )


def test_signing_in_is_for_the_page_and_for_keys_that_are_known(client: TestClient, key: str) -> None:
    assert sign_in(client, "wrong") == 403
    assert sign_in(client, key, origin="http://evil.example") == 403
    assert COOKIE not in client.cookies


def test_every_write_leaves_a_line_that_says_who_and_what(
    client: TestClient, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"x-goog-api-key": key}
    with caplog.at_level(logging.INFO, "sureground.audit"):
        client.get(STORES, headers=headers)
        client.post(f"{STORES}?dataStoreId=a&key={key}", json={"displayName": "Secret"}, headers=headers)
        client.delete(f"{STORES}/nowhere", headers=headers)
    lines = [record for record in caplog.records if record.name == "sureground.audit"]
    assert [(line.method, line.path, line.status, line.key) for line in lines] == [  # type: ignore[attr-defined]
        ("POST", STORES, 200, key.split("-")[1]),
        ("DELETE", f"{STORES}/nowhere", 404, key.split("-")[1]),
    ]
    assert key not in str([line.__dict__ for line in lines])
