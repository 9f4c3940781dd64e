"""Operations on disk: a line of JSON at each change, so that a crash at any moment forgets none."""

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any


class OperationsLog:
    """The records in ``file``, of which the last with a name counts; none are kept where there is no file."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._open: IO[str] | None = None
        self._lock = threading.Lock()

    def records(self) -> list[dict[str, Any]]:
        """What a former process wrote, in order of beginning; a line that was cut short is left out."""
        latest: dict[str, dict[str, Any]] = {}
        if self._file and self._file.is_file():
            for line in self._file.read_text(errors="replace").splitlines():
                try:
                    record = json.loads(line)
                except ValueError:
                    continue
                if record.get("deleted"):
                    latest.pop(record["name"], None)
                else:
                    latest[record["name"]] = record
        return list(latest.values())

    def rewrite(self, records: Sequence[dict[str, Any]]) -> None:
        """Begin anew with ``records``, in a step that is seen whole or not at all."""
        if not self._file:
            return
        part = self._file.with_suffix(".part")
        part.write_text("".join(json.dumps(record) + "\n" for record in records))
        part.replace(self._file)
        self._open = self._file.open("a")

    def add(self, record: dict[str, Any]) -> None:
        """Write a record down; it outlives the process."""
        with self._lock:
            if self._open:
                self._open.write(json.dumps(record) + "\n")
                self._open.flush()

    def forget(self, name: str) -> None:
        """Write down that the record of that name is gone."""
        self.add({"name": name, "deleted": True})

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._open:
                self._open.close()
                self._open = None
