"""The example of a CI job runs as it is printed: the gate shuts for the right answer, and the files say so."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from junitparser import JUnitXml

from tests.entry_points import declare_entry_points

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs/examples/gate_ci"


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SUREGROUND")}
    return kept | {"PYTHONPATH": str(ROOT)} | more


@pytest.mark.slow
def test_the_gate_shuts_and_the_reports_say_why(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    program = tmp_path / "sureground"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m app.cli "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "gate.sh"],
        cwd=tmp_path,
        env=environment(SUREGROUND=str(program)),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 of 2 answers did not pass" in done.stderr
    reports = tmp_path / "reports"
    (suite,) = JUnitXml.fromfile(str(reports / "grounding.xml"))
    assert [(case.name, bool(case.result)) for case in suite] == [("height", False), ("builder", True)]
    (result,) = json.loads((reports / "grounding.sarif").read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 2}
    assert "1920" in result["message"]["text"]
    assert "<mark>1920</mark>" in (reports / "grounding.html").read_text()
    assert len((reports / "verdicts.jsonl").read_text().splitlines()) == 2


@pytest.mark.slow
def test_the_test_of_the_example_passes(tmp_path: Path) -> None:
    path = os.pathsep.join(map(str, (declare_entry_points(tmp_path), ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, EXAMPLE],
        env=environment(PYTHONPATH=path),
        capture_output=True,
        text=True,
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_the_workflow_runs_the_gate_and_keeps_what_it_wrote() -> None:
    (job,) = yaml.safe_load((EXAMPLE / "workflow.yml").read_text())["jobs"].values()
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert any("docs/examples/gate_ci/gate.sh" in command for command in commands)
    kept = [step for step in job["steps"] if step.get("if") == "always()"]
    assert {str(step["with"]) for step in kept} == {
        "{'sarif_file': 'reports/grounding.sarif'}",
        "{'name': 'grounding', 'path': 'reports'}",
    }
