"""The page's key, kept by the browser in a cookie that no script can read. Our own, not Google's."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Body, Request, Response

from app.access.gate import COOKIE
from app.access.hosts import is_own_origin
from app.access.keys import KeyRing
from app.wire.errors import Forbidden
from app.wire.scalars import Struct

router = APIRouter()
REMEMBERED = 30 * 24 * 3600  # seconds; else until the browser is closed


@router.post("/sign-in")
async def sign_in(
    request: Request,
    response: Response,
    key: Annotated[str, Body(description="An API key of this server.", max_length=1000)],
    remember: Annotated[bool, Body(description="Keep it when the browser is closed.")] = False,
) -> Struct:
    """Keep a key in the browser, for the page: only the page of this server may ask for it."""
    if not is_own_origin(request.headers):
        raise Forbidden("Signing in is for the page of this server: the Origin is another one.")
    keys: KeyRing = request.app.state.keys
    caller = keys.caller([key])
    if caller is None or caller.expired:
        raise Forbidden("This key is not known here, or has expired.")
    response.set_cookie(
        COOKIE,
        quote(key, safe=""),
        max_age=REMEMBERED if remember else None,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return {"key": caller.id, "rights": sorted(caller.rights)}


@router.delete("/sign-in")
async def sign_out(request: Request, response: Response) -> Struct:
    """Have the browser forget the key."""
    if not is_own_origin(request.headers):
        raise Forbidden("Signing out is for the page of this server: the Origin is another one.")
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return {}
