"""What pyproject.toml asks for, and what that brings with it."""

import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def needed_by(lines: Iterable[str]) -> set[str]:
    """The packages that pip would install for ``lines``; extras that no one asked for are left out."""
    wanted = [Requirement(line) for line in lines]
    seen: set[tuple[str, str]] = set()
    while wanted:
        requirement = wanted.pop()
        for extra in requirement.extras | {""}:
            node = (canonicalize_name(requirement.name), extra)
            if node in seen:
                continue
            seen.add(node)
            for line in metadata.requires(requirement.name) or ():
                needed = Requirement(line)
                if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                    wanted.append(needed)
    return {name for name, _ in seen}
