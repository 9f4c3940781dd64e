"""The entry points that pyproject.toml declares, for processes that start before the package is installed anew."""

from pathlib import Path

from tests.dependencies import PROJECT


def declare_entry_points(folder: Path) -> Path:
    """Make ``folder`` one to import from, in which a distribution declares them; back comes the folder."""
    info = folder / "sureground_here-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sureground-here\nVersion: 0\n")
    lines = [
        line
        for group, entries in PROJECT["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {module}" for name, module in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join([*lines, ""]))
    return folder
