"""Names from outside: what they may be, and the ids made from them."""

import hashlib
import re
import secrets
import unicodedata

from ingest.errors import InvalidArgument
from ingest.types import CollectionName

_ID = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_PLACE = re.compile(r"[A-Za-z0-9_.:-]{1,128}")
MAX_NAME = 1024


def check_id(what: str, value: str) -> str:
    """An id as it may stand in a resource name."""
    if not _ID.fullmatch(value) or value in (".", ".."):
        raise InvalidArgument(
            f"{what} {value!r} is not allowed: use 1 to 128 letters (a-z, A-Z), digits, '_', '-' and '.'."
        )
    return value


def check_place(what: str, value: str) -> str:
    """A project or location as it may stand in a resource name."""
    if not _PLACE.fullmatch(value):
        raise InvalidArgument(f"{what} {value!r} is not allowed: use letters, digits, '_', '-', '.', ':'.")
    return value


def check_name(name: CollectionName) -> CollectionName:
    """A collection's or engine's name with all its parts."""
    for what, value in (("The project", name.project), ("The location", name.location)):
        check_place(what, value)
    check_id("The id", name.id)
    return name


def fresh_id() -> str:
    """A new 19-digit decimal id, below 2**63, since some of Google's messages hold it as an int64."""
    return str(10**18 + secrets.randbelow(8 * 10**18))


def derived_id(content_hash: str, display_name: str) -> str:
    """The id of a document that was given none: the same bytes under the same name have the same id."""
    digest = hashlib.sha256(f"{content_hash}\0{display_name}".encode()).digest()
    return str(10**18 + int.from_bytes(digest[:8]) % (8 * 10**18))


def address_id(address: str) -> str:
    """The id of a document that is named after the address it comes from, whatever its bytes are."""
    digest = hashlib.sha256(address.encode("utf-8", "surrogatepass")).digest()
    return str(10**18 + int.from_bytes(digest[:8]) % (8 * 10**18))


def base_name(name: str) -> str:
    """The last part of a file name from any system, NFC, without control characters."""
    name = unicodedata.normalize("NFC", re.split(r"[/\\]", name)[-1])
    name = "".join(c for c in name if unicodedata.category(c) not in ("Cc", "Cs")).strip()
    if not name or name in (".", "..") or len(name) > MAX_NAME:
        raise InvalidArgument(f"The file name {name[:80]!r} must have 1 to {MAX_NAME} characters.")
    return name


def title_of(display_name: str) -> str:
    """The file name without its extension."""
    stem, dot, ending = display_name.rpartition(".")
    return stem if dot and stem and 0 < len(ending) <= 10 and " " not in ending else display_name
