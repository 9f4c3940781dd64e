"""Callers from elsewhere: without keys only this machine is served, and a page of another origin never.

A page on the web could otherwise reach the server through the reader's browser (DNS rebinding).
"""

import ipaddress
import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from app.wire.errors import Forbidden

_AROUND_A_HOST = re.compile(r"[/?#@\\\s]")  # ends or begins the host in an address


def is_loopback(host: str) -> bool:
    """True for ``localhost``, 127.0.0.0/8 and ::1, bracketed or not."""
    name = host.strip("[]").lower()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def more_than_a_host(headers: Headers) -> Forbidden | None:
    """Why a Host that is not a host and a port is refused, with keys too: links would begin with it."""
    host = headers.get("host", "")
    if _AROUND_A_HOST.search(host):
        return Forbidden(f"Host {host[:200]!r} is refused: it must be a host and a port.")
    return None


def foreign_caller(scope: Scope, headers: Headers) -> Forbidden | None:
    """Why a caller is refused where there are no keys; ``None`` for this machine and our own page."""
    client = scope.get("client")
    if client and client[0] and _is_address(client[0]) and not is_loopback(client[0]):
        return Forbidden(f"Calls from {client[0]} are refused: without API_KEYS only this machine is served.")
    host = headers.get("host", "")
    if not is_loopback(_host_of("//" + host)):
        return Forbidden(
            f"Host {host!r} is refused: without API_KEYS only localhost and 127.0.0.1 are served."
        )
    origin = headers.get("origin")
    if origin is not None and not is_own_origin(headers):
        return Forbidden(
            f"Origin {origin!r} is refused: without API_KEYS only pages of this server may call it."
        )
    return None


def is_own_origin(headers: Headers) -> bool:
    """Whether the page that calls is ours. Another port is another program, whose page is as foreign as any."""
    host = headers.get("host", "").lower()
    return headers.get("origin", "").lower() in (f"http://{host}", f"https://{host}")


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
