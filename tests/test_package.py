"""An installed copy, as in the container, has what a checkout has but for training, and needs what it declares.

The wheel is installed without extras; what this environment has beyond the base dependencies is hidden from it,
which is an empty environment without the minutes and gigabytes of one. `make installed` makes a real one.
"""

import ast
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.dependencies import PROJECT, ROOT, needed_by

ROOMS = ("app", "grounding", "ingest")
# Of use in a checkout only.
LEFT_OUT = {"app/Dockerfile"}
LEFT_OUT_FOLDERS = {"app/pictures", "grounding/training"}
DISTRIBUTIONS = {
    module: {canonicalize_name(name) for name in names} for module, names in packages_distributions().items()
}
# Declared for another package, which imports it where it is there.
NOT_OURS = {"python-multipart"}

# Runs the command line in a process that does not see the modules of its first argument.
HIDING = """
import json, runpy, sys
hidden = set(json.loads(sys.argv.pop(1)))
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"{name} is not declared", name=name)
sys.meta_path.insert(0, Hidden())
runpy.run_module("app.cli", run_name="__main__", alter_sys=True)
"""


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without isolation: no registry is asked for the build tool."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(target), str(source))
    return next(target.glob("sureground-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    pip("install", "--no-deps", "--no-index", "--target", str(folder), str(wheel))
    return folder


def sureground(installed: Path, *arguments: str) -> str:
    """What a command of the installed copy prints, with nothing to import but what its base declares."""
    declared = needed_by(PROJECT["dependencies"]) | {"sureground"}
    hidden = sorted(module for module, names in DISTRIBUTIONS.items() if not names & declared)
    assert {"pytest", "hypothesis", "psycopg"} <= set(hidden)
    done = subprocess.run(
        [sys.executable, "-c", HIDING, json.dumps(hidden), *arguments],
        cwd=installed,  # python -c looks here first
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_rooms_but_training(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
    files = {
        path.relative_to(ROOT)
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    wanted = {
        path.as_posix()
        for path in files
        if path.as_posix() not in LEFT_OUT
        and not any(parent.as_posix() in LEFT_OUT_FOLDERS for parent in path.parents)
    }
    assert held == wanted


@pytest.mark.slow
def test_an_installed_copy_checks_an_answer(installed: Path, tmp_path: Path) -> None:
    facts, answer = tmp_path / "facts.txt", tmp_path / "answer.txt"
    facts.write_text("The lighthouse was built in 1931. It is 61 metres tall.")
    answer.write_text("The lighthouse is 61 metres tall. It was built in 1950.")
    body = json.loads(sureground(installed, "check", "--json", f"--answer={answer}", f"--facts={facts}"))
    assert [claim.get("citationIndices", []) for claim in body["claims"]] == [[0], []]


@pytest.mark.slow
def test_an_installed_copy_evaluates_itself(installed: Path, tmp_path: Path) -> None:
    rows = [
        {
            "premise": "The lighthouse is 61 metres tall.",
            "hypothesis": f"It is {n} metres tall.",
            "label": label,
        }
        for n, label in ((61, "entailment"), (75, "contradiction"))
    ]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert json.loads(sureground(installed, "eval", "--json", str(file)))


def imported() -> Iterator[tuple[str, str]]:
    """Module and file of every import from outside in the rooms."""
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in (name.partition(".")[0] for name in names):
                if module not in sys.stdlib_module_names and module not in ROOMS:
                    yield module, path.relative_to(ROOT).as_posix()


def names_of(lines: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in lines}


def test_what_the_rooms_import_is_declared_and_the_other_way_round() -> None:
    base = names_of(PROJECT["dependencies"])
    extras = {name: names_of(lines) for name, lines in PROJECT["optional-dependencies"].items()}
    served = base.union(*(names for name, names in extras.items() if name not in ("lint", "test", "train")))
    used = set(NOT_OURS)
    for module, file in imported():
        declared = served | extras["train"] if file.startswith("grounding/training/") else served
        distributions = DISTRIBUTIONS.get(module, {canonicalize_name(module)})
        assert distributions & declared, f"{file} imports {module}, which pyproject.toml does not declare"
        used |= distributions
    assert not base - used, "declared and never imported"
