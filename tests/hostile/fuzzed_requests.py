"""Requests of chance over every operation of the OpenAPI description."""

import json
import random
from typing import Any

from tests.hostile.report import Outcome
from tests.hostile.server import STORE, Server

_SKIPPED = ("/progress",)  # waits for uploads that nobody sends here
_NAMES = {
    "project": "p",
    "location": "l",
    "collection": "default_collection",
    "kind": "dataStores",
    "target": "hostile",
    "data_store": "hostile",
    "rag_corpus": "hostile",
    "branch": "0",
}
_TEXTS = (
    "",
    " ",
    "a",
    "é" * 300,
    "\x00",
    "\u202e",
    "../../etc/passwd",
    "%2e%2e%2f",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "😀" * 50,
    "a" * 20_000,
    "</passage>",
    "-1",
    "1e999",
    "[" * 500,
)
_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**63,
    2**200,
    1e308,
    0.5,
    [],
    {},
    [[]],
    [None] * 300,
    {"a": {"b": []}},
)


def attack(server: Server, count: int, seed: int = 1) -> Outcome:
    """``count`` requests: paths, parameters and bodies from the description, and values that it does not expect."""
    chance = random.Random(seed)
    outcome = Outcome("fuzzed requests")
    server.make_store()
    with server.client() as client, outcome.against(server):
        description = client.get("/openapi.json").json()
        operations = [
            (path, method, operation)
            for path, methods in sorted(description["paths"].items())
            for method, operation in sorted(methods.items())
            if not path.startswith(_SKIPPED)
        ]
        for number in range(count):
            path, method, operation = chance.choice(operations)
            for name in operation.get("parameters", ()):
                if name["in"] == "path":
                    text = _NAMES.get(name["name"], "one") if chance.random() < 0.7 else chance.choice(_TEXTS)
                    path = path.replace(
                        "{" + name["name"] + "}", text[:500].replace("?", "").replace("#", "")
                    )
            query = {
                name["name"]: chance.choice(_TEXTS)[:2000]
                for name in operation.get("parameters", ())
                if name["in"] == "query" and chance.random() < 0.3
            }
            sent: dict[str, Any] = {"params": query} if query else {}
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]
                schema = next(iter(content.values())).get("schema", {})
                body = json.dumps(_made(schema, description, chance)).encode()
                if chance.random() < 0.15:
                    body = _cut(body, chance)
                sent |= {
                    "content": body,
                    "headers": {"content-type": chance.choice([*content, "text/plain"])},
                }
            what = f"seed {seed}, request {number}: {method.upper()} {path[:120]}"
            outcome.send(client, what, method.upper(), path, **sent)
            if method == "delete":
                server.make_store()
    return outcome


def _made(schema: dict[str, Any], description: dict[str, Any], chance: random.Random, depth: int = 0) -> Any:
    """A value for a schema, or, one time in eight, one of another kind."""
    if depth > 6 or chance.random() < 0.12:
        return chance.choice([*_VALUES, *_TEXTS])
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return _made(description["components"]["schemas"][name], description, chance, depth)
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            return _made(chance.choice(schema[word]), description, chance, depth)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            fields = schema.get("properties", {})
            return {
                name: _made(of, description, chance, depth + 1)
                for name, of in fields.items()
                if chance.random() < 0.6 or name in schema.get("required", ())
            }
        case "array":
            return [
                _made(schema.get("items", {}), description, chance, depth + 1)
                for _ in range(chance.randint(0, 3))
            ]
        case "integer" | "number":
            return chance.choice((-1, 0, 1, 0.5, 10, 2**31))
        case "boolean":
            return chance.random() < 0.5
        case _:
            return chance.choice(("The lamp burns whale oil.", STORE, "one", *_TEXTS))


def _cut(body: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(body) + 1)
    return body[:place] + chance.choice((b"", b"\xff\xfe", b"\x00", b"]", b'"')) + body[place + 1 :]
