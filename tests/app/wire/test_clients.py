"""The acceptance clients, which drive Google's own SDKs, against a server process with the real models."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.app.certificate import make_account_key, make_certificate
from tests.app.ports import free_port

ROOT = Path(__file__).parents[3]
CLIENTS = ROOT / "tests" / "app" / "clients"
OLD_SDKS = ROOT / ".venv-sdk-2025" / "bin" / "python"  # made by `make old-sdks`
NEW_SDK = ROOT / ".venv-sdk-3" / "bin" / "python"  # made by `make new-sdks`
pytestmark = pytest.mark.slow
# What a script may leave out: a bucket, what it did another way before, what its own SDK refuses.
ALLOWED = (
    "GCS_URI not set",
    "done over TLS",
    "this SDK version rejects numeric ids itself",
    "the SDK has no stream_answer_query in this version",
    "only the extractive writer is sure to abstain",
    "file_search is not served",
)
NEWER_SCRIPTS = ("de_answer", "de_rank", "rag_metadata", "rag_modes_ops", "evaluate_instances", "genai3_raw")
SCRIPTS = (
    "raw_http",
    "de_check_grounding",
    "de_datastore",
    "genai_generate",
    "generative_models",
    "vertexai_rag",
    "grpc_check",
)


@pytest.fixture(scope="module")
def language_model() -> Iterator[str]:
    """The address of the clients' own small chat server."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, CLIENTS / "llm_stub.py", str(port)], stdout=subprocess.DEVNULL
    )
    try:
        _await(f"http://127.0.0.1:{port}/v1/models", process)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def environment(language_model: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What the clients need to know of a server with all three doors open."""
    folder = tmp_path_factory.mktemp("served")
    cert, key = make_certificate(folder)
    http, grpc, tls = free_port(), free_port(), free_port()
    ours = {name: value for name, value in os.environ.items() if not name.startswith("SUREGROUND_")}
    flags = {
        "port": http,
        "grpc-port": grpc,
        "tls-port": tls,
        "tls-cert": cert,
        "tls-key": key,
        "data": folder / "data",
        "llm-base-url": language_model,
        "llm-model": "stub",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli", "serve", *(f"--{name}={value}" for name, value in flags.items())],
        cwd=ROOT,
        env=ours,
        stdout=subprocess.DEVNULL,
    )
    try:
        _await(f"http://127.0.0.1:{http}/healthz", process)
        yield ours | {
            "BASE_URL": f"http://127.0.0.1:{http}",
            "GRPC_TARGET": f"127.0.0.1:{grpc}",
            "TLS_ENDPOINT": f"127.0.0.1:{tls}",
            "REQUESTS_CA_BUNDLE": str(cert),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
    finally:
        process.terminate()
        process.wait()


def _await(address: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(1200):
        assert process.poll() is None, f"the server behind {address} ended at its start"
        try:
            httpx.get(address, timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address}")


def _run(command: list[str], environment: dict[str, str]) -> None:
    """Run scripts of the clients and hold what they print against what they may leave out."""
    done = subprocess.run(
        command, cwd=CLIENTS, env=environment, capture_output=True, text=True, timeout=1200, check=False
    )
    lines = done.stdout.splitlines()
    skipped = [line for line in lines if line.startswith("SKIP")]
    wrong = [line for line in lines if line.startswith("FAIL")]
    wrong += [line for line in skipped if not any(reason in line for reason in ALLOWED)]
    assert done.returncode == 0 and not wrong, "\n".join([*wrong, done.stderr[-3000:]])
    assert any(line.startswith("PASS TOTAL") for line in lines)


def test_every_client_passes_with_the_current_sdks(environment: dict[str, str]) -> None:
    _run(["sh", "run_all.sh"], environment | {"PYTHON": sys.executable})


@pytest.mark.parametrize("version", ["v1beta", "v1alpha"])
def test_the_other_versions_of_discovery_engine(environment: dict[str, str], version: str) -> None:
    _run([sys.executable, "de_datastore.py"], environment | {"DE_VERSION": version})


@pytest.mark.skipif(not OLD_SDKS.exists(), reason="no older SDKs here: make old-sdks")
@pytest.mark.parametrize("script", SCRIPTS)
def test_clients_with_the_sdks_of_2025(environment: dict[str, str], script: str, tmp_path: Path) -> None:
    # Their upload_file takes the machine's own credentials, whatever init was given (contract.md 4.4).
    account = make_account_key(tmp_path, environment["BASE_URL"])
    _run(
        [str(OLD_SDKS), f"{script}.py"],
        environment | {"GOOGLE_APPLICATION_CREDENTIALS": str(account)},
    )


@pytest.mark.parametrize("script", NEWER_SCRIPTS)
def test_the_newer_shapes(environment: dict[str, str], script: str) -> None:
    _run([sys.executable, f"{script}.py"], environment)


@pytest.mark.skipif(not NEW_SDK.exists(), reason="no google-genai 3 here: make new-sdks")
def test_gemini_mode_with_google_genai_3(environment: dict[str, str]) -> None:
    _run([str(NEW_SDK), "genai3_raw.py"], environment)
