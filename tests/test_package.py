"""An installed copy, as in the container, has everything that a checkout has."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("app", "grounding", "ingest")
# Of use in a checkout only.
LEFT_OUT = {"app/Dockerfile"}
LEFT_OUT_FOLDERS = {"app/pictures"}


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_rooms(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "wheel"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    # Without isolation: the build tool comes from this environment, not from a registry.
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
    ]
    done = subprocess.run([*command, "--wheel-dir", str(target), str(source)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(target.glob("sureground-*.whl"))) as wheel:
        held = set(wheel.namelist())
    files = {
        path.relative_to(source) for room in ROOMS for path in (source / room).rglob("*") if path.is_file()
    }
    wanted = {
        str(path)
        for path in files
        if str(path) not in LEFT_OUT and not any(str(parent) in LEFT_OUT_FOLDERS for parent in path.parents)
    }
    assert not sorted(wanted - held)
