"""Makes a request of a call, has the application answer it, and makes a message or an error of the answer.

The application is asked in this process, by the same way a request over HTTP takes: keys, limits, decoding
and errors are the same because they are the same code.
"""

import json
import re
from collections import OrderedDict
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import quote

import grpc
import httpx
from google.protobuf import json_format
from google.protobuf.message import Message
from starlette.types import ASGIApp

from app.grpc.messages import from_json, message_class, to_json
from app.grpc.methods import OPERATION, Method

KEY_HEADERS = ("authorization", "x-goog-api-key")
MOST_REMEMBERED = 10_000
_FIELD = re.compile(r"\{(\w+)(?:=([^{}]+))?\}")


class Failed(Exception):
    """The answer was an error: its ``google.rpc.Code`` name, and ``google.rpc.Status`` as bytes."""

    def __init__(self, status: str, message: str, details: bytes) -> None:
        super().__init__(message)
        self.code = grpc.StatusCode[status]
        self.details = details


class Transcoder:
    """Answers calls with ``app``; ``base_url`` is where its REST routes are reached, for links in answers."""

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        self._app = app
        self._base_url = base_url
        # GetOperation does not say of which API version the operation's messages are to be.
        self._versions: OrderedDict[str, str] = OrderedDict()

    async def answer(
        self, method: Method, call: Message, headers: dict[str, str], caller: tuple[str, int]
    ) -> Message:
        """The answer to ``call``. ``headers`` are its metadata, ``caller`` is its address.

        Raises Failed.
        """
        fields = _fields(call)
        version = self._versions.get(str(fields.get("name", "")), "v1")
        request = self._request(method, fields | {"version": version}, headers)
        transport = httpx.ASGITransport(self._app, raise_app_exceptions=False, client=caller)
        answer = await transport.handle_async_request(request)
        content = json.loads(await answer.aread())
        if answer.is_error:
            raise _failed(content["error"])
        try:
            answered = from_json(method.response, content)
        except json_format.ParseError as reason:
            message = f"The answer has no form in gRPC's {method.response}: {reason}. Ask for it over REST."
            raise _failed({"status": "UNIMPLEMENTED", "message": message}) from reason
        if method.response == OPERATION and method.verb != "GET":
            self._remember(content["name"], method.path.split("/")[1])
        return answered

    def _request(self, method: Method, fields: dict[str, Any], headers: dict[str, str]) -> httpx.Request:
        rest = {name: value for name, value in fields.items() if name != "version"}
        path = method.path
        for name, pattern in _FIELD.findall(method.path):
            rest.pop(name, None)
            text = str(fields.get(name, ""))
            if pattern and not _names(pattern, text):
                raise _refused(f"{name} is {text[:200]!r}; it must look like {pattern}.")
            path = path.replace(f"{{{name}={pattern}}}" if pattern else f"{{{name}}}", quote(text, safe="/"))
        content = rest if method.body == "*" else rest.pop(method.body, {})
        parameters = {} if method.body == "*" else {name: _in_query(value) for name, value in rest.items()}
        try:
            return httpx.Request(
                method.verb,
                self._base_url + path,
                params=parameters,
                headers={name: headers[name] for name in KEY_HEADERS if name in headers},
                json=content if method.body else None,
            )
        except httpx.InvalidURL as reason:
            raise _refused(
                f"The names and parameters of the call have no form as an address: {reason}."
            ) from reason

    def _remember(self, name: str, version: str) -> None:
        self._versions[name] = version
        while len(self._versions) > MOST_REMEMBERED:
            self._versions.popitem(last=False)


def _fields(call: Message) -> dict[str, Any]:
    try:
        return to_json(call)
    except (
        Exception
    ) as reason:  # of many kinds: a NaN in a Struct, a time out of range, an Any of a foreign type
        raise _refused(f"The call has no form as JSON: {reason}.") from reason


def _names(pattern: str, text: str) -> bool:
    """Whether a resource name is of the pattern; an empty or dotted segment would lead elsewhere."""
    segments, wanted = text.split("/"), pattern.split("/")
    if {"", ".", ".."} & set(segments):
        return False
    if "**" in wanted:
        at = wanted.index("**")
        wanted[at : at + 1] = ["*"] * (len(segments) - len(wanted) + 1)
    return len(segments) == len(wanted) and all(map(fnmatchcase, segments, wanted))


def _refused(message: str) -> Failed:
    return _failed({"status": "INVALID_ARGUMENT", "message": message})


def _in_query(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _failed(error: dict[str, Any]) -> Failed:
    code = grpc.StatusCode[error["status"]].value[0]
    status = {"code": code, "message": error["message"], "details": error.get("details", [])}
    details = from_json("google.rpc.Status", status).SerializeToString()
    return Failed(error["status"], error["message"], details)


def reader(method: Method) -> Any:
    """The deserialiser of the method's request."""
    return message_class(method.request).FromString
