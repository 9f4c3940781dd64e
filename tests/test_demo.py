"""``make demo`` as a person types it, and as a machine does."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app import demo
from app.cli.server.address_file import running

ROOT = Path(__file__).parents[1]
COMMAND = [sys.executable, "-m", "app.demo", "--data"]

pytestmark = pytest.mark.slow


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "demo"
    yield folder
    demo.stop(folder)


@pytest.fixture
def environment() -> dict[str, str]:
    """The person's environment without settings, and wide enough that no table cell is folded."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SUREGROUND_")}
    return kept | {"COLUMNS": "400"}


def _run(data: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [*COMMAND, str(data)], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _address(output: str) -> str:
    found = re.search(r"The page is up: (http://127\.0\.0\.1:\d+)", output)
    assert found, output
    return found[1]


def test_demo_shows_four_verdicts_and_leaves_the_page_up(data: Path, environment: dict[str, str]) -> None:
    output = _run(data, environment)
    assert "3 taken in, 0 skipped, 0 failed" in output
    assert "41,280" in output.split("Question:")[1].split("An answer to check")[0]
    rows = {line.split("│")[1].strip(): line.split("│")[2:] for line in output.splitlines() if "│" in line}
    verdicts = {sentence: cells[0].strip() for sentence, cells in rows.items() if sentence}
    assert verdicts == {
        "Here is what the documents say.": "– no check needed",
        "The museum welcomed 41,280 visitors in 2025.": "✓ supported",
        "It has 40 volunteers.": "✗ contradicted",
        "The museum plans to buy a boat.": "? not covered",
    }
    supported = rows["The museum welcomed 41,280 visitors in 2025."]
    assert float(supported[1]) >= 0.6
    assert "museum-annual-report, page 1: “" in supported[2]
    assert "58 volunteers" in rows["It has 40 volunteers."][2]
    assert "1 of 3 statements supported" in output

    address = _address(output)
    assert httpx.get(f"{address}/healthz").is_success
    assert "<html" in httpx.get(address).text

    again = _run(data, environment)
    assert "0 taken in, 3 skipped, 0 failed" in again
    assert _address(again) == address, "the running server is used again"

    stopped = subprocess.run(
        [*COMMAND, str(data), "--stop"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert "Stopped." in stopped.stdout
    assert running(data) == ""


def test_on_a_terminal_ctrl_c_ends_the_demo_and_its_server(data: Path, environment: dict[str, str]) -> None:
    terminal, inner = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, str(data)],
        cwd=ROOT,
        env=environment,
        stdin=inner,
        stdout=inner,
        stderr=inner,
        start_new_session=True,
    )
    os.close(inner)
    try:
        assert "Ctrl-C ends it." in _read_until(terminal, "Ctrl-C ends it.", seconds=240)
        assert running(data)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        os.close(terminal)
    assert running(data) == ""


def test_a_taken_port_is_no_obstacle(data: Path, environment: dict[str, str]) -> None:
    import socket

    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8080))
            taken.listen()
        except OSError:
            pass  # someone else holds it: as good
        address = demo.start(data)
    assert address != "http://127.0.0.1:8080"
    assert httpx.get(f"{address}/healthz").is_success


def _read_until(terminal: int, words: str, seconds: float) -> str:
    seen = b""
    end = time.monotonic() + seconds
    while words.encode() not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
    return seen.decode(errors="replace")
