"""The gate: a pure ASGI layer in front of every route that lets a caller in or answers 403.

With keys, every path but the open ones needs one of them, with the right and the project that the request asks for.
Without keys only loopback is served.
"""

import logging
import re
from collections.abc import Iterator
from contextvars import ContextVar
from urllib.parse import unquote

from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.access.hosts import foreign_caller, is_loopback, is_own_origin, more_than_a_host
from app.access.keys import Caller, KeyRing, has_stored_keys
from app.access.rights import Right, project_of, right_of
from app.settings import Settings
from app.wire.errors import Forbidden, NotReady, respond
from app.wire.names import callers_projects, refuse_foreign
from ingest.errors import StoreUnavailable

UPLOAD_SESSIONS = "/upload/sessions/"
"""Addresses below it need no key: they end in an unguessable token that a keyed request was given, since the
second leg of a resumable upload comes without credentials (contract.md 4.4). Their route checks the token."""

COOKIE = "sureground-key"
"""Where the page's key is kept, by /sign-in: the browser sends it, and no script can read it."""

SAFE = ("GET", "HEAD", "OPTIONS")

_OPEN = re.compile(r"/|/healthz|/readyz|/sign-in|/static/.*|" + re.escape(UPLOAD_SESSIONS) + r"[^/]+")

_audit = logging.getLogger("sureground.audit")

callers_rights: ContextVar[frozenset[Right] | None] = ContextVar("callers_rights", default=None)
"""What the caller of this request may do; ``None`` where no keys are asked for."""


def refuse_open_host(settings: Settings) -> None:
    """Raise NotReady when ``settings`` would serve strangers without a key."""
    if not settings.api_keys and not is_loopback(settings.host) and not has_stored_keys(settings):
        raise NotReady(
            f"HOST is {settings.host!r}, which other machines can reach, and there are no keys. Make one with "
            "`sureground keys create NAME`, set SUREGROUND_API_KEYS to a long random text, or SUREGROUND_HOST to "
            "127.0.0.1."
        )


def require(right: Right) -> None:
    """Raise Forbidden where the caller of this request lacks a right that its path did not ask for."""
    rights = callers_rights.get()
    if rights is not None and right not in rights:
        raise Forbidden(f"This key may not do that: it lacks the right '{right}'.")


class Gate:
    """Refuses who may not call, tells the routes what the caller may do, and writes an audit line a write."""

    def __init__(self, app: ASGIApp, keys: KeyRing) -> None:
        self.app = app
        self.keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            await self.keys.refresh()
            caller = self._caller(scope)
            if caller:
                callers_projects.set(caller.projects)
                callers_rights.set(caller.rights)
                _refuse_beyond(scope)
        except (Forbidden, StoreUnavailable) as refusal:
            await respond(refusal)(scope, receive, send)
            return
        scope["caller"] = caller.id if caller else ""
        if right_of(scope["method"], scope["path"]) == "write":
            send = _audited(scope, send)
        await self.app(scope, receive, send)

    def _caller(self, scope: Scope) -> Caller | None:
        """Who calls; ``None`` where nobody is asked. Raises Forbidden."""
        headers = Headers(scope=scope)
        if refusal := more_than_a_host(headers):
            raise refusal
        if not self.keys:
            if refusal := foreign_caller(scope, headers):
                raise refusal
            return None
        if _OPEN.fullmatch(scope["path"]):
            return None
        caller = self.keys.caller(_presented(scope, headers))
        if caller is None and (kept := _cookie(headers)) and (caller := self.keys.caller([kept])):
            _refuse_forged(scope, headers)
        if caller is None:
            raise Forbidden(
                "This server needs a key: send it as 'Authorization: Bearer KEY', as 'x-goog-api-key: KEY' "
                "or as ?key=KEY."
            )
        if caller.expired:
            raise Forbidden(f"The key {caller.id} has expired. Ask for a new one.")
        return caller


def _refuse_beyond(scope: Scope) -> None:
    """Raise Forbidden where the path names a foreign project, or the request needs a right that is lacking."""
    if (project := project_of(scope["path"])) is not None:
        refuse_foreign(project)
    if (right := right_of(scope["method"], scope["path"])) is not None:
        require(right)


def _presented(scope: Scope, headers: Headers) -> Iterator[str]:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    candidates = (
        token.strip() if scheme.lower() == "bearer" else "",
        headers.get("x-goog-api-key", ""),
        QueryParams(scope["query_string"]).get("key", ""),
    )
    return (text for text in candidates if text)


def _cookie(headers: Headers) -> str:
    return unquote(cookie_parser(headers.get("cookie", "")).get(COOKIE, ""))


def _refuse_forged(scope: Scope, headers: Headers) -> None:
    """A browser sends the cookie along whoever asks it to: what changes anything must come from our own page."""
    if scope["method"] not in SAFE and not is_own_origin(headers):
        raise Forbidden("A call with the page's cookie must come from the page: its Origin is another one.")


def _audited(scope: Scope, send: Send) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            _audit.info(
                "write",
                extra={
                    "key": scope["caller"],
                    "client": (scope.get("client") or ("", 0))[0],
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": message["status"],
                },
            )
        await send(message)

    return told
