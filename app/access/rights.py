"""Which right a request needs, and of which project, by its method and path alone."""

import re
from typing import Literal, get_args

Right = Literal["read", "write", "check"]
RIGHTS: tuple[Right, ...] = get_args(Right)

# What is sent is judged, and nothing stored is looked at. (A check against a store needs the right to read, too.)
CHECKING = {"check", "corroborateContent", "evaluateInstances", "rank"}
# Asks by POST, and changes nothing.
ASKING = {
    "answer",
    "askContexts",
    "asyncRetrieveContexts",
    "augmentPrompt",
    "batchEmbedContents",
    "countTokens",
    "generateContent",
    "retrieveContexts",
    "search",
    "searchLite",
    "streamAnswer",
    "streamGenerateContent",
    "wait",
}
# OpenAI's paths, and the gateway's, which name no verb.
BY_PATH: dict[str, Right] = {
    "/v1/chat/completions": "read",
    "/beta/litellm_basic_guardrail_api": "check",
}
FOR_ANY_KEY = ("/openapi.json", "/token")
PAGE_PROJECT = "local"  # of what the page's own routes store

_PROJECT = re.compile(r"(?s)(?:/upload)?/[^/]*/projects/([^/]+)(?:/.*)?|/files/([^/]+)/.*")


def right_of(method: str, path: str) -> Right | None:
    """``None`` where any key will do. What is not known here to change nothing needs the right to write."""
    if path in FOR_ANY_KEY:
        return None
    if method in ("GET", "HEAD"):
        return "read"
    if method == "POST" and path in BY_PATH:
        return BY_PATH[path]
    verb = path.rpartition(":")[2] if method == "POST" else ""
    return "check" if verb in CHECKING else "read" if verb in ASKING else "write"


def project_of(path: str) -> str | None:
    """The project that a path names; ``None`` without one. Names in a body are checked where they are read."""
    if path == "/samples":
        return PAGE_PROJECT
    match = _PROJECT.fullmatch(path)
    return (match[1] or match[2]) if match else None
