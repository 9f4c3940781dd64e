"""Who may call: a pure ASGI layer in front of every route.

Keys set: every path but the open ones needs one of them. No keys: only loopback is served, and a Host or
Origin that is not loopback is refused, because a page on the web could otherwise reach the server through the
reader's browser (DNS rebinding).
"""

import hmac
import ipaddress
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from app.settings import Settings
from app.wire.errors import Forbidden, NotReady, respond

UPLOAD_SESSIONS = "/upload/sessions/"
"""Addresses below it need no key: they end in an unguessable token that a keyed request was given, since the
second leg of a resumable upload comes without credentials (contract.md 4.4). Their route checks the token."""

_AROUND_A_HOST = re.compile(r"[/?#@\\\s]")  # ends or begins the host in an address
_OPEN = re.compile(r"/|/healthz|/readyz|/static/.*|" + re.escape(UPLOAD_SESSIONS) + r"[^/]+")


def refuse_open_host(settings: Settings) -> None:
    """Raise NotReady when ``settings`` would serve strangers without a key."""
    if not settings.api_keys and not is_loopback(settings.host):
        raise NotReady(
            f"HOST is {settings.host!r}, which other machines can reach, and no API_KEYS are set. "
            "Set SUREGROUND_API_KEYS to a long random text, or SUREGROUND_HOST to 127.0.0.1."
        )


def is_loopback(host: str) -> bool:
    """True for ``localhost``, 127.0.0.0/8 and ::1, bracketed or not."""
    name = host.strip("[]").lower()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


class Gate:
    """Refuses callers without a key, or, where there are no keys, callers from elsewhere: 403."""

    def __init__(self, app: ASGIApp, keys: Sequence[str]) -> None:
        self.app = app
        self.keys = [key.encode() for key in keys]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (refusal := self._refusal(scope)):
            await respond(refusal)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> Forbidden | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _AROUND_A_HOST.search(host):  # links would begin with it
            return Forbidden(f"Host {host[:200]!r} is refused: it must be a host and a port.")
        if not self.keys:
            return _foreign(scope, headers)
        if _OPEN.fullmatch(scope["path"]) or self._knows(_presented(scope, headers)):
            return None
        return Forbidden(
            "This server needs a key: send it as 'Authorization: Bearer KEY', as 'x-goog-api-key: KEY' "
            "or as ?key=KEY."
        )

    def _knows(self, presented: Sequence[bytes]) -> bool:
        # No early exit, so that the time taken says nothing about which key was near.
        return any([hmac.compare_digest(key, given) for key in self.keys for given in presented])


def _presented(scope: Scope, headers: Headers) -> list[bytes]:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    candidates = [
        token.strip() if scheme.lower() == "bearer" else "",
        headers.get("x-goog-api-key", ""),
        QueryParams(scope["query_string"]).get("key", ""),
    ]
    return [text.encode("utf-8", "surrogatepass") for text in candidates if text]


def _foreign(scope: Scope, headers: Headers) -> Forbidden | None:
    client = scope.get("client")
    if client and client[0] and _is_address(client[0]) and not is_loopback(client[0]):
        return Forbidden(f"Calls from {client[0]} are refused: without API_KEYS only this machine is served.")
    host = headers.get("host", "")
    if not is_loopback(_host_of("//" + host)):
        return Forbidden(
            f"Host {host!r} is refused: without API_KEYS only localhost and 127.0.0.1 are served."
        )
    origin = headers.get("origin")
    # Another port is another program, whose page is as foreign as any; the port of ours stands in Host.
    if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
        return Forbidden(
            f"Origin {origin!r} is refused: without API_KEYS only pages of this server may call it."
        )
    return None


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
