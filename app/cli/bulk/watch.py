"""A folder and a store kept in step: new and changed files go in, those of deleted files go out.

Every round walks the folders and compares what is there with what was there, so nothing is missed when the
system's notices are late, joined or lost (a network drive sends none); the notices only say when to look.
The only importer of watchfiles.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import watchfiles

from app.cli.bulk.folders import Stamp, address_of, files_in
from app.cli.bulk.outcomes import Outcome
from app.cli.bulk.sender import Sender
from app.cli.bulk.stored_files import StoredFiles
from app.cli.bulk.take_in import JOBS, opened_store, send_all

# Seconds: a file that has not changed for so long is taken to be whole, one that is missing so long to be gone.
SETTLED = 1.0

# Seconds between two looks where nothing is noticed.
LOOK_AGAIN = 30.0


@dataclass
class Watch:
    """Folders on one side, a store on the other. ``say`` gets every outcome, ``warn`` what is odd."""

    sender: Sender
    folders: Sequence[Path]
    say: Callable[[Outcome], None]
    warn: Callable[[str], None]
    jobs: int = JOBS
    _dealt_with: dict[str, Stamp] = field(default_factory=dict)  # files as they were then, by place
    _seen: dict[Path, Stamp] = field(default_factory=dict)  # files at the last look
    _missing: set[str] = field(default_factory=set)  # places where no file was at the last look
    _stored: dict[str, str] = field(default_factory=dict)  # documents of these folders, by place
    _folder_ids: dict[Path, tuple[int, int]] = field(default_factory=dict)
    _reported: dict[Path, str] = field(default_factory=dict)  # what stands in the way of a file for now
    _warned: set[str] = field(default_factory=set)

    def run(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Keep in step until ``sender.stopping`` is set; ``on_ready`` is called when all is in step first."""
        stored = opened_store(self.sender.connection, self.sender.store)
        for folder in self.folders:
            self._stored |= stored.below(folder)
            self._folder_ids[folder] = _identity(folder)
        ready = False
        for _ in self._notices():
            waiting = self._look(stored)
            while waiting and not self.sender.stopping.wait(SETTLED):
                waiting = self._look(stored)
            stored = StoredFiles()  # of later changes the start knows nothing
            if not ready and not self.sender.stopping.is_set():
                on_ready()
                ready = True

    def _look(self, stored: StoredFiles) -> bool:
        """Deal with what has changed; whether something may be in the making, so that it is too early."""
        unread: list[str] = []
        present: dict[Path, Stamp] = {}
        for file in files_in(self.folders, lambda error: unread.append(address_of(error.filename))):
            try:
                present[file] = Stamp.of(file)
            except OSError:
                unread.append(address_of(file))  # it is there, or was a moment ago
        changed = [file for file, stamp in present.items() if self._dealt_with.get(address_of(file)) != stamp]
        settled = [file for file in changed if _is_settled(present[file], self._seen.get(file))]
        self._seen = present
        self._send(settled, present, stored)
        newly_missing = self._remove({address_of(file) for file in present}, unread)
        return len(settled) < len(changed) or newly_missing

    def _send(self, files: Sequence[Path], stamps: dict[Path, Stamp], stored: StoredFiles) -> None:
        for outcome in send_all(self.sender, stored, files, jobs=self.jobs):
            if outcome.passing and self._reported.get(outcome.file) == outcome.reason:
                continue
            self._reported[outcome.file] = outcome.reason
            self.say(outcome)
            if outcome.passing:
                continue  # it is tried again at the next look
            place = address_of(outcome.file)
            self._dealt_with[place] = stamps[outcome.file]
            if outcome.document:
                self._stored[place] = outcome.document

    def _remove(self, present: set[str], unread: Sequence[str]) -> bool:
        """Remove what has been missing for two looks; whether something is missing for the first time."""
        missing = {place for place in self._stored.keys() - present if self._is_gone(place, present, unread)}
        gone = missing & self._missing
        self._missing = missing
        for place in sorted(gone):
            if self.sender.stopping.is_set():
                break
            outcome = self.sender.remove(Path(place), self._stored[place])
            self.say(outcome)
            if not outcome.passing:
                del self._stored[place]
                self._dealt_with.pop(place, None)
        return bool(missing - gone)

    def _is_gone(self, place: str, present: set[str], unread: Sequence[str]) -> bool:
        """False where the file may be there all the same: its folder cannot be read, or its disk is away."""
        folder = next(root for root in self.folders if place.startswith(f"{address_of(root)}/"))
        if _identity(folder) != self._folder_ids[folder]:
            self._warn(f"{folder} is gone or another folder now. Nothing of it is removed from the store.")
            return False
        if any(place == path or place.startswith(f"{path}/") for path in unread):
            return False
        if not self._dealt_with and not any(path.startswith(f"{address_of(folder)}/") for path in present):
            self._warn(
                f"{folder} is empty, and the store holds documents of it. They stay, since a disk may be away; "
                "`sureground documents delete` removes them."
            )
            return False
        return True

    def _warn(self, message: str) -> None:
        if message not in self._warned:
            self._warned.add(message)
            self.warn(message)

    def _notices(self) -> Iterator[None]:
        """Whenever it is time to look: now, when something happened in a folder, and every now and then."""
        yield
        stopping, looked = self.sender.stopping, 0.0  # once more when the watching has begun
        try:
            for changes in watchfiles.watch(
                *self.folders,
                watch_filter=None,
                rust_timeout=1000,
                yield_on_timeout=True,
                stop_event=stopping,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                if changes or time.monotonic() - looked > LOOK_AGAIN:
                    yield
                    looked = time.monotonic()
        except OSError as error:
            self._warn(f"Changes are not noticed at once, but within {LOOK_AGAIN:.0f} seconds: {error}")
            while not stopping.wait(LOOK_AGAIN):
                yield


def _is_settled(stamp: Stamp, before: Stamp | None) -> bool:
    return stamp == before or time.time() - stamp.modified / 1e9 > SETTLED


def _identity(folder: Path) -> tuple[int, int]:
    """Which folder it is: another one when a disk was taken away or another one put in its place."""
    try:
        status = os.stat(folder)
    except OSError:
        return (0, 0)
    return status.st_dev, status.st_ino
