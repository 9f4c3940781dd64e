"""The acceptance clients, which drive Google's own SDKs, against a server with the real models."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli import door
from app.settings import Settings

CLIENTS = Path(__file__).parents[3] / "shared" / "contract" / "clients"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CLIENTS.is_dir(), reason="../shared/contract is not here"),
]


@pytest.fixture(scope="module")
def language_model() -> Iterator[str]:
    """The address of the clients' own small chat server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, CLIENTS / "llm_stub.py", str(port)], stdout=subprocess.DEVNULL
    )
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def server(language_model: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that writes with that language model."""
    data = tmp_path_factory.mktemp("data")
    with door.opened(Settings(data=data, llm_base_url=language_model, llm_model="stub")) as address:
        yield address


@pytest.mark.parametrize(
    ("script", "version"),
    [
        ("de_check_grounding", ""),
        ("de_datastore", "v1"),
        ("de_datastore", "v1beta"),
        ("de_datastore", "v1alpha"),
        ("raw_http", ""),
    ],
)
def test_client(server: str, script: str, version: str) -> None:
    environment = os.environ | {"BASE_URL": server, "PYTHONDONTWRITEBYTECODE": "1"}
    if version:
        environment["DE_VERSION"] = version
    done = subprocess.run(
        [sys.executable, f"{script}.py"],
        cwd=CLIENTS,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
    assert done.returncode == 0 and not failed, "\n".join([*failed, done.stderr[-2000:]])
