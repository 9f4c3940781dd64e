"""A token for self-made service-account keys: Google's client libraries insist on fetching one.

A key file whose ``token_uri`` is ``BASE/token`` makes ``google.auth.default()`` work without Google
(contract.md part 1). The token opens nothing by itself: where API keys are set, this route asks for one like
any other (``"token_uri": "BASE/token?key=KEY"``), and the token is that key.
"""

from urllib.parse import parse_qs

from fastapi import APIRouter, Request

from app.wire.errors import BadRequest
from app.wire.messages import WireResponse

router = APIRouter()
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
LIFETIME = 3600  # seconds


@router.post("/token")
async def issue_token(request: Request) -> WireResponse:
    """Answer a JWT-bearer request (RFC 7523) with a token."""
    form = parse_qs((await request.body()).decode(errors="replace"))
    if form.get("grant_type") != [GRANT] or not form.get("assertion"):
        raise BadRequest(f"Send the form fields grant_type={GRANT} and assertion=JWT.", "grant_type")
    return WireResponse(
        {
            "access_token": request.query_params.get("key", "local"),
            "expires_in": LIFETIME,
            "token_type": "Bearer",
        }
    )
