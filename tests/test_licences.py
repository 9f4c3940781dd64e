"""What the default install pulls in may be given away with it: no GPL, no AGPL."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


def default_tree() -> set[str]:
    """Every package that ``pip install .`` brings, extras that no one asked for left out."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        wanted = [Requirement(line) for line in tomllib.load(file)["project"]["dependencies"]]
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


def stated_licence(name: str) -> str:
    """The licence expression, else the classifiers, else the first line of the free text field."""
    stated = metadata.metadata(name)
    if expression := stated.get("License-Expression"):
        return expression
    classifiers = [line for line in stated.get_all("Classifier", []) if line.startswith("License ::")]
    if classifiers:
        return " AND ".join(line.rsplit(" :: ", 1)[-1] for line in classifiers)
    text = (stated.get("License") or "").strip()
    return text.splitlines()[0] if text else ""


def is_copyleft(licence: str) -> bool:
    """Whether every way to use it falls under the GPL or the AGPL; the LGPL lets a program link freely."""
    try:
        options = canonicalize_license_expression(licence).replace("(", " ").replace(")", " ").split(" OR ")
    except InvalidLicenseExpression:
        options = licence.split(" OR ")
    strict = re.compile(r"\bA?GPL|Affero|(?<!Lesser )(?<!Library )General Public", re.IGNORECASE)
    return all(strict.search(option) for option in options)


@pytest.mark.parametrize(
    ("licence", "copyleft"),
    [
        ("MIT", False),
        ("GPL-3.0-or-later", True),
        ("GNU Affero General Public License v3", True),
        ("AGPL-3.0", True),
        ("GNU Lesser General Public License v3 (LGPLv3)", False),
        ("LGPL-2.1-only", False),
        ("Apache-2.0 OR GPL-2.0-only", False),
        ("GPLv2 or later", True),
    ],
)
def test_the_rule_itself(licence: str, copyleft: bool) -> None:
    assert is_copyleft(licence) is copyleft


def test_default_install_has_no_copyleft_package() -> None:
    licences = {name: stated_licence(name) for name in default_tree()}
    assert len(licences) > 50, "the walk over the dependency tree found too little to mean anything"
    unknown = sorted(name for name, licence in licences.items() if not licence or licence == "UNKNOWN")
    assert not unknown, f"these state no licence; read what they ship before you keep them: {unknown}"
    assert not {name: licence for name, licence in licences.items() if is_copyleft(licence)}
