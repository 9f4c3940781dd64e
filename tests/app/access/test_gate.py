"""Keys, Host and Origin, and caps on what streams in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.access.gate import UPLOAD_SESSIONS
from app.access.hosts import is_loopback
from app.main import create_app
from app.services import Services
from app.settings import Settings
from app.wire.errors import NotReady, classify
from ingest.errors import DiskFull
from ingest.library import Library

PATH = "/v1/projects/p/locations/global/collections/default_collection/dataStores"
Build = Callable[[Settings], Services]


@pytest.fixture
def keyed(tmp_path: Path, small_parts: Build) -> Iterator[TestClient]:
    """A door that other machines may reach, with two keys."""
    settings = Settings(data=tmp_path / "data", host="0.0.0.0", api_keys="first-key, second-key")
    with TestClient(create_app(settings, small_parts), base_url="http://example.com") as client:
        yield client


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer first-key"},
        {"authorization": "bearer second-key"},
        {"x-goog-api-key": "second-key"},
    ],
)
def test_a_key_opens(keyed: TestClient, headers: dict[str, str]) -> None:
    assert keyed.get(PATH, headers=headers).status_code == 200


def test_a_key_in_the_query_opens(keyed: TestClient) -> None:
    assert keyed.get(PATH, params={"key": "first-key"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer "},
        {"Authorization": "Basic first-key"},
        {"Authorization": "first-key"},
        {"x-goog-api-key": "first-key, second-key"},
        {"x-goog-api-key": "schlüssel".encode()},
    ],
)
def test_without_a_key_403(keyed: TestClient, headers: dict[str, str]) -> None:
    reply = keyed.get(PATH, headers=headers)
    assert (reply.status_code, reply.json()["error"]["status"]) == (403, "PERMISSION_DENIED")
    assert "x-goog-api-key" in reply.json()["error"]["message"]


def test_every_route_but_the_open_ones_needs_a_key(keyed: TestClient) -> None:
    open_paths = {"/healthz", "/readyz", "/", "/static/style.css"}
    for path in (*open_paths, f"{UPLOAD_SESSIONS}some-token"):
        assert keyed.get(path).status_code != 403, path
    for path in (
        "/openapi.json",
        "/files/p/l/c/d",
        "/upload/v1/x",
        "/nope",
        "/static",
        "/healthz/x",
    ):
        assert keyed.get(path).status_code == 403, path
    assert keyed.get(f"{UPLOAD_SESSIONS}a/../../openapi.json").status_code == 403


def test_an_open_host_without_keys_is_refused_at_start(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.168.0.5", "example.com", ""):
        with pytest.raises(NotReady, match="SUREGROUND_API_KEYS"):
            create_app(Settings(data=tmp_path, host=host))
    for host in ("127.0.0.1", "localhost", "::1", "127.9.9.9"):
        create_app(Settings(data=tmp_path, host=host))


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:81", "127.0.0.1:8080", "[::1]", "[::1]:9000", "LOCALHOST:1"]
)
def test_a_loopback_host_is_served(client: TestClient, host: str) -> None:
    assert client.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "10.0.0.1", "", "a@b:x"]
)
def test_a_foreign_host_is_403(client: TestClient, host: str) -> None:
    reply = client.get("/healthz", headers={"host": host})
    assert (reply.status_code, reply.json()["error"]["status"]) == (403, "PERMISSION_DENIED")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "x",
        "http://127.0.0.1:8080",
        "chrome-extension://127.0.0.1",
    ],
)
def test_a_foreign_origin_is_403(client: TestClient, origin: str) -> None:
    assert client.get("/healthz", headers={"origin": origin}).status_code == 403


def test_our_own_origin_is_served(client: TestClient) -> None:
    assert client.get("/healthz", headers={"origin": "http://127.0.0.1"}).status_code == 200
    assert (
        client.get("/healthz", headers={"origin": "http://127.0.0.1"}).headers["x-content-type-options"]
        == "nosniff"
    )


@pytest.mark.parametrize(
    "host", ["127.0.0.1#x", "127.0.0.1/x", "evil.example@127.0.0.1", "127.0.0.1?x", "127.0.0.1\\x"]
)
def test_a_host_is_nothing_but_a_host(client: TestClient, host: str) -> None:
    assert client.get("/healthz", headers={"host": host}).status_code == 403


def test_with_keys_too_a_host_is_nothing_but_a_host(keyed: TestClient) -> None:
    headers = {"host": "evil.example/x?", "x-goog-api-key": "first-key"}
    assert keyed.get(PATH, headers=headers).status_code == 403


def test_links_and_upload_addresses_begin_with_the_public_url(tmp_path: Path, small_parts: Build) -> None:
    settings = Settings(data=tmp_path / "data", api_keys="k", public_url="https://docs.example.org/")  # type: ignore[arg-type]
    start = {"X-Goog-Upload-Protocol": "resumable", "X-Goog-Upload-Command": "start", "x-goog-api-key": "k"}
    with TestClient(create_app(settings, small_parts), base_url="http://evil.example") as client:
        made = client.post(
            "/v1/projects/p/locations/l/ragCorpora", json={"displayName": "c"}, headers=start
        ).json()
        path = f"/upload/v1/{made['response']['name']}/ragFiles:upload"
        answer = client.post(path, json={"ragFile": {"displayName": "a.txt"}}, headers=start)
        redirected = client.get("/healthz/", headers=start, follow_redirects=False)
    assert answer.is_success, answer.text
    assert answer.headers["x-goog-upload-url"].startswith(f"https://docs.example.org{UPLOAD_SESSIONS}")
    assert answer.headers["location"] == answer.headers["x-goog-upload-url"]
    assert redirected.status_code == 404, "a redirect would lead to the Host of the request"


@pytest.mark.parametrize("address", ["docs.example.org", "ftp://x", "https://", "https://x?y", "https://x#y"])
def test_a_public_url_is_an_address(address: str) -> None:
    with pytest.raises(ValueError, match="PUBLIC_URL"):
        Settings(public_url=address)


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/nope", "/static/style.css", "/openapi.json", "/samples", "/progress/12345678"]
)
def test_every_answer_says_nosniff(client: TestClient, path: str) -> None:
    client.app.state.services.progress.close()  # type: ignore[attr-defined] # a stream that ends at once
    assert client.get(path).headers.get_list("x-content-type-options") == ["nosniff"]


def test_a_call_from_another_machine_is_403(settings: Settings, small_parts: Build) -> None:
    app = create_app(settings, small_parts)
    with TestClient(app, base_url="http://127.0.0.1", client=("10.1.2.3", 5)) as client:
        assert client.get("/healthz").status_code == 403


def test_loopback_names() -> None:
    assert is_loopback("[::1]") and is_loopback("127.0.0.2")
    assert not is_loopback("") and not is_loopback("1270.0.0.1") and not is_loopback("localhost.")


# Caps.


@pytest.fixture
def narrow(tmp_path: Path, small_parts: Build) -> Iterator[TestClient]:
    """A door that takes bodies of 1,000 bytes and files of 60,000."""
    settings = Settings(data=tmp_path / "data", max_body_bytes=1000, max_upload_bytes=60_000)
    with TestClient(create_app(settings, small_parts), base_url="http://127.0.0.1") as client:
        yield client


def test_a_body_over_the_limit_is_413(narrow: TestClient) -> None:
    reply = narrow.post(f"{PATH}?dataStoreId=a", content=b" " * 1001)
    assert reply.status_code == 413
    assert "1000 bytes" in reply.json()["error"]["message"]
    assert narrow.post(f"{PATH}?dataStoreId=a", content=b" " * 1000).status_code == 200


def test_a_body_without_a_length_is_counted_while_it_streams(narrow: TestClient) -> None:
    sent = 0

    def pieces() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(100):
            sent += 100
            yield b" " * 100

    reply = narrow.post(f"{PATH}?dataStoreId=b", content=pieces())
    assert (reply.status_code, reply.json()["error"]["code"]) == (413, 413)


def test_paths_that_carry_files_take_more(narrow: TestClient) -> None:
    narrow.post(f"{PATH}?dataStoreId=c", json={})
    documents = f"{PATH}/c/branches/0/documents"
    text = "A word. " * 1000
    assert narrow.post(f"{documents}?documentId=d", json={"structData": {"text": text}}).status_code == 200
    assert narrow.post(f"{documents}?documentId=e", content=b" " * 200_000).status_code == 413


def test_an_unread_body_over_the_limit_gets_the_same_answer(narrow: TestClient) -> None:
    assert narrow.post("/nope", content=b" " * 2000).json()["error"]["code"] == 413


def test_whether_it_is_ready(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/readyz").json() == {"ready": True}
    monkeypatch.setattr(Library, "healthy", lambda _: False)
    reply = client.get("/readyz")
    assert (reply.status_code, reply.json()) == (503, {"ready": False})


def test_a_full_disk_is_507() -> None:
    assert classify(DiskFull("")) == (507, "RESOURCE_EXHAUSTED")
