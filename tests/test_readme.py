"""What the README tells a reader to type is typed here, and the reply it shows is the reply that comes."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.cli import main
from app.cli.server.http_server import temporary_server
from app.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
ADDRESS = "http://127.0.0.1:8080"  # what the README says; the test's server has another port
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
# The demo, the whole suite and folders of a reader's own have tests of their own.
FOLDER = ".venv/bin/sureground ingest reports/ --store museum"
TYPED_ELSEWHERE = {"make demo", "make test", FOLDER, f"{FOLDER} --watch"}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with temporary_server(Settings(data=tmp_path_factory.mktemp("data"))) as address:
        ingest = ["ingest", str(ROOT / "app/samples"), "--store", "museum", "--server", address]
        main.main(ingest, standalone_mode=False)
        yield address


def _blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCKS if kind == language]


def _environment(server: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SUREGROUND_")}
    # The packages are this checkout's wherever the tests run; commands find this module's server.
    return kept | {"SUREGROUND_SERVER": server, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("block", _blocks("sh"), ids=lambda block: block.split("\n")[0][:40])
def test_shell_commands_run(block: str, server: str) -> None:
    lines = [line for line in block.splitlines() if line.split("#")[0].strip() not in TYPED_ELSEWHERE]
    script = "\n".join(lines).replace(ADDRESS, server).replace(".venv/bin", str(Path(sys.executable).parent))
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=_environment(server),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", _blocks("python"), ids=lambda block: block.split("\n")[0][:40])
def test_python_snippets_run(block: str, server: str) -> None:
    script = block.replace(ADDRESS, server)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=_environment(server), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip(), "a snippet prints what came of it"


def test_the_reply_shown_is_the_reply_that_comes(server: str) -> None:
    (request,) = (block for block in _blocks("sh") if block.startswith("curl"))
    address, body = re.findall(r"http://127\.0\.0\.1:8080(\S+) -d '(.*)'", request, re.DOTALL)[0]
    (shown,) = _blocks("json")
    _assert_alike(httpx.post(server + address, content=body).json(), json.loads(shown))


def _assert_alike(real: Any, shown: Any) -> None:
    """Equal, but for the last digits of scores: another processor has other instructions."""
    if isinstance(real, dict) and isinstance(shown, dict):
        assert real.keys() == shown.keys()
        for key in real:
            _assert_alike(real[key], shown[key])
    elif isinstance(real, list) and isinstance(shown, list):
        assert len(real) == len(shown)
        for one, other in zip(real, shown, strict=True):
            _assert_alike(one, other)
    elif isinstance(real, float) or isinstance(shown, float):
        assert real == pytest.approx(shown, abs=0.08)
    else:
        assert real == shown


def test_the_pictures_shown_exist() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    assert not [path for path in pictures if not (ROOT / path).is_file()]


def test_the_files_named_exist() -> None:
    rooms = README.split("## The rooms")[1].split("\n## ")[0]
    room = ""
    for line in rooms.splitlines():
        if named := re.match(r"- \*\*`(\w+)/`\*\*", line):
            room = named[1]
        for file in re.findall(r"`(\w+\.py|\w+/)`", line):
            if room and file != f"{room}/":
                assert (ROOT / room / file).exists(), f"{room}/{file}"
