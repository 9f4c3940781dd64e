"""ZIP containers of documents, opened only where they are not made to harm."""

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator

from ingest.errors import EncryptedDocument, TooLarge, UnreadableDocument

# What a document of the largest size holds when unpacked, pictures included, with room to spare.
MAX_UNPACKED = 512 << 20
MAX_MEMBERS = 20_000
# The list of members itself; 20,000 names of 100 characters.
_MAX_DIRECTORY = 4 << 20

# What reading a damaged, encrypted or strangely packed member raises.
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    EOFError,
)

_ENCRYPTED = 0x1
# A document type declares entities; no reader here needs one, and Office files may have none.
_DOCTYPES = tuple("<!DOCTYPE".encode(encoding) for encoding in ("ascii", "utf-16-le", "utf-16-be"))


def peek(content: bytes, member: str = "", most: int = 1 << 20) -> tuple[list[str], bytes]:
    """The names in a ZIP archive and the first bytes of one ``member``; empty for what cannot be read."""
    try:
        with _opened(content, "") as archive:
            names = archive.namelist()
            if member in names:
                with archive.open(member) as stream:
                    return names, stream.read(most)
            return names, b""
    except (UnreadableDocument, TooLarge):
        return [], b""
    except UNREADABLE:
        return names, b""


def open_archive(content: bytes, name: str) -> zipfile.ZipFile:
    """The archive in ``content``, of the file called ``name``.

    Raises :class:`UnreadableDocument` for a damaged one, :class:`EncryptedDocument`, and :class:`TooLarge`
    when it has more members or unpacks to more than any document. What a member really unpacks to is never
    more than it says, since reading stops there.
    """
    archive = _opened(content, name)
    members = archive.infolist()
    if len(members) > MAX_MEMBERS:
        raise TooLarge(f"The file '{name}' has {len(members)} members; the limit is {MAX_MEMBERS}.")
    unpacked = sum(member.file_size for member in members)
    if unpacked > MAX_UNPACKED:
        raise TooLarge(
            f"The file '{name}' unpacks to {unpacked >> 20} MiB; the limit is {MAX_UNPACKED >> 20} MiB. Split "
            "it, or take pictures out of it."
        )
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise EncryptedDocument(
            f"The file '{name}' is encrypted. Save it without protection and send it again."
        )
    return archive


def refuse_document_types(archive: zipfile.ZipFile, name: str) -> None:
    """Raises :class:`UnreadableDocument` when an XML member declares a document type, and so may declare
    entities that grow without end.
    """
    for member in archive.infolist():
        if member.filename.endswith((".xml", ".rels")) and _declares_type(archive, member):
            raise UnreadableDocument(
                f"The file '{name}' declares a document type in '{member.filename[:100]}', which no Office "
                "program writes. Save it anew and send it again."
            )


def _declares_type(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    tail = b""
    for piece in _pieces(archive, member):
        if any(mark in tail + piece for mark in _DOCTYPES):
            return True
        tail = piece[-32:]
    return False


def _pieces(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes]:
    with archive.open(member) as stream:
        while piece := stream.read(1 << 20):
            yield piece


def _opened(content: bytes, name: str) -> zipfile.ZipFile:
    stream = _Capped(content)
    try:
        archive = zipfile.ZipFile(stream)
    except _TooLong as error:
        raise TooLarge(
            f"The list of members of '{name}' has {error} bytes; the limit is {_MAX_DIRECTORY}."
        ) from None
    except (*UNREADABLE, OSError, OverflowError) as error:
        raise UnreadableDocument(
            f"The file '{name}' is a damaged or cut-off ZIP container ({error}). Send the whole file."
        ) from error
    stream.opened = True
    return archive


class _TooLong(Exception):
    """More is asked for at once than a list of members has."""


class _Capped(io.BytesIO):
    """Until the archive is ``opened``, no more is read at once than a list of members may have.

    How long that list is stands in the archive in several places, which may say different things: what counts is what
    the reader asks for.
    """

    opened = False

    def read(self, size: int | None = -1, /) -> bytes:
        if not self.opened and size is not None and size > _MAX_DIRECTORY:
            raise _TooLong(size)
        return super().read(size)
