"""The folder that one process at a time works in, and its mark in a journal that several may share."""

import secrets
from pathlib import Path

from filelock import FileLock, Timeout

from ingest.errors import StoreUnavailable

LOCK, OWNER = "lock", "owner"  # files in a data folder


def is_data_folder(path: Path) -> bool:
    """Whether a process has worked in this folder."""
    return (path / LOCK).is_file() and (path / OWNER).is_file()


class DataFolder:
    """A locked folder; :meth:`release` lets the next process in. Taken: :class:`StoreUnavailable`."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().resolve()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(self.path / LOCK, timeout=0, thread_local=False)
            self._lock.acquire()
        except Timeout as error:
            raise StoreUnavailable(
                f"The data folder {self.path} is in use by another process. Stop that process, talk to it "
                "over HTTP, or choose another folder with SUREGROUND_DATA."
            ) from error
        except OSError as error:
            raise StoreUnavailable(f"The data folder {self.path} cannot be used: {error}.") from error

    @property
    def owner(self) -> str:
        """The mark of this folder, made when it is first opened."""
        path = self.path / OWNER
        if not path.is_file():
            path.write_text(secrets.token_hex(8))
        return path.read_text().strip()

    def release(self) -> None:
        self._lock.release()
