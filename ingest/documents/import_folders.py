"""Folders and object stores that files may be imported from by address: an allow-list, through fsspec."""

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote

import fsspec
from fsspec.implementations.local import LocalFileSystem

from ingest.errors import InvalidArgument, NotFound, StoreUnavailable, TooLarge

FILE_SCHEME = "file://"
WILDCARDS = "*?["


@dataclass(frozen=True)
class FoundFile:
    """A file in one of the folders: the address a caller would name it by, and its place behind that."""

    uri: str
    place: str

    @property
    def name(self) -> str:
        """The last part of the address."""
        return self.uri.rpartition("/")[2]

    @property
    def link(self) -> str:
        """The address where others may have a use for it, which a path on this machine is not."""
        return self.uri if "://" in self.uri else ""


class ImportFolders:
    """The folders named in a setting. Every other address is refused, and so is every way out of them.

    An entry is a folder or an fsspec address (``/srv/handbook``, ``s3://bucket/texts``), or ``ADDRESS=PLACE``
    where callers say ADDRESS and the files are in PLACE: ``gs://handbook=/srv/handbook``.
    """

    def __init__(self, entries: Sequence[str] = ()) -> None:
        """Raises InvalidArgument for an entry that is neither an absolute path nor an address."""
        self._places: dict[str, str] = {}
        for entry in entries:
            address, _, place = entry.partition("=")
            for part in (address, place or address):
                if not part.startswith("/") and "://" not in part:
                    raise InvalidArgument(
                        f"The import folder {entry!r} must be an absolute path, an address such as "
                        "s3://bucket/folder, or ADDRESS=PLACE made of these."
                    )
            self._places[_plain(address)] = _plain(place or address)

    def find(self, uri: str) -> list[FoundFile]:
        """The file of that address; of a folder or a pattern (``*.pdf``) all files, hidden ones left out.

        Raises InvalidArgument for an address that is not allowed, NotFound where nothing is there,
        StoreUnavailable.
        """
        address, inside = self._allowed(uri)
        with _answering(uri):
            files, root = _opened(self._places[address])
            root = root.rstrip("/")
            target = f"{root}/{inside}" if inside else root
            files_there = [
                FoundFile(address + path[len(root) :], path)
                for path in _files_at(files, target)
                if _stays_inside(files, root, path)
            ]
        if not files_there:
            raise NotFound(f"{uri}: no file is there.")
        return files_there

    def read(self, file: FoundFile, most_bytes: int) -> bytes:
        """The bytes of a file that was found. Raises TooLarge, NotFound, StoreUnavailable."""
        address, _ = self._allowed(file.uri)
        with _answering(file.uri):
            files, root = _opened(self._places[address])
            _refuse_other(files, root, file)
            if (size := files.size(file.place) or 0) > most_bytes:
                raise TooLarge(
                    f"{file.uri} has {size} bytes; the limit is {most_bytes} (SUREGROUND_MAX_UPLOAD_BYTES)."
                )
            content: bytes = files.cat_file(file.place)
            return content

    def allows(self, uri: str) -> bool:
        """True when ``uri`` is in one of the folders, whether or not something is there."""
        try:
            self._allowed(uri)
        except InvalidArgument:
            return False
        return True

    def _allowed(self, uri: str) -> tuple[str, str]:
        """The entry's address that ``uri`` is below, and the rest."""
        plain = _plain(uri)
        for address in sorted(self._places, key=len, reverse=True):
            if plain == address or plain.startswith(f"{address}/"):
                inside = plain[len(address) + 1 :]
                if not _leaves(inside):
                    return address, inside
        raise InvalidArgument(
            f"{uri}: files may not be imported from there. Add the folder to SUREGROUND_IMPORT_FOLDERS, or "
            "upload the file."
        )


def _leaves(inside: str) -> bool:
    """Whether a path goes up, as it stands or as a server would read it: ``%2e%2e``, however often encoded."""
    read = inside
    for _ in range(4):
        if ".." in read.replace("\\", "/").split("/"):
            return True
        read = unquote(read)
    return read != unquote(read)


def _plain(address: str) -> str:
    if address.startswith(FILE_SCHEME):
        address = unquote(address.removeprefix(FILE_SCHEME))
    return address.rstrip("/")


def _opened(place: str) -> tuple[Any, str]:
    """The file system of a place, and its path there. Over HTTP no redirect is followed: it may lead anywhere, also to
    addresses that only this machine reaches.
    """
    if place.startswith(("http://", "https://")):
        files, root = fsspec.core.url_to_fs(place, client_kwargs={"trace_configs": [_no_redirects()]})
    else:
        files, root = fsspec.core.url_to_fs(place)
    return files, root


@cache
def _no_redirects() -> Any:
    """What stops the HTTP client at a redirect."""
    import aiohttp

    async def refuse(*_: object) -> None:
        raise OSError("it redirects elsewhere, which is not followed; name the final address")

    trace = aiohttp.TraceConfig()
    trace.on_request_redirect.append(refuse)
    return trace


def _refuse_other(files: Any, root: str, file: FoundFile) -> None:
    """Raise NotFound for what was exchanged since it was found: no regular file, or one outside of the folder."""
    if isinstance(files, LocalFileSystem) and not (
        _stays_inside(files, root, file.place) and _regular(file.place)
    ):
        raise NotFound(f"{file.uri}: no regular file of the folder is there.")


def _regular(path: str) -> bool:
    """A file with bytes of its own: a pipe or a device may never end."""
    return stat.S_ISREG(os.stat(path).st_mode)


def _files_at(files: Any, target: str) -> list[str]:
    if any(mark in target for mark in WILDCARDS):
        return sorted(path for path in files.glob(target) if files.isfile(path))
    return [target] if files.isfile(target) else sorted(files.find(target))


def _stays_inside(files: Any, root: str, path: str) -> bool:
    if any(part.startswith(".") for part in path[len(root) :].split("/")):
        return False
    if not isinstance(files, LocalFileSystem):
        return path == root or path.startswith(f"{root.rstrip('/')}/")  # a listing may name other servers
    if os.path.exists(path) and not _regular(path):
        return False
    real = os.path.realpath(root)
    return os.path.commonpath([real, os.path.realpath(path)]) == real  # a link may lead elsewhere


@contextmanager
def _answering(uri: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise NotFound(f"{uri}: no file is there.") from error
    except (OSError, ValueError, ImportError) as error:
        if isinstance(error, InvalidArgument):
            raise
        raise StoreUnavailable(f"{uri}: the place it is in does not answer: {error}") from error
