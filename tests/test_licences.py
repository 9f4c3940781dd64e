"""What the default install pulls in may be given away with it: no GPL, no AGPL."""

import re
from importlib import metadata

import pytest
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from tests.dependencies import PROJECT, needed_by


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
    licences = {name: stated_licence(name) for name in needed_by(PROJECT["dependencies"])}
    assert len(licences) > 50, "the walk over the dependency tree found too little to mean anything"
    unknown = sorted(name for name, licence in licences.items() if not licence or licence == "UNKNOWN")
    assert not unknown, f"these state no licence; read what they ship before you keep them: {unknown}"
    assert not {name: licence for name, licence in licences.items() if is_copyleft(licence)}
