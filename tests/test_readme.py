"""What README and docs tell a reader to type is typed here, and the reply shown is the reply that comes."""

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
from tests.pages import PAGES, README, ROOT, blocks, name_of

ADDRESS = "http://127.0.0.1:8080"  # what the pages say; the test's server has another port
# What is not typed here, and what holds it instead.
FOLDER = ".venv/bin/sureground ingest reports/ --store museum"
ELSEWHERE = {
    "make demo": "tests/test_demo.py",
    "make test": "this run",
    FOLDER: "tests/app/cli/bulk/test_bulk.py",
    f"{FOLDER} --watch": "tests/app/cli/bulk/test_bulk.py",
    ".venv/bin/python -m pytest tests/grounding/claims/test_split.py": "this run",
    "python -m grounding.training.reader train --data ../shared/data/qa/train --init ../shared/data/warm-start "
    "--out checkpoints --minutes 90": "hours; tests/grounding/training/reader has its steps",
    "python -m grounding.training.reader export --checkpoint checkpoints/model --data ../shared/data/qa "
    "--target grounding/models/reader": "needs what the command above makes",
    "python -m grounding.training all --data ../shared/data --out checkpoints --seed 0 --minutes 150": "hours; "
    "tests/grounding/training/test_training.py has its steps",
}
# Other blocks: yaml is read by tests/app/api/test_guardrail.py,
# json is compared below, docker needs a Docker engine (tests/test_compose.py reads its file), tree is
# read by tests/test_docs.py, and text shows what is written or printed elsewhere.
LANGUAGES = {"sh", "python", "json", "docker", "tree", "text", "yaml"}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with temporary_server(Settings(data=tmp_path_factory.mktemp("data"))) as address:
        ingest = ["ingest", str(ROOT / "app/samples"), "--store", "museum", "--server", address]
        main.main(ingest, standalone_mode=False)
        yield address


def _blocks(language: str) -> list[Any]:
    return [
        pytest.param(text, id=f"{name_of(page)}: {text.splitlines()[0][:30]}")
        for page in PAGES
        for kind, text in blocks(page)
        if kind == language and _typed_here(text)
    ]


def _typed_here(block: str) -> list[str]:
    """The lines of a block that are run by this module."""
    return [line for line in block.splitlines() if line.split("#")[0].strip() not in ELSEWHERE]


def _environment(server: str, data: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SUREGROUND_")}
    # The packages are this checkout's wherever the tests run; commands find this module's server, and a folder of
    # their own where they need none.
    return kept | {"SUREGROUND_SERVER": server, "SUREGROUND_DATA": str(data), "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("block", _blocks("sh"))
def test_shell_commands_run(block: str, server: str, tmp_path: Path) -> None:
    script = (
        "\n".join(_typed_here(block))
        .replace(ADDRESS, server)
        .replace(".venv/bin", str(Path(sys.executable).parent))
    )
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=_environment(server, tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", _blocks("python"))
def test_python_snippets_run(block: str, server: str, tmp_path: Path) -> None:
    script = block.replace(ADDRESS, server)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=_environment(server, tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip(), "a snippet prints what came of it"


def test_the_reply_shown_is_the_reply_that_comes(server: str) -> None:
    (request,) = (text for kind, text in blocks(README) if kind == "sh" and text.startswith("curl"))
    address, body = re.findall(r"http://127\.0\.0\.1:8080(\S+) -d '(.*)'", request, re.DOTALL)[0]
    (shown,) = (text for kind, text in blocks(README) if kind == "json")
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


def test_every_block_says_what_it_is() -> None:
    for page in PAGES:
        assert {kind for kind, _ in blocks(page)} <= LANGUAGES, name_of(page)
