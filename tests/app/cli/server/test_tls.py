"""The HTTPS door beside the HTTP door: one application, one life, the same data."""

import ssl
from collections.abc import Callable
from pathlib import Path

import click
import httpx
import pytest

from app.cli.server.http_server import temporary_server
from app.services import Services
from app.settings import Settings
from tests.app.certificate import make_certificate
from tests.app.ports import free_port

PARENT = "/v1/projects/p/locations/l"


@pytest.fixture
def with_tls(settings: Settings, tmp_path: Path) -> Settings:
    cert, key = make_certificate(tmp_path)
    tls = {"tls_port": free_port(), "tls_cert": str(cert), "tls_key": str(key)}
    return settings.model_copy(update=tls)


def test_both_doors_serve_the_same_data(
    with_tls: Settings, small_parts: Callable[[Settings], Services]
) -> None:
    built: list[Services] = []

    def build(settings: Settings) -> Services:
        built.append(small_parts(settings))
        return built[-1]

    trusting = ssl.create_default_context(cafile=with_tls.tls_cert)
    secure = f"https://127.0.0.1:{with_tls.tls_port}"
    with temporary_server(with_tls, build, beside=True) as plain:
        made = httpx.post(f"{plain}{PARENT}/ragCorpora", json={"displayName": "c"}).json()["response"]
        with httpx.Client(verify=trusting, base_url=secure) as client:
            assert client.get(f"/v1/{made['name']}").json()["displayName"] == "c"
            started = client.post(
                f"/upload/v1/{made['name']}/ragFiles:upload",
                headers={"X-Goog-Upload-Protocol": "resumable", "X-Goog-Upload-Command": "start"},
                json={"ragFile": {"displayName": "a.txt"}},
            )
            assert started.headers["X-Goog-Upload-URL"].startswith(secure)
    assert len(built) == 1
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{secure}/healthz", verify=trusting)


def test_a_key_without_its_certificate_is_named_at_the_start(
    with_tls: Settings, small_parts: Callable[[Settings], Services], tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    _, foreign = make_certificate(tmp_path / "other")
    for wrong, message in (
        ({"tls_key": ""}, "--tls-key is ''"),
        ({"tls_cert": "nowhere.pem"}, r"--tls-cert is 'nowhere\.pem'"),
        ({"tls_key": str(foreign)}, "cannot be used together"),
    ):
        with (
            pytest.raises(click.ClickException, match=message),
            temporary_server(with_tls.model_copy(update=wrong), small_parts, beside=True),
        ):
            pass


@pytest.mark.parametrize(("setting", "option"), [("tls_port", "--tls-port"), ("grpc_port", "--grpc-port")])
def test_a_port_that_is_taken_is_named(
    with_tls: Settings, small_parts: Callable[[Settings], Services], setting: str, option: str
) -> None:
    with temporary_server(with_tls, small_parts) as address:
        taken = int(address.rpartition(":")[2])
        second = with_tls.model_copy(update={"data": with_tls.data / "b", setting: taken})
        with (
            pytest.raises(click.ClickException, match=f"Cannot listen on .*{option}"),
            temporary_server(second, small_parts, beside=True),
        ):
            pass
