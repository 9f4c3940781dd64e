"""The container files, as far as a machine without a Docker engine can tell: valid, and startable."""

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from app.cli import main as command_line
from app.settings import Settings

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "tests/data/compose/compose-spec.json"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return loaded


@pytest.fixture(scope="module")
def services(compose: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = compose["services"]
    return found


@pytest.fixture(scope="module")
def dockerfile() -> list[tuple[str, str]]:
    """(instruction, argument) in order, continued lines joined."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "app/Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.strip().partition(" ") for line in lines)]


def _validator() -> jsonschema.Draft201909Validator:
    return jsonschema.Draft201909Validator(json.loads(SCHEMA.read_text()))


def _image_environment(dockerfile: list[tuple[str, str]]) -> dict[str, str]:
    pairs = [pair for name, rest in dockerfile if name == "ENV" for pair in rest.split()]
    return dict(pair.split("=", 1) for pair in pairs)


def test_compose_file_follows_the_specification(compose: dict[str, Any]) -> None:
    _validator().validate(compose)


def test_the_schema_finds_a_mistake(compose: dict[str, Any]) -> None:
    broken = compose | {"services": {"app": {"imagee": "x"}}}
    with pytest.raises(jsonschema.ValidationError):
        _validator().validate(broken)


def test_every_setting_exists(services: dict[str, Any], dockerfile: list[tuple[str, str]]) -> None:
    known = {f"SUREGROUND_{name.upper()}" for name in Settings.model_fields}
    used = set(services["app"]["environment"]) | {
        name for name in _image_environment(dockerfile) if name.startswith("SUREGROUND_")
    }
    assert used and used <= known


def test_no_secret_has_a_default(services: dict[str, Any]) -> None:
    secrets = {
        name: value
        for service in services.values()
        for name, value in service.get("environment", {}).items()
        if name.endswith(("API_KEYS", "QDRANT_API_KEY", "SERVICE__API_KEY"))
    }
    assert set(secrets) == {"SUREGROUND_API_KEYS", "SUREGROUND_QDRANT_API_KEY", "QDRANT__SERVICE__API_KEY"}
    assert all(re.fullmatch(r"\$\{\w+:\?.+\}", value) for value in secrets.values())


def test_app_and_qdrant_share_the_key(services: dict[str, Any]) -> None:
    ours = services["app"]["environment"]["SUREGROUND_QDRANT_API_KEY"]
    assert services["qdrant"]["environment"]["QDRANT__SERVICE__API_KEY"] == ours


def test_only_the_app_is_published_and_only_on_this_machine(
    services: dict[str, Any], dockerfile: list[tuple[str, str]]
) -> None:
    assert {name for name, service in services.items() if "ports" in service} == {"app"}
    (port,) = services["app"]["ports"]
    assert port.startswith("127.0.0.1:")
    assert port.endswith(f":{_image_environment(dockerfile)['SUREGROUND_PORT']}")


def test_every_service_has_a_health_check(
    services: dict[str, Any], dockerfile: list[tuple[str, str]]
) -> None:
    assert all("healthcheck" in service for name, service in services.items() if name != "app")
    (check,) = (rest for name, rest in dockerfile if name == "HEALTHCHECK")
    command = json.loads(check[check.index("CMD") + 3 :])
    port = _image_environment(dockerfile)["SUREGROUND_PORT"]
    assert f"http://127.0.0.1:{port}/healthz" in command[-1]
    compile(command[-1], "healthcheck", "exec")


def test_the_app_waits_for_qdrant_and_finds_it(services: dict[str, Any]) -> None:
    assert services["app"]["depends_on"] == {"qdrant": {"condition": "service_healthy"}}
    assert services["app"]["environment"]["SUREGROUND_QDRANT_URL"] == "http://qdrant:6333"


def test_a_language_model_starts_only_when_asked_for(services: dict[str, Any]) -> None:
    assert services["ollama"]["profiles"] == ["llm"]
    assert not [name for name, service in services.items() if name != "ollama" and "profiles" in service]


def test_data_lies_in_declared_volumes(compose: dict[str, Any], dockerfile: list[tuple[str, str]]) -> None:
    mounts = {
        name: dict(mount.split(":")[:2] for mount in service["volumes"])
        for name, service in compose["services"].items()
    }
    assert {volume for volumes in mounts.values() for volume in volumes} == set(compose["volumes"])
    assert list(mounts["app"].values()) == [_image_environment(dockerfile)["SUREGROUND_DATA"]]


def test_the_qdrant_server_fits_the_client(services: dict[str, Any]) -> None:
    client = metadata.version("qdrant-client").split(".")[:2]
    server = services["qdrant"]["image"].rsplit(":v", 1)[1].split(".")[:2]
    assert server == client


def test_what_the_image_copies_exists_and_is_not_ignored(
    services: dict[str, Any], dockerfile: list[tuple[str, str]]
) -> None:
    build = services["app"]["build"]
    assert (ROOT / build["context"] / build["dockerfile"]).samefile(ROOT / "app/Dockerfile")
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = [
        source
        for name, rest in dockerfile
        if name == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    ]
    assert {"app", "ingest", "grounding", "pyproject.toml", "constraints.txt"} <= set(copied) <= kept
    assert all((ROOT / source).exists() for source in copied)


def test_the_image_runs_as_a_plain_user(dockerfile: list[tuple[str, str]]) -> None:
    (user,) = (rest for name, rest in dockerfile if name == "USER")
    assert user not in ("root", "0")
    assert dockerfile.index(("USER", user)) < next(
        at for at, (name, _) in enumerate(dockerfile) if name == "CMD"
    )


def test_the_image_starts_a_command_that_exists(dockerfile: list[tuple[str, str]]) -> None:
    (command,) = (json.loads(rest) for name, rest in dockerfile if name == "CMD")
    program, name, *arguments = command
    assert program == "sureground"
    command_line.commands[name].make_context(name, arguments)
    prepared = [rest.split() for kind, rest in dockerfile if kind == "RUN" and rest.startswith("sureground")]
    assert prepared and all(words[1] in command_line.commands for words in prepared)
