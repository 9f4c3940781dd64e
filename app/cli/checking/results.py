"""Verdicts kept in a file, a line each, so that a run that was cut short goes on where it ended."""

import hashlib
import json
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, Self

import click

from app.cli.checking.rows import Row

Body = dict[str, Any]


def key_of(request: Body, model: str) -> str:
    """What a kept verdict stands for: the request, the version of this program, and what judged."""
    told = json.dumps([request, version("sureground"), model], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


@dataclass
class Results:
    """The verdicts in a file by key; without a file they are kept for this run only."""

    kept: dict[str, Body] = field(default_factory=dict)
    _file: IO[str] | None = None

    @classmethod
    def open(cls, path: Path | None) -> Self:
        """Read what an earlier run kept. A last line that it did not end is dropped, lines of other rows stay.

        Raises ClickException for a file that holds anything else.
        """
        if path is None:
            return cls()
        kept: dict[str, Body] = {}
        whole = 0
        try:
            content = path.read_bytes() if path.exists() else b""
            for number, line in enumerate(content.splitlines(keepends=True), start=1):
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                kept |= _read(line, path, number)
            file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"--results {path}: {error.strerror or error}.") from error
        file.truncate(whole)
        return cls(kept, file)

    def get(self, key: str) -> Body | None:
        """What was kept under ``key``."""
        return self.kept.get(key)

    def keep(self, key: str, row: Row, outcome: Body) -> None:
        """Keep ``outcome`` now: it is on its way to the disk when this returns."""
        if self._file:
            line = {"id": row.id, "line": row.line, "key": key, **outcome}
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()
        self.kept[key] = outcome

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()


def _read(line: bytes, path: Path, number: int) -> dict[str, Body]:
    try:
        body = json.loads(line)
        outcome = {name: body[name] for name in ("check", "error") if name in body}
        if not outcome:
            raise KeyError("check")
        return {body["key"]: outcome}
    except (ValueError, KeyError, TypeError) as error:
        raise click.ClickException(
            f"--results {path}, line {number} is not a result that this program kept; name another file."
        ) from error
