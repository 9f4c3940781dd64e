"""From exceptions to answers: one table, one JSON body (``google.rpc.Status``).

Routes hold no ``try``: they raise, or let the rooms raise, and this module answers. ``Refusal`` and its kinds
are this server's own errors; the other rooms' trees are drawn in grounding/errors.py and ingest/errors.py.

Refusal
├── BadRequest      a field is outside its limits (400 INVALID_ARGUMENT)
├── NotReady        the state or the settings do not allow the call (400 FAILED_PRECONDITION)
├── Forbidden       no valid key, or a foreign Host or Origin (403 PERMISSION_DENIED)
├── Missing         no such resource (404 NOT_FOUND)
├── BodyTooLarge    over a byte limit (413)
├── TooSlowlySent   the request stood still while it came in (408 DEADLINE_EXCEEDED)
├── Unsupported     part of the API that is not served (501 UNIMPLEMENTED)
├── Busy            too much is asked at once, of us or of what we depend on (429 RESOURCE_EXHAUSTED)
├── Interrupted     the server was stopped while it worked on it (409 ABORTED)
├── BadGateway      something we depend on sends what cannot be read (502 UNAVAILABLE)
├── TooSlow         something we depend on did not answer in time (504 DEADLINE_EXCEEDED)
└── Unavailable     something we depend on does not answer (503 UNAVAILABLE)
"""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from app.wire.json_text import MalformedJson
from app.wire.messages import WireResponse
from app.wire.violations import violations
from grounding import errors as grounding
from ingest import errors as ingest

DOMAIN = "sureground"
MOST_VIOLATIONS = 100  # of one request that are told


class Refusal(Exception):
    """Base of the server's own errors; ``field`` is the snake_case path of the field at fault, or empty."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class BadRequest(Refusal, ValueError):
    """A field is outside its limits."""


class NotReady(Refusal):
    """The state or the settings do not allow the call."""


class Forbidden(Refusal):
    """No valid key, or a foreign Host or Origin."""


class Missing(Refusal):
    """No such resource."""


class BodyTooLarge(Refusal):
    """The body is over its byte limit."""


class TooSlowlySent(Refusal):
    """The request stood still while it came in."""


class Unsupported(Refusal):
    """A part of the API that is not served here."""


class Busy(Refusal):
    """Too much is asked at once; ``retry_after`` says in how many seconds to come again, 0 where unknown."""

    def __init__(self, message: str, retry_after: int = 0) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Interrupted(Refusal):
    """The server was stopped while it worked on it."""


class BadGateway(Refusal):
    """Something that the answer depends on sends what cannot be read."""


class TooSlow(Refusal):
    """Something that the answer depends on did not answer in time."""


class Unavailable(Refusal):
    """Something that the answer depends on does not answer."""


# exception -> (HTTP status, google.rpc.Code name); of an exception's classes the most special one counts.
TABLE: dict[type[Exception], tuple[int, str]] = {
    BadRequest: (400, "INVALID_ARGUMENT"),
    NotReady: (400, "FAILED_PRECONDITION"),
    Forbidden: (403, "PERMISSION_DENIED"),
    Missing: (404, "NOT_FOUND"),
    BodyTooLarge: (413, "INVALID_ARGUMENT"),
    TooSlowlySent: (408, "DEADLINE_EXCEEDED"),
    Unsupported: (501, "UNIMPLEMENTED"),
    Busy: (429, "RESOURCE_EXHAUSTED"),
    Interrupted: (409, "ABORTED"),
    BadGateway: (502, "UNAVAILABLE"),
    TooSlow: (504, "DEADLINE_EXCEEDED"),
    Unavailable: (503, "UNAVAILABLE"),
    MalformedJson: (400, "INVALID_ARGUMENT"),
    grounding.InvalidInput: (400, "INVALID_ARGUMENT"),
    grounding.Cancelled: (499, "CANCELLED"),
    grounding.ModelUnavailable: (503, "UNAVAILABLE"),
    ingest.UnreadableDocument: (400, "INVALID_ARGUMENT"),
    ingest.UnknownFormat: (400, "INVALID_ARGUMENT"),
    ingest.TooLarge: (413, "INVALID_ARGUMENT"),
    ingest.InvalidArgument: (400, "INVALID_ARGUMENT"),
    ingest.NotFound: (404, "NOT_FOUND"),
    ingest.AlreadyExists: (409, "ALREADY_EXISTS"),
    ingest.NotEmpty: (400, "FAILED_PRECONDITION"),
    ingest.DiskFull: (507, "RESOURCE_EXHAUSTED"),
    ingest.StoreUnavailable: (503, "UNAVAILABLE"),
    ClientDisconnect: (499, "CANCELLED"),  # nobody reads it, but nothing went wrong here
}
# Of HTTP errors that the framework raises itself.
HTTP_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    405: "UNIMPLEMENTED",
    413: "INVALID_ARGUMENT",
    415: "INVALID_ARGUMENT",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}
# The numbers of google.rpc.Code, for the errors of operations.
RPC_CODE = {
    "CANCELLED": 1,
    "INVALID_ARGUMENT": 3,
    "DEADLINE_EXCEEDED": 4,
    "NOT_FOUND": 5,
    "ALREADY_EXISTS": 6,
    "PERMISSION_DENIED": 7,
    "RESOURCE_EXHAUSTED": 8,
    "FAILED_PRECONDITION": 9,
    "ABORTED": 10,
    "UNIMPLEMENTED": 12,
    "INTERNAL": 13,
    "UNAVAILABLE": 14,
}
# The core's argument names, as the wire calls them.
WIRE_FIELDS = {"answer": "answer_candidate", "threshold": "grounding_spec.citation_threshold"}
INTERNAL = "Internal error; the server's log has the details."


def classify(error: Exception) -> tuple[int, str]:
    """HTTP status and google.rpc.Code name of ``error``; (500, "INTERNAL") for what is not in the table."""
    known = (TABLE[kind] for kind in type(error).__mro__ if kind in TABLE)
    return next(known, (500, "INTERNAL"))


def body(
    code: int, status: str, message: str, reason: str, fields: list[dict[str, str]] | None = None
) -> dict[str, Any]:
    """The JSON error body. ``fields`` are ``google.rpc.BadRequest`` violations."""
    details: list[dict[str, Any]] = [
        {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": reason,
            "domain": DOMAIN,
            "metadata": {},
        }
    ]
    if fields:
        details.append({"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": fields})
    return {"error": {"code": code, "message": message, "status": status, "details": details}}


def describe(error: Exception) -> dict[str, Any]:
    """The JSON error body for ``error``: also what a stream sends when it fails half-way."""
    code, status = classify(error)
    if status == "INTERNAL":
        return body(code, status, INTERNAL, "INTERNAL")
    message, field = str(error), getattr(error, "field", "")
    field = WIRE_FIELDS.get(field, field)
    violation = [{"field": field, "description": message}] if field else None
    described = body(code, status, message, _reason(type(error)), violation)
    if after := _retry_after(error):
        info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{after}s"}
        described["error"]["details"].append(info)
    return described


def rpc_status(error: Exception) -> dict[str, Any]:
    """``google.rpc.Status`` with the numeric gRPC code: the ``error`` of an operation."""
    status = classify(error)[1]
    return {"code": RPC_CODE[status], "message": INTERNAL if status == "INTERNAL" else str(error)}


def respond(error: Exception) -> WireResponse:
    """The HTTP answer for ``error``."""
    content, after = describe(error), _retry_after(error)
    headers = {"Retry-After": str(after)} if after else {}
    if isinstance(error, TooSlowlySent):
        headers["Connection"] = "close"  # the rest of it is not waited for
    return WireResponse(content, content["error"]["code"], headers=headers)


def _retry_after(error: Exception) -> int:
    return error.retry_after if isinstance(error, Busy) else 0


def install(app: FastAPI) -> None:
    """Answer every exception of ``app`` from this module."""
    for kind in TABLE:
        app.add_exception_handler(kind, _on_known)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Exception, _on_known)


async def _on_known(request: Request, error: Exception) -> WireResponse:
    return respond(error)


async def _on_invalid(request: Request, error: Exception) -> WireResponse:
    assert isinstance(error, RequestValidationError)
    problems = error.errors()
    if any(problem["loc"][0] == "path" for problem in problems):
        return WireResponse(body(404, "NOT_FOUND", _unknown_path(request), "NOT_FOUND"), 404)
    fields = violations(problems[:MOST_VIOLATIONS], skip=1)
    message = "\n".join(field["description"] for field in fields)
    return WireResponse(body(400, "INVALID_ARGUMENT", message, "INVALID_FIELD", fields), 400)


async def _on_http(request: Request, error: Exception) -> WireResponse:
    assert isinstance(error, HTTPException)
    code = error.status_code
    status = HTTP_STATUS.get(code, "INVALID_ARGUMENT" if code < 500 else "INTERNAL")
    message = error.detail
    if code == 404 and message == "Not Found":
        message = _unknown_path(request)
    elif code == 405:
        message = f"{request.method} is not served at {request.url.path}."
    return WireResponse(body(code, status, message, status), code, headers=error.headers)


def _unknown_path(request: Request) -> str:
    return f"Nothing is served at {request.method} {request.url.path}; /openapi.json lists what is."


def _reason(kind: type[Exception]) -> str:
    """``EncryptedDocument`` -> ``ENCRYPTED_DOCUMENT``."""
    return "".join(f"_{char}" if char.isupper() else char for char in kind.__name__).lstrip("_").upper()
