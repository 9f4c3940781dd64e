"""The fixture in the test run of somebody who has installed the package."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TESTS = """
import pytest
from grounding import Fact

TOWER = "The Brindle tower is 61 metres tall. It was built in 1931."

def test_good(assert_grounded):
    report = assert_grounded("The tower is 61 m tall.", [TOWER])
    assert report.support_score > 0.6

def test_bad(assert_grounded):
    assert_grounded("The Brindle tower is 61 metres tall. It was built in 1920.", [Fact(TOWER)])

def test_floor(assert_grounded):
    assert_grounded("The Brindle tower is 61 metres tall. It was built in 1920.", TOWER, min_support=0.4)
"""


@pytest.fixture
def entry_points(tmp_path: Path) -> Path:
    """A folder to import from, with the entry points that pyproject.toml declares."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    info = tmp_path / "site" / "sureground_here-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: sureground-here\nVersion: 0\n".replace("\\\n", "\n")
    )
    lines = [f"{name} = {module}" for name, module in declared.items()]
    (info / "entry_points.txt").write_text("\n".join(["[pytest11]", *lines, ""]))
    return info.parent


@pytest.mark.slow
def test_a_test_fails_with_sentence_missing_words_and_nearest_passage(
    tmp_path: Path, entry_points: Path
) -> None:
    (tmp_path / "test_answers.py").write_text(TESTS)
    path = os.pathsep.join(map(str, (entry_points, ROOT)))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-c",
            os.devnull,
            "--rootdir",
            tmp_path,
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert "1 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "1 of 2 statements is not supported." in done.stdout
    assert "“It was built in 1920.”" in done.stdout
    assert "missing: 1920" in done.stdout
    assert "fact 1: “" in done.stdout and "1931" in done.stdout
    assert "test_answers.py:12" in done.stdout, "the failure is at the line of the test"


def test_the_plugin_loads_no_model_before_it_is_asked() -> None:
    code = "import sys, grounding.pipelines.pytest_plugin; print(*{n.partition('.')[0] for n in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"numpy", "openvino", "httpx", "pydantic"} & set(done.stdout.split())
