"""The fixture in the test run of somebody who has installed the package."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.entry_points import declare_entry_points

ROOT = Path(__file__).parents[3]
TESTS = """
import pytest
from grounding import Fact

TOWER = "The Brindle tower is 61 metres tall."
LINDEN = Fact("The Brindle tower was built in 1931 by Ada Linden.", {"title": "Guide"})

def test_good(assert_grounded):
    report = assert_grounded("The tower is 61 m tall.", [TOWER])
    assert report.support_score > 0.6

def test_bad(assert_grounded):
    assert_grounded("The Brindle tower is 61 metres tall. It was built in 1920.", [TOWER, LINDEN])

def test_floor(assert_grounded):
    assert_grounded("The Brindle tower is 61 metres tall. It was built in 1920.", [TOWER, LINDEN], min_support=0.4)
"""


@pytest.mark.slow
def test_a_test_fails_with_sentence_missing_words_and_nearest_passage(tmp_path: Path) -> None:
    (tmp_path / "test_answers.py").write_text(TESTS)
    path = os.pathsep.join(map(str, (declare_entry_points(tmp_path / "site"), ROOT)))
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
    assert "passage: Guide: “The Brindle tower was built in 1931 by Ada Linden.”" in done.stdout
    assert "test_answers.py:13" in done.stdout, "the failure is at the line of the test"


def test_the_plugin_loads_no_model_before_it_is_asked() -> None:
    code = "import sys, grounding.pipelines.pytest_plugin; print(*{n.partition('.')[0] for n in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"numpy", "openvino", "httpx", "pydantic"} & set(done.stdout.split())
