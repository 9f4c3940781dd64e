"""What became of the files of a command: as a table with a sum, and as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.cli.bulk.folders import printable
from app.cli.tables import counted, print_table

# With more files than this the unchanged ones have no row of their own.
MOST_ROWS = 50


class State(StrEnum):
    """What became of a file; ``LEFT_OUT``: found in a folder, and of a kind that no reader knows."""

    TAKEN = "taken in"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    LEFT_OUT = "left out"
    REMOVED = "removed"
    FAILED = "failed"


SKIPPED = (State.UNCHANGED, State.LEFT_OUT)


@dataclass(frozen=True)
class Outcome:
    """What became of one file.

    ``reason`` tells why it failed or was left out; ``passing``: what stood in the way may be gone soon, such
    as a server that does not answer.
    """

    file: Path
    state: State
    document: str = ""
    pages: int = 0
    chunks: int = 0
    seconds: float = 0.0
    reason: str = ""
    passing: bool = False

    @property
    def failure(self) -> str:
        """Why the file is not in the store; empty where it is, or where nobody can read its kind."""
        return self.reason if self.state is State.FAILED else ""

    @property
    def words(self) -> str:
        """The state, with its reason."""
        if self.state is State.UNCHANGED:
            return "unchanged, skipped"
        return f"{self.state}: {self.reason}" if self.reason else str(self.state)

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON; what is empty is left out."""
        fields = {
            "file": printable(self.file),
            "outcome": str(self.state),
            "document": self.document,
            "pages": self.pages,
            "chunks": self.chunks,
            "seconds": round(self.seconds, 2),
            "reason": self.reason,
        }
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True)
class Summary:
    """All outcomes of a run that took ``seconds``."""

    outcomes: Sequence[Outcome]
    seconds: float

    def with_unread(self, errors: Sequence[OSError]) -> "Summary":
        """With the folders that could not be looked into, as failures."""
        unread = [
            Outcome(Path(error.filename), State.FAILED, reason=f"cannot be read: {error.strerror}")
            for error in errors
        ]
        return Summary([*self.outcomes, *unread], self.seconds)

    def count(self, *states: State) -> int:
        """How many files ended in one of ``states``."""
        return sum(outcome.state in states for outcome in self.outcomes)

    @property
    def failed(self) -> int:
        return self.count(State.FAILED)

    @property
    def words(self) -> str:
        """How many were taken in, skipped and failed."""
        taken = self.count(State.TAKEN, State.REPLACED)
        return f"{taken} taken in, {self.count(*SKIPPED)} skipped, {self.failed} failed"

    def to_json(self) -> dict[str, Any]:
        """The sums, and every file."""
        return {
            "taken": self.count(State.TAKEN, State.REPLACED),
            "skipped": self.count(*SKIPPED),
            "failed": self.failed,
            "pages": sum(outcome.pages for outcome in self.outcomes),
            "chunks": sum(outcome.chunks for outcome in self.outcomes),
            "seconds": round(self.seconds, 2),
            "files": [outcome.to_json() for outcome in self.outcomes],
        }


def print_outcomes(summary: Summary) -> None:
    """One line per file and a sum."""
    few = len(summary.outcomes) <= MOST_ROWS
    rows = [
        (
            shown(outcome.file),
            str(outcome.pages or ""),
            str(outcome.chunks or ""),
            f"{outcome.seconds:.1f}",
            outcome.words,
        )
        for outcome in summary.outcomes
        if few or outcome.state is not State.UNCHANGED
    ]
    stored = [outcome for outcome in summary.outcomes if outcome.state is not State.FAILED]
    total = (
        counted(len(summary.outcomes), "file"),
        str(sum(outcome.pages for outcome in stored)),
        str(sum(outcome.chunks for outcome in stored)),
        f"{summary.seconds:.1f}",
        summary.words,
    )
    print_table(("file", "pages", "chunks", "seconds", "outcome"), [*rows, total])


def shown(file: Path) -> str:
    """The path as short as it can be said from here."""
    here = Path.cwd()
    return printable(file.relative_to(here) if file.is_relative_to(here) else file)
